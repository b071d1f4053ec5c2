/** Labels against the credit limit over the whole application: what a person is told who lacks funds, and what TEST labels cost. */
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { SHIP_FROM } from '../../../test/order-fixture.ts';
import { loadRateSheetTools } from '../carriers/connector-registry.ts';
import type { NewAccount } from '../carriers/index.ts';
import { addLocation } from '../settings/index.ts';
import { makePaymentsWorld, type PaymentsWorld } from '../../../test/payments-world.ts';

let w: PaymentsWorld;
afterEach(() => w.close());

/** The franchise lends an account to all its customers: of a simulator, whose labels carry TEST, or its own courier, whose labels are real. */
async function begin(mode: 'simulator' | 'live'): Promise<void> {
  w = await makePaymentsWorld({}, { simulators: mode === 'live' });
  const { first, people } = w.world;
  const { carriers } = w.application;
  await w.database.db.tenant(people.admin, async (tx) => {
    const ctx = { tenantId: people.admin.tenantId, timeZone: 'America/Toronto', locale: 'en-CA' } as const;
    const address = { ...SHIP_FROM, address2: null, email: null, residential: null };
    expect(await addLocation(ctx, tx, { name: 'Warehouse', address, isDefault: true })).toMatchObject({ ok: true });
  });
  const account: Omit<NewAccount, 'mode'> =
    mode === 'live'
      ? { carrier: 'rate-sheet', name: 'Courier', credentials: {} }
      : {
          carrier: 'testline-express',
          name: 'Express',
          credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
        };
  const added = await carriers.addAccount({ tenantId: first.id, tenantKind: 'franchise' }, { ...account, mode });
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
  if (mode === 'simulator') return;
  const { rateSheetTemplate, sheetAsCsv } = await loadRateSheetTools();
  const put = await carriers.putRateSheet(
    { tenantId: first.id, userId: people.franchise.userId },
    added.value.accountId,
    {
      fileName: 'sheet.csv',
      contentType: 'text/csv',
      bytes: new TextEncoder().encode(sheetAsCsv(rateSheetTemplate())),
    },
  );
  expect(put).toMatchObject({ ok: true, value: { accepted: true } });
}

interface Bought {
  readonly shipment: { id: string; state: string; price: { minor: number } };
}
let count = 0;
async function buy(test = false) {
  count += 1;
  const order = await w.call('admin', 'POST', '/orders/add', {
    number: `L-${count}`,
    currency: 'CAD',
    shipTo: {
      name: 'Robin Lee',
      address1: '88 Queen St W',
      city: 'Toronto',
      provinceCode: 'ON',
      zipcode: 'M5H 2M5',
      countryCode: 'CA',
      phone: '+1 416 555 0182',
    },
    items: [{ title: 'Mug', sku: 'MUG', quantity: 1, unitPriceMinor: 1_250, weightGrams: 400 }],
  });
  const { id: orderId } = order.json.data as { id: string };
  const quoted = await w.call('admin', 'POST', '/quotes/single', {
    orderId,
    parcels: [{ number: 1, weightGrams: 800, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 120 } }],
  });
  expect([quoted.status, quoted.text.slice(0, 400)]).toEqual([200, expect.anything()]);
  const { quoteId, rates } = quoted.json.data as {
    quoteId: string;
    rates: { id: string; test: boolean; price: { minor: number } }[];
  };
  const [rate] = rates;
  expect(rate).toMatchObject({ test });
  const answer = await w.call('admin', 'POST', '/shipment/create', { orderId, quoteId, rateId: rate?.id });
  return { price: rate?.price.minor ?? 0, answer, data: answer.json.data as Bought };
}

const booked = async (tenantId: string): Promise<unknown> =>
  w.database.db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<object>`SELECT (SELECT count(*)::int FROM entries) AS entries,
      (SELECT count(*)::int FROM price_chain) AS sales,
      (SELECT coalesce(sum(abs(amount_minor) + reserved_minor), 0)::int FROM account_balances) AS balances`.execute(tx);
    return rows[0];
  });

test('a TEST label costs nothing on any level, is in no book, and no limit stops it; nor does its void give anything back', async () => {
  await begin('simulator');
  const { first, people } = w.world;
  await w.prepaid(first.id, people.admin.tenantId, 0);
  const { price, answer, data } = await buy(true);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  expect([data.shipment.state, data.shipment.price.minor]).toEqual(['bought', 0]);
  expect(price).toBeGreaterThan(0);
  const nothing = { entries: 0, sales: 0, balances: 0 };
  for (const tenantId of [first.id, people.admin.tenantId]) expect(await booked(tenantId)).toEqual(nothing);
  expect((await w.call('admin', 'DELETE', `/shipment/${data.shipment.id}/cancel`)).status).toBe(200);
  for (const tenantId of [first.id, people.admin.tenantId]) expect(await booked(tenantId)).toEqual(nothing);
  const billing = (await w.call('admin', 'GET', '/billing')).json.data as { balances: object[]; pending?: object[] };
  expect(billing.balances).toMatchObject([{ currency: 'CAD', owedMinor: 0, reservedMinor: 0, availableMinor: 0 }]);
});

test('an automatic top-up that is less than what is missing charges nothing and says so; one that covers it is begun', async () => {
  await begin('live');
  const { first, people } = w.world;
  const [seller, buyer] = [first.id, people.admin.tenantId];
  await w.prepaid(seller, buyer, 0);
  expect((await w.addCard('admin', '4242424242424242')).status).toBe(200);
  const billing = async () =>
    (await w.call('admin', 'GET', '/billing')).json.data as { cards: { id: string }[]; autoTopUp: { state: string } };
  const topUp = async (amountMinor: number) => {
    const [card] = (await billing()).cards;
    const body = { on: true, currency: 'CAD', belowMinor: 0, amountMinor, cardId: card?.id };
    expect((await w.call('admin', 'PUT', '/billing/auto-top-up', body)).status).toBe(200);
  };
  const charges = () =>
    w.database.db.tenant({ tenantId: seller }, (tx) =>
      tx.selectFrom('payments').select('amount_minor').where('purpose', '=', 'auto').execute(),
    );
  await topUp(500);
  const short = await buy();
  expect(short.price).toBeGreaterThan(500);
  expect([short.answer.status, short.answer.json.code]).toEqual([409, 'insufficient_funds']);
  expect(short.answer.text).toContain(
    `${(short.price / 100).toFixed(2)} CAD more is needed for this than is available.`,
  );
  expect(short.answer.text).toContain(
    'Your automatic top-up is less than what is missing. Top up under Billing, then try again.',
  );
  expect(await charges()).toEqual([]);
  expect((await billing()).autoTopUp.state).toBe('on');
  expect(await w.owed(seller, buyer)).toBe(0);

  await topUp(10_000);
  expect((await buy()).answer.text).toContain('Your automatic top-up is under way. Try again in a moment.');
  expect(await charges()).toEqual([{ amount_minor: 10_000 }]);
  await expect.poll(() => w.owed(seller, buyer)).toBe(-10_000);
  const { price, answer, data } = await buy();
  expect([answer.status, data.shipment.price.minor]).toEqual([200, price]);
  expect(await w.owed(seller, buyer)).toBe(price - 10_000);
  expect(await w.faults([seller, buyer])).toEqual([]);
});
