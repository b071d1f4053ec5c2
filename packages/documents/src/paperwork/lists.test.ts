import { afterAll, describe, expect, it } from 'vitest';
import { handOverListPdf, type HandOverList } from './hand-over-list.ts';
import { pageCount } from '../pdf/pdf-pages.ts';
import { pageTexts } from '../pdf/pdf-raster.ts';
import { type PickList, pickListPdf, pickListWorkbook } from './pick-list.ts';
import { readSheets } from '../tables/sheet-reader.ts';
import { createTypstRenderer } from '../typst/typst-renderer.ts';

const renderer = createTypstRenderer();
afterAll(() => renderer.close());
const look = { paper: 'letter' as const, branding: { issuerName: 'Maple Goods' } };
const flat = (texts: readonly string[]): string =>
  texts
    .join(' ')
    .replace(/[\u200b\ufffe]/g, '')
    .replace(/\s+/g, ' ');

const PICK: PickList = {
  language: 'en',
  madeAt: '2026-11-21 09:30',
  orderCount: 2,
  lines: [
    {
      bin: 'A-01-2',
      sku: 'MUG-BLUE',
      name: 'Blue mug #read("x") *bold*',
      quantity: 3,
      orders: [
        { number: '#1001', quantity: 2 },
        { number: '#1002', quantity: 1 },
      ],
    },
    { bin: '', sku: '', name: 'Gift card', quantity: 1, orders: [{ number: '#1002', quantity: 1 }] },
  ],
};

describe('pick list', () => {
  it('names shelf, item, units and the orders they go to', async () => {
    const text = flat(await pageTexts(await pickListPdf(PICK, look, renderer)));
    for (const part of [
      'Pick list',
      'A-01-2',
      'MUG-BLUE',
      'Blue mug #read("x") *bold*',
      '#1001 ×2, #1002',
      'No bin',
      'Total units: 4',
    ])
      expect(text).toContain(part);
  });
  it('goes over pages with its head, in French too', async () => {
    const lines = Array.from({ length: 120 }, (_, i) => ({
      bin: `B-${i}`,
      sku: 'S',
      name: 'Blue mug',
      quantity: 1,
      orders: [{ number: '#1', quantity: 1 }],
    }));
    const pdf = await pickListPdf({ ...PICK, language: 'fr', lines }, look, renderer);
    const pages = await pageTexts(pdf);
    expect(await pageCount(pdf)).toBeGreaterThan(2);
    for (const page of pages.slice(0, -1)) expect(flat([page])).toContain('Emplacement');
    expect(flat(pages)).toContain('B-119');
  });
  it('is the same as a workbook', async () => {
    const limits = { maxRows: 100, maxColumns: 20, maxBytes: 1_000_000 };
    const [sheet] = await readSheets(await pickListWorkbook(PICK), 'PickList.xlsx', limits);
    expect(sheet?.rows.slice(0, 3).map((row) => row.slice(0, 5))).toEqual([
      ['Bin', 'SKU', 'Item', 'Qty', 'Orders'],
      ['A-01-2', 'MUG-BLUE', 'Blue mug #read("x") *bold*', '3', '#1001 ×2, #1002'],
      ['', '', 'Gift card', '1', '#1002'],
    ]);
  });
  it('of nothing is refused', () =>
    expect(pickListPdf({ ...PICK, lines: [] }, look, renderer)).rejects.toMatchObject({ code: 'bad-input' }));
});

describe('hand-over list', () => {
  const LIST: HandOverList = {
    language: 'en',
    number: 12,
    carrier: 'UPS',
    account: 'Warehouse account',
    from: ['Maple Goods', '340 Rue Saint-Paul O', 'Montreal QC H2Y 2A6'],
    day: '2026-11-21',
    closedAt: '16:05',
    shipments: [
      {
        orderNumbers: ['#1001'],
        trackingNumbers: ['1Z999AA10123456784', '1Z999AA10123456785'],
        recipient: 'Éloïse Tremblay',
        destination: 'Toronto ON M5H 2M5, CA',
        service: 'UPS Standard',
        parcels: 2,
        grams: 3_450,
      },
    ],
  };
  it('has every parcel, the sums and lines to sign on', async () => {
    const text = flat(await pageTexts(await handOverListPdf(LIST, look, renderer)));
    for (const part of [
      'Hand-over list No. 12',
      '1Z999AA10123456784, 1Z999AA10123456785',
      'Éloïse Tremblay',
      'Parcels: 2',
      'Weight, kg: 3.45',
      'Received by the carrier',
    ])
      expect(text).toContain(part);
  });
  it('writes weights as French does', async () => {
    const text = flat(await pageTexts(await handOverListPdf({ ...LIST, language: 'fr' }, look, renderer)));
    expect(text).toContain('Poids, kg : 3,45');
  });
});
