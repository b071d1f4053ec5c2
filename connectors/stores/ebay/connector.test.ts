/** Own quirks of eBay: units over parcels, carriers, windows of a long pull while orders change. */
import { ConnectorError } from '@scanship/connector-kit/errors';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { FulfilResult } from '@scanship/connector-kit/store/store';
import {
  driveStore,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { runOrdersById } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, samples } from './simulator/harness.ts';
import { createEbay } from './simulator/simulator.ts';
import { authorise } from './src/authorise.ts';
import { carrierCode } from './src/carriers.ts';
import { reportPerParcel, fulfil, MOST_PARCELS } from './src/fulfil.ts';
import { plainNumber } from './src/fulfilments.ts';
import { store } from './src/store.ts';

describe('units over parcels', () => {
  it('every parcel has units, no unit is lost or in two parcels', () => {
    const lines = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: MOST_PARCELS }), (quantities, count) => {
        const input = {
          lines: quantities.map((quantity, i) => ({ externalLineId: `L${i}`, quantity })),
          parcels: Array.from({ length: count }, (_v, i) => ({ trackingNumber: `T-${i}` })),
        };
        const total = quantities.reduce((a, b) => a + b, 0);
        if (total < count) {
          expect(() => reportPerParcel(input)).toThrow(ConnectorError);
          return;
        }
        const reports = reportPerParcel(input);
        expect(reports.map((r) => r.trackingNumber)).toEqual(input.parcels.map((_p, i) => `T${i}`));
        for (const [i, quantity] of quantities.entries()) {
          const mine = reports.flatMap((r) => r.lineItems).filter((l) => l.lineItemId === `L${i}`);
          expect(mine.reduce((sum, l) => sum + l.quantity, 0)).toBe(quantity);
        }
        for (const { lineItems } of reports) {
          expect(lineItems.length).toBeGreaterThan(0);
          expect(new Set(lineItems.map((l) => l.lineItemId)).size).toBe(lineItems.length);
        }
      }),
    );
  });
  it('without a parcel the units are reported without a number', () => {
    expect(reportPerParcel({ lines: [{ externalLineId: 'L', quantity: 2 }], parcels: [] })).toEqual([
      { trackingNumber: '', lineItems: [{ lineItemId: 'L', quantity: 2 }] },
    ]);
  });
});

it('a tracking number keeps its letters and digits only', () => {
  expect(plainNumber('LM 123 456-789 CA')).toBe('LM123456789CA');
});

it('carriers have eBay’s codes; one that is not on its list is "Other"', () => {
  expect(carrierCode({ slug: 'canada-post' })).toBe('CPC');
  expect(carrierCode({ slug: 'fedex' })).toBe('FedEx');
  for (const slug of ['purolator', 'constructor', '']) expect(carrierCode({ slug })).toBe('Other');
});

it('a sandbox key set sends the browser to the sandbox', () => {
  const begin = (clientId: string): string =>
    new URL(
      authorise.begin(
        { externalAccount: '', state: 's', redirectUri: 'https://x.example/' },
        { clientId, ruName: 'R' },
      ),
    ).host;
  expect(begin('App-name-SBX-1-2')).toBe('auth.sandbox.ebay.com');
  expect(begin('App-name-PRD-1-2')).toBe('auth.ebay.com');
});

describe('against the simulator', () => {
  let test: TestSimulator;
  let harness: StoreHarness;
  beforeAll(async () => {
    test = await startTestSimulator(createEbay());
    harness = { samples, simulator: test.simulator, player: createPlayer(new URL(test.simulator.address).origin) };
  });
  afterAll(() => test.close());

  it('what is sold is asked for in a language, without which eBay refuses the question', async () => {
    const { env } = await openHarnessStore(store, harness);
    const page = await store.products?.({}, env);
    expect(page?.items.length).toBeGreaterThan(0);
  });

  it('450 orders over three pages; none is lost though orders leave the window between the pages', async () => {
    const { player } = harness;
    const { otherAccount } = samples;
    const open = async () => (await openHarnessStore(store, harness, otherAccount)).env;
    const placed = await player.placeOrders(otherAccount, 450);
    const changed: string[] = [];
    const { items, pages, problems } = await pullOrders(store, open, undefined, async (page) => {
      if (page > 2) return;
      // From both ends and the middle of the window, so that what follows moves down.
      for (const at of [page, 225 + page, 448 - page]) {
        const id = placed[at] ?? '';
        changed.push(id);
        await player.changeOrder(otherAccount, id, 'note');
      }
    });
    expect(problems).toEqual([]);
    expect(pages).toBe(4);
    const ids = new Set(items.map((o) => o.externalId));
    expect(placed.filter((id) => !ids.has(id))).toEqual([]);
    const states = items.map((o) => `${o.externalId} ${o.updatedAt}`);
    expect(new Set(states).size).toBe(states.length);
    for (const id of changed) expect(items.findLast((o) => o.externalId === id)?.buyerNote).toMatch(/^Changed/);
  });

  it('three parcels are three fulfilments, and a lost journal makes none again', async () => {
    const { env } = await openHarnessStore(store, harness);
    const [id = ''] = await harness.player.placeOrders(samples.account, 1);
    const order = await runOrdersById(store, [id], env);
    const lines = order.ok ? (order.value.items[0]?.lines ?? []) : [];
    const input = {
      externalOrderId: id,
      lines: lines.map((l) => ({ externalLineId: l.externalLineId, quantity: l.quantity })),
      parcels: [1, 2, 3].map((n) => ({ trackingNumber: `7700 ${n}${id.slice(-4)}` })),
      carrier: { slug: 'ups', name: 'UPS' },
      notifyBuyer: false,
      reference: 'P000000000000001',
    };
    const numbers = input.parcels.map((p) => p.trackingNumber.replace(' ', ''));
    for (let turn = 0; turn < 2; turn += 1) {
      const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
      expect(state.problem).toBeUndefined();
      expect(state.result.fulfilmentIds).toEqual(numbers);
    }
    const reports = await harness.player.reports(samples.account, id);
    expect(reports.map((r) => [r.trackingNumbers, r.units])).toEqual([
      [[numbers[0]], 2],
      [[numbers[1]], 2],
      [[numbers[2]], 1],
    ]);
    expect((await test.simulator.books()).filter((b) => b.kind === 'fulfilled')).toHaveLength(3);
  });

  it('a report without a number that was cut off is found by its units', async () => {
    const { env } = await openHarnessStore(store, harness);
    const [id = ''] = await harness.player.placeOrders(samples.account, 1);
    const order = await runOrdersById(store, [id], env);
    const [line] = order.ok ? (order.value.items[0]?.lines ?? []) : [];
    const input = {
      externalOrderId: id,
      lines: [{ externalLineId: line?.externalLineId ?? '', quantity: 1 }],
      parcels: [],
      carrier: { slug: 'ups', name: 'UPS' },
      notifyBuyer: false,
      reference: 'P000000000000002',
    };
    const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>(), 'create');
    expect(await fulfil.recover?.(input, 'create', state.kept, env)).toEqual({ kind: 'absent' });
    const whole = await driveStore(store, fulfil, input, env, state);
    expect(whole.problem).toBeUndefined();
    const kept = { ...state.kept, fulfilmentIds: [] };
    expect(await fulfil.recover?.(input, 'create', kept, env)).toMatchObject({
      kind: 'found',
      result: { fulfilmentIds: whole.result.fulfilmentIds },
    });
  });
});
