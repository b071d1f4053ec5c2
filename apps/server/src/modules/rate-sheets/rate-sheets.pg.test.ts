/** A courier's new prices: a draft that is compared, tried on real labels, published now or on a day, undone and logged. */
import type { SheetChanges, SheetEffect } from '@scanship/contracts/carriers/rate-sheet-changes';
import type { AuditEntry } from '@scanship/contracts/access/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHIP_FROM } from '../../../test/order-fixture.ts';
import { makePaymentsWorld, type PaymentsWorld } from '../../../test/payments-world.ts';
import { loadRateSheetTools } from '../carriers/connector-registry.ts';
import { addLocation } from '../settings/index.ts';

let w: PaymentsWorld;
let accountId = '';

const csv = async (change: (text: string) => string = (text) => text): Promise<Uint8Array> => {
  const { rateSheetTemplate, sheetAsCsv } = await loadRateSheetTools();
  return new TextEncoder().encode(change(sheetAsCsv(rateSheetTemplate())));
};
const upload = async (fileName: string, change?: (text: string) => string) => {
  const put = await w.application.carriers.putRateSheet(
    { tenantId: w.world.first.id, userId: w.world.people.franchise.userId },
    accountId,
    { fileName, contentType: 'text/csv', bytes: await csv(change) },
  );
  if (!put.ok) throw new Error(JSON.stringify(put.problem));
  return put.value;
};

beforeAll(async () => {
  w = await makePaymentsWorld({}, { simulators: true });
  const { first, people } = w.world;
  const customer = people.admin.tenantId;
  await w.database.db.tenant(people.admin, async (tx) => {
    const ctx = { tenantId: customer, timeZone: 'America/Toronto', locale: 'en-CA' } as const;
    const address = { ...SHIP_FROM, address2: null, email: null, residential: null };
    expect(await addLocation(ctx, tx, { name: 'Warehouse', address, isDefault: true })).toMatchObject({ ok: true });
  });
  const added = await w.application.carriers.addAccount(
    { tenantId: first.id, tenantKind: 'franchise' },
    { carrier: 'rate-sheet', name: 'Courier', credentials: {}, mode: 'live' },
  );
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
  ({ accountId } = added.value);
  expect(await upload('first.csv')).toMatchObject({ accepted: true, draft: false });
}, 120_000);
afterAll(() => w.close());

const franchise = async <T>(method: 'GET' | 'POST' | 'DELETE', at: string, body?: unknown): Promise<T> => {
  const answer = await w.call('franchise', method, `/shippingCarrier/${accountId}/rate-sheet${at}`, body);
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return answer.json.data as T;
};
const changes = () => franchise<SheetChanges>('GET', '/changes');

let count = 0;
/** The cheapest price a seller is asked, and what buys it. */
const quote = async () => {
  count += 1;
  const made = await w.call('admin', 'POST', '/orders/add', {
    number: `S-${count}`,
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
  const orderId = (made.json.data as { id: string }).id;
  const quoted = await w.call('admin', 'POST', '/quotes/single', {
    orderId,
    parcels: [{ number: 1, weightGrams: 800, dimensions: { lengthMm: 100, widthMm: 100, heightMm: 100 } }],
  });
  const { quoteId, rates } = quoted.json.data as {
    quoteId: string;
    rates: { id: string; service: string; price: { minor: number } }[];
  };
  const rate = rates.find(({ service }) => service === 'NEXT_DAY');
  if (!rate) throw new Error(quoted.text);
  return { orderId, quoteId, rateId: rate.id, minor: rate.price.minor };
};
/** A slip of the point: ten times the price of a kilogram inside the city. */
const SLIP = (text: string): string => text.replace('NEXT_DAY,,GTA,0,1,7.45', 'NEXT_DAY,,GTA,0,1,74.50');

test('a file is a draft: no price changes, the slip of the point stands first, and labels that were bought tell its effect', async () => {
  const before = await quote();
  const bought = await w.call('admin', 'POST', '/shipment/create', before);
  expect(bought.text).toContain('"shipment"');
  // The zone it was priced by stays with it, whatever becomes of the sheet: spend is told by zone.
  const { id } = (bought.json.data as { shipment: { id: string } }).shipment;
  const kept = await w.database.db.tenant(w.world.people.admin, (tx) =>
    tx.selectFrom('shipments').select('zone').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  expect(kept.zone).toBe('Greater Toronto Area');
  expect(await upload('slip.csv', SLIP)).toMatchObject({ accepted: true, draft: true });
  expect((await quote()).minor).toBe(before.minor);
  const { draft, history } = await changes();
  expect(draft).toMatchObject({ basedOn: 1, sourceName: 'slip.csv', startsAt: null });
  expect(draft?.difference).toMatchObject({ changed: 1, added: 0, removed: 0, sections: [] });
  expect(draft?.difference.changes[0]).toMatchObject({ beforeMinor: 745, afterMinor: 7_450, toZone: 'GTA' });
  expect(history).toMatchObject([{ version: 1, inForce: true }]);
  const effect = await franchise<SheetEffect>('GET', '/effect');
  expect(effect).toMatchObject({ labels: 1, higher: 1, lower: 0, unpriced: 0, currency: 'CAD' });
  expect(effect.afterMinor - effect.beforeMinor).toBeGreaterThan(6_000);
});

test('published it holds at once; a former version is the draft again, and undo brings the price back', async () => {
  const before = await quote();
  const { draft } = await changes();
  const stale = await w.call('franchise', 'POST', `/shippingCarrier/${accountId}/rate-sheet/publish`, {
    draft: (draft?.version ?? 0) + 1,
    version: 1,
    startsOn: null,
    note: '',
  });
  expect(stale.json.code).toBe('stale_version');
  const published = await franchise<SheetChanges>('POST', '/publish', {
    draft: draft?.version,
    version: 1,
    startsOn: null,
    note: 'new year',
  });
  expect(published).toMatchObject({ draft: null, history: [{ version: 2, inForce: true, note: 'new year' }, {}] });
  expect((await quote()).minor).toBeGreaterThan(before.minor + 6_000);
  const again = await franchise<SheetChanges>('POST', '/draft', { of: 1 });
  expect(again.draft).toMatchObject({ restores: 1, basedOn: 2, difference: { changed: 1 } });
  await franchise('POST', '/publish', { draft: again.draft?.version, version: 2, startsOn: null, note: '' });
  expect((await quote()).minor).toBe(before.minor);
  expect((await changes()).history[0]).toMatchObject({ version: 3, restores: 1, inForce: true });
});

test('from a day on: quotes take it at that moment, before any round; the round makes it the version', async () => {
  const before = await quote();
  await upload('dated.csv', SLIP);
  const { draft } = await changes();
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const dated = await franchise<SheetChanges>('POST', '/publish', {
    draft: draft?.version,
    version: 3,
    startsOn: day,
    note: '',
  });
  expect(dated.draft?.startsAt).not.toBeNull();
  expect((await quote()).minor).toBe(before.minor);
  const past = await w.call('franchise', 'POST', `/shippingCarrier/${accountId}/rate-sheet/publish`, {
    draft: draft?.version,
    version: 3,
    startsOn: '2020-01-01',
    note: '',
  });
  expect(past.json.errorMessages?.[0]?.message).toBe('Choose a day after today, or publish at once.');
  // The day comes.
  await w.database.db.tenant({ tenantId: w.world.first.id }, (tx) =>
    tx
      .updateTable('rate_sheet_drafts')
      .set({ starts_at: sql<Date>`clock_timestamp() - interval '1 second'` })
      .execute(),
  );
  expect((await quote()).minor).toBeGreaterThan(before.minor + 6_000);
  expect((await changes()).history[0]).toMatchObject({ version: 3, inForce: true });
  expect(await w.application.rateSheets.work()).toBe(1);
  expect(await w.application.rateSheets.work()).toBe(0);
  expect(await changes()).toMatchObject({
    draft: null,
    history: [{ version: 4, sourceName: 'dated.csv' }, {}, {}, {}],
  });
});

test('what waits can be thrown away, and the log tells who changed which prices from what to what', async () => {
  await upload('thrown.csv');
  const { draft } = await changes();
  await franchise('DELETE', `/draft?version=${draft?.version ?? 0}`);
  expect((await changes()).draft).toBeNull();
  const log = (await w.call('franchise', 'GET', '/audit?size=100')).json.data as { entries: AuditEntry[] };
  const acts = log.entries.filter(({ action }) => action === 'publishSheet');
  expect(acts).toHaveLength(3);
  const [first] = acts.toReversed();
  expect(first?.actors[0]?.userName).toBe('fran');
  expect(first?.details.told).toMatchObject({ from: 'Maple Local Courier', note: 'new year' });
  expect(JSON.stringify(first?.details.told)).toContain('7.45 -> 74.50 CAD');
  expect(log.entries.map(({ action }) => action)).toContain('discardSheetDraft');
});
