/** Own quirks of Etsy: the code verifier, paging while receipts change, amounts, second parcels, what the simulator refuses. */
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import {
  accountOf,
  BACK,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import { runConnect, runOrdersById } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_APP } from './simulator/apps.ts';
import { createPlayer, samples } from './simulator/harness.ts';
import { createEtsy } from './simulator/simulator.ts';
import { authorise } from './src/authorise.ts';
import { carrierName } from './src/carrier-names.ts';
import { fulfil } from './src/fulfil.ts';
import { manifest } from './src/manifest.ts';
import { readMoney } from './src/reading.ts';
import { store } from './src/store.ts';

let running: TestSimulator;
let harness: StoreHarness;
let host = '';
beforeAll(async () => {
  running = await startTestSimulator(createEtsy());
  host = running.simulator.address.replace(/\/etsy$/, '');
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
});
afterAll(() => running.close());

const place = async (account: string, orders: readonly object[]): Promise<string[]> => {
  const response = await fetch(`${host}/_admin/etsy/shops/${account}/orders`, {
    method: 'POST',
    body: JSON.stringify({ orders }),
  });
  return ((await response.json()) as { ids: string[] }).ids;
};

describe('the code verifier', () => {
  const challenge = (state: string, secret: string): string | null =>
    new URL(
      authorise.begin({ externalAccount: '', state, redirectUri: BACK }, { clientId: 'k', clientSecret: secret }),
    ).searchParams.get('code_challenge');

  it('is another one for another state and another secret, and the same for the same', () => {
    expect(challenge('a', 's')).toBe(challenge('a', 's'));
    expect(new Set([challenge('a', 's'), challenge('b', 's'), challenge('a', 't')]).size).toBe(3);
    expect(challenge('a', 's')).toMatch(/^[\w-]{43}$/);
  });

  it('opens nothing with another state or another return address than the seller was sent with', async () => {
    const redeem = async (state: string, redirectUri: string): Promise<string> => {
      const page = authorise.begin(
        { externalAccount: '', state: 'mine', redirectUri: BACK, simulatorConsent: running.simulator.address },
        samples.app,
      );
      const { code } = authorise.checkEntry(
        await harness.player.consent(page, 'allow', samples.account),
        samples.app,
        new Date(),
      );
      const env = openConnectEnv(manifest, accountOf(harness, ''), harnessRuntime());
      const answer = await runConnect(store, env, (e) => authorise.complete({ code, state, redirectUri }, e));
      return answer.ok ? answer.value.externalAccount : answer.problem.kind;
    };
    expect(await redeem('mine', BACK)).toBe(samples.account);
    expect(await redeem('another', BACK)).toBe('not-authorised');
    expect(await redeem('mine', `${BACK}/x`)).toBe('not-authorised');
  });

  it('a code that no code can be is refused before it is sent', () => {
    expect(() => authorise.checkEntry({ code: 'a b', state: 's' }, samples.app, new Date())).toThrow(/code of Etsy/);
  });
});

describe('paging', () => {
  it('loses nothing while receipts of the page before move to the end', async () => {
    const { env } = await openHarnessStore(store, harness);
    await harness.player.placeOrders(samples.account, 60);
    const before = await pullOrders(store, () => Promise.resolve(env));
    const { items, pages, problems } = await pullOrders(
      store,
      () => Promise.resolve(env),
      undefined,
      async (page) => {
        if (page !== 1) return;
        for (const order of before.items.slice(0, 30))
          await harness.player.changeOrder(samples.account, order.externalId, 'note');
        await place(
          samples.account,
          Array.from({ length: 30 }, () => ({ lines: [{ productId: 700_020, quantity: 1 }] })),
        );
      },
    );
    expect(problems).toEqual([]);
    expect(pages).toBeGreaterThan(1);
    const told = new Set(items.map((order) => order.externalId));
    expect(before.items.filter((order) => !told.has(order.externalId))).toEqual([]);
    // The 30 that changed came again with what was changed.
    const last = items.findLast((order) => order.externalId === before.items[0]?.externalId);
    expect(last?.buyerNote).toMatch(/^Changed at/);
  });

  it('goes on within one second that holds more receipts than a page', async () => {
    const { env } = await openHarnessStore(store, harness, samples.otherAccount);
    const ids = await place(
      samples.otherAccount,
      Array.from({ length: 230 }, () => ({ lines: [{ productId: 800_010, quantity: 1 }], secondsAgo: 3_600 })),
    );
    const { items, pages } = await pullOrders(store, () => Promise.resolve(env));
    expect(items.map((order) => order.externalId).toSorted()).toEqual(ids.toSorted());
    expect(pages).toBeGreaterThanOrEqual(3);
    expect(new Set(items.map((order) => order.updatedAt)).size).toBeLessThan(3);
  });
});

it('amounts are exact whatever their divisor, and never rounded', () => {
  const read = (amount: number, divisor: number, currency: string): number =>
    readMoney(readObject({ price: { amount, divisor, currency_code: currency } }), 'price').minor;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.constantFrom(1, 10, 100, 1_000), (minor, divisor) => {
      const amount = (minor * divisor) / 100;
      if (Number.isInteger(amount)) return read(amount, divisor, 'CAD') === minor;
      return true;
    }),
  );
  expect(read(4_800, 1, 'JPY')).toBe(4_800);
  expect(read(480_000, 100, 'JPY')).toBe(4_800);
  expect(() => read(1_005, 1_000, 'CAD')).toThrow(FieldProblem);
  expect(() => read(1, 0, 'CAD')).toThrow(FieldProblem);
});

it('carriers have Etsy’s names, and those it does not know are "other"', () => {
  expect(carrierName({ slug: 'canada-post' })).toBe('canada-post');
  expect(carrierName({ slug: 'chit-chats' })).toBe('chitchats');
  expect(carrierName({ slug: 'dhl-express' })).toBe('dhl');
  expect(carrierName({ slug: 'constructor' })).toBe('other');
});

describe('reports', () => {
  it('the second parcel of an order is reported beside the first; the whole order is not reported twice', async () => {
    const { env } = await openHarnessStore(store, harness);
    const [id = ''] = await harness.player.placeOrders(samples.account, 1);
    const known = await runOrdersById(store, [id], env);
    const lines = known.ok ? (known.value.items[0]?.lines ?? []) : [];
    const parcel = (trackingNumber: string, quantity: number): FulfilInput => ({
      externalOrderId: id,
      lines: lines.slice(0, 1).map((line) => ({ externalLineId: line.externalLineId, quantity })),
      parcels: [{ trackingNumber }],
      carrier: { slug: 'ups', name: 'UPS' },
      notifyBuyer: false,
      reference: 'P000000000000001',
    });
    for (const input of [parcel('1Z1', 1), parcel('1Z2', 2)]) {
      const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
      expect(state.problem).toBeUndefined();
    }
    const whole = {
      ...parcel('1Z3', 1),
      lines: lines.map((l) => ({ externalLineId: l.externalLineId, quantity: l.quantity })),
    };
    const again = await driveStore(store, fulfil, whole, env, freshDrive<FulfilResult>());
    expect(again.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'nothing-left' });
    const seen = await harness.player.reports(samples.account, id);
    expect(seen.map((report) => report.trackingNumbers)).toEqual([['1Z1'], ['1Z2']]);
    const fulfilled = (await running.simulator.books()).filter(
      (e) => e.kind === 'fulfilled' && e.reference?.startsWith('1Z'),
    );
    expect(fulfilled.map((entry) => entry.reference)).toEqual(['1Z1', '1Z2']);
  });

  it('several numbers in one report are refused before anything is asked', async () => {
    const { env } = await openHarnessStore(store, harness);
    const input = {
      externalOrderId: '1',
      lines: [],
      parcels: [{ trackingNumber: 'A' }, { trackingNumber: 'B' }],
      carrier: { slug: 'ups', name: 'UPS' },
      notifyBuyer: false,
      reference: 'P000000000000002',
    };
    const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
    expect(state.problem?.problem.kind).toBe('invalid-input');
  });

  it('an order within the United States above 10 dollars is not taken without a number, in Etsy’s words', async () => {
    const { env } = await openHarnessStore(store, harness, samples.otherAccount);
    const address = { name: 'A', firstLine: '1 Pine St', city: 'Seattle', state: 'WA', zip: '98101', country: 'US' };
    const [id = ''] = await place(samples.otherAccount, [{ lines: [{ productId: 800_010, quantity: 1 }], address }]);
    const input = {
      externalOrderId: id,
      lines: [],
      parcels: [],
      carrier: { slug: 'usps', name: 'USPS' },
      notifyBuyer: false,
      reference: 'P000000000000003',
    };
    const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
    expect(state.problem?.problem).toMatchObject({
      kind: 'invalid-input',
      message: 'Etsy: A tracking number is required.',
    });
  });
});

it('the simulator takes a report as JSON as well as a form, as Etsy’s own clients send it', async () => {
  const { env } = await openHarnessStore(store, harness);
  const [id = ''] = await place(samples.account, [{ lines: [{ productId: 800_001, quantity: 1 }] }]);
  const report = async (body: string): Promise<{ status: number; answer: unknown }> => {
    const path = `/v3/application/shops/${samples.account}/receipts/${id}/tracking`;
    const response = await fetch(`${running.simulator.address}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await env.access.get()}`,
        'x-api-key': `${DEMO_APP.clientId}:${DEMO_APP.clientSecret}`,
        'content-type': 'application/json',
      },
      body,
    });
    return { status: response.status, answer: await response.json() };
  };
  expect(await report('[1')).toMatchObject({ status: 400 });
  expect(await report('{"tracking_code":"1Z9"}')).toMatchObject({ status: 400 });
  expect(await report('{"tracking_code":"1Z9","carrier_name":"ups","send_bcc":true}')).toMatchObject({
    status: 200,
    answer: { is_shipped: true, shipments: [{ carrier_name: 'ups', tracking_code: '1Z9' }] },
  });
});

it('the simulator refuses the keystring alone, as Etsy does since 2026-02-09', async () => {
  const { env } = await openHarnessStore(store, harness);
  const ask = async (key: string): Promise<number> => {
    const headers = { authorization: `Bearer ${await env.access.get()}`, 'x-api-key': key };
    return (await fetch(`${running.simulator.address}/v3/application/users/me`, { headers })).status;
  };
  expect(await ask(`${DEMO_APP.clientId}:${DEMO_APP.clientSecret}`)).toBe(200);
  expect(await ask(DEMO_APP.clientId)).toBe(403);
});

it('the consent page of the simulator asks whose shop it is, and keeps the question whole', async () => {
  const page = authorise.begin(
    { externalAccount: '', state: 'a"b', redirectUri: BACK, simulatorConsent: running.simulator.address },
    samples.app,
  );
  const html = await (await fetch(page)).text();
  expect(html).toContain('value="51001"');
  expect(html).toContain('name="state" value="a&quot;b"');
  const plain = new URL(page);
  plain.searchParams.delete('code_challenge');
  expect((await fetch(plain)).status).toBe(400);
});
