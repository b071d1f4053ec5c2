/** Own quirks of Extensiv 3PL: times without a zone, whole-warehouse credentials, one number an order, closing on purpose only. */
import { freshDrive, type Drive } from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import type { FulfilInput, FulfilResult, WithdrawResult } from '@scanship/connector-kit/store/store';
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
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import {
  runConnect,
  runOrders,
  runOrdersById,
  runProducts,
  runStoreTest,
} from '@scanship/connector-kit/store/store-run';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, samples } from './simulator/harness.ts';
import { order as sampleOrder, line } from './simulator/own-exchanges.ts';
import { createExtensiv3pl } from './simulator/simulator.ts';
import { fulfil } from './src/fulfil.ts';
import { connectionOf } from './src/connection.ts';
import { readOrder, readState } from './src/order-reader.ts';
import { store } from './src/store.ts';
import { readSystemTime, systemText } from './src/system-time.ts';
import { connect } from './src/warehouse.ts';
import { withdraw } from './src/withdraw.ts';

const MAPLE = samples.account;
let running: TestSimulator;
let harness: StoreHarness;
let call: ReturnType<typeof shopCaller>;
let env: StoreEnv;

beforeAll(async () => {
  running = await startTestSimulator(createExtensiv3pl());
  const host = new URL(running.simulator.address).origin;
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  call = shopCaller(host, 'extensiv-3pl');
  ({ env } = await openHarnessStore(store, harness));
});
afterAll(() => running.close());

const closing = (): StoreEnv => ({ ...env, settings: { ...env.settings, close: true } });
const place = async (more: object = {}): Promise<string> => {
  const { ids } = await call('POST', MAPLE, 'orders', {
    orders: [{ lines: [{ sku: 'MAP-2', quantity: 2 }], ...more }],
  });
  return (ids as string[])[0] ?? '';
};
const shown = (id: string): Promise<Readonly<Record<string, unknown>>> => call('GET', MAPLE, `orders/${id}`);
async function inputFor(id: string, more: Partial<FulfilInput> = {}): Promise<FulfilInput> {
  const read = await runOrdersById(store, [id], env);
  const lines = read.ok ? (read.value.items[0]?.lines ?? []) : [];
  return {
    externalOrderId: id,
    lines: lines.map((l) => ({ externalLineId: l.externalLineId, quantity: l.quantity })),
    parcels: [{ trackingNumber: `1Z${id}` }],
    carrier: { slug: 'ups', name: 'UPS' },
    notifyBuyer: false,
    reference: 'r:1',
    ...more,
  };
}
const report = (input: FulfilInput, open: StoreEnv = env): Promise<Drive<FulfilResult>> =>
  driveStore(store, fulfil, input, open, freshDrive<FulfilResult>());
const takeBack = (id: string, fulfilmentIds: readonly string[], open: StoreEnv = env): Promise<Drive<WithdrawResult>> =>
  driveStore(
    store,
    withdraw,
    { externalOrderId: id, fulfilmentIds, reference: 'r:1' },
    open,
    freshDrive<WithdrawResult>(),
  );

describe('reports', () => {
  it('put the number into the routing alone: the order stays open, carrier and mode stay as they are', async () => {
    const id = await place();
    expect((await report(await inputFor(id))).problem).toBeUndefined();
    expect(await shown(id)).toMatchObject({
      status: 'open',
      trackingNumber: `1Z${id}`,
      carrier: 'UPS',
      mode: 'Standard',
    });
  });

  it('of several numbers, without one, of strange items and of orders nobody knows are refused before anything changes', async () => {
    const id = await place();
    const input = await inputFor(id);
    const two = await report({ ...input, parcels: [{ trackingNumber: 'A1' }, { trackingNumber: 'A2' }] });
    expect(two.problem?.problem).toMatchObject({ kind: 'invalid-input', vendorCode: 'several-parcels' });
    const none = await report({ ...input, parcels: [] });
    expect(none.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'no-number' });
    const strange = await report({ ...input, lines: [{ externalLineId: '7', quantity: 1 }] });
    expect(strange.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'line-unknown' });
    for (const unknown of ['1', 'WH-10001', '../orders', ''])
      expect((await report({ ...input, externalOrderId: unknown })).problem?.problem).toMatchObject({
        kind: 'refused',
        vendorCode: 'order-unknown',
      });
    expect(await harness.player.reports(MAPLE, id)).toEqual([]);
  });

  it('leave a number alone that somebody else entered, also in the last moment', async () => {
    const id = await place();
    const input = await inputFor(id);
    const planned = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>(), 'create');
    await call('POST', MAPLE, `orders/${id}/change`, { trackingNumber: 'WAREHOUSE-1' });
    expect((await driveStore(store, fulfil, input, env, planned)).problem?.problem).toMatchObject({
      kind: 'refused',
      vendorCode: 'other-number',
    });
    const later = await report(input);
    expect(later.problem?.problem.message).toContain('WAREHOUSE-1');
    expect(await shown(id)).toMatchObject({ trackingNumber: 'WAREHOUSE-1' });
  });

  it('name the state that was looked at: what changed between is not overwritten, and is tried again', async () => {
    const id = await place();
    const input = await inputFor(id);
    let touched = false;
    const busy: StoreEnv = {
      ...env,
      http: {
        async send(request) {
          if (request.method === 'PUT' && !touched) {
            touched = true;
            await call('POST', MAPLE, `orders/${id}/change`, { notes: 'Now.' });
          }
          return env.http.send(request);
        },
      },
    };
    const first = await report(input, busy);
    expect(first.problem?.problem).toMatchObject({ kind: 'temporary-before-effect' });
    expect(first.problem?.problem.message).toContain('at the same moment');
    expect((await report(input, busy)).problem).toBeUndefined();
    expect(await shown(id)).toMatchObject({ notes: 'Now.', trackingNumber: `1Z${id}` });
  });

  it('are not made where a number alone would close the order and bill for it', async () => {
    const id = await place();
    const input = await inputFor(id);
    await call('PUT', MAPLE, 'closes-by-number', { closes: true });
    const refused = await report(input);
    await call('PUT', MAPLE, 'closes-by-number', { closes: false });
    expect(refused.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'closes-by-number' });
    expect(refused.problem?.problem.message).toMatch(/bill .* choose to close orders/s);
    expect(await shown(id)).toMatchObject({ status: 'open', trackingNumber: '' });
  });
});

describe('closing, where the seller chose it', () => {
  it('confirms the order with its number, once', async () => {
    const id = await place();
    const input = await inputFor(id);
    for (let turn = 0; turn < 2; turn += 1)
      expect((await report(input, closing())).result).toEqual({ fulfilmentIds: [`1Z${id}@${id}`] });
    expect(await shown(id)).toMatchObject({ status: 'closed', version: 2, reports: [{ live: true }] });
    const second = await report({ ...input, parcels: [{ trackingNumber: 'SECOND' }] }, closing());
    expect(second.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'shipped' });
  });

  it('an order that has the number already is closed all the same', async () => {
    const id = await place();
    const input = await inputFor(id);
    await report(input);
    expect((await report(input, closing())).problem).toBeUndefined();
    expect(await shown(id)).toMatchObject({ status: 'closed', trackingNumber: `1Z${id}` });
  });

  it('is refused in words while goods are not allocated, and on hold', async () => {
    const id = await place({ allocated: false });
    const refused = await report(await inputFor(id), closing());
    expect(refused.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'not-allocated' });
    const held = await place();
    const input = await inputFor(held);
    await harness.player.changeOrder(MAPLE, held, 'hold');
    expect((await report(input, closing())).problem?.problem.message).toContain('Address verification');
    expect([(await shown(id)).status, (await shown(held)).status]).toEqual(['open', 'open']);
  });

  it('that was cut off is settled by asking', async () => {
    for (const [kind, found] of [
      ['drop-before-effect', 'absent'],
      ['drop-after-effect', 'found'],
    ] as const) {
      const id = await place();
      const input = await inputFor(id);
      const planned = await driveStore(store, fulfil, input, closing(), freshDrive<FulfilResult>(), 'create');
      await running.simulator.setFaults([{ kind, effect: 'effect', times: 3 }]);
      const options = { deadlineMs: 5_000, vendor: 'Extensiv 3PL' };
      const outcome = await runStep(fulfil, 'create', input, planned.kept, closing(), options);
      await running.simulator.clearFaults();
      expect(outcome).toMatchObject({ ok: false, problem: { kind: 'unknown-effect' } });
      const recovery = await recoverStep(fulfil, 'create', input, planned.kept, closing(), options);
      expect(recovery).toMatchObject({ ok: true, value: { kind: found } });
    }
  });

  it('cannot be taken back from here; a number in an open order can, unless somebody replaced it', async () => {
    const closed = await place();
    const { result } = await report(await inputFor(closed), closing());
    const refused = await takeBack(closed, result.fulfilmentIds ?? [], closing());
    expect(refused.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'closed' });
    expect(refused.problem?.problem.message).toContain('Only the warehouse');

    const open = await place();
    const made = await report(await inputFor(open));
    await call('POST', MAPLE, `orders/${open}/change`, { trackingNumber: 'OTHER' });
    const replaced = await takeBack(open, made.result.fulfilmentIds ?? []);
    expect(replaced.problem?.problem).toMatchObject({ vendorCode: 'replaced' });
    for (const strange of [[], ['1Z1'], [`1Z1@${closed}`], [`a@${open}`, `b@${open}`]])
      expect((await takeBack(open, strange)).problem?.problem.kind).toBe('invalid-input');
  });
});

describe('credentials that open the whole warehouse', () => {
  it('bring in the orders of their customer alone, by page and by id, and report no others', async () => {
    const [mine, others] = [await place(), await place({ customerId: 4 })];
    const { items } = await pullOrders(store, () => Promise.resolve(env), new Date(Date.now() - 60_000));
    const ids = items.map((order) => order.externalId);
    expect(ids).toContain(mine);
    expect(ids).not.toContain(others);
    const named = await runOrdersById(store, [mine, others], env);
    expect(named.ok && named.value.items.map((order) => order.externalId)).toEqual([mine]);
    const input = { ...(await inputFor(mine)), externalOrderId: others };
    expect((await report(input)).problem?.problem).toMatchObject({ vendorCode: 'order-unknown' });
  });

  it('of one building bring in that building’s orders', async () => {
    const [west, montreal] = [await place({ facilityId: 5 }), await place({ facilityId: 6 })];
    const one: StoreEnv = { ...env, settings: { ...env.settings, facilityId: '6' } };
    const { items } = await pullOrders(store, () => Promise.resolve(one), new Date(Date.now() - 60_000));
    const ids = items.map((order) => order.externalId);
    expect([ids.includes(west), ids.includes(montreal)]).toEqual([false, true]);
    expect(items.every((order) => order.externalLocationId === '6')).toBe(true);
  });

  it('a filter that Extensiv passes over is noticed, rather than others’ orders told', async () => {
    const careless: StoreEnv = {
      ...env,
      http: { send: (request) => env.http.send({ ...request, query: { ...request.query, rql: undefined } }) },
    };
    const first = await runOrders(store, {}, careless);
    const known = await pullOrders(store, () => Promise.resolve(env));
    const ids = new Set(known.items.map((order) => order.externalId));
    expect(first.ok && first.value.items.every((order) => ids.has(order.externalId))).toBe(true);
    expect(await runOrders(store, { cursor: { after: '206050' } }, careless)).toMatchObject({
      ok: false,
      problem: { kind: 'vendor-broken' },
    });
  });
});

describe('connecting', () => {
  const attempt = (more: Readonly<Record<string, string>>) => {
    const open = openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime());
    return runConnect(store, open, (e) => connect({ ...samples.credentials, ...more }, e));
  };

  it('wrong credentials, a wrong login and a missing 3PL key are refused in words that do not hold them', async () => {
    const wrongs: readonly Readonly<Record<string, string>>[] = [
      { clientSecret: 'secret-that-is-wrong' },
      { userLogin: 'nobody-else' },
      { tplKey: '' },
    ];
    for (const wrong of wrongs) {
      const answer = await attempt(wrong);
      expect(answer).toMatchObject({ ok: false, problem: { kind: 'not-authorised', vendorCode: 'keys-refused' } });
      for (const value of Object.values(wrong).filter((text) => text !== ''))
        expect(JSON.stringify(answer)).not.toContain(value);
    }
  });

  it('customers, buildings and zones that are not there are named', async () => {
    for (const [wrong, field] of [
      [{ customerId: '77' }, 'customerId'],
      // Another customer of the warehouse, deactivated.
      [{ customerId: '4' }, 'customerId'],
      [{ facilityId: '9' }, 'facilityId'],
      [{ timeZone: 'Canada/Nowhere' }, 'timeZone'],
    ] as const)
      expect(await attempt(wrong)).toMatchObject({ ok: false, problem: { kind: 'invalid-input', field } });
    const bad = { ...samples.credentials, currency: 'dollars', closeOrders: 'yes', customerId: '0' };
    expect(fieldProblems(store.manifest.fields, bad).map(({ field }) => field)).toEqual([
      'customerId',
      'currency',
      'closeOrders',
    ]);
  });

  it('the same number at two warehouses is two stores; one building of a customer is a store of its own', async () => {
    expect((await connectStore(store, harness)).externalAccount).toBe(MAPLE);
    const other = await connectStore(store, harness, samples.otherAccount);
    expect([other.externalAccount, other.settings.customerId]).toEqual([samples.otherAccount, '3']);
    const one = await attempt({ facilityId: '6' });
    expect(one.ok && [one.value.externalAccount, one.value.address?.city]).toEqual([`${MAPLE}-facility-6`, 'Montréal']);
    const { env: theirs } = await openHarnessStore(store, harness, samples.otherAccount);
    expect(await runStoreTest(store, { ...theirs, externalAccount: MAPLE })).toMatchObject({
      ok: false,
      problem: { vendorCode: 'other-account' },
    });
  });

  it('closing is off unless it was chosen, and the form says what it means', async () => {
    const [off, on] = [await attempt({}), await attempt({ closeOrders: 'CLOSE' })];
    expect([off.ok && off.value.settings.close, on.ok && on.value.settings.close]).toEqual([false, true]);
    const field = store.manifest.fields.find(({ name }) => name === 'closeOrders');
    for (const word of ['no longer be changed', 'bill', 'nobody but the warehouse'])
      expect(field?.help).toContain(word);
    expect(field?.choices?.map(({ value }) => value)).toEqual(['', 'CLOSE']);
    expect(field?.choices?.[0]?.label).toContain('stays open');
  });

  it('a connection without currency, customer or zone brings in nothing', async () => {
    for (const lacking of ['currency', 'customerId', 'timeZone'])
      for (const ask of [runOrders, runProducts])
        expect(await ask(store, {}, { ...env, settings: { ...env.settings, [lacking]: null } })).toMatchObject({
          ok: false,
          problem: { kind: 'invalid-input' },
        });
  });
});

describe('times', () => {
  const read = (at: string, zone = 'America/Los_Angeles'): string => readSystemTime(readObject({ at }), 'at', zone);

  it('are read and written in the zone of the account, with and without daylight saving', () => {
    expect(read('2026-01-15T10:00:00.123')).toBe('2026-01-15T18:00:00.000Z');
    expect(read('2026-07-15T10:00:00')).toBe('2026-07-15T17:00:00.000Z');
    expect(read('2026-07-15T10:00:00', 'UTC')).toBe('2026-07-15T10:00:00.000Z');
    expect(systemText(new Date('2026-01-15T18:00:00.900Z'), 'America/Los_Angeles')).toBe('2026-01-15T10:00:00');
    for (const bad of ['2026-02-30T10:00:00', '2026-01-15', '1/15/2026', '2026-01-15T10:00:00Z'])
      expect(() => read(bad)).toThrow(/at /);
  });

  it('come back as they were, but for the hour that comes twice', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000_000_000, max: 2_000_000_000 }),
        fc.constantFrom('America/Toronto', 'Europe/London', 'Asia/Kolkata', 'UTC'),
        (seconds, zone) => {
          const instant = new Date(seconds * 1_000);
          expect([0, 3_600_000]).toContain(instant.getTime() - Date.parse(read(systemText(instant, zone), zone)));
        },
      ),
    );
  });
});

describe('reading', () => {
  const order = (changes: Parameters<typeof sampleOrder>[0] = {}): ObjectReader => readObject(sampleOrder(changes));
  const connection = connectionOf({ settings: samples.settings });

  it('what a status means: closed says more than the number, a held order says since when', () => {
    const kind = (fixed: object): string => readState(order({ fixed })).kind;
    expect([kind({}), kind({ isClosed: true }), kind({ status: 1 }), kind({ status: 2, isClosed: true })]).toEqual([
      'open',
      'closed',
      'open',
      'cancelled',
    ]);
    expect(() => kind({ status: 3 })).toThrow(/status/);
    expect(() => kind({ isClosed: null })).toThrow(/isClosed/);
    expect(readState(order({ fixed: { onHoldDate: '2026-01-01T00:00:00' } })).hold?.reason).toBe(
      'The order is on hold at the warehouse.',
    );
    expect(() => readState(order({ fixed: { onHoldDate: 'yesterday' } }))).toThrow(/onHoldDate/);
  });

  it('prices are those of the invoice, nothing where there is none', () => {
    expect(readOrder(order(), connection)?.total).toEqual({ minor: 4_225, currency: 'CAD' });
    const plain = order({ lines: [line({ fulfillInvSalePrice: null })], more: { fulfillInvInfo: null } });
    expect(readOrder(plain, connection)).toMatchObject({ total: { minor: 0 }, lines: [{ unitPrice: { minor: 0 } }] });
    const more = order({
      more: { fulfillInvInfo: { fulfillInvDiscountAmount: 99, fulfillInvGiftMessage: 'For you' } },
    });
    expect(readOrder(more, connection)).toMatchObject({ total: { minor: 0 }, gift: true });
    expect(readOrder(more, connection)?.internalNote).toContain('Gift message: For you');
  });

  it('an order without lines waits; one with a part of a unit is none', () => {
    expect(readOrder(order({ lines: [] }), connection)).toMatchObject({ lines: [], hold: { code: 'no-goods' } });
    expect(() => readOrder(order({ lines: [line({ qty: 0.5 })] }), connection)).toThrow(/qty/);
    expect(() => readOrder(order({ more: { _embedded: {} } }), connection)).toThrow(/items is missing/);
  });

  it('an order whose country is written out comes in for a person to complete', () => {
    const strange = order({ more: { shipTo: { name: 'A', country: 'Canada' } } });
    expect(readOrder(strange, connection)?.shipTo).toMatchObject({ countryCode: '', address1: '' });
    const three = order({ more: { shipTo: { name: 'A', country: 'usa' } } });
    expect(readOrder(three, connection)?.shipTo.countryCode).toBe('US');
  });
});
