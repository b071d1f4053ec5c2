/** A customer that may pay and may not ship, over the whole application: what is refused, what stays open, how it ends, who is told. */
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHIP_FROM } from '../../../test/order-fixture.ts';
import { makePaymentsWorld, type PayerName, type PaymentsWorld } from '../../../test/payments-world.ts';
import { newId } from '../../platform/database/ids.ts';
import { loadRateSheetTools } from '../carriers/connector-registry.ts';
import { addLocation } from '../settings/index.ts';

let w: PaymentsWorld;
let customer: string;

beforeAll(async () => {
  w = await makePaymentsWorld({}, { simulators: true });
  const { first, people } = w.world;
  customer = people.admin.tenantId;
  await w.database.db.tenant(people.admin, async (tx) => {
    const ctx = { tenantId: customer, timeZone: 'America/Toronto', locale: 'en-CA' } as const;
    const address = { ...SHIP_FROM, address2: null, email: null, residential: null };
    expect(await addLocation(ctx, tx, { name: 'Warehouse', address, isDefault: true })).toMatchObject({ ok: true });
  });
  const { carriers } = w.application;
  const added = await carriers.addAccount(
    { tenantId: first.id, tenantKind: 'franchise' },
    { carrier: 'rate-sheet', name: 'Courier', credentials: {}, mode: 'live' },
  );
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
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
});
afterAll(() => w.close());

const done = async <T>(who: PayerName, method: 'GET' | 'POST', at: string, body?: unknown): Promise<T> => {
  const answer = await w.call(who, method, at, body);
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return answer.json.data as T;
};
const restrict = (reason: string, untilPaid: boolean) =>
  done<CustomerDetail>('franchise', 'POST', `/franchise/customers/${customer}/restrict`, { reason, untilPaid });

let count = 0;
const order = async (): Promise<string> => {
  count += 1;
  const made = await done<{ id: string }>('admin', 'POST', '/orders/add', {
    number: `R-${count}`,
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
  return made.id;
};
const ask = (orderId: string) =>
  w.call('admin', 'POST', '/quotes/single', {
    orderId,
    parcels: [{ number: 1, weightGrams: 800, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 120 } }],
  });
const rateOf = async (orderId: string) => {
  const answer = await ask(orderId);
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  const { quoteId, rates } = answer.json.data as { quoteId: string; rates: { id: string }[] };
  return { orderId, quoteId, rateId: rates[0]?.id ?? '' };
};
const buy = (rate: object) => w.call('admin', 'POST', '/shipment/create', rate);
const mailsSince = async (since: string) => {
  const rows = await w.database.db.identity({ realmId: w.world.first.id }, (tx) =>
    tx.selectFrom('outbox_mails').select(['id', 'recipient', 'subject', 'text_part']).execute(),
  );
  return rows.filter(({ id }) => id > since);
};

test('restricted: rates, labels, batches, files and imports at a press are refused with the reason; signing in, seeing and paying go on', async () => {
  const before = await rateOf(await order());
  const since = newId();
  const shown = await restrict('Card payments keep being taken back', false);
  expect(shown).toMatchObject({
    state: 'active',
    restriction: { reason: 'Card payments keep being taken back', untilPaid: false },
  });
  const refused = {
    status: 409,
    code: 'shipping_restricted',
    message: 'Shipping is stopped for your company: Card payments keep being taken back',
  };
  const told = (answer: Awaited<ReturnType<typeof buy>>) => ({
    status: answer.status,
    code: answer.json.code,
    message: answer.json.errorMessage,
  });
  // A rate from before is worth nothing either: the purchase itself asks.
  expect(told(await buy(before))).toEqual(refused);
  const next = await order();
  expect(told(await ask(next))).toEqual(refused);
  expect(told(await w.call('admin', 'POST', '/batches', { kind: 'auto-ship', ids: [next] }))).toEqual(refused);
  const bought = await w.database.db.tenant(w.world.people.admin, (tx) =>
    tx.selectFrom('purchases').select('id').execute(),
  );
  expect(bought).toEqual([]);
  // Another customer of the same franchise, and the rest of this one's work.
  expect((await w.call('basic', 'GET', '/profile/me')).json.data).toMatchObject({ restriction: null });
  expect((await w.call('admin', 'GET', '/profile/me')).json.data).toMatchObject({
    restriction: { reason: 'Card payments keep being taken back', untilPaid: false },
  });
  for (const path of ['/billing', '/shipments?page=1&size=10', '/orders/export-options'])
    expect([path, (await w.call('admin', 'GET', path)).status]).not.toEqual([path, 409]);
  await expect
    .poll(async () => (await mailsSince(since)).map(({ recipient }) => recipient))
    .toEqual(['admin@example.com']);
  const [mail] = await mailsSince(since);
  expect(mail?.subject).toBe('Shipping is stopped for your company');
  expect(mail?.text_part).toContain('Card payments keep being taken back');

  // No payment ends what a person decided.
  await done('franchise', 'POST', `/receivables/${customer}/payments`, {
    method: 'transfer',
    amountMinor: 100,
    currency: 'CAD',
    reference: 'T-0',
  });
  expect(await w.application.restrictions.look()).toBe(0);
  expect(told(await buy(before))).toEqual(refused);
  const lifted = await done<CustomerDetail>(
    'franchise',
    'POST',
    `/franchise/customers/${customer}/lift-restriction`,
    {},
  );
  expect(lifted.restriction).toBeNull();
  expect((await buy(before)).status).toBe(200);
  await expect
    .poll(async () => (await mailsSince(since)).map(({ subject }) => subject))
    .toContain('You can ship again');
});

test('until paid: a part is not enough; the rest counts for the very next label, then takes the restriction away and tells', async () => {
  const { first } = w.world;
  const owed = await w.owed(first.id, customer);
  expect(owed).toBeGreaterThan(100);
  const since = newId();
  await restrict('Two invoices are open', true);
  const next = await order();
  const pay = (amountMinor: number, reference: string) =>
    done('franchise', 'POST', `/receivables/${customer}/payments`, {
      method: 'transfer',
      amountMinor,
      currency: 'CAD',
      reference,
    });
  await pay(owed - 1, 'T-1');
  expect(await w.application.restrictions.look()).toBe(0);
  const refused = await ask(next);
  expect([refused.status, refused.json.code]).toEqual([409, 'shipping_restricted']);
  expect(refused.json.advice).toBe(
    'Pay what is open under Billing; then shipping resumes automatically. Nothing of yours is lost.',
  );
  await pay(1, 'T-2');
  // The worker has not looked yet.
  expect(
    (await done<CustomerDetail>('franchise', 'GET', `/franchise/customers/${customer}`)).restriction,
  ).not.toBeNull();
  expect((await buy(await rateOf(next))).status).toBe(200);
  expect(await w.application.restrictions.look()).toBe(1);
  expect(await w.application.restrictions.look()).toBe(0);
  expect((await done<CustomerDetail>('franchise', 'GET', `/franchise/customers/${customer}`)).restriction).toBeNull();
  await expect
    .poll(async () => (await mailsSince(since)).map(({ subject }) => subject))
    .toEqual(['Shipping is stopped for your company', 'You can ship again']);
  const { entries } = await done<{ entries: { action: string; outcome: string | null }[] }>(
    'franchise',
    'GET',
    '/audit?size=20&action=restrictionPaid',
  );
  expect(entries).toMatchObject([{ action: 'restrictionPaid', outcome: 'done' }]);
});

test('until paid is refused where nothing is owed; only who manages customers may, and only its own', async () => {
  const { people } = w.world;
  const none = await w.call('franchise', 'POST', `/franchise/customers/${people.basic.tenantId}/restrict`, {
    reason: 'Late',
    untilPaid: true,
  });
  expect([none.status, none.json.errorMessages?.[0]?.field]).toEqual([400, 'untilPaid']);
  for (const who of ['support', 'agent', 'admin'] as const)
    for (const what of ['restrict', 'lift-restriction'])
      expect([
        who,
        (await w.call(who, 'POST', `/franchise/customers/${customer}/${what}`, { reason: 'x', untilPaid: false }))
          .status,
      ]).toEqual([who, 403]);
  const foreign = await w.call('franchise', 'POST', `/franchise/customers/${people.foreign.tenantId}/restrict`, {
    reason: 'x',
    untilPaid: false,
  });
  expect(foreign.json.code).toBe('not_found');
  const list = await done<{ customers: { id: string }[] }>('franchise', 'GET', '/franchise/customers?state=restricted');
  expect(list.customers).toEqual([]);
  await restrict('Asked for papers', false);
  const held = await done<{ customers: { id: string }[] }>('franchise', 'GET', '/franchise/customers?state=restricted');
  expect(held.customers.map(({ id }) => id)).toEqual([customer]);
});
