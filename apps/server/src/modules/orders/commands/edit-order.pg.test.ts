import type { BodyOf } from '@scanship/contracts/call';
import type { putOrderAddress } from '@scanship/contracts/orders/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOrderCalls, type OrderCalls } from '../../../../test/order-calls.ts';
import { BUYER } from '../../../../test/order-fixture.ts';
import type { RequestContext } from '../../../platform/context.ts';
import { toAddressDto } from '../address-shapes.ts';

let world: OrderCalls;
let ctx: RequestContext;
beforeAll(async () => {
  world = await makeOrderCalls();
  ({ ctx } = world);
});
afterAll(() => world.database.drop());

describe('addresses and items', () => {
  test('the ship-to goes back to the original; the ship-from may be of this order alone', async () => {
    const [customer] = world.tree.customers;
    const id = await world.one();
    const put = async (body: Partial<BodyOf<typeof putOrderAddress>>) =>
      world.ask('putOrderAddress', { orderId: id, version: (await world.detail(id)).version, ...body });
    await put({ party: 'shipTo', address: toAddressDto({ ...BUYER, city: 'Ottawa' }) });
    expect(await world.detail(id)).toMatchObject({ shipToEdited: true, city: 'Ottawa' });
    await put({ party: 'shipTo', revert: true });
    expect(await world.detail(id)).toMatchObject({ shipToEdited: false, city: 'Toronto', recipient: BUYER.name });
    const from = toAddressDto({ ...BUYER, name: 'Pop-up', companyName: 'Pop-up Shop', phone: '416 555 0100' });
    await put({ party: 'shipFrom', address: from });
    expect(await world.detail(id)).toMatchObject({
      shipFromChosen: true,
      shipFrom: { locationId: null, name: 'Pop-up Shop', address: { city: 'Toronto' } },
    });
    expect((await put({ party: 'shipFrom', address: { ...from, zipcode: '' } })).problem?.code).toBe(
      'address_incomplete',
    );
    await put({ party: 'shipFrom', revert: true });
    expect((await world.detail(id)).shipFrom?.locationId).toBe(customer.locationId);
    expect((await put({ party: 'shipFrom', address: from, revert: true })).problem?.code).toBe('validation');
    expect((await put({ party: 'shipTo', locationId: customer.locationId })).problem?.code).toBe('validation');
    expect((await put({ party: 'shipFrom', revert: true, version: 1 })).problem?.code).toBe('stale_version');
    expect((await world.detail(id)).history.map(({ event }) => event)).toEqual([
      'ship-from',
      'ship-from',
      'address-reverted',
      'address',
      'created',
    ]);
  });

  test('in mode automatic the suggestion is taken', async () => {
    const id = await world.one();
    await world.database.db.tenant(ctx, (tx) =>
      sql`INSERT INTO customer_settings (tenant_id, more) VALUES (${ctx.tenantId}, '{"addressCheck": "automatic"}')
        ON CONFLICT (tenant_id) DO UPDATE SET more = excluded.more`.execute(tx),
    );
    const { version } = await world.detail(id);
    const address = toAddressDto({ ...BUYER, city: 'TORONTO', zipcode: 'M5H 2MS' });
    await world.ask('putOrderAddress', { orderId: id, party: 'shipTo', address, version });
    expect((await world.detail(id)).shipTo).toMatchObject({ city: 'Toronto', zipcode: 'M5H 2M5' });
    await world.database.db.tenant(ctx, (tx) => sql`UPDATE customer_settings SET more = '{}'`.execute(tx));
  });

  test('facts of items are kept apart from what was imported', async () => {
    const id = await world.one({
      items: [
        { sku: 'A', title: 'Alpha', quantity: 2, unitMinor: 100, weightGrams: 10, hsCode: '691200' },
        { sku: 'B', title: 'Beta', quantity: 1, unitMinor: 500 },
      ],
    });
    expect((await world.detail(id)).weightGrams).toBeNull();
    const put = async (items: object[], more: object = {}) =>
      world.ask('putOrderItems', { orderId: id, version: (await world.detail(id)).version, items, ...more });
    const saved = await put([
      { line: 1, hsCode: '6912.00.50', customsDescription: 'Stoneware mug', unitValueMinor: 250 },
      { line: 2, weightGrams: 30, originCountry: 'CA' },
    ]);
    expect(saved.data).toMatchObject({
      weightGrams: 50,
      items: [
        {
          hsCode: '69120050',
          customsDescription: 'Stoneware mug',
          unitValue: { minor: 250 },
          unitPrice: { minor: 100 },
          edited: [
            { field: 'hsCode', before: '691200' },
            { field: 'customsDescription', before: null },
            { field: 'unitValueMinor', before: null },
          ],
        },
        { weightGrams: 30, originCountry: 'CA', unitValue: { minor: 500 } },
      ],
    });
    expect((await world.detail(id)).history[0]).toMatchObject({
      event: 'items',
      why: 'Alpha: HS code, customs description, declared value; Beta: weight, country of origin',
    });
    const back = await put([{ line: 1, hsCode: null, customsDescription: null }]);
    expect(back.data).toMatchObject({ items: [{ hsCode: '691200', customsDescription: null }, {}] });
    expect((await put([{ line: 9, weightGrams: 1 }])).problem?.code).toBe('validation');
    expect((await put([{ line: 1, hsCode: '12 3-4.' }])).problem?.code).toBe('validation');
    expect((await put([{ line: 1, weightGrams: 5 }], { version: 1 })).problem?.code).toBe('stale_version');
  });
});
