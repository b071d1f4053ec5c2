/** Own quirks of Amazon: packages by their number, carriers, usage plans, the Appstore's start, listings beyond the first search. */
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import { dealOut } from '@scanship/connector-kit/store/deal-out';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import type { FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import {
  driveStore,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { runOrders, runOrdersById } from '@scanship/connector-kit/store/store-run';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayerCa, samplesCa as samples } from './simulator/harness.ts';
import { createAmazonCa } from './simulator/simulator.ts';
import { carrierOf } from './src/carriers.ts';
import { refillMs } from '@scanship/connector-kit/amazon/selling-partner';
import { MOST_PARCELS, packageNumber } from './src/fulfil.ts';
import { manifest as canada } from './src/manifest-ca.ts';
import { manifest as unitedStates } from './src/manifest-us.ts';
import { products } from './src/products.ts';
import { store } from './src/store-ca.ts';
import { store as storeUs } from './src/store-us.ts';

it('a package has one positive number, however its tracking number is written', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 40 }), (text) => {
      expect(packageNumber(text)).toMatch(/^[1-9]\d{0,8}$/);
      expect(packageNumber(` ${text.toLowerCase()} `)).toBe(packageNumber(text.toUpperCase()));
    }),
  );
  expect(packageNumber('1Z1')).not.toBe(packageNumber('1Z2'));
});

it('carriers have Amazon’s codes; one that is not on its list is "Other" with its name', () => {
  expect(carrierOf({ slug: 'canada-post', name: 'x' })).toEqual({ carrierCode: 'Canada Post' });
  expect(carrierOf({ slug: 'fedex', name: 'x' })).toEqual({ carrierCode: 'FedEx' });
  for (const slug of ['purolator', 'constructor'])
    expect(carrierOf({ slug, name: 'Purolator' })).toEqual({ carrierCode: 'Other', carrierName: 'Purolator' });
  expect(carrierOf({ slug: '', name: '' })).toEqual({ carrierCode: 'Other', carrierName: 'Other' });
});

it('units are dealt out over parcels: each has some, none is lost', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: MOST_PARCELS }),
      (quantities, count) => {
        const input = {
          lines: quantities.map((quantity, i) => ({ externalLineId: `L${i}`, quantity })),
          parcels: Array.from({ length: count }, (_v, i) => ({ trackingNumber: `T${i}` })),
        };
        const total = quantities.reduce((a, b) => a + b, 0);
        if (total < count) {
          expect(() => dealOut(input, 'Amazon', MOST_PARCELS)).toThrow(ConnectorError);
          return;
        }
        const parcels = dealOut(input, 'Amazon', MOST_PARCELS);
        expect(parcels.map((p) => p.trackingNumber)).toEqual(input.parcels.map((p) => p.trackingNumber));
        for (const { lines } of parcels) expect(lines.length).toBeGreaterThan(0);
        for (const [i, quantity] of quantities.entries())
          expect(
            parcels
              .flatMap((p) => p.lines)
              .filter((l) => l.externalLineId === `L${i}`)
              .reduce((sum, l) => sum + l.quantity, 0),
          ).toBe(quantity);
      },
    ),
  );
  expect(() => dealOut({ lines: [{ externalLineId: 'L', quantity: 1 }], parcels: [] }, 'Amazon', 2)).toThrow(
    /tracking number/,
  );
});

it('a rate says when one more call is let through', () => {
  expect(refillMs(2)).toBe(500);
  expect(refillMs(0.0056)).toBe(178_572);
  expect(refillMs(0.0000001)).toBe(3_600_000);
});

describe('the Appstore’s start', () => {
  const input = { externalAccount: '', state: 'signed.state', redirectUri: 'https://app.example/back' };
  const vendor = {
    amazon_callback_uri: 'https://amazon.com/apps/authorize/confirm/amzn1.sellerapps.app.1',
    amazon_state: 'theirs',
    selling_partner_id: 'A3FHEXAMPLEYWS',
  };
  it('is confirmed where it says, with our state; version only where it came', () => {
    expect(store.authorise?.confirmStart?.(vendor, input)).toEqual({
      externalAccount: 'A3FHEXAMPLEYWS',
      address: `${vendor.amazon_callback_uri}?redirect_uri=https%3A%2F%2Fapp.example%2Fback&amazon_state=theirs&state=signed.state`,
    });
    expect(store.authorise?.confirmStart?.({ ...vendor, version: 'beta' }, input)?.address).toMatch(/&version=beta$/);
  });
  it('is none without any of the three', () => {
    for (const name of Object.keys(vendor))
      expect(store.authorise?.confirmStart?.({ ...vendor, [name]: '' }, input)).toBeUndefined();
  });
  it('a draft says so on our own page as well, in the seller’s own Seller Central', () => {
    const begin = (one: typeof store, version: string): string =>
      one.authorise?.begin(input, { applicationId: 'amzn1.sp.solution.x', version }) ?? '';
    expect(new URL(begin(store, 'beta')).searchParams.get('version')).toBe('beta');
    expect(new URL(begin(store, '')).searchParams.has('version')).toBe(false);
    expect(new URL(begin(store, '')).origin).toBe('https://sellercentral.amazon.ca');
    expect(new URL(begin(storeUs, '')).origin).toBe('https://sellercentral.amazon.com');
  });
});

it('both platforms are one connector with marketplaces of their own', () => {
  expect([canada.marketplace.id, unitedStates.marketplace.id]).toEqual(['A2EUQ1WTGCTBG2', 'ATVPDKIKX0DER']);
  expect(canada.personalData).toEqual({ keepDays: 30, after: 'shipment', note: expect.stringMatching(/30 days/) });
});

describe('against the simulator', () => {
  let test: TestSimulator;
  let harness: StoreHarness;
  beforeAll(async () => {
    test = await startTestSimulator(createAmazonCa());
    harness = { samples, simulator: test.simulator, player: createPlayerCa(new URL(test.simulator.address).origin) };
  });
  afterAll(() => test.close());
  const open = async (account = samples.account): Promise<StoreEnv> =>
    (await openHarnessStore(store, harness, account)).env;

  it('250 orders over three pages and a second search; none is lost though some change meanwhile', async () => {
    const { player } = harness;
    const { otherAccount } = samples;
    const placed = await player.placeOrders(otherAccount, 250);
    const changed: string[] = [];
    const { items, pages, problems } = await pullOrders(
      store,
      () => open(otherAccount),
      undefined,
      async (page) => {
        if (page > 2) return;
        for (const at of [page, 125 + page, 248 - page]) {
          const id = placed[at] ?? '';
          changed.push(id);
          await player.changeOrder(otherAccount, id, 'note');
        }
      },
    );
    expect(problems).toEqual([]);
    expect(pages).toBe(4);
    const ids = new Set(items.map((o) => o.externalId));
    expect(placed.filter((id) => !ids.has(id))).toEqual([]);
    for (const id of changed) expect(items.findLast((o) => o.externalId === id)?.buyerNote).toMatch(/^Changed/);
  });

  it('what Amazon ships and what is pending never comes; a pending order comes once it is paid', async () => {
    const { items } = await pullOrders(store, open);
    expect(items.filter((o) => /-10000(04|06)-/.test(o.externalId))).toEqual([]);
    const judge = shopCaller(new URL(test.simulator.address).origin, 'amazon-ca');
    await judge('POST', samples.account, 'orders/702-1000004-8000001/change', { action: 'pay' });
    const paid = await runOrders(store, { since: new Date(Date.now() - 60_000) }, await open());
    expect(paid.ok && paid.value.items.map((o) => o.externalId)).toContain('702-1000004-8000001');
  });

  it('the usage plan of searching is a burst of 20, then one in three minutes', async () => {
    const env = await open();
    await harness.player.throttle(samples.account, 'off');
    const judge = shopCaller(new URL(test.simulator.address).origin, 'amazon-ca');
    await judge('PUT', samples.account, 'throttle', { how: 'plan' });
    const input = { since: new Date(Date.now() - 1_000) };
    for (let call = 0; call < 20; call += 1) expect((await runOrders(store, input, env)).ok).toBe(true);
    const over = await runOrders(store, input, env);
    expect(over).toMatchObject({ ok: false, problem: { kind: 'quota', retryAfterMs: 178_572 } });
    await createSimulatorAdmin(new URL(test.simulator.address).origin).setClock('amazon-ca', 179_000);
    expect((await runOrders(store, input, env)).ok).toBe(true);
    await createSimulatorAdmin(new URL(test.simulator.address).origin).setClock('amazon-ca', 0);
    await judge('PUT', samples.account, 'throttle', { how: 'off' });
  });

  it('three parcels are three packages; a lost journal makes none again, a second number of a package changes it', async () => {
    const env = await open();
    const [id = ''] = await harness.player.placeOrders(samples.account, 1);
    const order = await runOrdersById(store, [id], env);
    const lines = order.ok ? (order.value.items[0]?.lines ?? []) : [];
    const input = {
      externalOrderId: id,
      lines: lines.map((l) => ({ externalLineId: l.externalLineId, quantity: l.quantity })),
      parcels: [1, 2, 3].map((n) => ({ trackingNumber: `1Z${n}${id.slice(-4)}` })),
      carrier: { slug: 'ups', name: 'UPS' },
      notifyBuyer: false,
      reference: 'P000000000000001',
    };
    if (!store.fulfil) throw new Error('nothing to report with');
    for (let turn = 0; turn < 2; turn += 1) {
      const state = await driveStore(store, store.fulfil, input, env, freshDrive<FulfilResult>());
      expect(state.problem).toBeUndefined();
      expect(state.result.fulfilmentIds).toEqual(input.parcels.map((p) => packageNumber(p.trackingNumber)));
    }
    const reports = await harness.player.reports(samples.account, id);
    expect(reports.map((r) => [r.trackingNumbers[0], r.units])).toEqual(
      input.parcels.map((p, i) => [p.trackingNumber, [2, 2, 1][i]]),
    );
  });

  it('without a tracking number nothing is sent', async () => {
    const env = await open();
    const [id = ''] = await harness.player.placeOrders(samples.account, 1);
    const input = {
      externalOrderId: id,
      lines: [{ externalLineId: 'x', quantity: 1 }],
      parcels: [{ trackingNumber: '  ' }],
      carrier: { slug: 'ups', name: 'UPS' },
      notifyBuyer: false,
      reference: 'P000000000000002',
    };
    if (!store.fulfil) throw new Error('nothing to report with');
    const state = await driveStore(store, store.fulfil, input, env, freshDrive<FulfilResult>());
    expect(state.problem?.problem).toMatchObject({
      kind: 'invalid-input',
      message: expect.stringMatching(/tracking number/),
    });
  });

  it('listings beyond what one search shows are asked for from the last one on', async () => {
    const listing = (n: number): object => ({
      sku: `S${n}`,
      summaries: [
        {
          marketplaceId: canada.marketplace.id,
          createdDate: `2026-01-0${n}T00:00:00Z`,
          lastUpdatedDate: `2026-01-0${n}T00:00:00Z`,
        },
      ],
    });
    const asked: (string | number | undefined)[] = [];
    const env: StoreEnv = {
      ...(await open()),
      http: {
        send(request) {
          const from = request.query?.['createdAfter'];
          asked.push(from);
          // Of three listings a search shows two.
          const items = from === undefined ? [listing(1), listing(2)] : [listing(2), listing(3)];
          const body = { numberOfResults: from === undefined ? 3 : 2, items };
          return Promise.resolve(
            makeResponse('Amazon', {
              status: 200,
              headers: { 'content-type': 'application/json' },
              bytes: new Uint8Array(Buffer.from(JSON.stringify(body))),
              traceId: 'test',
            }),
          );
        },
      },
    };
    const first = await products(canada, {}, env);
    const second = await products(canada, { cursor: first.next }, env);
    expect([...first.items, ...second.items].map((p) => p.sku)).toEqual(['S1', 'S2', 'S2', 'S3']);
    expect(asked).toEqual([undefined, '2026-01-02T00:00:00Z']);
    expect(second.next).toBeUndefined();
  });
});
