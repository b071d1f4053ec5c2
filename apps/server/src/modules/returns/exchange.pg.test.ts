/** Exchanges from the buyer's form to the order that sends them, over real HTTP. */
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { ReturnDetail, SeenReturnRules } from '@scanship/contracts/shipping/returns';
import { sql } from 'kysely';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { createBuyerLinks } from '../buyer-page/index.ts';
import { eraseBuyers } from '../orders/index.ts';

let world: ParcelWorld;
beforeAll(async () => {
  world = await makeParcelWorld();
  await product('MUG-G', 'Green mug', 1_900);
  await product('TEE-M', 'Tee', 2_500);
  await product('TEE-L', 'Tee', 2_500);
  await rules({});
}, 60_000);
afterAll(() => world.close());

const call = <T>(method: string, path: string, body?: unknown, person = world.seller) =>
  world.call<T>(person, method, path, body);
const inTenant = (statement: ReturnType<typeof sql>) =>
  world.database.db.tenant(world.seller, (tx) => statement.execute(tx));
const detail = async (id: string) => (await call<ReturnDetail>('GET', `/returns/${id}`)).data;
const order = async (id: string) => (await call<OrderDetail>('GET', `/orders/${id}`)).data;
const exchange = (id: string, lines: readonly object[], person = world.seller) =>
  call<ReturnDetail>('POST', `/returns/${id}/exchange`, { lines }, person);
const linkOf = (orderId: string): string =>
  createBuyerLinks(world.services.cookieSecret).pathOf({ tenantId: world.seller.tenantId, orderId });

const product = (sku: string, title: string, minor: number, currency = 'CAD', id = newId()) =>
  inTenant(sql`INSERT INTO products (tenant_id, id, sku, sku_key, title, title_key, weight_g, hs_code, value_minor, currency, customs_text)
    VALUES (${world.seller.tenantId}, ${id}, ${sku}, ${sku.toLowerCase()}, ${title}, ${title.toLowerCase()}, 350, '691200', ${minor},
      ${currency}, 'Cup')`);

async function rules(change: Partial<SeenReturnRules>): Promise<void> {
  const { data } = await call<SeenReturnRules>('GET', '/returns/rules');
  const wishes = ['money', 'exchange'];
  expect((await call('PUT', '/returns/rules', { ...data, open: true, wishes, ...change })).status).toBe(200);
}

async function page(path: string, form?: Readonly<Record<string, string>>) {
  const answer = await request(`${world.origin.replace('localhost', '127.0.0.1')}${path}`, {
    method: form ? 'POST' : 'GET',
    headers: {
      host: 'first.test',
      'accept-language': 'en',
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}

/** A shipment of two mugs that arrived; where its order is looked at, one whose label was bought. */
async function arrived(bought: boolean): Promise<{ readonly orderId: string; readonly shipmentId: string }> {
  const { tenantId } = world.seller;
  if (bought) {
    const { orderId, shipment } = await world.buy('testline-express');
    await inTenant(sql`UPDATE shipment_items SET qty = 2 WHERE shipment_id = ${shipment.id}`);
    await inTenant(
      sql`UPDATE shipments SET state = 'delivered', delivered_at = now(), test = false WHERE id = ${shipment.id}`,
    );
    return { orderId, shipmentId: shipment.id };
  }
  const { id: orderId } = await world.newOrder();
  const shipmentId = newId();
  const address = json({ countryCode: 'CA' });
  await inTenant(sql`INSERT INTO shipments (tenant_id, id, state, from_address, to_address, slug, bought_at, delivered_at)
    VALUES (${tenantId}, ${shipmentId}, 'delivered', ${address}, ${address}, 'ups', now(), now())`);
  await inTenant(sql`INSERT INTO shipment_items (tenant_id, shipment_id, order_id, line, qty)
    VALUES (${tenantId}, ${shipmentId}, ${orderId}, 1, 2)`);
  return { orderId, shipmentId };
}

/** One of two mugs is sent back, and is here by now. */
async function asked(form: Readonly<Record<string, string>>, state = 'checked', bought = false) {
  const { orderId, shipmentId } = await arrived(bought);
  await inTenant(sql`UPDATE order_items SET qty = 2, qty_allocated = 2, qty_shipped = 2 WHERE order_id = ${orderId}`);
  const sent = await page(`${linkOf(orderId)}/returns`, {
    shipment: shipmentId,
    q1: '1',
    reason: 'does-not-fit',
    wish: 'exchange',
    note: '',
    lang: 'en',
    ...form,
  });
  expect(sent.status).toBe(303);
  const { rows } = await inTenant(sql`SELECT id FROM returns WHERE order_id = ${orderId}`);
  const { id } = rows[0] as { readonly id: string };
  await inTenant(sql`UPDATE returns SET state = ${state}, arrived_at = CASE WHEN ${state} IN ('arrived', 'checked') THEN now() END
    WHERE id = ${id}`);
  return { id, orderId };
}

it('shows the products that can be had only where the seller wants it, those alike first, variants by their SKU', async () => {
  const { orderId } = await asked({ q1: '1' }, 'asked');
  expect((await page(`${linkOf(orderId)}/returns`)).text).not.toContain('<datalist');
  await rules({ offerProducts: true });
  const { text } = await page(`${linkOf(orderId)}/returns`);
  expect([...text.matchAll(/<option value="([^"]+)"><\/option>/g)].map(([, name]) => name)).toEqual([
    'Green mug',
    'Tee (TEE-L)',
    'Tee (TEE-M)',
  ]);
  expect(text).toContain('list="instead"');
  // Money alone: nobody is asked what to get instead.
  await rules({ wishes: ['money'], offerProducts: true });
  expect((await page(`${linkOf(orderId)}/returns`)).text).not.toMatch(/name="i1"|<datalist/);
  await rules({ offerProducts: true });
});

it('makes an order of the product that was chosen, at no price, linked to order and return; the buyer follows it', async () => {
  const { id, orderId } = await asked({ i1: ' Tee (TEE-L) ' }, 'checked', true);
  const before = await detail(id);
  expect(before.items).toMatchObject([{ instead: 'Tee (TEE-L)', insteadProduct: { sku: 'TEE-L', title: 'Tee' } }]);
  expect([before.exchange, before.may.exchange]).toEqual([null, true]);
  const made = await exchange(id, [{ line: 1, quantity: 1, instead: 'Tee (TEE-L)' }]);
  const first = await order(orderId);
  const number = `${first.ecomOrderNumber}-X1`;
  expect(made.data).toMatchObject({ state: 'done', exchange: { number }, may: { exchange: false } });
  const sent = await order(made.data.exchange?.id ?? '');
  expect(sent).toMatchObject({
    ecomOrderNumber: number,
    fulfillmentStatus: 'Unfulfilled',
    total: { minor: 0, currency: 'CAD' },
    shipTo: first.shipTo,
    sendsAgain: { id: orderId, exchangeFor: { id, number: made.data.number } },
    items: [{ sku: 'TEE-L', title: 'Tee', quantity: 1, unitPrice: { minor: 2_500 }, weightGrams: 350 }],
  });
  expect(first.sentAgain).toMatchObject([{ number, exchangeFor: { id } }]);
  const { text } = await page(`${linkOf(orderId)}/returns`);
  expect(text).toContain(`Sent in exchange as order ${number}.`);
  expect(text).toContain('Instead: Tee (TEE-L)');
  expect((await page(linkOf(sent.id))).text).toContain(`Order ${number}`);
});

it('is made once, also by two presses at once, and anew once its order was cancelled', async () => {
  const { id } = await asked({});
  const lines = [{ line: 1, quantity: 1, instead: null }];
  const both = await Promise.all([exchange(id, lines), exchange(id, lines)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const { exchange: made } = await detail(id);
  expect((await order(made?.id ?? '')).items).toMatchObject([{ sku: 'MUG', quantity: 1, weightGrams: 400 }]);
  expect((await exchange(id, lines)).message).toBe(`Order ${made?.number} was made in exchange already.`);
  await inTenant(sql`UPDATE orders SET cancelled_at = now() WHERE id = ${made?.id}`);
  expect((await detail(id)).may.exchange).toBe(true);
  expect((await exchange(id, lines)).data.exchange?.number).toMatch(/-X2$/);
});

it('takes words for what is no product, and asks nothing of a name that two products have', async () => {
  const { id } = await asked({ i1: 'The one with the cat \u202E' });
  expect((await detail(id)).items).toMatchObject([{ instead: 'The one with the cat', insteadProduct: null }]);
  const { data } = await exchange(id, [{ line: 1, quantity: 1, instead: 'Tee' }]);
  expect((await order(data.exchange?.id ?? '')).items).toMatchObject([{ sku: null, title: 'Tee', weightGrams: null }]);
});

it('is refused before it came back, for more than came, for what was not asked, and to others', async () => {
  const { id } = await asked({}, 'approved');
  const lines = [{ line: 1, quantity: 1, instead: null }];
  expect((await exchange(id, lines)).message).toBe('Nothing has come back yet.');
  await inTenant(sql`UPDATE returns SET state = 'arrived' WHERE id = ${id}`);
  expect((await exchange(id, [{ line: 1, quantity: 2, instead: null }])).errors).toMatchObject([
    { field: 'lines.0.quantity', message: '1 of this item came back.' },
  ]);
  expect((await exchange(id, [{ line: 7, quantity: 1 }])).status).toBe(400);
  expect((await exchange(id, [...lines, ...lines])).errors).toMatchObject([{ field: 'lines' }]);
  expect([403, 404]).toContain((await exchange(id, lines, world.people.basic)).status);
  expect((await detail(id)).exchange).toBeNull();
  // Finished without ever coming: its buyer keeps it, and gets nothing for it.
  await inTenant(sql`UPDATE returns SET state = 'done', arrived_at = NULL WHERE id = ${id}`);
  expect((await detail(id)).may.exchange).toBe(false);
  expect((await exchange(id, lines)).message).toBe('Nothing has come back yet.');
  await inTenant(sql`UPDATE returns SET arrived_at = now() WHERE id = ${id}`);
  expect((await detail(id)).may.exchange).toBe(true);
  await inTenant(sql`UPDATE returns SET wish = 'money' WHERE id = ${id}`);
  expect((await exchange(id, lines)).message).toBe('The buyer asked for no exchange.');
});

it('declares another product at no worth but its own: where that is not known in the order’s currency, customs asks for it', async () => {
  await product('USD-1', 'Lamp', 4_000, 'USD');
  const { id } = await asked({ i1: 'USD-1' });
  const { data } = await exchange(id, [{ line: 1, quantity: 1, instead: 'USD-1' }]);
  expect((await order(data.exchange?.id ?? '')).items).toMatchObject([
    { sku: 'USD-1', unitPrice: { minor: 0, currency: 'CAD' } },
  ]);
});

it('offers what will be understood: a name that products elsewhere share by its SKU, none too long, and nothing when all is back', async () => {
  const { orderId } = await asked({}, 'asked');
  const names = async () =>
    [...(await page(`${linkOf(orderId)}/returns`)).text.matchAll(/<option value="([^"]+)"><\/option>/g)].map(
      ([, name]) => name,
    );
  await product('LONG', `Green ${'e'.repeat(196)}`, 1);
  expect(await names()).toContain('Green mug');
  expect((await names()).some((name) => (name?.length ?? 0) > 200)).toBe(false);
  // Of no store of this order, and yet among the products a name is looked for.
  const { rows } = await inTenant(sql`SELECT id FROM products WHERE sku = 'MUG-G'`);
  const [mug] = rows as readonly { readonly id: string }[];
  await product('MUG-G2', 'Green mug', 1_900);
  await world.database.db.tenant(world.seller, async (tx) => {
    await sql`UPDATE orders SET source = 'store' WHERE id = ${orderId}`.execute(tx);
    await sql`INSERT INTO product_aliases (tenant_id, product_id, store_id, sku_key, external_id)
      SELECT tenant_id, ${mug?.id}, store_id, 'mug-g', 'mug-g' FROM orders WHERE id = ${orderId}`.execute(tx);
  });
  expect(await names()).toEqual(['Green mug (MUG-G)']);
  await inTenant(
    sql`UPDATE return_items SET qty = 2 WHERE return_id IN (SELECT id FROM returns WHERE order_id = ${orderId})`,
  );
  expect(await names()).toEqual([]);
});

it('forgets what a buyer typed with the buyer, and sends nothing to a forgotten one; a long note in Japanese is taken', async () => {
  const { id, orderId } = await asked({ i1: 'カップ', note: '割'.repeat(1_000) });
  expect((await detail(id)).note).toHaveLength(1_000);
  const sent = await asked({ i1: 'Une tasse pour ma fille Zoé' });
  const { data } = await exchange(sent.id, [{ line: 1, quantity: 1, instead: 'Une tasse pour ma fille Zoé' }]);
  const exchanged = data.exchange?.id ?? '';
  expect((await order(exchanged)).items).toMatchObject([{ title: 'Une tasse pour ma fille Zoé' }]);
  await world.database.db.tenant(world.seller, async (tx) => {
    const { rows } = await sql<{ store_id: string }>`SELECT store_id FROM orders WHERE id = ${orderId}`.execute(tx);
    const of = { storeId: rows[0]?.store_id ?? '', orderIds: [orderId, sent.orderId], now: new Date() };
    return eraseBuyers({ tenantId: world.seller.tenantId, userId: undefined }, tx, of);
  });
  expect(await detail(id)).toMatchObject({ note: null, items: [{ instead: null }] });
  // Nor does the order that was made of them keep them.
  const kept = await inTenant(sql`SELECT (SELECT json_agg(d) FROM order_details AS d WHERE d.order_id = o.id)::text
      || (SELECT json_agg(i) FROM order_items AS i WHERE i.order_id = o.id)::text AS text FROM orders AS o WHERE o.id = ${exchanged}`);
  expect((kept.rows[0] as { readonly text: string }).text).not.toContain('Zoé');
  expect((await exchange(id, [{ line: 1, quantity: 1, instead: null }])).message).toBe(
    'The buyer was erased, so nobody knows where it would go.',
  );
  expect((await detail(id)).exchange).toBeNull();
});
