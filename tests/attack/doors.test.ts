/**
 * What stands in front of every call: bodies that are dear to read, hosts that lead elsewhere, deliveries that nobody signed,
 * and requests of one moment. What is tried stands in `data`; this sends it to the whole application.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leastSliceOf } from '../../packages/domain/test/slices.ts';
import { HOSTILE_BODIES } from './data/bodies.ts';
import { NO_HOSTS, STRANGE_HOSTS } from './data/hosts.ts';
import { RACES } from './data/races.ts';
import { FORGED_DELIVERIES } from './data/webhooks.ts';
import { type Attacked, openAttacked } from './support/attacked.ts';
import { countOf, keepCounts } from './support/counts.ts';

/** What the thread that answers people may compute without a turn: parsing and checking, and an engine's clean-up on top. */
const LONGEST_SLICE_MS = 100;

/** A third of the bodies and a quarter of the deliveries in `npm test`, others for each door. */
const WHOLE = process.env['VERIFY'] !== undefined;
const BODIES = HOSTILE_BODIES.filter((_, at) => WHOLE || at % 3 === 1);

const ROOT = path.join(import.meta.dirname, '../..');
const HOOKS = ['stores', 'carriers', 'payments'].flatMap((kind) =>
  readdirSync(path.join(ROOT, 'connectors', kind)).map((slug) =>
    kind === 'payments' ? `/hooks/${slug}/0199a000-0000-7000-8000-00000000dead.test` : `/hooks/${kind}/${slug}`,
  ),
);

let attacked: Attacked;
/** Headers of a seller, and of somebody who is nobody. */
let seller: Record<string, string>;
let nobody: Record<string, string>;

beforeAll(async () => {
  attacked = await openAttacked();
  const person = attacked.people.find(({ role }) => role === 'ROLE_CUSTOMER_ADMIN');
  if (!person) throw new Error('The demo has no seller.');
  seller = await attacked.browserOf(person);
  const { cookie: _cookie, authorization: _token, 'x-xsrf-token': _xsrf, ...rest } = seller;
  const anonymous = await attacked.app.inject({
    method: 'POST',
    url: '/api/master/ui-init?host=localhost',
    headers: rest,
  });
  const token = anonymous.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  nobody = { ...rest, cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token };
});
afterAll(async () => {
  keepCounts();
  await attacked.close();
});

const post = (url: string, headers: Record<string, string>, payload: string | object) =>
  attacked.app.inject({ method: 'POST', url, headers, payload });

test.each(BODIES)('a body: $kind', async ({ text }) => {
  const count = countOf('bodies that are dear to read');
  const payload = text();
  const json = { 'content-type': 'application/json' };
  const targets: readonly (readonly [string, Record<string, string>])[] = [
    ['/api/orders/selection/count', seller],
    ['/api/orders/add', seller],
    ['/api/user/sign-in', nobody],
    ['/hooks/stores/shopify', {}],
    ['/hooks/stores/wix', {}],
    ['/hooks/carriers/easypost', {}],
  ];
  for (const [url, headers] of targets) {
    let status = 0;
    const longest = await leastSliceOf(async () => {
      count.requests += 1;
      status = (await post(url, { ...headers, ...json }, payload)).statusCode;
    }, LONGEST_SLICE_MS);
    if (status < 400) count.letThrough += 1;
    if (status >= 500) count.serverErrors += 1;
    if (longest >= LONGEST_SLICE_MS) count.shapeFaults += 1;
    expect([url, status >= 400 && status < 500, status]).toEqual([url, true, status]);
    expect(longest, url).toBeLessThan(LONGEST_SLICE_MS);
  }
});

test('no host that is not ours is answered as one of ours, named in the page or in the header', async () => {
  const count = countOf('hosts that are not ours');
  const isHeader = (text: string) => /^[\x20-\x7e]+$/.test(text);
  const told: string[] = [];
  for (const host of [...NO_HOSTS, ...STRANGE_HOSTS]) {
    const question = new URLSearchParams({ host, shop: 'maple-test.myshopify.com' }).toString();
    const answers = [
      await attacked.app.inject({ url: `/api/public/100002/oauth?${question}`, headers: { host: 'localhost' } }),
      ...(isHeader(host)
        ? [
            await attacked.app.inject({ url: '/connect/shopify/callback?state=x&error=x', headers: { host } }),
            await post('/api/user/forgot-password', { ...nobody, host }, { email: 'nobody@example.com' }),
          ]
        : []),
    ];
    for (const { statusCode, headers, body } of answers) {
      count.requests += 1;
      if (statusCode >= 500) count.serverErrors += 1;
      const leads = `${[headers.location ?? ''].flat().join()} ${statusCode < 400 ? body : ''}`;
      if (!/evil|oauth\/authorize|169\.254/.test(leads)) continue;
      count.letThrough += 1;
      told.push(`${host}: ${statusCode} ${leads.slice(0, 120)}`);
    }
  }
  expect(told).toEqual([]);
  expect(count.serverErrors).toBe(0);
});

test('what nobody signed is taken by no door, and leaves nothing', async () => {
  const count = countOf('deliveries nobody signed');
  const stored = async () =>
    attacked.database.db.system((tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM inbound_events`.execute(tx).then(({ rows }) => rows[0]?.n ?? 0),
    );
  const before = await stored();
  const taken: string[] = [];
  for (const [at, hook] of HOOKS.entries())
    for (const [turn, { kind, headers, body }] of FORGED_DELIVERIES.entries()) {
      if (!WHOLE && (at + turn) % 4 !== 0) continue;
      const answer = await post(hook, { host: 'localhost', ...headers }, body);
      count.requests += 1;
      // 503 asks to try again: a key that would tell could not be fetched.
      if (answer.statusCode >= 500 && answer.statusCode !== 503) count.serverErrors += 1;
      if (answer.statusCode < 400) count.letThrough += 1;
      if (answer.statusCode < 400 || answer.statusCode === 500) taken.push(`${hook} ${kind}: ${answer.statusCode}`);
    }
  expect(taken).toEqual([]);
  expect(await stored()).toBe(before);
});

test.each(RACES)('at one moment: $kind', async ({ as, path: at, headers, body, times, most }) => {
  const count = countOf('races');
  const who = as === 'nobody' ? nobody : seller;
  const answers = await Promise.all(
    Array.from({ length: times }, (_, turn) => post(`/api${at}`, { ...who, ...headers }, body(turn))),
  );
  count.requests += times;
  count.serverErrors += answers.filter(({ statusCode }) => statusCode >= 500).length;
  const so = answers.filter(
    (answer) =>
      answer.headers['idempotency-replayed'] !== 'true' &&
      (answer.statusCode === most.of || answer.json<{ code?: string }>().code === most.of),
  ).length;
  count.letThrough += Math.max(0, so - most.times);
  expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  expect(so).toBeGreaterThan(0);
  expect(so).toBeLessThanOrEqual(most.times);
});
