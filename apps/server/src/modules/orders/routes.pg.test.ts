import type { Call } from '@scanship/contracts/call';
import type { ManualOrder, OrderDetail } from '@scanship/contracts/orders/orders';
import { orderDetail } from '@scanship/contracts/orders/orders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServices } from '../../../test/app-kit.ts';
import { NO_STORES, BUYER, contextOf, setShipFrom } from '../../../test/order-fixture.ts';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { RequestContext } from '../../platform/context.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Route } from '../../platform/http/handler.ts';
import type { AppProblem } from '../../platform/problem.ts';
import { claimOrder } from './commands/claim.ts';
import { toAddressDto } from './address-shapes.ts';
import { orderRoutes } from './routes.ts';

let database: TestDatabase;
let tree: TenantTree;
let routes: readonly Route[];
const NOW = new Date('2026-11-21T17:00:00Z');
const NAMES = new Map<string, string>();
beforeAll(async () => {
  database = await createTestDatabase();
  tree = await makeTenantTree(database.db);
  for (const customer of tree.customers) await setShipFrom(database.db, customer);
  routes = orderRoutes(
    { ...testServices(database.db), clock: { now: () => NOW } },
    {
      shipmentsOfOrder: async () => [],
      storeSideOfOrder: async () => ({ pushes: [], storeNotices: [] }),
      buyerPath: ({ orderId }) => `/track/${orderId}`,
      stores: NO_STORES,
      people: async () => [],
      carrier: () => undefined,
      userNames: async (_ctx, ids) => new Map([...NAMES].filter(([id]) => ids.includes(id))),
    },
  );
});
afterAll(() => database.drop());

/** Asks a call as the registrar does: with what its schemas parsed. */
async function ask(id: string, ctx: RequestContext, input: { params?: object; query?: object; body?: unknown }) {
  const found = routes.find((route) => route.call.id === id);
  if (!found) throw new Error(`no call ${id}`);
  const { call }: { call: Call } = found;
  const outcome = await found.handle({
    ctx,
    params: call.params?.parse(input.params ?? {}),
    query: call.query?.parse(input.query ?? {}),
    body: call.body?.parse(input.body ?? {}),
    agent: undefined,
    file: undefined,
    requestId: ctx.requestId,
    host: 'localhost',
    origin: { scheme: 'http', host: 'first.test', port: undefined },
    cookies: {},
    ip: '127.0.0.1',
    userAgent: 'test',
    accept: '',
    bearer: undefined,
    idempotencyKey: undefined,
    signal: new AbortController().signal,
  });
  if (!outcome.ok) return { problem: outcome.problem };
  if (outcome.value.kind !== 'data') throw new Error('data was expected');
  return { data: call.data?.parse(outcome.value.data), message: outcome.value.successMessage };
}
const detailOf = (answer: { data?: unknown; problem?: AppProblem }): OrderDetail => {
  if (answer.problem) throw new Error(JSON.stringify(answer.problem));
  return orderDetail.parse(answer.data);
};

const MANUAL: ManualOrder = {
  currency: 2,
  shipTo: toAddressDto({
    ...BUYER,
    countryCode: 'US',
    provinceCode: 'New York',
    city: 'New York',
    zipcode: '10118',
    address1: '350 5th Ave',
  }),
  items: [{ sku: 'MUG', title: 'Mug', quantity: 2, unitPriceMinor: 1250, weightGrams: 350, originCountry: 'CA' }],
  internalNote: 'fragile',
  tags: ['vip'],
};

describe('an order by hand', () => {
  test('is created, numbered and answered whole', async () => {
    const [customer] = tree.customers;
    const ctx = contextOf(customer);
    NAMES.set(ctx.userId, 'Sam Seller');
    const answer = await ask('addOrder', ctx, { body: MANUAL });
    expect(answer.message).toBe('Order Created Successfully');
    const order = detailOf(answer);
    expect(order).toMatchObject({
      ecomOrderNumber: 'M-1001',
      source: 'manual',
      storeName: null,
      fulfillmentStatus: 'Unfulfilled',
      signs: ['note', 'international'],
      total: { minor: 2500, currency: 'USD' },
      shipTo: { provinceCode: 'NY' },
      shipToImported: { provinceCode: 'New York' },
      shipToProblems: [],
      shipFrom: { locationId: customer.locationId },
      items: [{ line: 1, sku: 'MUG', quantity: 2, allocated: 0, unitPrice: { minor: 1250, currency: 'USD' } }],
      internalNote: 'fragile',
      customs: { purpose: 'Sale', items: [{ description: 'Mug', quantity: 2, originCountry: 'CA' }] },
      customsGaps: [{ line: 1, field: 'hsCode', message: '"Mug" has no HS code.' }],
      history: [{ what: 'Order created', who: 'Sam Seller', why: 'Entered by hand', from: null, to: null }],
      placedAt: NOW.toISOString(),
    });
    const list = await ask('listOrders', ctx, { body: { search: { value: 'm-1001' } } });
    expect(list.data).toMatchObject({
      totalRecords: 1,
      orders: [{ id: order.id, originAddress: { countryCode: 'CA' } }],
    });
  });

  test('numbers are never given twice, whoever asks at once, and step over a typed one', async () => {
    const [, customer] = tree.customers;
    const ctx = contextOf(customer);
    expect(detailOf(await ask('addOrder', ctx, { body: { ...MANUAL, number: '#m-1003' } })).ecomOrderNumber).toBe(
      'm-1003',
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask('addOrder', ctx, { body: MANUAL })));
    expect(answers.map((answer) => detailOf(answer).ecomOrderNumber).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'M-1001',
      'M-1002',
      'M-1004',
      'M-1005',
      'M-1006',
      'M-1007',
    ]);
  });

  test('a number that exists is refused whatever its case, and nothing is created', async () => {
    const [customer, other] = tree.customers;
    const ctx = contextOf(customer);
    const count = async () => ((await ask('listOrders', ctx, {})).data as { totalRecords: number }).totalRecords;
    const before = await count();
    expect((await ask('addOrder', ctx, { body: { ...MANUAL, number: ' #M-1001 ' } })).problem?.code).toBe(
      'order_number_taken',
    );
    const twice = await Promise.all([1, 2, 3].map(() => ask('addOrder', ctx, { body: { ...MANUAL, number: 'X-1' } })));
    expect(twice.filter((answer) => answer.data !== undefined)).toHaveLength(1);
    expect(twice.flatMap((answer) => answer.problem?.code ?? [])).toEqual(['order_number_taken', 'order_number_taken']);
    expect(await count()).toBe(before + 1);
    expect((await ask('addOrder', ctx, { body: { ...MANUAL, number: '##' } })).problem?.code).toBe('validation');
    // The neighbour has its own numbers.
    expect(
      detailOf(await ask('addOrder', contextOf(other), { body: { ...MANUAL, number: 'X-1' } })).ecomOrderNumber,
    ).toBe('X-1');
  });
});

describe('correcting the address', () => {
  test('keeps the imported one, checks again, renews the search, and refuses an old version', async () => {
    const [, , customer] = tree.customers;
    const ctx = contextOf(customer);
    const order = detailOf(
      await ask('addOrder', ctx, { body: { ...MANUAL, shipTo: { ...MANUAL.shipTo, zipcode: 'nonsense' } } }),
    );
    expect(order.signs).toContain('unverified');
    expect(order.shipToProblems).toMatchObject([{ field: 'zipcode', severity: 'error' }]);
    const address = toAddressDto({ ...BUYER, name: 'Noémie Gagné', email: 'noemie@example.com' });
    const edited = detailOf(
      await ask('putOrderAddress', ctx, {
        body: { orderId: order.id, party: 'shipTo', address, version: order.version },
      }),
    );
    expect(edited).toMatchObject({
      version: order.version + 1,
      recipient: 'Noémie Gagné',
      shipTo: { name: 'Noémie Gagné', countryCode: 'CA' },
      shipToImported: { name: BUYER.name, zipcode: 'nonsense' },
      shipToProblems: [],
      signs: ['note'],
      customs: null,
      customsGaps: [],
      history: [{ what: 'Ship-to address corrected' }, { what: 'Order created' }],
    });
    const found = async (value: string) =>
      (
        (await ask('listOrders', ctx, { body: { search: { key: 'recipient', value } } })).data as {
          totalRecords: number;
        }
      ).totalRecords;
    expect(await found('noemie gagn')).toBe(1);
    expect(await found('eloise')).toBe(0);
    expect(
      (
        await ask('putOrderAddress', ctx, {
          body: { orderId: order.id, party: 'shipTo', address, version: order.version },
        })
      ).problem?.code,
    ).toBe('stale_version');
  });
});

describe('who may see it', () => {
  test('a claim shows the name of who ships it', async () => {
    const [customer] = tree.customers;
    const ctx = contextOf(customer);
    const order = detailOf(await ask('addOrder', ctx, { body: MANUAL }));
    const claimer = contextOf(customer);
    NAMES.set(claimer.userId, 'Kim Packer');
    await database.db.tenant(customer, (tx) => claimOrder(claimer, tx, { orderId: order.id }));
    expect(detailOf(await ask('getOrder', ctx, { params: { id: order.id } })).claimedBy).toBe('Kim Packer');
    const list = await ask('listOrders', ctx, { body: { search: { value: order.ecomOrderNumber } } });
    expect(list.data).toMatchObject({ orders: [{ claimedBy: 'Kim Packer' }] });
  });

  test('another customer gets not_found everywhere, as for an id that nobody has', async () => {
    const [customer, other] = tree.customers;
    const order = detailOf(await ask('addOrder', contextOf(customer), { body: MANUAL }));
    const foreign = contextOf(other);
    for (const id of [order.id, newId()]) {
      expect((await ask('getOrder', foreign, { params: { id } })).problem).toEqual({ code: 'not_found' });
      expect(
        (
          await ask('putOrderAddress', foreign, {
            body: { orderId: id, party: 'shipTo', address: MANUAL.shipTo, version: 1 },
          })
        ).problem?.code,
      ).toBe('not_found');
    }
    const list = await ask('listOrders', foreign, { body: { storeIds: [customer.storeId] } });
    expect(list.data).toMatchObject({ totalRecords: 0, orders: [] });
  });
});
