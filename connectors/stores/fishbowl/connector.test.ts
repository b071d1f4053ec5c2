/** Own quirks of Fishbowl: seats that are given back, doors that stay shut, a server's own clock, shipments that come of picking. */
import { createBreakers } from '@scanship/connector-kit/http/breaker';
import { freshDrive, type Drive } from '@scanship/connector-kit/conformance/conformance-harness';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { createHttpClient } from '@scanship/connector-kit/http/http-client';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { createOutboundDispatcher } from '@scanship/connector-kit/http/outbound-guard';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import {
  accountOf,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { fieldProblems } from '@scanship/connector-kit/credentials/credential-fields';
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import {
  runConnect,
  runOrders,
  runOrdersById,
  runProducts,
  runStoreQuestion,
  runStoreTest,
} from '@scanship/connector-kit/store/store-run';
import { noTrace } from '@scanship/connector-kit/http/trace';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, samples } from './simulator/harness.ts';
import { createFishbowl } from './simulator/simulator.ts';
import { offsetAt } from './simulator/tables.ts';
import { inSessionAs } from './src/client.ts';
import { fulfil } from './src/fulfil.ts';
import { manifest } from './src/manifest.ts';
import { readLine, readState } from './src/order-reader.ts';
import { readMoment, readOffset, stampAt } from './src/reading.ts';
import { connect, locations } from './src/server.ts';
import { itemsOf, ordersFrom, shipmentsOf } from './src/statements.ts';
import { store } from './src/store.ts';

const MAPLE = samples.account;
let running: TestSimulator;
let harness: StoreHarness;
let call: ReturnType<typeof shopCaller>;
let env: StoreEnv;

beforeAll(async () => {
  running = await startTestSimulator(createFishbowl());
  const host = new URL(running.simulator.address).origin;
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  call = shopCaller(host, 'fishbowl');
  ({ env } = await openHarnessStore(store, harness));
});
afterEach(() => running.simulator.clearFaults());
afterAll(() => running.close());

const openSessions = async (): Promise<number> => Number((await call('GET', MAPLE, 'sessions')).open);
const place = async (more: object = {}): Promise<string> => {
  const { ids } = await call('POST', MAPLE, 'orders', {
    orders: [{ items: [{ num: 'B201', quantity: 2 }], ...more }],
  });
  return (ids as string[])[0] ?? '';
};
async function inputFor(id: string, more: Partial<FulfilInput> = {}): Promise<FulfilInput> {
  const read = await runOrdersById(store, [id], env);
  const lines = read.ok ? (read.value.items[0]?.lines ?? []) : [];
  return {
    externalOrderId: id,
    lines: lines.map((l) => ({ externalLineId: l.externalLineId, quantity: l.quantity })),
    parcels: [{ trackingNumber: `1Z${id}` }],
    carrier: { slug: 'canada-post', name: 'Canada Post' },
    notifyBuyer: false,
    reference: 'r:1',
    ...more,
  };
}
const report = (input: FulfilInput): Promise<Drive<FulfilResult>> =>
  driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
const tryConnect = (keys: Readonly<Record<string, string>>) =>
  runConnect(store, openConnectEnv(manifest, accountOf(harness, MAPLE), harnessRuntime()), (e) => connect(keys, e));

describe('licence seats', () => {
  it('are given back after every question and every step', async () => {
    const id = await place();
    expect((await report(await inputFor(id))).problem).toBeUndefined();
    expect((await tryConnect(samples.credentials ?? {})).ok).toBe(true);
    expect((await runStoreTest(store, env)).ok).toBe(true);
    expect((await runOrders(store, { since: new Date() }, env)).ok).toBe(true);
    expect((await runProducts(store, {}, env)).ok).toBe(true);
    expect((await runStoreQuestion(store, env, locations)).ok).toBe(true);
    expect(await openSessions()).toBe(0);
  });

  it('are given back when the question fails, and when its time is over', async () => {
    await running.simulator.setFaults([{ kind: 'html', effect: 'read' }]);
    expect((await runOrders(store, {}, env)).ok).toBe(false);
    await running.simulator.setFaults([{ kind: 'hang', effect: 'read' }]);
    const late = await runOrders(store, {}, env, 300);
    expect(late).toMatchObject({ ok: false, problem: { kind: 'temporary-before-effect' } });
    await running.simulator.clearFaults();
    await expect.poll(openSessions).toBe(0);
  });

  it('a sign-out that fails does not undo what was done', async () => {
    await running.simulator.setFaults([{ kind: 'status-before-effect', route: 'logout', times: 3 }]);
    expect((await runStoreTest(store, env)).ok).toBe(true);
  });

  it('that are all taken are said, with a time to come back', async () => {
    const open = await openSessions();
    const { tokens } = await call('POST', MAPLE, 'sessions', { count: 6 - open });
    const answer = await runOrders(store, {}, env, 2_000);
    expect(answer).toMatchObject({
      ok: false,
      problem: { kind: 'quota', vendorCode: 'no-seat', retryAfterMs: 60_000 },
    });
    await call('DELETE', MAPLE, 'sessions', { tokens });
  });

  it('a session that an administrator ended in the middle is no refusal of the user', async () => {
    const cut: StoreEnv = {
      ...env,
      http: {
        async send(request) {
          const response = await env.http.send(request);
          if (request.name !== 'sign in') return response;
          const { token } = response.json() as { token: string };
          return { ...response, json: () => ({ token: `${token}-gone` }) };
        },
      },
    };
    expect(await runOrders(store, {}, cut)).toMatchObject({
      ok: false,
      problem: { kind: 'temporary-before-effect', message: expect.stringContaining('ended our session') },
    });
  });
});

describe('doors', () => {
  it.each([
    ['changed', /does not accept this user/],
    ['mfa', /second factor/],
    ['unapproved', /approve it there/],
  ] as const)('that are %s say what to do', async (door, words) => {
    await call('PUT', MAPLE, 'door', { door });
    const answer = await tryConnect(samples.credentials ?? {});
    await call('PUT', MAPLE, 'door', { door: 'open' });
    expect(answer).toMatchObject({
      ok: false,
      problem: { kind: 'not-authorised', message: expect.stringMatching(words) },
    });
  });

  it('a wrong password is refused in words that do not hold it', async () => {
    const answer = await tryConnect({ ...samples.credentials, password: 'quiteAnotherWord99' });
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
    expect(JSON.stringify(answer)).not.toContain('quiteAnotherWord99');
    expect(
      fieldProblems(manifest.fields, { account: '192.168.1.10', username: 'a:b', password: '' }).map((p) => p.field),
    ).toEqual(['account', 'username', 'password']);
  });

  it('a server without a public address is told how to be published, and nothing is sent to it', async () => {
    const dispatcher = createOutboundDispatcher({
      lookup: (_host, _options, callback) => callback(null, [{ address: '192.168.1.10', family: 4 }]),
    });
    const http = createHttpClient({
      vendor: 'Fishbowl',
      baseUrl: 'https://fishbowl.example',
      secrets: [],
      accountKey: 'x',
      quota: { take: () => Promise.resolve({ ok: true }), pause: () => Promise.resolve() },
      quotaLimit: manifest.quota,
      breakers: createBreakers(),
      dispatcher,
      trace: noTrace,
      deadlineMs: 2_000,
    });
    const refused: unknown = await inSessionAs(http, 'a:b', () => Promise.resolve()).catch((e: unknown) => e);
    await dispatcher.close();
    expect(refused).toBeInstanceOf(ConnectorError);
    expect(refused).toMatchObject({
      problem: { kind: 'refused', message: expect.stringMatching(/Publish its port 2456/) },
    });
  });
});

describe('reports', () => {
  it('pack, track and ship what was picked, under the carrier’s name in the server’s list', async () => {
    const id = await place();
    expect((await report(await inputFor(id))).result).toEqual({ fulfilmentIds: [String(Number(id) + 5_000)] });
    expect(await call('GET', MAPLE, `orders/${id}`)).toMatchObject({
      status: 60,
      shipments: [{ status: 30, carrier: 'Canada Post', cartons: [{ number: 1, tracking: `1Z${id}` }] }],
    });
  });

  it('go on cartons that the warehouse packed, on the first of each shipment', async () => {
    const id = await place({ cartons: 2 });
    await call('POST', MAPLE, `orders/${id}/pick`);
    await report(await inputFor(id, { carrier: { slug: 'uniuni', name: 'UniUni' } }));
    expect(await call('GET', MAPLE, `orders/${id}`)).toMatchObject({
      status: 60,
      shipments: [
        { status: 30, carrier: 'UPS', cartons: [{ tracking: `1Z${id}` }, { tracking: '' }] },
        { status: 30, cartons: [{ tracking: `1Z${id}` }] },
      ],
    });
  });

  it('of goods that nobody picked say so, and work after the pick', async () => {
    const id = await place({ picked: false, status: 20 });
    const input = await inputFor(id);
    const early = await report(input);
    expect(early.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'not-picked' });
    await call('POST', MAPLE, `orders/${id}/pick`);
    expect((await report(input)).problem).toBeUndefined();
  });

  it('of no number or two, of strange items and of orders nobody knows change nothing', async () => {
    const id = await place();
    const input = await inputFor(id);
    for (const parcels of [[], [{ trackingNumber: 'A' }, { trackingNumber: 'B' }]])
      expect((await report({ ...input, parcels })).problem?.problem).toMatchObject({
        kind: 'invalid-input',
        vendorCode: 'one-parcel',
      });
    const strange = await report({ ...input, lines: [{ externalLineId: '7', quantity: 1 }] });
    expect(strange.problem?.problem).toMatchObject({ vendorCode: 'line-unknown' });
    for (const externalOrderId of ['1', '50001', "1' OR '1'='1", ''])
      expect((await report({ ...input, externalOrderId })).problem?.problem).toMatchObject({
        kind: 'refused',
        vendorCode: 'order-unknown',
      });
    expect(await harness.player.reports(MAPLE, id)).toEqual([]);
  });
});

describe('reading', () => {
  const of = (more: object): ObjectReader => readObject(more);

  it('times with short, long and missing minutes of their offset', () => {
    const read = (t: string): string => readMoment(of({ t }), 't');
    expect(read('2026-08-24T11:53:35.812-04')).toBe('2026-08-24T15:53:35.812Z');
    expect(read('2022-01-25T19:22:53.621-0500')).toBe('2022-01-26T00:22:53.621Z');
    expect(read('2026-08-24T11:53:35.812+05:30')).toBe('2026-08-24T06:23:35.812Z');
    expect(read('2026-08-24T11:53:35Z')).toBe('2026-08-24T11:53:35.000Z');
    for (const bad of ['2026-08-24 11:53:35', '2026-08-24T11:53:35', '2026-13-24T11:53:35Z', '24.8.2026'])
      expect(() => read(bad)).toThrow(/t (?:should|is)/);
    expect(offsetAt('2026-07-01 12:00:00.000000', 'America/St_Johns')).toBe('-0230');
    expect(offsetAt('2026-01-01 12:00:00.000000', 'America/Toronto')).toBe('-05');
  });

  it('an instant and its stamp at a server are the same moment', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1e12, max: 2e12 }), fc.integer({ min: -11, max: 14 }), (ms, hours) => {
        const sign = hours < 0 ? '-' : '+';
        const offset = `${sign}${String(Math.abs(hours)).padStart(2, '0')}`;
        const stamp = stampAt(new Date(ms), readOffset(of({ t: `2026-01-01T00:00:00${offset}` }), 't'));
        const [, y, mo, d, h, mi, s, f = ''] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})$/.exec(stamp) ?? [];
        const written = `${y}-${mo}-${d}T${h}:${mi}:${s}.${f.slice(0, 3)}${offset}`;
        expect(readMoment(of({ written }), 'written')).toBe(new Date(ms).toISOString());
      }),
    );
  });

  it('a pull reaches an hour further back than asked, and tells only what is asked for', async () => {
    const old = await place({ secondsAgo: 1_800 });
    const fresh = await place();
    const { items } = await pullOrders(store, () => Promise.resolve(env), new Date(Date.now() - 600_000));
    const ids = items.map((order) => order.externalId);
    expect(ids).toContain(fresh);
    expect(ids).not.toContain(old);
  });

  it('what a status means; a quote that was never issued stays at the server', async () => {
    const kind = (status: unknown): string => readState(of({ status, statusname: 'New' })).kind;
    expect([10, 20, 25, 60, 70, 80, 85, 90, 95, 33].map(kind)).toEqual([
      'held',
      'to-ship',
      'to-ship',
      'shipped',
      'cancelled',
      'cancelled',
      'cancelled',
      'cancelled',
      'shipped',
      'held',
    ]);
    expect(readState(of({ status: 33, statusname: 'New' })).reason).toContain('"New"');
    expect(() => kind('Issued')).toThrow(/status/);
    const quote = await place({ status: 10 });
    const read = await runOrdersById(store, [quote], env);
    expect(read.ok && read.value.items).toEqual([]);
  });

  it('items below nothing and of unreadable quantity are refused, not guessed', () => {
    const item = { id: 1, type: 10, status: 10, sku: 'A', title: 'A', ordered: '2', price: '1', total: '2' };
    expect(readLine(of(item), 'CAD', 'to-ship')).toMatchObject({ quantity: 2, shipped: 0 });
    expect(() => readLine(of({ ...item, ordered: '-1' }), 'CAD', 'to-ship')).toThrow(/ordered/);
    expect(() => readLine(of({ ...item, fulfilled: 'x' }), 'CAD', 'to-ship')).toThrow(/fulfilled/);
    expect(readLine(of({ ...item, status: 75, fulfilled: '1' }), 'CAD', 'to-ship')).toMatchObject({
      shipped: 1,
      cancelled: 1,
    });
  });

  it('nothing but numbers and stamps becomes part of a statement', () => {
    for (const bad of ["1' OR 1=1", '0', '-1', '1;', '', '12345678901'])
      for (const statement of [() => itemsOf([bad]), () => shipmentsOf(bad)]) expect(statement).toThrow(RangeError);
    expect(() => ordersFrom({ at: "2026'" })).toThrow(RangeError);
    expect(() => ordersFrom({ after: '20260824115335812345', id: 'x' })).toThrow(RangeError);
  });

  it('the simulator refuses a column that the database does not have', async () => {
    const pair = `${samples.credentials?.username ?? ''}:${samples.credentials?.password ?? ''}`;
    for (const sql of ['SELECT so.weight AS weight FROM so', 'SELECT x.id AS id FROM x', 'DELETE FROM so', "SELECT 'a"])
      await expect(inSessionAs(env.http, pair, (session) => session.query('bad', sql))).rejects.toMatchObject({
        problem: { kind: 'invalid-input', message: expect.stringMatching(/^Fishbowl: /) },
      });
  });
});
