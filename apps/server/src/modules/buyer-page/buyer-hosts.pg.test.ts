/** A seller's own host: proved in a real name server, and over real HTTP nothing but pages of this seller's buyers. */
import type { BuyerHost } from '@scanship/contracts/stores/buyer-page';
import { sql } from 'kysely';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/app-kit.ts';
import { startDnsServer, type TestDnsServer } from '../../../test/dns-server.ts';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import { createUnsubscribeLinks } from '../buyer-notices/unsubscribe-links.ts';
import { newId } from '../../platform/database/ids.ts';
import { createTenantsModule } from '../tenants/index.ts';
import { createBuyerLinks, createPageAddresses } from './links.ts';

const HOST = 'track.maple.example';
let dns: TestDnsServer;
let world: ParcelWorld;
let link = '';
let number = '';
beforeAll(async () => {
  dns = await startDnsServer();
  world = await makeParcelWorld({
    services: {
      config: { dnsServers: [dns.address], mailFrom: { name: 'ScanShip', address: 'no-reply@scanship.example' } },
    },
  });
  const { id: orderId, number: known } = await world.newOrder();
  number = known;
  link = createBuyerLinks(world.services.cookieSecret).pathOf({ tenantId: world.seller.tenantId, orderId });
}, 240_000);
afterAll(async () => {
  await world.close();
  await dns.close();
});
beforeEach(async () => {
  dns.records.clear();
  for (const person of [world.seller, world.people.basic])
    await world.database.db.tenant(person, (tx) =>
      sql`DELETE FROM buyer_hosts WHERE tenant_id = ${person.tenantId}`.execute(tx),
    );
  // What the processes remember of hosts.
  await api(world.seller, 'DELETE', '');
});

const api = (person: TestUser, method: string, path: string, body?: unknown) =>
  world.call<BuyerHost>(person, method, `/buyer-page/host${path}`, body);
const set = async (host: string, person = world.seller) =>
  api(person, 'PUT', '', { host, version: (await api(person, 'GET', '')).data.version });
const verify = async (person = world.seller) => (await api(person, 'POST', '/verify')).data;
const publish = ({ proof }: BuyerHost) => {
  if (!proof) throw new Error('no proof');
  dns.records.set(proof.name, [...(dns.records.get(proof.name) ?? []), proof.value]);
  return proof;
};
async function proved(person = world.seller): Promise<BuyerHost> {
  publish((await set(HOST, person)).data);
  const host = await verify(person);
  expect(host.state).toBe('proved');
  return host;
}
async function open(
  path: string,
  {
    host = HOST,
    method = 'GET',
    form,
    headers = {},
  }: {
    readonly host?: string;
    readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
    readonly form?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
) {
  const answer = await request(`${world.origin.replace('localhost', '127.0.0.1')}${path}`, {
    method: form ? 'POST' : method,
    headers: {
      host,
      'accept-language': 'en',
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}
const addresses = () =>
  createPageAddresses(
    createBuyerLinks(world.services.cookieSecret),
    createTenantsModule(world.services).hosts.origins,
  ).of({
    tenantId: world.seller.tenantId,
    franchiseId: world.seller.realmId,
  });
const pageOn = async (): Promise<string | undefined> =>
  (await addresses())?.({ tenantId: world.seller.tenantId, orderId: newId() }).replace(/\/track\/.*/, '');
/** Who of a company was written to. */
const told = ({ tenantId }: TestUser): Promise<readonly string[]> =>
  world.database.db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<{ to: string }>`SELECT payload ->> 'to' AS to FROM effects
      WHERE tenant_id = ${tenantId} AND kind = 'email' AND payload ->> 'template' = 'notice'`.execute(tx);
    return rows.map(({ to }) => to);
  });

describe('an own host', () => {
  it('is served once its record is found, the links lead there, and removing it leads back at once', async () => {
    expect((await api(world.seller, 'GET', '')).data).toMatchObject({ host: null, state: 'none', version: 0 });
    const { data: waiting } = await set('Track.Maple.Example.');
    expect(waiting).toMatchObject({ host: HOST, state: 'waiting', proof: { type: 'TXT', name: `_scanship.${HOST}` } });
    expect(await verify()).toMatchObject({
      state: 'waiting',
      finding: expect.stringContaining('no TXT record') as string,
    });
    expect((await open(link)).status).toBe(404);
    expect(await pageOn()).toBe('https://first.test');

    publish(waiting);
    expect(await verify()).toMatchObject({ state: 'proved', origin: `https://${HOST}` });
    expect(await pageOn()).toBe(`https://${HOST}`);
    const page = await open(link);
    expect([page.status, page.headers['set-cookie'], page.headers['x-robots-tag']]).toEqual([
      200,
      undefined,
      'noindex, nofollow',
    ]);
    expect(page.text).toContain(number);
    // Links that were sent before are good where they lead.
    expect((await open(link, { host: 'first.test' })).status).toBe(200);

    await api(world.seller, 'DELETE', '');
    expect(await pageOn()).toBe('https://first.test');
    expect((await open(link)).status).toBe(404);
    expect((await open(link, { host: 'first.test' })).status).toBe(200);
  });

  it('has the look-up of this seller alone, in its name, at its root too', async () => {
    await proved();
    expect((await open('/')).headers.location).toBe('/track');
    const find = await open('/track');
    expect([find.status, find.headers['set-cookie']]).toEqual([200, undefined]);
    expect(find.text).toContain('Customer one');
    expect(find.text).not.toContain('First');
    const found = await open('/track', { form: { number, proof: 'M5H 2M5', lang: 'en' } });
    expect([found.status, found.headers.location, found.headers['set-cookie']]).toEqual([
      303,
      `${link}?lang=en`,
      undefined,
    ]);
    // The key of another seller changes nothing here.
    const shop = createBuyerLinks(world.services.cookieSecret).shopKey(world.people.basic.tenantId);
    expect((await open('/track', { form: { number, proof: 'M5H 2M5', shop } })).status).toBe(303);
    await api(world.seller, 'DELETE', '');
    await proved(world.people.basic);
    expect((await open('/track', { form: { number, proof: 'M5H 2M5', lang: 'en' } })).status).toBe(404);
  });

  it('answers a link of another seller as one that never was', async () => {
    await proved(world.people.basic);
    const foreign = await open(link);
    const made = await open(`/track/${'A'.repeat(64)}`);
    const plain = ({ status, text }: { status: number; text: string }) => [
      status,
      text.replaceAll(/nonce="[^"]+"/g, ''),
    ];
    expect(plain(foreign)).toEqual(plain(made));
    expect(foreign.status).toBe(404);
    for (const more of ['/returns', `/returns/${newId()}/label`, `/returns/${newId()}/code`])
      expect([more, (await open(`${link}${more}`)).status]).toEqual([more, 404]);
    expect((await open(link, { form: { parcel: 'x' } })).status).toBe(404);
    const ending = createUnsubscribeLinks(world.services.cookieSecret).pathOf({
      tenantId: world.seller.tenantId,
      noticeId: newId(),
    });
    expect((await open(ending)).status).toBe(404);
  });

  it('ends notices of its own seller, and those of no other', async () => {
    const noticeId = await aNotice();
    const path = createUnsubscribeLinks(world.services.cookieSecret).pathOf({
      tenantId: world.seller.tenantId,
      noticeId,
    });
    await proved(world.people.basic);
    expect([(await open(path)).status, (await open(path, { form: { x: '1' } })).status]).toEqual([404, 404]);
    await api(world.people.basic, 'DELETE', '');
    await proved();
    const own = await open(path);
    expect([own.status, own.headers['set-cookie']]).toEqual([200, undefined]);
  });

  it('has nothing else: no application, no call, no file, and sets no cookie', async () => {
    await proved();
    for (const [method, path] of [
      ['GET', '/login'],
      ['GET', '/index.html'],
      ['GET', '/track/a/b/c/d'],
      ['GET', '/api/docs'],
      ['GET', '/api/openapi.json'],
      ['GET', '/api/mail/outbox'],
      ['GET', '/api/auth/session'],
      ['POST', '/api/auth/sign-in'],
      ['POST', `/api/master/ui-init?host=${HOST}`],
      ['POST', '/api/master/ui-init?host=first.test'],
      ['OPTIONS', '/api/auth/sign-in'],
      ['GET', '/manifest.webmanifest'],
      ['GET', '/.well-known/security.txt'],
      ['GET', '/brand/x'],
      ['GET', '/oauth/callback'],
      ['GET', '//evil.example'],
      ['POST', '/'],
    ] as const) {
      const answer = await open(path, { method });
      expect([path, answer.status, answer.headers['set-cookie'], answer.text]).toEqual([
        path,
        404,
        undefined,
        'There is nothing here.\n',
      ]);
    }
  });

  it('takes no session, and is the host of no call', async () => {
    await proved();
    const answer = await open('/api/orders', { headers: { authorization: 'Bearer x', cookie: 'XSRF-TOKEN=x' } });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([404, undefined]);
    // Named by a page of another host it is unknown.
    const named = await open(`/api/master/ui-init?host=${HOST}`, { method: 'POST', host: 'first.test' });
    expect(named.text).toContain('unknown_host');
    // Machines ask after health under any name.
    expect((await open('/healthz')).status).toBe(200);
  });
});

describe('who a host belongs to', () => {
  it('one seller: the first that proves it, until its record leaves the zone', async () => {
    const first = await proved();
    const { data: second } = await set(HOST, world.people.basic);
    expect(second.state).toBe('waiting');
    expect((await verify(world.people.basic)).finding).toContain('says something else');
    publish(second);
    const refused = await verify(world.people.basic);
    expect([refused.state, refused.finding]).toEqual(['waiting', expect.stringContaining('Another company here uses')]);
    expect((await open(link)).status).toBe(200);

    if (second.proof) dns.records.set(second.proof.name, [second.proof.value]);
    expect((await verify(world.people.basic)).state).toBe('proved');
    expect((await api(world.seller, 'GET', '')).data).toMatchObject({ state: 'waiting', host: first.host });
    expect(await told(world.seller)).toContain('admin@example.com');
    expect(await told(world.people.basic)).toEqual([]);
    expect((await open(link)).status).toBe(404);
    expect(await pageOn()).toBe('https://first.test');
  });

  it('a closed seller: nothing is there, and no application either', async () => {
    await proved();
    const become = async (state: 'active' | 'closed') => {
      await world.database.db.system((tx) =>
        tx.updateTable('tenants').set({ state }).where('id', '=', world.seller.tenantId).execute(),
      );
      // What the processes remember of hosts.
      await api(world.people.basic, 'DELETE', '');
    };
    await become('closed');
    try {
      for (const path of ['/login', '/index.html', '/api/auth/session', '/manifest.webmanifest']) {
        const answer = await open(path);
        expect([path, answer.status, answer.text]).toEqual([path, 404, 'There is nothing here.\n']);
      }
      expect([(await open('/track')).status, (await open(link)).status]).toEqual([404, 404]);
    } finally {
      await become('active');
    }
    expect((await open(link)).status).toBe(200);
  });

  it('a franchise, once it is its verified host: links lead where its pages are', async () => {
    await proved();
    const { realmId } = world.people.foreign;
    await world.database.db.system((tx) =>
      tx.insertInto('hosts').values({ host: HOST, tenant_id: realmId, state: 'verified' }).execute(),
    );
    expect(await pageOn()).toBe('https://first.test');
    // The seller's form says so, and does not go on as if the host were theirs.
    const form = async () => (await api(world.seller, 'GET', '')).data;
    expect(await form()).toMatchObject({ state: 'waiting', finding: expect.stringContaining('part of this platform') });
    await world.database.db.system((tx) => tx.deleteFrom('hosts').where('host', '=', HOST).execute());
    expect(await pageOn()).toBe(`https://${HOST}`);
    expect(await form()).toMatchObject({ state: 'proved', finding: 'The record was found.' });
  });

  it('another host begins anew; somebody faster is not overwritten', async () => {
    const before = await proved();
    const { data: moved } = await set('pakete.maple.example');
    expect(moved).toMatchObject({ state: 'waiting', finding: null });
    expect(moved.proof?.value).not.toBe(before.proof?.value);
    expect((await open(link)).status).toBe(404);
    const stale = await api(world.seller, 'PUT', '', { host: HOST, version: before.version });
    expect(stale.code).toBe('stale_version');
  });

  it.each([
    ['a page', 'https://track.maple.example'],
    ['a port', 'track.maple.example:443'],
    ['a pattern', '*.maple.example'],
    ['one label', 'track'],
    ['an address', '127.0.0.1'],
    ['a name that is no punycode', 'xn--a.example'],
    ['a franchise’s host', 'second.test'],
    ['one below a franchise’s host', 'track.first.test'],
    ['the sender’s own domain', 'track.scanship.example'],
  ])('%s is refused', async (_what, host) => {
    const answer = await set(host);
    expect([answer.status, answer.code, answer.errors?.[0]?.field]).toEqual([400, 'validation', 'host']);
  });
});

/** A notice of the seller's that was sent, as a row. */
async function aNotice(): Promise<string> {
  const { orderId, shipment } = await world.buy('testline-express');
  const id = newId();
  await world.database.db.tenant(world.seller, async (tx) => {
    await sql`INSERT INTO buyer_notices (tenant_id, id, tracker_id, kind, order_id, store_id, shipment_id, number_key, occurred_at, state, address, due_at)
      SELECT ${world.seller.tenantId}, ${id}, t.id, 'delivered', ${orderId}, o.store_id, ${shipment.id}, 'x', now(), 'sent', 'a@example.com', NULL
      FROM trackers AS t, orders AS o WHERE t.shipment_id = ${shipment.id} AND o.id = ${orderId}`.execute(tx);
  });
  return id;
}
