/** From the company's settings to the carrier's request, the shipment and its commercial invoice. */
import { samples } from '@scanship/carrier-ups/harness';
import { simulator } from '@scanship/carrier-ups/simulator';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import { pageTexts } from '@scanship/documents/pdf/pdf-raster';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';

let world: ParcelWorld;
const post = <T>(path: string, body: object) => world.call<T>(world.seller, 'POST', path, body);
beforeAll(async () => {
  world = await makeParcelWorld({ more: [{ slug: 'ups', simulator, credentials: samples.account.credentials }] });
  for (const [kind, number, countryCode] of [
    ['EORI', 'DE1234567', 'DE'],
    ['IOSS', 'IM2760000742', 'DE'],
    ['BN', '123456789RM0001', 'CA'],
    ['EIN', '12-3456789', 'US'],
  ] as const)
    expect((await post('/customer/tax-ids', { kind, number, countryCode })).status).toBe(200);
}, 60_000);
afterAll(() => world.close());

const BERLIN = { address1: 'Chausseestr. 5', city: 'Berlin', provinceCode: '', zipcode: '10115', countryCode: 'DE' };
const BUFFALO = { address1: '1 Main St', city: 'Buffalo', provinceCode: 'NY', zipcode: '14201', countryCode: 'US' };
const BOX = { number: 1, weightGrams: 900, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 120 } };

async function orderTo(shipTo: object, unitPriceMinor: number): Promise<string> {
  const { data, message } = await post<{ id: string }>('/orders/add', {
    number: `T-${Math.random().toString(36).slice(2, 8)}`,
    currency: 'CAD',
    shipTo: { name: 'Robin Lee', phone: '+1 416 555 0182', email: 'robin@example.com', ...shipTo },
    items: [
      {
        title: 'Cotton shirt',
        quantity: 1,
        unitPriceMinor,
        weightGrams: 400,
        hsCode: '6109100010',
        originCountry: 'CA',
      },
    ],
  });
  expect(message).toBeUndefined();
  return data.id;
}

interface Quote {
  readonly quoteId: string;
  readonly rates: readonly { readonly id: string; readonly carrier: string }[];
  readonly problems: readonly unknown[];
}
type TaxIds = readonly { readonly kind: string; readonly number: string; readonly countryCode: string }[] | undefined;
interface Asked {
  readonly from: { readonly taxIds?: TaxIds };
  readonly to: { readonly taxIds?: TaxIds };
}

/** The quote and what the carriers were asked. */
async function quote(orderId: string, more: object = {}): Promise<Quote & { readonly asked: Asked }> {
  const { data, status, message } = await post<Quote>('/quotes/single', { orderId, parcels: [BOX], ...more });
  expect([status, message]).toEqual([200, undefined]);
  const { request } = await world.database.db.tenant(world.seller, (tx) =>
    tx.selectFrom('quotes').select('request').where('id', '=', data.quoteId).executeTakeFirstOrThrow(),
  );
  return { ...data, asked: request as Asked };
}
const kinds = (ids: TaxIds): readonly string[] => (ids ?? []).map(({ kind }) => kind);

describe('the numbers a parcel’s way calls for', () => {
  it('are part of the question: of the destination first, then of the origin, and none inside a country', async () => {
    const abroad = await quote(await orderTo(BUFFALO, 2_500));
    expect(abroad.asked.from.taxIds).toEqual([
      { kind: 'EIN', number: '12-3456789', countryCode: 'US' },
      { kind: 'BN', number: '123456789RM0001', countryCode: 'CA' },
    ]);
    expect(abroad.asked.to.taxIds).toBeUndefined();
    const { id } = await world.newOrder();
    const home = await quote(id);
    expect(home.asked.from.taxIds).toBeUndefined();
  });

  it('IOSS goes along up to 150 euros, as soon as there is an exchange rate that tells', async () => {
    const [cheap, dear] = [await orderTo(BERLIN, 24_000), await orderTo(BERLIN, 24_001)];
    expect(kinds((await quote(cheap)).asked.from.taxIds)).toEqual(['EORI', 'BN']);
    await world.database.db.system((tx) =>
      tx
        .insertInto('fx_rates')
        .values({ day: '2020-01-05', base: 'EUR', quote: 'CAD', rate_e9: 1_600_000_000, source: 'Bank' })
        .execute(),
    );
    expect(kinds((await quote(cheap)).asked.from.taxIds)).toEqual(['IOSS', 'EORI', 'BN']);
    expect(kinds((await quote(dear)).asked.from.taxIds)).toEqual(['EORI', 'BN']);
    const gift = {
      purpose: 'Gift',
      incoterm: 'DAP',
      dutiesPaidBy: 'Receiver',
      currency: 'CAD',
      items: [
        {
          description: 'Cotton shirt',
          quantity: 1,
          unitValue: { minor: 2_500, currency: 'CAD' },
          unitGrams: 400,
          hsCode: '610910',
          originCountry: 'CA',
        },
      ],
    };
    expect(kinds((await quote(cheap, { customs: gift })).asked.from.taxIds)).toEqual(['EORI', 'BN']);
  });

  it('reach the carrier, stay with the shipment when they are changed later, and stand on the commercial invoice', async () => {
    const orderId = await orderTo(BERLIN, 5_000);
    const { quoteId, rates, problems } = await quote(orderId);
    const rate = rates.find(({ carrier }) => carrier === 'ups');
    expect(rate, JSON.stringify(problems)).toBeDefined();
    const bought = await post<{ shipment: ShipmentSummary }>('/shipment/create', {
      orderId,
      quoteId,
      rateId: rate?.id,
    });
    expect(bought.data.shipment.state).toBe('bought');

    const books = await world.admin.books('ups');
    const request = JSON.stringify(books.filter(({ kind }) => kind === 'paid').at(-1)?.data.request);
    expect(request).toContain('"VendorCollectIDNumber":"IM2760000742"');
    expect(request).toContain('"IdentificationNumber":"DE1234567"');
    expect(request).toContain('"IDNumberPurposeCode":"02"');
    expect(request).toContain('"IdentificationNumber":"123456789RM0001"');
    expect(request).not.toContain('12-3456789');

    const listed = await world.call<{ taxIds: { id: string; kind: string; version: number }[] }>(
      world.seller,
      'GET',
      '/customer/tax-ids',
    );
    const eori = listed.data.taxIds.find(({ kind }) => kind === 'EORI');
    const gone = await world.call(
      world.seller,
      'DELETE',
      `/customer/tax-ids/${eori?.id}?version=${String(eori?.version)}`,
    );
    expect(gone.status).toBe(200);
    const invoice = await world.file(world.seller, '/shipment/customInvoice/multiple', {
      shipmentIds: [bought.data.shipment.id],
    });
    expect(invoice.status).toBe(200);
    const text = (await pageTexts(new Uint8Array(await invoice.arrayBuffer()))).join(' ').replaceAll(/\s+/g, ' ');
    for (const number of ['IOSS IM2760000742 (DE)', 'EORI DE1234567 (DE)', 'BN 123456789RM0001 (CA)'])
      expect(text).toContain(number);

    // What comes back comes to the seller: the numbers are the importer's.
    const back = await quote(orderId, { returnOf: bought.data.shipment.id });
    expect(kinds(back.asked.to.taxIds)).toEqual(['BN']);
    expect(back.asked.from.taxIds).toBeUndefined();
  });

  it('go along with orders that are bought many at once, too', async () => {
    const orderId = await orderTo(BUFFALO, 2_500);
    const dimensions = BOX.dimensions;
    expect((await post('/batches', { ids: [orderId], kind: 'auto-ship', dimensions })).status).toBeLessThan(300);
    const asked = async () => {
      const rows = await world.database.db.tenant(world.seller, (tx) =>
        tx.selectFrom('quotes').select('request').where('order_id', '=', orderId).execute(),
      );
      return rows.map(({ request }) => kinds((request as Asked).from.taxIds));
    };
    await expect.poll(asked).toEqual([['EIN', 'BN']]);
  });
});
