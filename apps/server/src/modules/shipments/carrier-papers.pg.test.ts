/** Return labels, proofs of delivery, customs documents, duties and addresses, asked of a carrier that offers them all. */
import { samples } from '@scanship/carrier-ups/harness';
import { simulator } from '@scanship/carrier-ups/simulator';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import { checkBook } from '../billing/index.ts';

let world: ParcelWorld;
beforeAll(async () => {
  world = await makeParcelWorld({ more: [{ slug: 'ups', simulator, credentials: samples.account.credentials }] });
}, 60_000);
afterAll(async () => {
  expect(await world.database.db.tenant(world.seller, checkBook)).toEqual([]);
  await world.close();
});

interface Rates {
  readonly quoteId: string;
  readonly carriers: readonly { readonly carrier: string; readonly landedCost?: boolean }[];
  readonly rates: readonly { readonly id: string; readonly carrier: string; readonly service: string }[];
  readonly problems: readonly { readonly carrier: string; readonly message: string }[];
}

const BOX = { number: 1, weightGrams: 900, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 120 } };
const post = <T>(path: string, body: object) => world.call<T>(world.seller, 'POST', path, body);
const detail = async (id: string): Promise<OrderDetail> =>
  (await world.call<OrderDetail>(world.seller, 'GET', `/orders/${id}`)).data;

/** Buys at UPS; the rates it was chosen from with it. */
async function buyAtUps(orderId: string, more: object = {}): Promise<{ rates: Rates; shipment: ShipmentSummary }> {
  const answer = await post<Rates>('/quotes/single', { orderId, parcels: [BOX], ...more });
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 });
  const { data: rates } = answer;
  const rate = rates.rates.find((each) => each.carrier === 'ups');
  expect(rate, JSON.stringify(rates.problems)).toBeDefined();
  const { data, status } = await post<{ shipment: ShipmentSummary }>('/shipment/create', {
    orderId,
    quoteId: rates.quoteId,
    rateId: rate?.id,
  });
  expect(status).toBe(200);
  return { rates, shipment: data.shipment };
}

const PROVES = { address1: '1 Main St', city: 'Buffalo', provinceCode: 'NY', zipcode: '14201', countryCode: 'US' };
async function orderTo(shipTo: object): Promise<string> {
  const { data } = await post<{ id: string }>('/orders/add', {
    number: `R-${Math.random().toString(36).slice(2, 8)}`,
    currency: 'CAD',
    shipTo: { name: 'Robin Lee', phone: '+1 416 555 0182', ...shipTo },
    items: [
      {
        title: 'Cotton shirt',
        quantity: 1,
        unitPriceMinor: 2_500,
        weightGrams: 400,
        hsCode: '610910',
        originCountry: 'CA',
      },
    ],
  });
  return data.id;
}

describe('a return', () => {
  it('goes from the buyer to us, costs, and changes neither the order nor what the store was told', async () => {
    const { id: orderId } = await world.newOrder();
    const { shipment: out } = await buyAtUps(orderId);
    expect(out).toMatchObject({ direction: 'outbound', offers: { returnLabel: true } });
    const before = await detail(orderId);

    const box = await post<{ id: string }>('/package-manager/add', {
      name: 'Shoe box',
      outer: BOX.dimensions,
      tareGrams: 180,
      isDefault: false,
    });
    const parcels = [{ ...BOX, packageId: box.data.id }];
    const { rates, shipment: back } = await buyAtUps(orderId, { returnOf: out.id, parcels });
    // Carriers that make no return labels say so, each for itself.
    expect(rates.problems.map(({ message }) => message).join(' ')).toMatch(/no return labels/);
    expect(back).toMatchObject({
      direction: 'return',
      returnOf: out.id,
      state: 'bought',
      offers: { returnLabel: false },
    });
    expect(back.parcels[0]?.hasLabel).toBe(true);
    const stored = await world.database.db.tenant(world.seller, (tx) =>
      tx
        .selectFrom('shipments')
        .select(['from_address', 'to_address', 'direction'])
        .where('id', '=', back.id)
        .executeTakeFirstOrThrow(),
    );
    expect(stored).toMatchObject({ from_address: { name: 'Robin Lee' }, direction: 'return' });

    const after = await detail(orderId);
    expect(after.fulfillmentStatus).toBe('Fulfilled');
    expect(after.items.map(({ allocated, shipped }) => [allocated, shipped])).toEqual(
      before.items.map(({ allocated, shipped }) => [allocated, shipped]),
    );
    const told = await world.database.db.tenant(world.seller, (tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM effects WHERE payload::text LIKE ${`%${back.id}%`}`.execute(tx),
    );
    expect(told.rows[0]?.n).toBe(0);
  });

  it('is voided without opening the order again, and does not wait for a driver here', async () => {
    const { id: orderId } = await world.newOrder();
    const { shipment: out } = await buyAtUps(orderId);
    const { shipment: back } = await buyAtUps(orderId, { returnOf: out.id });
    const waiting = await world.call<{ places: { groups: { carrier: string; shipments: number }[] }[] }>(
      world.seller,
      'GET',
      '/end-of-day',
    );
    const ups = waiting.data.places.flatMap(({ groups }) => groups).filter(({ carrier }) => carrier === 'ups');
    const outbound = await world.database.db.tenant(world.seller, (tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM shipments WHERE slug = 'ups' AND state = 'bought'
        AND direction = 'outbound' AND manifest_id IS NULL`.execute(tx),
    );
    expect(ups.reduce((sum, { shipments }) => sum + shipments, 0)).toBe(outbound.rows[0]?.n);
    const cancelled = await world.call<ShipmentSummary>(world.seller, 'DELETE', `/shipment/${back.id}/cancel`);
    expect(cancelled.data).toMatchObject({ state: 'voided' });
    expect((await detail(orderId)).fulfillmentStatus).toBe('Fulfilled');
  });

  it('of nothing, of a return, or of a stranger’s shipment is refused in words', async () => {
    const { id: orderId } = await world.newOrder();
    const { shipment: out } = await buyAtUps(orderId);
    const { shipment: back } = await buyAtUps(orderId, { returnOf: out.id });
    const ask = (body: object) => post<Rates>('/quotes/single', { parcels: [BOX], ...body });
    expect(await ask({ orderId, returnOf: back.id })).toMatchObject({ code: 'order_not_shippable' });
    const { id: other } = await world.newOrder();
    expect(await ask({ orderId: other, returnOf: out.id })).toMatchObject({ status: 404 });
    const { data: voided } = await world.call<ShipmentSummary>(world.seller, 'DELETE', `/shipment/${out.id}/cancel`);
    expect(voided.state).toBe('voided');
    expect(await ask({ orderId, returnOf: out.id })).toMatchObject({ code: 'order_not_shippable' });
  });
});

describe('papers of the carrier', () => {
  it('a proof of delivery is asked for after delivery, and its paper is kept once', async () => {
    const { id: orderId } = await world.newOrder();
    const { shipment } = await buyAtUps(orderId);
    const path = `/shipment/${shipment.id}/proof-of-delivery`;
    expect(await post(path, { parcelNumber: 1 })).toMatchObject({ code: 'carrier_refused' });
    expect(await post(path, { parcelNumber: 7 })).toMatchObject({ status: 404 });
    await world.after(24 * 12);
    await world.poll(shipment.id);
    expect((await world.shipment(shipment.id)).offers).toMatchObject({ proofOfDelivery: true });
    const proof = await post<{ signedBy: string | null; deliveredAt: string | null; documents: unknown[] }>(path, {
      parcelNumber: 1,
    });
    expect(proof.status).toBe(200);
    expect(proof.data.deliveredAt ?? proof.data.signedBy).not.toBeNull();
    const again = await post<{ documents: unknown[] }>(path, { parcelNumber: 1 });
    expect(again.data.documents).toEqual(proof.data.documents);
    await world.after(0);
  });

  it('a customs document reaches the carrier and is kept; a file of another kind is refused', async () => {
    const orderId = await orderTo(PROVES);
    const { shipment } = await buyAtUps(orderId);
    expect(shipment.offers).toMatchObject({ customsDocument: true });
    const send = (bytes: string) => {
      const form = new FormData();
      form.set('file', new Blob([bytes]), 'Invoice 7.pdf');
      return world.upload<{ documentId: string; carrierDocumentId: string }>(
        world.seller,
        `/shipment/${shipment.id}/customs-document?kind=commercial-invoice`,
        form,
      );
    };
    expect(await send('not a document')).toMatchObject({ code: 'validation' });
    const sent = await send('%PDF-1.4 our invoice');
    expect(sent).toMatchObject({ status: 200 });
    expect(sent.data.carrierDocumentId).not.toBe('');
    const { documents } = await world.shipment(shipment.id);
    expect(documents).toContainEqual(expect.objectContaining({ id: sent.data.documentId, kind: 'trade_document' }));
  });
});

describe('questions before a purchase', () => {
  it('duties of a rate across the border, without the price of the transport', async () => {
    const orderId = await orderTo(PROVES);
    const { data: rates } = await post<Rates>('/quotes/single', { orderId, parcels: [BOX] });
    expect(rates.carriers).toContainEqual(expect.objectContaining({ carrier: 'ups', landedCost: true }));
    const rate = rates.rates.find((each) => each.carrier === 'ups');
    const asked = await post<{ lines: { kind: string; amount: { minor: number } }[]; total: { minor: number } }>(
      '/quotes/landed-cost',
      { quoteId: rates.quoteId, rateId: rate?.id },
    );
    expect(asked.status).toBe(200);
    expect(asked.data.lines.every(({ kind }) => kind === 'duty' || kind === 'tax' || kind === 'surcharge')).toBe(true);
    expect(asked.data.total.minor).toBe(asked.data.lines.reduce((sum, { amount }) => sum + amount.minor, 0));
    const { id: domestic } = await world.newOrder();
    const { data: inside } = await post<Rates>('/quotes/single', { orderId: domestic, parcels: [BOX] });
    const near = inside.rates.find((each) => each.carrier === 'ups');
    expect(await post('/quotes/landed-cost', { quoteId: inside.quoteId, rateId: near?.id })).toMatchObject({
      code: 'validation',
    });
  });

  it('an address is judged by the carrier, with its suggestion', async () => {
    const { good, unknown } = samples.addresses ?? {};
    const ask = (address: object | undefined) =>
      post<{ answers: { carrier: string; verdict: string; messages: string[] }[] }>('/address/check-with-carriers', {
        address,
      });
    expect((await ask(good)).data.answers).toContainEqual(
      expect.objectContaining({ carrier: 'ups', verdict: 'confirmed' }),
    );
    const [lost] = (await ask(unknown)).data.answers.filter(({ carrier }) => carrier === 'ups');
    expect(lost).toMatchObject({ verdict: 'unknown' });
    expect(lost?.messages.length).toBeGreaterThan(0);
  });
});
