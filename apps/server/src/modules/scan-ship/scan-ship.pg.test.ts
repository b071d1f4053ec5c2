import { randomUUID } from 'node:crypto';
import type { ScannedOrder, ScanQuote, ScanSettings, ScanShipped } from '@scanship/contracts/printing/scan-ship';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import { openPdf } from '@scanship/documents/pdf/pdf-pages';
import { USUAL_SCAN_SETTING } from '@scanship/domain/scan-ship/scan-ship';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BulkProcess, type BulkWorld, makeBulkWorld } from '../../../test/bulk-world.ts';
import { newOrder } from '../../../test/order-fixture.ts';
import type { TestUser } from '../../../test/app-kit.ts';
import { withClient } from '../../platform/database/connection.ts';
import { newId } from '../../platform/database/ids.ts';
import { createOrders } from '../orders/index.ts';

let world: BulkWorld;
let server: BulkProcess;
beforeAll(async () => {
  world = await makeBulkWorld();
  server = await world.process();
});
afterAll(async () => {
  await world.close();
});

const tenant = () => ({ tenantId: world.seller.tenantId });
const numberOf = async (orderId: string): Promise<string> =>
  (
    await world.database.db.tenant(tenant(), (tx) =>
      sql<{ number: string }>`SELECT number FROM orders WHERE id = ${orderId}`.execute(tx),
    )
  ).rows[0]?.number ?? '';
const lookUp = async (number: string, query = '', as?: TestUser): Promise<ScannedOrder[]> => {
  const answer = await server.call(
    'GET',
    `/scanship/ecom/order/${encodeURIComponent(number)}${query}`,
    undefined,
    as ? { as } : {},
  );
  expect(answer.status).toBe(200);
  return (answer.json.data as { orders: ScannedOrder[] }).orders;
};
const IN_BOX = { shipMode: 'shipInBox' } as const;
const post = (path: string, body: Record<string, unknown>, key: string = randomUUID(), as?: TestUser) =>
  server.call('POST', `/scanship${path}`, body, { headers: { 'idempotency-key': key }, ...(as ? { as } : {}) });
const shippedBy = async (path: string, body: Record<string, unknown>, key?: string): Promise<ScanShipped> => {
  const answer = await post(path, body, key);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.json.data as ScanShipped;
};
const carrierCalls = async (kind?: string): Promise<number> => {
  const books = await Promise.all(
    (['testline-express', 'testline-ground'] as const).map((slug) => world.admin.books(slug)),
  );
  return books.flat().filter((entry) => kind === undefined || entry.kind === kind).length;
};
const paid = () => carrierCalls('paid');
const setPlan = (plan: string, of: TestUser): Promise<unknown> =>
  withClient(world.database.migrator, (connection) =>
    connection.query('UPDATE tenants SET plan_code = $1 WHERE id = $2', [plan, of.tenantId]),
  );

describe('looking an order up', () => {
  it('ignores case and a leading "#", and answers every match with its store', async () => {
    const otherStore = newId();
    await world.database.db.tenant(tenant(), async (tx) => {
      await sql`INSERT INTO stores (tenant_id, id, platform_code, name, external_account, state)
        VALUES (${world.seller.tenantId}, ${otherStore}, 'shopify', 'Maple Goods Shopify', 'maple.myshopify.test', 'connected')`.execute(
        tx,
      );
    });
    const [own = ''] = await world.orders(1, () => ({ number: '#Mx-77', externalId: 'own-77' }));
    const made = await world.database.db.tenant(tenant(), (tx) =>
      createOrders(tenant(), tx, [newOrder(otherStore, 'MX-77')], { why: 'test', now: new Date() }),
    );
    const theirs = made.ok ? made.value[0]?.id : undefined;
    for (const typed of ['mx-77', '#MX-77', ' # Mx-77']) {
      const found = await lookUp(typed);
      expect(new Set(found.map(({ id }) => id))).toEqual(new Set([own, theirs]));
      expect(found).toHaveLength(2);
      expect(new Set(found.map(({ storeName }) => storeName)).size).toBe(2);
    }
    expect((await lookUp('MX-77', `?storeId=${otherStore}`)).map((order) => [order.id, order.platformName])).toEqual([
      [theirs, 'Shopify'],
    ]);
    // Digits at the end are a token of the list's search, but no number of an order.
    expect(await lookUp('77')).toEqual([]);
    expect(await lookUp('MX-77', '', world.colleague)).toHaveLength(2);
  });

  it('leaves cancelled and archived ones out, shows fulfilled ones, and blocks held ones with the reason', async () => {
    const [cancelled = '', archived = '', marked = '', held = ''] = await world.orders(4);
    await world.database.db.tenant(tenant(), async (tx) => {
      await sql`UPDATE orders SET cancelled_at = now(), tab = 'cancelled' WHERE id = ${cancelled}`.execute(tx);
      await sql`UPDATE orders SET archived_at = now(), tab = 'archived' WHERE id = ${archived}`.execute(tx);
    });
    await server.call('POST', `/orders/mark-fulfill/${marked}`, {});
    const put = await post('/ecom/order/hold', { orderId: held, reason: 'Wait for the blue mug' });
    expect((put.json.data as { order: ScannedOrder }).order.hold).toBe('Wait for the blue mug');
    expect(await lookUp(await numberOf(cancelled))).toEqual([]);
    expect(await lookUp(await numberOf(archived))).toEqual([]);
    expect((await lookUp(await numberOf(marked)))[0]?.fulfillmentStatus).toBe('Manual-Fulfilled');
    expect((await lookUp(await numberOf(held)))[0]).toMatchObject({
      fulfillmentStatus: 'Unfulfilled',
      hold: 'Wait for the blue mug',
      blocked: 'This order is on hold (Wait for the blue mug). Release it to ship it.',
    });
    const before = await paid();
    const refused = await post('/ecom/order/ship', { orderId: held, ...IN_BOX });
    expect([refused.status, refused.json.code, refused.json.errorMessage]).toEqual([
      409,
      'order_not_shippable',
      'This order is on hold (Wait for the blue mug). Release it to ship it.',
    ]);
    expect(await paid()).toBe(before);
  });

  it('names the barcodes of the items', async () => {
    await world.database.db.tenant(tenant(), async (tx) => {
      await sql`INSERT INTO products (tenant_id, id, sku, sku_key, title, barcode, shelf, imported)
        VALUES (${world.seller.tenantId}, ${newId()}, 'LAMP', 'lamp', 'Lamp', '012345678905', 'active', '{}')`.execute(
        tx,
      );
    });
    const [id = ''] = await world.orders(1, () => ({
      items: [{ sku: 'LAMP', title: 'Lamp', quantity: 3, unitMinor: 100, weightGrams: 200 }],
    }));
    const [order] = await lookUp(await numberOf(id));
    expect(order?.items).toMatchObject([{ line: 1, sku: 'LAMP', barcodes: ['012345678905'], quantity: 3 }]);
  });
});

describe('shipping a scanned order', () => {
  it('buys the cheapest once for one key, and finds it by its tracking number afterwards', async () => {
    const [orderId = ''] = await world.orders(1);
    const key = randomUUID();
    const before = await paid();
    const first = await shippedBy('/ecom/order/ship', { orderId, ...IN_BOX }, key);
    expect(first.shipment).toMatchObject({ state: 'bought', parcels: [{ number: 1 }] });
    expect(first.reason).toContain('Cheapest of');
    expect(first.prints).toMatchObject([
      { documentType: 'SHIPPING_LABEL', outcome: 'show', shipmentId: first.shipment.id },
    ]);
    const again = await shippedBy('/ecom/order/ship', { orderId, ...IN_BOX }, key);
    expect(again.shipment.id).toBe(first.shipment.id);
    // The stored answer is gone, as after a crash: the purchase itself is found.
    await world.database.db.tenant(tenant(), (tx) => sql`DELETE FROM idempotency_keys WHERE key = ${key}`.execute(tx));
    expect((await shippedBy('/ecom/order/ship', { orderId, ...IN_BOX }, key)).shipment.id).toBe(first.shipment.id);
    expect(await paid()).toBe(before + 1);
    const [other = ''] = await world.orders(1);
    await world.database.db.tenant(tenant(), (tx) => sql`DELETE FROM idempotency_keys WHERE key = ${key}`.execute(tx));
    expect((await post('/ecom/order/ship', { orderId: other, ...IN_BOX }, key)).json.code).toBe('key_reused');
    const second = await post('/ecom/order/ship', { orderId, ...IN_BOX });
    expect([second.status, second.json.code]).toEqual([409, 'already_allocated']);

    const tracking = first.shipment.parcels[0]?.trackingNumber ?? '';
    expect(await lookUp(tracking.toLowerCase())).toMatchObject([
      { id: orderId, foundBy: 'tracking', fulfillmentStatus: 'Fulfilled' },
    ]);
    const label = await post('/ecom/order-detail/print', { shipmentId: first.shipment.id });
    expect((await openPdf(label.bytes)).getPageCount()).toBe(1);
    const slip = await post('/ecom/order-detail/print', {
      shipmentId: first.shipment.id,
      documentType: 'PACKAGING_SLIPS',
    });
    expect((await openPdf(slip.bytes)).getPageCount()).toBe(1);
  });

  it('two stations that scan one order at once buy one label', async () => {
    const [orderId = ''] = await world.orders(1);
    const before = await paid();
    const answers = await Promise.all([
      post('/ecom/order/ship', { orderId, ...IN_BOX }),
      post('/ecom/order/ship', { orderId, ...IN_BOX }, randomUUID(), world.colleague),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await paid()).toBe(before + 1);
  });

  it('asks the carriers at the scan, so that the label needs no further answer of theirs', async () => {
    const [orderId = ''] = await world.orders(1);
    const number = await numberOf(orderId);
    await lookUp(number);
    const quotes = async () =>
      (
        await world.database.db.tenant(tenant(), (tx) =>
          sql<{ n: number }>`SELECT count(*)::int AS n FROM quotes WHERE order_id = ${orderId}`.execute(tx),
        )
      ).rows[0]?.n;
    await expect.poll(quotes).toBe(1);
    await shippedBy('/ecom/order/ship', { orderId, ...IN_BOX });
    expect(await quotes()).toBe(1);
  });

  it('makes every unit its own parcel, or one box of all with the weight of the scale', async () => {
    const items = [
      { sku: 'A', title: 'A', quantity: 2, unitMinor: 100, weightGrams: 300 },
      { sku: 'B', title: 'B', quantity: 1, unitMinor: 100, weightGrams: 700 },
    ];
    const [each = '', box = '', many = ''] = await world.orders(3, (index) => ({
      items: index === 2 ? [{ sku: 'A', title: 'A', quantity: 51, unitMinor: 100, weightGrams: 10 }] : items,
    }));
    const single = await shippedBy('/ecom/order/ship', { orderId: each, shipMode: 'shipIndividual' });
    expect(single.shipment.parcels.map(({ weightGrams }) => weightGrams)).toEqual([300, 300, 700]);
    expect(
      single.shipment.contents?.[0]?.items.map(({ line, quantity, parcelNumber }) => [line, quantity, parcelNumber]),
    ).toEqual([
      [1, 1, 1],
      [1, 1, 2],
      [2, 1, 3],
    ]);
    const one = await shippedBy('/ecom/order/ship', { orderId: box, ...IN_BOX, weightGrams: 1_450 });
    expect(one.shipment.parcels.map(({ weightGrams }) => weightGrams)).toEqual([1_450]);
    const tooMany = await post('/ecom/order/ship', { orderId: many, shipMode: 'shipIndividual' });
    expect(tooMany.json.errorMessage).toMatch(/51 units would be 51 parcels/);
  });

  it('keeps to the carrier and the service that are named', async () => {
    const grantId = world.grants['testline-ground'];
    const [one = '', two = '', three = '', four = ''] = await world.orders(4);
    expect(
      (await shippedBy('/ecom/order/ship-by-carrier', { orderId: one, grantId, ...IN_BOX })).shipment.carrier,
    ).toBe('testline-ground');
    const quoted = await post('/ecom/order-detail/rate', { orderId: two, ...IN_BOX });
    const { scanShipQuote } = quoted.json.data as { scanShipQuote: ScanQuote[] };
    expect(scanShipQuote.length).toBeGreaterThan(2);
    const prices = scanShipQuote.map(({ price }) => price.minor);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    const dearest = scanShipQuote.at(-1);
    const chosen = await shippedBy('/ecom/order-detail/ship', {
      orderId: two,
      ...IN_BOX,
      quoteId: dearest?.quoteId,
      rateId: dearest?.id,
    });
    expect(chosen.shipment.price).toEqual(dearest?.price);
    const service = scanShipQuote.filter((rate) => rate.grantId === grantId).at(-1)?.service;
    const named = await shippedBy('/ecom/order-detail/ship', { orderId: three, ...IN_BOX, grantId, service });
    expect(named.shipment.service).toBe(service);
    const nothing = await post('/ecom/order/ship-by-carrier', {
      orderId: four,
      grantId,
      service: 'nonsense',
      ...IN_BOX,
    });
    expect([nothing.status, nothing.json.code]).toEqual([409, 'order_not_shippable']);
    const gone = await post('/ecom/order/ship-by-carrier', { orderId: four, grantId: newId(), ...IN_BOX });
    expect(gone.json.code).toBe('no_carrier');
    const half = await post('/ecom/order-detail/ship', { orderId: four, ...IN_BOX, rateId: newId() });
    expect(half.json.code).toBe('validation');
    const noBox = await post('/ecom/order/ship', { orderId: four, ...IN_BOX, packageId: newId() });
    expect(noBox.json.errorMessages?.[0]?.field).toBe('packageId');
  });

  it('takes the last shipment back, and the order can be shipped again', async () => {
    const [orderId = ''] = await world.orders(1);
    const { shipment } = await shippedBy('/ecom/order/ship', { orderId, ...IN_BOX });
    const undone = await post('/ecom/order/void', { shipmentId: shipment.id });
    expect((undone.json.data as { shipment: ShipmentSummary }).shipment.state).toBe('voided');
    expect((await lookUp(await numberOf(orderId)))[0]?.fulfillmentStatus).toBe('Unfulfilled');
    expect((await shippedBy('/ecom/order/ship', { orderId, ...IN_BOX })).shipment.id).not.toBe(shipment.id);
  });

  it('says what the carriers say when none of them answers', async () => {
    const [orderId = ''] = await world.orders(1);
    world.outage.on = true;
    const answer = await post('/ecom/order/ship', { orderId, ...IN_BOX });
    world.outage.on = false;
    expect([answer.status, answer.json.code]).toEqual([503, 'carrier_unavailable']);
  });
});

describe('items that have to be scanned', () => {
  const machineId = randomUUID();
  it('stop the label until all were, or until somebody takes it upon themselves, by name', async () => {
    const saved = await post('/setting/add', {
      machineId,
      setting: { ...USUAL_SCAN_SETTING, verification: 'required' },
    });
    expect(saved.status).toBe(200);
    const [orderId = '', other = ''] = await world.orders(2);
    const before = await paid();
    for (const verified of [
      undefined,
      [{ line: 1, quantity: 1 }],
      [{ line: 1, quantity: 3 }],
      [{ line: 9, quantity: 2 }],
    ]) {
      const refused = await post('/ecom/order/ship', { orderId, machineId, ...IN_BOX, verified });
      expect([refused.status, refused.json.code]).toEqual([409, 'order_not_shippable']);
      expect(refused.json.errorMessage).toMatch(/^Scan the items first: \d of 2 are packed\.$/);
    }
    expect(await paid()).toBe(before);
    await shippedBy('/ecom/order/ship', { orderId, machineId, ...IN_BOX, verified: [{ line: 1, quantity: 2 }] });
    await shippedBy('/ecom/order/ship', { orderId: other, machineId, ...IN_BOX, override: 'Barcode torn off' });
    expect(await paid()).toBe(before + 2);
    const log = await server.call('GET', '/audit?size=5');
    expect(log.text).toContain('overrideVerification');
    expect(log.text).toContain('Barcode torn off');
    expect(log.text).toContain('admin Test');
  });
});

describe('a station', () => {
  it('keeps settings and the open order for each person and machine', async () => {
    const machineId = randomUUID();
    const read = async (query: string, as?: TestUser) =>
      (await server.call('GET', `/scanship/setting${query}`, undefined, as ? { as } : {})).json.data as ScanSettings;
    const usual = await read('');
    expect(usual.setting).toEqual(USUAL_SCAN_SETTING);
    expect(usual.choices.carriers.map(({ grantId }) => grantId).toSorted()).toEqual(
      Object.values(world.grants).toSorted(),
    );
    expect(usual.choices.stores.length).toBeGreaterThan(0);
    const setting = { ...USUAL_SCAN_SETTING, autoPrintSeconds: 2, volume: 30 };
    await post('/setting/add', { machineId, setting });
    expect((await read(`?machineId=${machineId}`)).setting).toEqual(setting);
    expect((await read('')).setting).toEqual(USUAL_SCAN_SETTING);
    expect((await read(`?machineId=${machineId}`, world.colleague)).setting).toEqual(USUAL_SCAN_SETTING);
    const wrong = await post('/setting/add', { machineId, setting: { ...setting, autoPrintSeconds: 6 } });
    expect(wrong.json.code).toBe('validation');

    const [orderId = ''] = await world.orders(1);
    const saved = await post('/ecom/order', { orderId, machineId, ...IN_BOX, weightGrams: 900 });
    expect(saved.json.data).toEqual({ saveSelection: { orderId, shipMode: 'shipInBox', weightGrams: 900 } });
    expect((await read(`?machineId=${machineId}`)).saveSelection).toMatchObject({ orderId, weightGrams: 900 });
    await shippedBy('/ecom/order/ship', { orderId, machineId, ...IN_BOX, weightGrams: 900 });
    expect((await read(`?machineId=${machineId}`)).saveSelection).toBeNull();
  });

  it('gets a sheet of command barcodes', async () => {
    const sheet = await server.call('GET', '/scanship/command-sheet?paper=a4');
    expect((await openPdf(sheet.bytes)).getPageCount()).toBe(1);
  });
});

describe('who may', () => {
  it('nobody below the Advanced plan, whatever the role says', async () => {
    const [orderId = ''] = await world.orders(1);
    const calls = [
      server.call('GET', '/scanship/ecom/order/B-1', undefined, { as: world.stranger }),
      server.call('GET', '/scanship/setting', undefined, { as: world.stranger }),
      post('/ecom/order/ship', { orderId, ...IN_BOX }, randomUUID(), world.stranger),
    ];
    for (const answer of await Promise.all(calls))
      expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
    // Of the very same company, one plan lower.
    await setPlan('Standard', world.seller);
    expect((await server.call('GET', '/scanship/setting')).status).toBe(403);
    await setPlan('Advanced', world.seller);
    expect((await server.call('GET', '/scanship/setting')).status).toBe(200);
  });

  it('nobody of another company, even on the plan', async () => {
    const [orderId = ''] = await world.orders(1);
    const { shipment } = await shippedBy('/ecom/order/ship', { orderId, ...IN_BOX });
    await setPlan('Advanced', world.stranger);
    expect(await lookUp(await numberOf(orderId), '', world.stranger)).toEqual([]);
    const before = await paid();
    for (const [path, body] of [
      ['/ecom/order', { orderId, ...IN_BOX }],
      ['/ecom/order/ship', { orderId, ...IN_BOX }],
      ['/ecom/order-detail/rate', { orderId, ...IN_BOX }],
      ['/ecom/order-detail/print', { shipmentId: shipment.id }],
      ['/ecom/order/void', { shipmentId: shipment.id }],
      ['/ecom/order/hold', { orderId, reason: 'x' }],
    ] as const) {
      const answer = await post(path, body, randomUUID(), world.stranger);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const seen = await server.call('GET', `/scanship/ecom/shipment/${shipment.id}`, undefined, { as: world.stranger });
    expect(seen.status).toBe(404);
    expect(await paid()).toBe(before);
  });
});
