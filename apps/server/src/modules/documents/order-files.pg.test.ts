import { setTimeout as sleep } from 'node:timers/promises';
import type { DataOf } from '@scanship/contracts/call';
import type { documentsAfterShipping } from '@scanship/contracts/orders/order-documents';
import { pageSizes } from '@scanship/documents/pdf/pdf-pages';
import { pageTexts } from '@scanship/documents/pdf/pdf-raster';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';

let world: ParcelWorld;
let bought: Awaited<ReturnType<ParcelWorld['buy']>>;
let second: Awaited<ReturnType<ParcelWorld['buy']>>;
let hostile: { readonly id: string };
let unshipped: { readonly id: string };
beforeAll(async () => {
  world = await makeParcelWorld();
  bought = await world.buy('testline-express');
  second = await world.buy('testline-ground');
  hostile = (
    await world.call<{ id: string }>(world.seller, 'POST', '/orders/add', {
      number: '000123',
      placedAt: '2026-03-01T03:30:00Z',
      currency: 'USD',
      shipTo: {
        name: '=HYPERLINK("http://x","y")',
        address1: '1 Main St',
        city: 'Boston',
        provinceCode: 'MA',
        zipcode: '02108',
        countryCode: 'US',
        phone: '+1 617 555 0101',
      },
      items: [
        { title: 'Blue mug', sku: 'MUG', quantity: 3, unitPriceMinor: 1_250, weightGrams: 400 },
        { title: '한국 접시', sku: 'PLATE', quantity: 1, unitPriceMinor: 999, weightGrams: 700 },
      ],
      customerNote: 'leave at the door',
      tags: ['vip'],
    })
  ).data;
  unshipped = await world.newOrder();
}, 60_000);
afterAll(() => world.close());

const sheetOf = async (response: Response) => {
  expect(response.status).toBe(200);
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  const [header = [], ...rows] = sheets[0]?.rows ?? [];
  return {
    header,
    column: (name: string) => rows.map((row) => row[header.indexOf(name)] ?? null),
    images: sheets[0]?.images ?? [],
  };
};
const pdfOf = async (response: Response): Promise<Uint8Array> => {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return new Uint8Array(await response.arrayBuffer());
};
const ask = (path: string, body: object, more?: Parameters<ParcelWorld['file']>[3]) =>
  world.file(world.seller, path, body, more);
/** While `work` goes on, nothing that reads orders gets on. */
const holdingOrders = async (work: () => Promise<void>): Promise<void> => {
  const client = new Client(world.database.admin);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
    await work();
  } finally {
    await client.end();
  }
};
const refusal = async (response: Response) => {
  const answer: { errorMessage?: string } = await response.json();
  return [response.status, answer.errorMessage];
};

describe('Orders.xlsx', () => {
  test('is made for two of a company at once and no third, whoever asks; for others and afterwards as before', async () => {
    let asked: Promise<Response>[] = [];
    let other: Promise<Response> | undefined;
    await holdingOrders(async () => {
      asked = [1, 2, 3].map(() => ask('/orders/export', { filters: {} }));
      const first = await Promise.race(asked);
      expect([first.status, first.headers.get('retry-after')]).toEqual([429, '10']);
      expect(await first.json()).toMatchObject({
        code: 'rate_limited',
        errorMessage: 'Your company has two large files being made already.',
        advice: 'Try again in 10 seconds.',
      });
      other = world.file(world.people.basic, '/orders/export', { filters: {} });
    });
    expect((await other)?.status).toBe(404);
    await (await other)?.text();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429]);
    await Promise.all(answers.map(async (each) => each.bodyUsed || (await each.arrayBuffer())));
    const afterwards = await ask('/orders/export', { filters: {} });
    expect(afterwards.status).toBe(200);
    await afterwards.arrayBuffer();
  });

  test('whoever goes away makes no room while the work they asked for goes on', async () => {
    const away = new AbortController();
    const begin = (signal?: AbortSignal) =>
      world.file(world.people.basic, '/orders/export', { filters: {} }, { signal });
    let next: Promise<Response> | undefined;
    await holdingOrders(async () => {
      const asked = [1, 2, 3].map(() => begin(away.signal));
      expect((await Promise.race(asked)).status).toBe(429);
      away.abort();
      await Promise.allSettled(asked);
      await sleep(300);
      next = begin();
      expect(await Promise.race([next.then(({ status }) => status), sleep(3_000, 'begun')])).toBe(429);
    });
    await (await next)?.text();
  });

  test('has the chosen orders in their order, in the columns of the view, as text where they are no amounts', async () => {
    const response = await ask('/orders/export', {
      ids: [hostile.id, bought.orderId],
      columns: ['number', 'placedAt', 'shipTo', 'contact', 'total', 'items', 'tags', 'tracking', 'carrier', 'status'],
    });
    expect(response.headers.get('content-disposition')).toContain('filename="Orders.xlsx"');
    const { header, column } = await sheetOf(response);
    expect(header.slice(0, 3)).toEqual(['Order number', 'Order date', 'Recipient']);
    expect(header).not.toContain('Weight (g)');
    expect(column('Order number')).toEqual(['000123', 'P-1']);
    // The customer's zone: still the day before.
    expect(column('Order date')[0]).toBe('2026-02-28 22:30:00');
    expect(column('Recipient')[0]).toBe('=HYPERLINK("http://x","y")');
    expect(column('Postal code')).toEqual(['02108', 'M5H 2M5']);
    expect(column('Phone')[0]).toBe('+1 617 555 0101');
    expect(column('Total')).toEqual([47.49, 12.5]);
    expect(column('Items')[0]).toBe('3 × Blue mug; 1 × 한국 접시');
    expect(column('Tags')[0]).toBe('vip');
    expect(column('Tracking numbers')).toEqual([null, bought.shipment.parcels[0]?.trackingNumber]);
    expect(column('Carrier')[1]).toBe(bought.shipment.carrierName);
    expect(column('Status')).toEqual(['Unfulfilled', 'Fulfilled']);
  });

  test('of a filter leaves out what is excluded, follows its sort, and is CSV where that is asked for', async () => {
    const body = {
      filters: { fulfillmentStatus: 'unfulfilled' },
      excludeIds: [unshipped.id],
      columns: ['number', 'shipTo'],
    };
    const csv = await ask('/orders/export', body, { accept: 'text/csv' });
    expect(csv.headers.get('content-disposition')).toContain('filename="Orders.csv"');
    const lines = (await csv.text()).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`000123,"'=HYPERLINK(`);
    const both = await sheetOf(await ask('/orders/export', { ...body, excludeIds: [], sort: 'placedAt' }));
    expect(both.column('Order number')).toEqual(['000123', 'P-3']);
    const all = await sheetOf(await ask('/orders/export', { filters: {} }));
    expect(all.header.length).toBeGreaterThan(25);
    expect(all.column('Order number')).toHaveLength(4);
    expect(all.column('Customer note')).toContain('leave at the door');
  });

  test('says what is wrong instead of a file that is not whole', async () => {
    expect(await refusal(await ask('/orders/export', {}))).toEqual([400, 'No orders are selected.']);
    expect(await refusal(await ask('/orders/export', { filters: { countryCode: 'NZ' } }))).toEqual([
      404,
      'No order matches these filters.',
    ]);
    const foreign = await world.file(world.people.basic, '/orders/export', { ids: [bought.orderId] });
    expect(await refusal(foreign)).toEqual([404, 'One of these orders was not found.']);
    expect((await ask('/orders/export', { filters: {}, columns: ['secret'] })).status).toBe(400);
  });
});

test('PackingList.xlsx has a row an item with its codes', async () => {
  const response = await ask('/orders/packing-list', { ids: [hostile.id, bought.orderId] });
  expect(response.headers.get('content-disposition')).toContain('filename="PackingList.xlsx"');
  const { column, images } = await sheetOf(response);
  expect(column('SKU')).toEqual(['MUG', 'PLATE', 'MUG', null]);
  expect(column('Qty')).toEqual([3, 1, 1, 5]);
  expect(column('Recipient')[0]).toBe('=HYPERLINK("http://x","y")');
  expect(images).toHaveLength(5);
});

test('the summary counts the units of each SKU in all orders', async () => {
  const response = await ask('/orders/summary', { filters: {}, paper: 'a4' });
  expect(response.headers.get('content-disposition')).toContain('OrderSummary.pdf');
  const pdf = await pdfOf(response);
  expect((await pageSizes(pdf))[0]?.height).toBeCloseTo(841.89, 1);
  const text = (await pageTexts(pdf)).join(' ').replaceAll(/\s+/g, ' ');
  expect(text).toContain('MUG Blue mug 4 6');
  expect(text).toMatch(/PLATE .* 1 1/);
  expect(text).toContain('47.49 USD');
  expect(text).toContain('37.50 CAD');
});

describe('packing slips', () => {
  test('of a selection come two to a sheet, each with its own number', async () => {
    const pdf = await pdfOf(
      await ask('/shipment/packing-slip', { filters: {}, sort: 'placedAt', size: 'letter', perSheet: 2 }),
    );
    expect(await pageSizes(pdf)).toEqual([
      { width: 792, height: 612 },
      { width: 792, height: 612 },
    ]);
    const texts = await pageTexts(pdf);
    for (const [page, numbers] of [
      ['000123', 'P-1'],
      ['P-2', 'P-3'],
    ].entries())
      for (const number of numbers) expect(texts[page]).toContain(number);
  });
  test('are refused whole when an order is not there', async () => {
    const foreign = await world.file(world.people.basic, '/shipment/packing-slip', { orderIds: [bought.orderId] });
    expect(await refusal(foreign)).toEqual([404, 'One of these orders was not found.']);
    expect(await refusal(await ask('/shipment/packing-slip', {}))).toEqual([400, 'No orders are selected.']);
  });
});

describe('what opens after shipping', () => {
  const after = async (...shipmentIds: string[]) =>
    world.call<DataOf<typeof documentsAfterShipping>>(world.seller, 'POST', '/shipment/documents/after', {
      shipmentIds,
    });
  const settings = (changed: string) =>
    world.database.db.tenant(world.seller, (tx) => sql.raw(`UPDATE ${changed}`).execute(tx));

  test('is what the settings say, for one and for several, and the store’s own word wins', async () => {
    const [one, two] = [bought.shipment.id, second.shipment.id];
    expect((await after(two, one)).data).toEqual({
      labels: [two, one],
      packingSlips: [],
      customInvoices: [],
      missing: [],
      title: 'Shipping Label Preview',
    });
    await settings(
      `stores SET settings = settings || '{"autoPopupTag":{"SHIPPING_LABEL":false,"PACKAGING_SLIPS":true,"CUSTOM_INVOICE":true}}'`,
    );
    expect((await after(one)).data).toMatchObject({ labels: [], packingSlips: [bought.orderId], title: 'Pdf Preview' });
    await settings(`stores SET settings = settings - 'autoPopupTag'`);
  });

  test('counts an invoice only across a border, and says what is missing', async () => {
    await settings(
      `shipments SET to_address = to_address || '{"countryCode":"US"}' WHERE id = '${second.shipment.id}'`,
    );
    expect((await after(second.shipment.id)).data).toMatchObject({
      customInvoices: [],
      missing: [{ shipmentId: second.shipment.id, document: 'custom-invoice' }],
    });
    const customs = {
      purpose: 'Sale',
      incoterm: 'DAP',
      dutiesPaidBy: 'Receiver',
      currency: 'CAD',
      signer: 'Anna Roy',
      prepaidDuty: { provider: 'Zonos', reference: 'DEC-77' },
      exportFiling: { kind: 'proof-of-report', number: 'AB12342026082417' },
      items: [
        {
          description: 'Ceramic mug',
          quantity: 1,
          unitGrams: 400,
          unitValue: { minor: 1250, currency: 'CAD' },
          hsCode: '691200',
          originCountry: 'CA',
        },
      ],
    };
    await settings(
      `shipments SET customs = '${JSON.stringify(customs)}', from_address = from_address || '{"taxIds":[{"kind":"GST","number":"123456789RT0001"}]}' WHERE id = '${second.shipment.id}'`,
    );
    expect((await after(second.shipment.id)).data).toMatchObject({
      customInvoices: [second.shipment.id],
      missing: [],
      title: 'Pdf Preview',
    });
    const body = { shipmentIds: [second.shipment.id], paper: 'a4', copies: 3 };
    const pdf = await pdfOf(await ask('/shipment/customInvoice/multiple', body));
    const texts = await pageTexts(pdf);
    expect(texts).toHaveLength(3);
    for (const word of [
      'Ceramic mug',
      '6912.00',
      'GST 123456789RT0001',
      'DAP',
      'Zonos',
      'DEC-77',
      'CERS AB12342026082417',
      'Anna Roy for',
    ])
      expect(texts[2]?.replaceAll(/\s+/g, ' ')).toContain(word);
    const mixed = { shipmentIds: [second.shipment.id, bought.shipment.id] };
    expect(await refusal(await ask('/shipment/customInvoice/multiple', mixed))).toEqual([
      422,
      'A commercial invoice is only for shipments that cross a border.',
    ]);
  });

  test('of another tenant is not found', async () => {
    const body = { shipmentIds: [bought.shipment.id] };
    expect((await world.call(world.people.basic, 'POST', '/shipment/documents/after', body)).status).toBe(404);
    expect((await world.file(world.people.basic, '/shipment/customInvoice/multiple', body)).status).toBe(404);
  });
});
