/** An order of Amazon reaches the carrier that Amazon is with Amazon's own numbers, from the price to the label; no other does. */
import { simulator } from '@scanship/carrier-amazon-merchant-fulfillment/simulator';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { createOrders, storeOrderIds } from '../orders/index.ts';

let world: ParcelWorld;
const storeId = newId();
const NUMBER = '113-1234567-1234567';
const SENDER = {
  name: 'Maple Goods',
  address1: '10 Sender Street',
  city: 'New York',
  provinceCode: 'NY',
  zipcode: '10007',
  countryCode: 'US',
  phone: '212-555-0100',
  email: 'sender@example.com',
};
const BUYER = {
  name: 'Robin Lee',
  address1: '1 Test Street',
  city: 'Buffalo',
  provinceCode: 'NY',
  zipcode: '14201',
  countryCode: 'US',
};

beforeAll(async () => {
  const [account] = simulator.accounts;
  world = await makeParcelWorld({
    more: [{ slug: simulator.slug, simulator, credentials: account?.credentials ?? {} }],
  });
  const { database, seller } = world;
  await database.db.tenant(seller, async (tx) => {
    await tx
      .updateTable('locations')
      .set({ address: json(SENDER) })
      .where('is_default', '=', true)
      .execute();
    await sql`INSERT INTO stores (tenant_id, id, platform_code, external_account, name, mode, state)
      VALUES (${seller.tenantId}, ${storeId}, 'amazon-us', 'A1SELLER', 'Amazon US', 'simulator', 'connected')`.execute(
      tx,
    );
  });
}, 60_000);
afterAll(() => world.close());

/** An order with lines of 2 and 1 units, whose numbers only Amazon gives. */
async function order(platformCode: string, externalId: string): Promise<string> {
  const { seller, database } = world;
  const item = (title: string, quantity: number, externalLineId: string) => ({
    title,
    sku: title,
    quantity,
    unitMinor: 1000,
    weightGrams: 300,
    externalLineId,
  });
  const made = await database.db.tenant(seller, (tx) =>
    createOrders(
      { tenantId: seller.tenantId, userId: seller.userId },
      tx,
      [
        {
          storeId,
          platformCode,
          source: 'store',
          externalId,
          number: externalId,
          placedAt: new Date(),
          currency: 'USD',
          shipTo: BUYER,
          items: [item('Mug', 2, '52986411826454'), item('Plate', 1, '52986411826455')],
        },
      ],
      { why: 'test', now: new Date() },
    ),
  );
  if (!made.ok) throw new Error(made.problem.code);
  return made.value[0]?.id ?? '';
}

interface Quote {
  readonly quoteId: string;
  readonly rates: readonly { readonly id: string; readonly carrier: string; readonly service: string }[];
  readonly problems: readonly { readonly message: string }[];
}
const box = { number: 1, weightGrams: 1_700, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 200 } };
async function quote(orderId: string, more: object = {}): Promise<Quote> {
  const { data, status, message } = await world.call<Quote>(world.seller, 'POST', '/quotes/single', {
    orderId,
    parcels: [{ ...box, ...more }],
  });
  expect(status, message).toBe(200);
  return data;
}
async function buy(orderId: string, { quoteId, rates }: Quote): Promise<ShipmentSummary> {
  const rate = rates.find(({ carrier, service }) => carrier === simulator.slug && service === 'UPS_PTP_GND');
  const { data, status, message } = await world.call<{ shipment: ShipmentSummary }>(
    world.seller,
    'POST',
    '/shipment/create',
    { orderId, quoteId, rateId: rate?.id },
  );
  expect(status, message).toBe(200);
  return data.shipment;
}
/** What Amazon was told is in the newest label. */
async function itemsSold(): Promise<unknown> {
  const paid = (await world.admin.books(simulator.slug)).filter(({ kind }) => kind === 'paid').at(-1);
  return { order: paid?.data['order'], ...(paid?.data['details'] as { readonly ItemList: unknown }) };
}

it('the numbers of an Amazon order are read, of another none', async () => {
  const { database, seller } = world;
  const read = async (platformCode: string, externalId: string) => {
    const id = await order(platformCode, externalId);
    return database.db.tenant(seller, (tx) => storeOrderIds(tx, { id, platformCode }));
  };
  expect(await read('amazon-us', '113-0000000-0000001')).toEqual({
    platform: 'amazon-us',
    orderId: '113-0000000-0000001',
    lineIds: new Map([
      [1, '52986411826454'],
      [2, '52986411826455'],
    ]),
  });
  expect(await read('shopify', 'gid-1')).toBeUndefined();
});

it('an order of Amazon is priced and bought in two labels, each for the items in it', async () => {
  const id = await order('amazon-us', NUMBER);
  const first = await buy(id, await quote(id, { items: [{ line: 1, quantity: 2 }] }));
  expect(first).toMatchObject({ state: 'bought', carrier: simulator.slug, parcels: [{ hasLabel: true }] });
  expect(await itemsSold()).toMatchObject({
    order: NUMBER,
    ItemList: [{ OrderItemId: '52986411826454', Quantity: 2 }],
  });
  const second = await buy(id, await quote(id));
  expect(second).toMatchObject({ state: 'bought' });
  expect(await itemsSold()).toMatchObject({
    order: NUMBER,
    ItemList: [{ OrderItemId: '52986411826455', Quantity: 1 }],
  });
});

it('an order of another store is refused in words', async () => {
  const { rates, problems } = await quote(await order('shopify', 'gid-2'));
  expect(rates.filter(({ carrier }) => carrier === simulator.slug)).toEqual([]);
  expect(problems.map(({ message }) => message).join(' ')).toMatch(
    /Amazon Merchant Fulfillment ships only orders that were placed at Amazon CA or Amazon US/,
  );
});
