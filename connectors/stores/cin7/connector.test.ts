/** Own quirks of Cin7: two products, what a warehouse did before us, dispatching at Omni only when wanted, deliveries with a token. */
import { freshDrive, type Drive } from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import {
  accountOf,
  connectStore,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { fieldProblems } from '@scanship/connector-kit/credentials/credential-fields';
import { offlineDeliveryEnv, openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import {
  runConnect,
  runOrders,
  runOrdersById,
  runProducts,
  runStoreQuestion,
  runStoreTest,
} from '@scanship/connector-kit/store/store-run';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, omniSamples, samples } from './simulator/harness.ts';
import type { SimOrder } from './simulator/model.ts';
import { createCin7 } from './simulator/simulator.ts';
import { connect } from './src/account.ts';
import { fulfil } from './src/fulfil.ts';
import { readCountry, readGrams, readMoment } from './src/reading.ts';
import { store } from './src/store.ts';
import { EVENTS, hookToken, webhooks } from './src/webhooks.ts';

const MAPLE = samples.account;
const PRAIRIE = omniSamples.account;
let running: TestSimulator;
let harness: StoreHarness;
let call: ReturnType<typeof shopCaller>;
let core: StoreEnv;
let omni: StoreEnv;

beforeAll(async () => {
  running = await startTestSimulator(createCin7());
  const host = new URL(running.simulator.address).origin;
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  call = shopCaller(host, 'cin7');
  core = (await openHarnessStore(store, harness)).env;
  omni = (await openHarnessStore(store, { ...harness, samples: omniSamples })).env;
});
afterAll(() => running.close());

const notClosing = (): StoreEnv => ({ ...omni, settings: { ...omni.settings, closeOrders: false } });
const place = async (account: string, lines: readonly object[] = [{ sku: 'MAP-2', quantity: 2 }]): Promise<string> => {
  const { ids } = await call('POST', account, 'orders', { orders: [{ lines }] });
  return (ids as string[])[0] ?? '';
};
const at = async (account: string, id: string): Promise<SimOrder> =>
  (await call('GET', account, `orders/${id}`)) as object as SimOrder;
let counter = 0;
async function inputFor(env: StoreEnv, id: string, more: Partial<FulfilInput> = {}): Promise<FulfilInput> {
  const read = await runOrdersById(store, [id], env);
  counter += 1;
  return {
    externalOrderId: id,
    lines: (read.ok ? (read.value.items[0]?.lines ?? []) : [])
      .map((l) => ({ externalLineId: l.externalLineId, quantity: l.quantity - l.shipped - l.cancelled }))
      .filter(({ quantity }) => quantity > 0),
    parcels: [{ trackingNumber: `1Z999AA1012345${String(counter).padStart(4, '0')}` }],
    carrier: { slug: 'ups', name: 'UPS' },
    notifyBuyer: false,
    reference: `r:${counter}`,
    ...more,
  };
}
const report = (env: StoreEnv, input: FulfilInput): Promise<Drive<FulfilResult>> =>
  driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
const connecting = (keys: Readonly<Record<string, string>>): ReturnType<typeof runConnect> =>
  runConnect(store, openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime()), (e) => connect(keys, e));

describe('keys', () => {
  it('that are wrong are refused in words that do not hold them', async () => {
    for (const keys of [samples.credentials, omniSamples.credentials]) {
      const answer = await connecting({ ...keys, key: 'c0ffee-c0ffee-c0ffee' });
      expect(answer).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
      expect(JSON.stringify(answer)).not.toContain('c0ffee');
    }
    expect(await connecting({ ...samples.credentials, user: 'not-an-account' })).toMatchObject({
      ok: false,
      problem: { kind: 'invalid-input', field: 'user' },
    });
  });

  it('of Omni need what Omni does not tell, one sentence for each', async () => {
    for (const field of ['shopName', 'currency']) {
      const answer = await connecting({ ...omniSamples.credentials, [field]: '' });
      expect(answer).toMatchObject({ ok: false, problem: { kind: 'invalid-input', field } });
    }
    const wrong = { ...omniSamples.credentials, shopName: '', currency: 'dollars', closeOrders: 'maybe' };
    const problems = (values: Record<string, string>) =>
      fieldProblems(store.manifest.fields, values).map(({ field }) => field);
    expect(problems(wrong)).toEqual(['shopName', 'currency', 'closeOrders']);
    // Core tells all this itself.
    expect(problems({ ...wrong, system: 'Core' })).toEqual([]);
    expect(problems({ ...wrong, system: 'both' })).toEqual(['system']);
  });

  it('stand in no trace, whichever product they are of', async () => {
    for (const one of [samples, omniSamples]) {
      const traces: object[] = [];
      const sink = { record: (trace: object) => void traces.push(trace) };
      await connectStore(store, { ...harness, samples: one }, one.account, sink);
      expect(traces.length).toBeGreaterThan(0);
      expect(JSON.stringify(traces)).not.toContain(one.credentials?.key);
    }
  });

  it('are told apart from a permission that Omni’s API connection lacks', async () => {
    const admin = createSimulatorAdmin(new URL(running.simulator.address).origin);
    const answers: unknown[] = [];
    for (const env of [omni, core]) {
      await admin.setFaults('cin7', [{ kind: 'status-before-effect', effect: 'read', status: 403, times: 1 }]);
      answers.push(await runStoreTest(store, env));
    }
    await admin.clearFaults('cin7');
    expect(answers).toMatchObject([
      { ok: false, problem: { kind: 'not-authorised', message: expect.stringContaining('allow it there') } },
      { ok: false, problem: { kind: 'not-authorised', message: 'Cin7 has to be connected again.' } },
    ]);
  });
});

describe('reports to Core', () => {
  it('of a part make a fulfilment of their own, and the rest another', async () => {
    const id = await place(MAPLE);
    const whole = await inputFor(core, id);
    const [line] = whole.lines;
    const first = await report(core, {
      ...whole,
      lines: [{ externalLineId: line?.externalLineId ?? '', quantity: 1 }],
    });
    expect(first.problem).toBeUndefined();
    const rest = await inputFor(core, id);
    expect(rest.lines).toEqual([{ externalLineId: line?.externalLineId, quantity: 1 }]);
    expect((await report(core, rest)).problem).toBeUndefined();
    const { tasks } = await at(MAPLE, id);
    expect(tasks.map((task) => [task.ship, task.packed.map((one) => one.quantity)])).toEqual([
      ['AUTHORISED', [1]],
      ['AUTHORISED', [1]],
    ]);
  });

  it('ship what the warehouse packed, a number for each of its boxes', async () => {
    const id = await place(MAPLE);
    const [product] = (await at(MAPLE, id)).lines;
    const units = [{ productId: product?.productId, quantity: 2 }];
    const packed = ['Left', 'Right'].map((box) => ({ productId: product?.productId, quantity: 1, box }));
    const warehouse = { pick: 'AUTHORISED', picked: units, pack: 'AUTHORISED', packed };
    await call('POST', MAPLE, `orders/${id}/change`, { warehouse });
    const input = await inputFor(core, id, { parcels: [{ trackingNumber: 'L1' }, { trackingNumber: 'R1' }] });
    expect((await report(core, input)).problem).toBeUndefined();
    const [task] = (await at(MAPLE, id)).tasks;
    expect(task?.shipped.map(({ boxes, trackingNumber }) => [boxes, trackingNumber])).toEqual([
      ['Left', 'L1'],
      ['Right', 'R1'],
    ]);
  });

  it('take the place of a draft of the packing', async () => {
    const id = await place(MAPLE);
    const [product] = (await at(MAPLE, id)).lines;
    const units = [{ productId: product?.productId, quantity: 2 }];
    const draft = [{ productId: product?.productId, quantity: 1, box: 'Half' }];
    const warehouse = { pick: 'AUTHORISED', picked: units, pack: 'DRAFT', packed: draft };
    await call('POST', MAPLE, `orders/${id}/change`, { warehouse });
    expect((await report(core, await inputFor(core, id))).problem).toBeUndefined();
    const [task] = (await at(MAPLE, id)).tasks;
    expect(task?.packed).toMatchObject([{ quantity: 2, box: 'Box 1' }]);
  });

  it('of other quantities than the warehouse picked are refused in words', async () => {
    const id = await place(MAPLE);
    const [product] = (await at(MAPLE, id)).lines;
    const units = [{ productId: product?.productId, quantity: 1 }];
    const warehouse = { pick: 'AUTHORISED', picked: units, pack: 'NOT AVAILABLE', packed: [] };
    await call('POST', MAPLE, `orders/${id}/change`, { warehouse });
    const state = await report(core, await inputFor(core, id));
    expect(state.problem).toMatchObject({
      step: 'prepare',
      problem: { kind: 'refused', vendorCode: 'picked-otherwise' },
    });
    expect(await harness.player.reports(MAPLE, id)).toEqual([]);
  });

  it('of strange items, of too many, of too long numbers and of sales nobody knows are refused', async () => {
    const id = await place(MAPLE);
    const input = await inputFor(core, id);
    const [line] = input.lines;
    const code = async (more: Partial<FulfilInput>): Promise<unknown> =>
      (await report(core, { ...input, ...more })).problem?.problem.vendorCode;
    expect(await code({ lines: [{ externalLineId: '7', quantity: 1 }] })).toBe('line-unknown');
    expect(await code({ lines: [{ externalLineId: line?.externalLineId ?? '', quantity: 9 }] })).toBe('too-many');
    expect(
      await code({ parcels: Array.from({ length: 20 }, (_v, n) => ({ trackingNumber: `LONGNUMBER000${n}` })) }),
    ).toBe('too-long');
    for (const externalOrderId of ['1', '../sale', '', '00000000-0000-4000-8000-000000000000'])
      expect(await code({ externalOrderId })).toBe('order-unknown');
    expect(await harness.player.reports(MAPLE, id)).toEqual([]);
  });

  it('leave what the supplier ships alone', async () => {
    const id = await place(MAPLE, [
      { sku: 'MAP-1', quantity: 1 },
      { sku: 'MAP-2', quantity: 2, dropShip: true },
    ]);
    const input = await inputFor(core, id);
    expect(input.lines.map(({ quantity }) => quantity)).toEqual([1]);
    const [supplied] = (await at(MAPLE, id)).lines.filter(({ dropShip }) => dropShip);
    const lines = [{ externalLineId: supplied?.productId ?? '', quantity: 1 }];
    expect((await report(core, { ...input, lines })).problem?.problem).toMatchObject({ vendorCode: 'drop-ship' });
  });

  it('without a number are settled by the fulfilment they were made for', async () => {
    const id = await place(MAPLE);
    const input = await inputFor(core, id, { parcels: [] });
    const state = await report(core, input);
    expect(state.problem).toBeUndefined();
    const recovery = await fulfil.recover?.(input, 'create', state.kept, core);
    expect(recovery).toMatchObject({ kind: 'found', result: { fulfilmentIds: state.result.fulfilmentIds } });
    expect(await fulfil.recover?.(input, 'create', {}, core)).toEqual({ kind: 'absent' });
  });
});

describe('reports to Omni', () => {
  it('write carrier and number alone unless the seller wanted orders dispatched', async () => {
    const id = await place(PRAIRIE);
    const input = await inputFor(omni, id);
    expect((await report(notClosing(), input)).problem).toBeUndefined();
    expect(await at(PRAIRIE, id)).toMatchObject({ trackingCode: input.parcels[0]?.trackingNumber, carrier: 'UPS' });
    expect((await at(PRAIRIE, id)).dispatched).toBeUndefined();
    // The same again is nothing new; with the choice made, the order is dispatched after all.
    expect((await report(notClosing(), input)).kept).toMatchObject({ there: true });
    expect((await report(omni, input)).problem).toBeUndefined();
    expect((await at(PRAIRIE, id)).dispatched).toBeDefined();
  });

  it('of a part never dispatch, and each adds its number', async () => {
    const id = await place(PRAIRIE);
    const input = await inputFor(omni, id);
    const [line] = input.lines;
    const part = { lines: [{ externalLineId: line?.externalLineId ?? '', quantity: 1 }] };
    for (const trackingNumber of ['PART1', 'PART2'])
      expect((await report(omni, { ...input, ...part, parcels: [{ trackingNumber }] })).problem).toBeUndefined();
    const order = await at(PRAIRIE, id);
    expect([order.trackingCode, order.dispatched]).toEqual(['PART1, PART2', undefined]);
  });

  it('of more numbers than fit into fifty characters are refused before anything is written', async () => {
    const id = await place(PRAIRIE);
    const parcels = [1, 2, 3].map((n) => ({ trackingNumber: `703521003948571${n}` }));
    const state = await report(omni, await inputFor(omni, id, { parcels }));
    expect(state.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'too-long' });
    const two = await report(omni, await inputFor(omni, id, { parcels: parcels.slice(1) }));
    expect(two.problem).toBeUndefined();
    expect((await at(PRAIRIE, id)).trackingCode).toBe('7035210039485712, 7035210039485713');
  });

  it('that Omni refuses in an answer of status 200 are refused, in its words', async () => {
    const id = await place(PRAIRIE);
    const input = await inputFor(omni, id);
    const state = await driveStore(store, fulfil, input, omni, freshDrive<FulfilResult>(), 'create');
    await harness.player.changeOrder(PRAIRIE, id, 'cancel');
    const done = await driveStore(store, fulfil, input, omni, state);
    expect(done.problem?.problem).toMatchObject({
      kind: 'refused',
      message: 'Cin7 Omni: A void order cannot be changed.',
    });
  });

  it('without a number and without dispatching have nothing to write', async () => {
    const id = await place(PRAIRIE);
    const input = await inputFor(omni, id, { parcels: [] });
    expect((await report(notClosing(), input)).problem?.problem).toMatchObject({ vendorCode: 'nothing-to-write' });
    expect((await report(omni, input)).result).toEqual({ fulfilmentIds: [id] });
    for (const externalOrderId of ['0', '../x', '99999999'])
      expect((await report(omni, { ...input, externalOrderId })).problem?.problem).toMatchObject({
        vendorCode: 'order-unknown',
      });
  });

  it('go to Omni’s own host, and Core’s to Core’s', async () => {
    const paths: string[] = [];
    const watched = (env: StoreEnv): StoreEnv => ({
      ...env,
      mode: 'live',
      http: { send: (request) => (paths.push(request.path), Promise.reject(new Error('not sent'))) },
    });
    for (const env of [core, omni]) await runStoreTest(store, watched(env));
    expect(paths).toEqual(['/ExternalApi/v2/me', 'https://api.cin7.com/api/v1/SalesOrders']);
    expect(store.manifest.hosts).toEqual(['api.cin7.com']);
  });
});

describe('reading', () => {
  it('times are UTC, weights in the unit they name, countries by name or code', () => {
    const owner = readObject({
      a: '2017-11-22T10:10:49.75Z',
      b: '2017-11-22T00:00:00',
      c: '22/11/2017',
      d: '2017-13-01T00:00:00',
    });
    expect([readMoment(owner, 'a'), readMoment(owner, 'b')]).toEqual([
      '2017-11-22T10:10:49.750Z',
      '2017-11-22T00:00:00.000Z',
    ]);
    for (const bad of ['c', 'd', 'e']) expect(() => readMoment(owner, bad)).toThrow();
    const grams = (value: unknown, units: unknown): unknown =>
      readGrams(readObject({ value, units }), 'value', 'units');
    expect([grams(1, 'lb'), grams(500, 'mg'), grams(2, 'kg'), grams(0, 'kg'), grams(2, ''), grams(2, 'stone')]).toEqual(
      [454, 1, 2_000, undefined, undefined, undefined],
    );
    const country = (text: string): string => readCountry(readObject({ text }), 'text');
    expect(['CA', 'can', 'Canada', 'USA', 'United States', 'UK'].map(country)).toEqual([
      'CA',
      'CA',
      'CA',
      'US',
      'US',
      'GB',
    ]);
    expect(() => country('Atlantis')).toThrow(/country/);
  });

  it('a list of several pages is told whole, also when sales move to its top meanwhile', async () => {
    const ids = await harness.player.placeOrders(MAPLE, 230);
    const moved = ids.slice(0, 4);
    const { items, problems } = await pullOrders(
      store,
      () => Promise.resolve(core),
      undefined,
      async (page) => {
        if (page === 3) for (const id of moved) await harness.player.changeOrder(MAPLE, id, 'note');
      },
    );
    expect(problems).toEqual([]);
    const told = new Set(items.map(({ externalId }) => externalId));
    expect(ids.filter((id) => !told.has(id))).toEqual([]);
    for (const id of moved)
      expect(items.findLast(({ externalId }) => externalId === id)?.buyerNote).toMatch(/^Changed/);
  });

  it('questions for what no id can be ask nothing', async () => {
    for (const env of [core, omni])
      expect(await runOrdersById(store, ['', '../x', 'SO-00001'], env)).toMatchObject({
        ok: true,
        value: { items: [] },
      });
    for (const cursor of [{ page: 0 }, { page: 'x', ids: [], news: true, seen: [] }])
      expect(await runOrders(store, { cursor }, core)).toMatchObject({ ok: false });
    expect(await runProducts(store, { cursor: { page: -1 } }, omni)).toMatchObject({ ok: false });
    expect(await store.locations?.(omni)).toEqual([]);
  });
});

describe('deliveries', () => {
  const secret = samples.app.clientSecret ?? '';
  const body = Buffer.from('{"SaleID":"91EE7B1D-BD35-4E43-B98A-DB86BE777624","EventType":"Sale/Voided"}');
  const given = (query: Readonly<Record<string, string>> | undefined, token: string, app = samples.app) =>
    webhooks.verify(
      { headers: { authorization: token }, body, address: 'https://hooks.example/cin7', query },
      app,
      offlineDeliveryEnv(store.manifest, samples.app),
    );

  it('are believed with the token of their account alone', () => {
    const token = `Bearer ${hookToken(secret, MAPLE)}`;
    expect(given({ account: MAPLE }, token)).toMatchObject({ externalAccount: MAPLE, topic: 'Sale/Voided' });
    for (const [query, text] of [
      [undefined, token],
      [{}, token],
      [{ account: PRAIRIE }, token],
      [{ account: MAPLE }, ''],
      [{ account: MAPLE }, `${token}0`],
      [{ account: 'cin7' }, `Bearer ${hookToken(secret, 'cin7')}`],
    ] as const)
      expect(() => given(query, text)).toThrow(/token that was given/);
    expect(() => given({ account: MAPLE }, token, {})).toThrow(/token that was given/);
  });

  it('are subscribed to at Core, end with the connection, and are nothing at Omni', async () => {
    const address = 'https://hooks.example/cin7';
    const subscribe = (env: StoreEnv): ReturnType<typeof runStoreQuestion> =>
      runStoreQuestion(store, env, (e) => webhooks.subscribe?.({ address }, e) ?? Promise.reject(new Error('none')));
    expect(await subscribe(core)).toMatchObject({ ok: true, value: { problems: [] } });
    const { hooks } = await call('GET', MAPLE, 'hooks');
    expect(hooks).toEqual(
      EVENTS.map((type) => ({ type, address: `${address}?account=${MAPLE}`, token: hookToken(secret, MAPLE) })),
    );
    await store.disconnect?.(core);
    expect((await call('GET', MAPLE, 'hooks')).hooks).toEqual([]);
    expect(await subscribe(omni)).toMatchObject({ ok: true, value: { problems: [] } });
    expect((await call('GET', PRAIRIE, 'hooks')).hooks).toEqual([]);
  });

  it('that Core does not take are a sentence, not a failure', async () => {
    for (let n = 0; n < 5; n += 1)
      await webhooks.subscribe?.({ address: 'https://other.example/x' }, { ...core, externalAccount: `somebody-${n}` });
    const answer = await runStoreQuestion(
      store,
      core,
      (e) => webhooks.subscribe?.({ address: 'https://hooks.example/cin7' }, e) ?? Promise.reject(new Error('none')),
    );
    expect(answer).toMatchObject({
      ok: true,
      value: { problems: [expect.stringMatching(/automation module\. Cin7 Core: There are five webhooks/)] },
    });
  });
});
