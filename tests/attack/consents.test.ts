/** Consents that somebody else began, allowed, or had led elsewhere, over HTTP on the running application. */
import { request } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { StoreDetail } from '@scanship/contracts/stores/stores';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_HOSTS, STRANGE_HOSTS } from './data/hosts.ts';
import { sessionOf } from '../../apps/server/test/app-kit.ts';
import { createCookieJar, type CookieJar } from '../../apps/server/test/cookie-jar.ts';
import { BIRCH, makeStoreWorld, MAPLE, type StoreWorld } from '../../apps/server/test/store-world.ts';

type Person = StoreWorld['people']['admin'];

let world: StoreWorld;
beforeAll(async () => {
  world = await makeStoreWorld();
});
afterAll(() => world.close());

const ownHost = () => new URL(world.origin).host;
const askFor = (host: string, person?: Person, browser?: CookieJar, shop = BIRCH, through?: string) =>
  world.call<{ url: string }>(
    person,
    'GET',
    `/public/100002/oauth?${new URLSearchParams({ host, shop }).toString()}`,
    undefined,
    through,
    browser,
  );
/** A consent up to the platform's answer, begun in a browser. */
const allowed = async (browser: CookieJar, person?: Person, shop = BIRCH): Promise<string> => {
  const asked = await askFor(ownHost(), person, browser, shop);
  return new URLSearchParams(await world.player.consent(asked.data.url, 'allow', shop)).toString();
};
const comeBack = async (query: string, browser: CookieJar): Promise<URL> => {
  const answer = await browser.fetch(`${world.origin}/connect/shopify/callback?${query}`);
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '', world.origin);
};
const add = (person: Person, page: URL, browser: CookieJar) =>
  world.call<StoreDetail>(
    person,
    'POST',
    '/store/add',
    { platformId: 100002, code: page.searchParams.get('code'), shop: page.searchParams.get('shop') },
    undefined,
    browser,
  );
/** The address a redirect leads to, asked for with any Host header. */
const redirectOf = (origin: string, path: string, host: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(origin);
    request({ port, path, host: '127.0.0.1', setHost: false, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.headers.location);
    })
      .on('error', reject)
      .end();
  });
/** What Node lets into a header at all; the server's parser refuses some more. */
const isHeader = (text: string) => /^[\x20-\x7e]*$/.test(text);

describe.each([
  ['several franchises', false],
  ['a single franchise, which answers on any host', true],
])('%s', (_, single) => {
  let app: FastifyInstance | undefined;
  let origin = '';
  beforeAll(async () => {
    origin = world.origin;
    if (!single) return;
    const { second } = world.world;
    await world.database.db.system((tx) =>
      tx.updateTable('tenants').set({ state: 'closed' }).where('id', '=', second.id).execute(),
    );
    // Another process, which remembers nothing of the time when there were two.
    app = await world.another().http();
    origin = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost');
  });
  afterAll(() => app?.close());

  test('no host that a page names becomes an origin, unless it is proved', async () => {
    for (const host of [...NO_HOSTS, ...STRANGE_HOSTS]) {
      const answer = await askFor(host, undefined, undefined, BIRCH, origin);
      expect([host, answer.code]).toEqual([host, expect.stringMatching(/^(?:unknown_host|validation)$/)]);
      expect(JSON.stringify(answer)).not.toContain('oauth/authorize');
    }
    for (const host of [ownHost(), 'LOCALHOST', 'localhost.:4711'])
      expect((await askFor(host, undefined, undefined, BIRCH, origin)).status).toBe(200);
  });

  test('no Host header leads a browser elsewhere: neither an install link, nor a return, nor an error', async () => {
    const install = new URLSearchParams((await world.player.install?.(MAPLE)) ?? {}).toString();
    const returned = await allowed(createCookieJar());
    const state = new URLSearchParams(returned).get('state') ?? '';
    const paths = [
      `/connect/shopify/callback?${install}`,
      `/connect/shopify/callback?${returned}`,
      `/connect/shopify/callback?${new URLSearchParams({ state, error: 'access_denied' }).toString()}`,
      '/connect/shopify/callback?state=x&error=x',
      '/connect/carriers/ups/callback?state=x&error=x',
    ];
    for (const host of [...NO_HOSTS.filter(isHeader), ...STRANGE_HOSTS])
      for (const path of paths) {
        const to = await redirectOf(origin, path, host).catch(() => undefined);
        // Refused by the parser of HTTP itself, our own neutral page, or the franchise that began.
        const leads =
          to === undefined ? 'nowhere' : to.startsWith('/') && !/^\/[/\\]/.test(to) ? 'here' : new URL(to).hostname;
        expect([host, path, leads]).toEqual([
          host,
          path,
          expect.stringMatching(/^(?:nowhere|here|localhost|first\.test)$/),
        ]);
      }
  });
});

describe('a consent belongs to the browser that began it', () => {
  test('one that somebody else allowed comes back to nobody', async () => {
    const [attacker, victim] = [createCookieJar(), createCookieJar()];
    const query = await allowed(attacker, world.people.basic);
    expect((await comeBack(query, victim)).searchParams.get('error')).toBe('browser');
    expect((await comeBack(query, victim)).searchParams.get('code')).toBeNull();
  });

  test('a link with somebody else’s connection connects nothing', async () => {
    const [attacker, victim] = [createCookieJar(), createCookieJar()];
    for (const begunBy of [undefined, world.people.basic]) {
      const page = await comeBack(await allowed(attacker, begunBy), attacker);
      // The victim's browser has begun consents of its own, too.
      await askFor(ownHost(), undefined, victim);
      const refused = await add(world.people.admin, page, victim);
      expect(refused).toMatchObject({ status: 422, code: 'store_refused' });
      expect(refused.message).toBe(
        begunBy ? 'This connection was started by another company.' : 'This connection was started in another browser.',
      );
    }
  });

  test('the cookie is unreadable for scripts and survives the way back from the platform', async () => {
    const answer = await fetch(`${world.origin}/api/public/100002/oauth?host=${ownHost()}&shop=${BIRCH}`);
    const line = answer.headers.getSetCookie().find((each) => each.startsWith('consent='));
    expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  });
});

describe('a consent belongs to the customer it was begun for', () => {
  test('in the same browser another customer is refused, and the first finishes', async () => {
    const browser = createCookieJar();
    const page = await comeBack(await allowed(browser, world.people.admin, MAPLE), browser);
    expect(await add(world.people.basic, page, browser)).toMatchObject({
      status: 422,
      message: 'This connection was started by another company.',
    });
    expect(await add(world.people.admin, page, browser)).toMatchObject({ status: 200 });
  });

  test('begun signed out it is whoever signs in, in that browser only', async () => {
    const browser = createCookieJar();
    const page = await comeBack(await allowed(browser), browser);
    expect(await add(world.people.admin, page, createCookieJar())).toMatchObject({ status: 422 });
    expect(await add(world.people.admin, page, browser)).toMatchObject({ status: 200 });
  });

  test('whoever is signed in with a token that has run out is asked to renew it, not taken for a stranger', async () => {
    const { admin } = world.people;
    const { token } = await sessionOf(world.services, admin);
    await world.database.db.identity(admin, (tx) =>
      tx
        .updateTable('sessions')
        .set({ access_expires_at: new Date(0) })
        .where('user_id', '=', admin.userId)
        .execute(),
    );
    const answer = await fetch(`${world.origin}/api/public/100002/oauth?host=${ownHost()}&shop=${BIRCH}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, 'token_expired']);
  });
});
