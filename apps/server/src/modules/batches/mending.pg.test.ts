import type { BatchGap } from '@scanship/contracts/shipping/batch-mending';
import type { Batch } from '@scanship/contracts/shipping/batches';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BulkProcess, type BulkWorld, makeBulkWorld } from '../../../test/bulk-world.ts';

let world: BulkWorld;
let server: BulkProcess;
beforeAll(async () => {
  world = await makeBulkWorld();
  server = await world.process();
});
afterAll(() => world.close());

const planOf = async (ids: readonly string[]): Promise<Batch> => {
  const made = await server.batch('POST', '/batches', { kind: 'auto-ship', ids, weightGrams: null });
  return server.until(made.id, (batch) => batch.state === 'planned');
};
const start = (batch: Batch): Promise<Batch> =>
  server.batch('POST', `/batches/${batch.id}/start`, { version: batch.version, totals: batch.plan.totals });
const gapsOf = async ({ id }: Batch) =>
  (await server.call('GET', `/batches/${id}/gaps`)).json.data as {
    products: BatchGap[];
    more: boolean;
    addresses: { orderId: string; orderNumber: string; recipient: string; message: string }[];
  };
const mend = (batch: Batch, products: readonly object[], saveToProducts = false) =>
  server.call('POST', `/batches/${batch.id}/mend`, { products, saveToProducts });
const linesOf = async (orderId = '') =>
  (
    await world.database.db.tenant(world.seller, (tx) =>
      sql<Record<string, unknown>>`SELECT sku, weight_g, hs_code, origin, declared_minor, overrides
        FROM order_items WHERE order_id = ${orderId} ORDER BY line`.execute(tx),
    )
  ).rows;

const abroad = {
  name: 'Ann Lee',
  address1: '350 5th Ave',
  city: 'New York',
  provinceCode: 'NY',
  zipcode: '10118',
  countryCode: 'US',
  phone: '+1 212 555 0100',
};
const mug = { sku: 'MUG-1', title: 'Blue mug', quantity: 2, unitMinor: 1_500 };

describe('blocked orders of a plan', () => {
  it('say what they lack once for each product; mended once they ship, and nothing else is asked again', async () => {
    const [good = ''] = await world.orders(1);
    const mugs = await world.orders(3, () => ({ items: [mug] }));
    const [foreign = ''] = await world.orders(1, () => ({
      shipTo: abroad,
      items: [
        { ...mug, weightGrams: 300 },
        { title: 'Card', quantity: 1, unitMinor: 0, weightGrams: 5 },
      ],
    }));
    const [nowhere = ''] = await world.orders(1, () => ({
      shipTo: { ...abroad, address1: '', zipcode: '', countryCode: 'CA', provinceCode: 'ON' },
    }));
    const plan = await planOf([good, ...mugs, foreign, nowhere]);
    expect(plan.counts).toMatchObject({ willShip: 1, blocked: 5 });

    const gaps = await gapsOf(plan);
    expect(gaps.products).toEqual([
      {
        sku: 'MUG-1',
        title: 'Blue mug',
        orders: 4,
        lacks: ['weight', 'hsCode', 'origin'],
        currencies: ['CAD'],
        weightGrams: 300,
        hsCode: null,
        originCountry: null,
      },
      expect.objectContaining({ sku: '', title: 'Card', orders: 1, lacks: ['hsCode', 'origin', 'value'] }),
    ]);
    expect(gaps.addresses).toMatchObject([{ orderId: nowhere, recipient: 'Ann Lee' }]);

    const wrong = await mend(plan, [{ sku: 'MUG-1', title: '', hsCode: '12' }]);
    expect([wrong.status, wrong.json.errorMessages?.[0]?.field]).toEqual([400, 'products.0.hsCode']);
    const empty = await mend(plan, [{ sku: 'MUG-1', title: '' }]);
    expect(empty.status).toBe(400);

    // One order of the product that is in no plan, and one that knows its own weight.
    const [waiting = '', own = ''] = await world.orders(2, (index) => ({
      items: [index === 0 ? mug : { ...mug, weightGrams: 999 }],
    }));
    const mended = await mend(
      plan,
      [
        { sku: 'mug-1', title: 'Blue mug', weightGrams: 320, hsCode: '6912.00', originCountry: 'PT' },
        { sku: '', title: 'Card', hsCode: '490900', originCountry: 'CA', unitValueMinor: 300 },
      ],
      true,
    );
    expect(mended.json.data).toEqual({ orders: 4, products: 1, otherOrders: 2 });
    expect(await linesOf(foreign)).toMatchObject([
      { weight_g: 300, hs_code: '691200', origin: 'PT' },
      { hs_code: '490900', origin: 'CA', declared_minor: 300 },
    ]);
    expect(await linesOf(waiting)).toMatchObject([{ weight_g: 320, hs_code: '691200', origin: 'PT' }]);
    expect(await linesOf(own)).toMatchObject([{ weight_g: 999, hs_code: '691200' }]);
    // What a person said stays through a sync.
    expect((await linesOf(mugs[0]))[0]?.overrides).toMatchObject({ weightGrams: 320, hsCode: '691200' });

    const before = await goodQuotes(good);
    const again = await server.batch('POST', `/batches/${plan.id}/plan-blocked`);
    expect([again.id, again.counts.willShip]).toEqual([plan.id, 1]);
    const second = await server.until(plan.id, (batch) => batch.state === 'planned');
    expect(second.counts).toMatchObject({ willShip: 5, blocked: 1 });
    expect(second.plan.blocked.map(({ cause }) => cause)).toEqual(['address']);
    expect(await goodQuotes(good)).toBe(before);
    expect((await gapsOf(second)).products).toEqual([]);
  });

  it('are kept when the batch was started and ended, and become a plan of their own', async () => {
    const [good = ''] = await world.orders(1);
    const [bare = ''] = await world.orders(1, () => ({
      items: [{ sku: 'AIR-9', title: 'Air', quantity: 1, unitMinor: 100 }],
    }));
    const plan = await planOf([good, bare]);
    await start(plan);
    const done = await server.batch('POST', `/batches/${plan.id}/cancel`);
    expect(done.plan.blocked).toMatchObject([{ cause: 'no-weight', count: 1 }]);
    const headers = { 'idempotency-key': 'plan-blocked-1' };
    await mend(done, [{ sku: 'AIR-9', title: 'Air', weightGrams: 50 }]);
    const made = await server.call('POST', `/batches/${plan.id}/plan-blocked`, {}, { headers });
    const twin = await server.call('POST', `/batches/${plan.id}/plan-blocked`, {}, { headers });
    const next = made.json.data as Batch;
    expect(next.id).not.toBe(plan.id);
    expect((twin.json.data as Batch).id).toBe(next.id);
    const planned = await server.until(next.id, (batch) => batch.state === 'planned');
    expect(planned.counts).toMatchObject({ total: 1, willShip: 1 });
    const nothing = await server.call('POST', `/batches/${next.id}/plan-blocked`);
    expect([nothing.status, nothing.json.errorMessage]).toEqual([400, 'No order of this batch is blocked.']);
  });

  it('are nobody else’s, and products are changed only by whoever may', async () => {
    const [bare = ''] = await world.orders(1, () => ({
      items: [{ sku: 'AIR-8', title: 'Air', quantity: 1, unitMinor: 100 }],
    }));
    const plan = await planOf([bare]);
    const as = world.stranger;
    const product = { sku: 'AIR-8', title: 'Air', weightGrams: 50 };
    for (const [method, path, body] of [
      ['GET', 'gaps', undefined],
      ['POST', 'mend', { products: [product], saveToProducts: false }],
      ['POST', 'plan-blocked', {}],
    ] as const)
      expect((await server.call(method, `/batches/${plan.id}/${path}`, body, { as })).status).toBe(404);
    expect(await linesOf(bare)).toMatchObject([{ weight_g: null }]);
  });
});

it('orders to the same place are offered to go together, before anything is bought', async () => {
  const place = {
    ...abroad,
    address1: '1 King St',
    city: 'Toronto',
    provinceCode: 'ON',
    zipcode: 'M5H 2M5',
    countryCode: 'CA',
  };
  const [one = '', two = ''] = await world.orders(2, (index) => ({
    shipTo: index === 0 ? place : { ...place, address1: '1 king st.' },
  }));
  const [other = ''] = await world.orders(1, () => ({ shipTo: { ...place, name: 'Somebody else' } }));
  const plan = await planOf([one, other, two]);
  expect(plan.plan.together.map(({ orders }) => orders.map(({ id }) => id))).toEqual([[one, two]]);
});

it('a wish of the buyer that nothing is mapped to is named before the price', async () => {
  const ids = await world.orders(3, (index) => ({ requestedService: index < 2 ? 'Expedited' : null }));
  const plan = await planOf(ids);
  expect(plan.plan.unmapped).toEqual([{ requested: 'Expedited', count: 2 }]);
});

const goodQuotes = async (orderId: string): Promise<number> =>
  (
    await world.database.db.tenant(world.seller, (tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM quotes WHERE order_id = ${orderId}`.execute(tx),
    )
  ).rows[0]?.n ?? 0;
