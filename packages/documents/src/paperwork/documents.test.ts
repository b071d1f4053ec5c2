import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { codesIn, codesOf, inkIn } from '../../test/pixels.ts';
import { FROM, LONG, TO } from '../../test/samples.ts';
import { amountText, customsInvoicePdf, type CustomsInvoiceModel, invoiceTotals } from './customs-invoice.ts';
import { type PackingSlipModel, packingSlipPdf } from './packing-slip.ts';
import { extractPages, pageCount, pageSizes } from '../pdf/pdf-pages.ts';
import { pageTexts, rasterPage } from '../pdf/pdf-raster.ts';
import { createTypstRenderer } from '../typst/typst-renderer.ts';

const renderer = createTypstRenderer();
afterAll(() => renderer.close());

const flat = (text: string): string => text.replace(/[\u200b\ufffe]/g, '').replace(/\s+/g, ' ');
const textOf = async (pdf: Uint8Array): Promise<string> => flat((await pageTexts(pdf)).join(' '));

const LOGO = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120"><rect width="400" height="120" fill="#000"/></svg>',
);
const order = {
  orderNumber: '#100234',
  orderDate: '2026-11-18',
  from: FROM,
  to: TO,
  service: 'Maple Speed Courier, Regional Express',
  trackingNumber: 'MS0000001234567CA',
  items: [
    { name: 'Enamel mug, blue', sku: 'MUG-BLU-350', quantity: 2, note: 'Engrave: "Jo"' },
    { name: 'Kettle #read("x") $1 *bold* <b>', sku: 'X'.repeat(60), quantity: 1, ordered: 3 },
  ],
  giftMessage: 'Happy birthday! ❤️\nWith love',
};
const slip: PackingSlipModel = {
  paper: 'letter',
  language: 'en',
  branding: { issuerName: 'Maple Goods', footer: 'Returns: 30 days' },
  orders: [order],
};

describe('packing slip', () => {
  it('prints the order, its goods and its messages', async () => {
    const pdf = await packingSlipPdf(slip, renderer);
    expect(await pageSizes(pdf)).toEqual([{ width: 612, height: 792 }]);
    const text = await textOf(pdf);
    for (const part of [
      'Packing slip',
      'Jordan Tremblay',
      'MUG-BLU-350',
      'Engrave: "Jo"',
      'Kettle #read("x") $1 *bold* <b>',
      '1 of 3',
      'Total units: 3',
    ])
      expect(text).toContain(part);
    expect(text).toContain('Happy birthday!');
    expect(text).toContain('Returns: 30 days');
    expect((await codesOf(await rasterPage(pdf, 0, 203))).map((c) => c.text)).toEqual(['#100234']);
  });

  it.each([
    ['letter', 612, 792],
    ['a4', 595.276, 841.89],
    ['4x6', 288, 432],
  ] as const)('fits %s paper with long texts in every field', async (paper, width, height) => {
    const item = { name: `${LONG} ${'W'.repeat(60)}`, sku: 'S'.repeat(80), quantity: 123456, note: LONG };
    const hostile = {
      ...order,
      orderNumber: 'N'.repeat(70),
      service: 'V'.repeat(50),
      to: { ...TO, name: 'W'.repeat(60), companyName: LONG },
      items: [item, item],
      giftMessage: 'G'.repeat(300),
    };
    const pdf = await packingSlipPdf({ ...slip, paper, orders: [hostile] }, renderer);
    const [size] = await pageSizes(pdf);
    expect(size?.width).toBeCloseTo(width, 2);
    expect(size?.height).toBeCloseTo(height, 2);
    const raster = await rasterPage(pdf, 0, 100);
    expect(inkIn(raster, raster.width - 10, 0, 10, raster.height)).toBe(0);
  });

  it('speaks French', async () => {
    const text = await textOf(await packingSlipPdf({ ...slip, paper: '4x6', language: 'fr' }, renderer));
    for (const part of [
      'Bordereau d’emballage',
      'DESTINATAIRE',
      'Commandé le',
      '1 de 3',
      'MESSAGE CADEAU',
      'ÉTATS-UNIS',
    ])
      expect(text).toContain(part);
  });

  it('numbers the pages of each order for itself, 500 orders in one file', async () => {
    const many = Array.from({ length: 60 }, (_, n) => ({ name: `Line ${n}`, sku: `L-${n}`, quantity: 1 }));
    const orders = Array.from({ length: 500 }, (_, n) => ({
      ...order,
      orderNumber: `O-${n}`,
      items: n === 1 ? many : order.items,
    }));
    const pdf = await packingSlipPdf({ ...slip, orders }, renderer);
    const texts = (await pageTexts(pdf)).map(flat);
    const own = (n: number): string[] => texts.filter((text) => text.includes(`O-${n} Page`));
    expect(own(0)).toHaveLength(1);
    expect(own(1).length).toBeGreaterThan(1);
    own(1).forEach((text, i) => expect(text).toContain(`Page ${i + 1} / ${own(1).length}`));
    expect(own(499)).toHaveLength(1);
    expect(texts.length).toBe(499 + own(1).length);
    const last = await rasterPage(await extractPages(pdf, [texts.length - 1]), 0, 203);
    expect((await codesIn(last, 900, 100, 700, 300)).map((c) => c.text)).toEqual(['O-499']);
  }, 30_000);

  it('draws the logo, and the name instead when the file is no image', async () => {
    const withLogo = await packingSlipPdf({ ...slip, branding: { ...slip.branding, logo: LOGO } }, renderer);
    const raster = await rasterPage(withLogo, 0, 100);
    expect(inkIn(raster, 75, 60, 80, 30)).toBeGreaterThan(0.9);
    const broken = [new Uint8Array([1, 2, 3]), new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 9, 9])];
    for (const logo of broken)
      expect(await textOf(await packingSlipPdf({ ...slip, branding: { ...slip.branding, logo } }, renderer))).toContain(
        'Maple Goods',
      );
  });

  it('ignores links to other files in an SVG logo', async () => {
    const logo = new TextEncoder().encode(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40"><image xlink:href="file:///etc/passwd" width="9" height="9"/></svg>',
    );
    expect(
      await textOf(await packingSlipPdf({ ...slip, branding: { ...slip.branding, logo } }, renderer)),
    ).not.toContain('root:');
  });

  it('refuses a broken quantity and an empty list', async () => {
    await expect(packingSlipPdf({ ...slip, orders: [] }, renderer)).rejects.toThrow(/no order/);
    await expect(
      packingSlipPdf({ ...slip, orders: [{ ...order, items: [{ name: 'Mug', quantity: 1.5 }] }] }, renderer),
    ).rejects.toThrow('Order #100234: the quantity of "Mug" is not a whole number.');
  });
});

const CAD = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'CAD' });
const invoice: CustomsInvoiceModel = {
  paper: 'letter',
  language: 'en',
  branding: { issuerName: 'Maple Goods' },
  invoiceNumber: 'INV-42',
  invoiceDate: '2026-11-20',
  orderNumber: '#100234',
  trackingNumbers: ['MS0000001234567CA'],
  carrier: 'Maple Speed Courier',
  exporter: {
    ...FROM,
    email: 'export@maple.example',
    taxIds: [{ kind: 'BN', number: '123456789RM0001', countryCode: 'CA' }],
  },
  consignee: { ...TO, taxIds: [{ kind: 'EIN', number: '12-3456789' }] },
  importer: { ...TO, name: 'Ida Importer' },
  buyer: { ...TO, name: 'Bo Buyer' },
  customs: {
    purpose: 'Sale',
    incoterm: 'DDP',
    dutiesPaidBy: 'Shipper',
    currency: 'CAD',
    signer: 'Alex Roy',
    items: [
      {
        description: 'Enamelled steel mug',
        quantity: 12,
        unitValue: CAD(1895),
        unitGrams: 310,
        hsCode: '732394',
        originCountry: 'CA',
        sku: 'MUG',
      },
      {
        description: 'Kettle',
        quantity: 1,
        unitValue: CAD(123450),
        unitGrams: 1450,
        hsCode: '8516710090',
        originCountry: 'CN',
      },
    ],
  },
  packages: 2,
  grossWeightGrams: 5900,
  freight: CAD(2450),
  insurance: CAD(300),
  otherCharges: CAD(100),
  discount: CAD(1000),
  canada: {
    directShipmentDate: '2026-11-21',
    transportMode: 'Road',
    placeOfDirectShipment: 'Toronto ON',
    conditionsOfSale: 'Sale, 30 days',
  },
  cusma: {
    certifierRole: 'exporter',
    certifier: 'Maple Goods Ltd',
    producer: 'Mug Works Inc',
    originCriterion: 'B',
    blanketFrom: '2026-01-01',
    blanketTo: '2026-12-31',
  },
  remarks: 'No wood packaging.',
  signerTitle: 'Shipping manager',
};

describe('commercial invoice', () => {
  it('prints every field customs ask for', async () => {
    const text = await textOf(await customsInvoicePdf(invoice, renderer));
    const expected = [
      'Commercial invoice',
      'INV-42',
      '2026-11-20',
      '#100234',
      'MS0000001234567CA',
      'Maple Speed Courier',
      'Maple Goods Ltd',
      'export@maple.example',
      'BN 123456789RM0001 (CA)',
      'EIN 12-3456789',
      'Ida Importer',
      'Bo Buyer',
      '+1 412 555 0188',
      'Sale',
      'DDP',
      'Shipper',
      'CAD',
      'Enamelled steel mug',
      '7323.94',
      '8516.71.0090',
      'CN',
      '12 pcs',
      '3.720 kg',
      '18.95',
      '227.40',
      '1,234.50',
      '1,461.90 CAD',
      '24.50 CAD',
      '3.00 CAD',
      '1.00 CAD',
      '−10.00 CAD',
      '1,480.40 CAD',
      '5.900 kg',
      '5.170 kg',
      '2026-11-21',
      'Road',
      'Toronto ON',
      'Sale, 30 days',
      'Maple Goods Ltd (exporter)',
      'Mug Works Inc',
      '2026-01-01 – 2026-12-31',
      'No wood packaging.',
      'I declare that',
      'qualify as originating',
      'Alex Roy, Shipping manager',
      'Signature',
      'Canada',
      'United States',
    ];
    expect(expected.filter((part) => !text.includes(part))).toEqual([]);
  });

  it('speaks French, with French numbers', async () => {
    const text = await textOf(
      await customsInvoicePdf({ ...invoice, language: 'fr', paper: 'a4', cusma: undefined }, renderer),
    );
    for (const part of ['Facture commerciale', 'Vente', 'Code SH', '1 234,50', '3,720 kg', 'Je déclare', 'États-Unis'])
      expect(text).toContain(part);
    expect(text).not.toContain('ACEUM');
  });

  it('runs over pages with the head of the table repeated', async () => {
    const [item] = invoice.customs.items;
    const items = Array.from({ length: 70 }, (_, n) => ({
      ...item,
      description: `Good ${n}`,
      quantity: 1,
      unitValue: CAD(100),
      unitGrams: 1,
    }));
    const texts = (
      await pageTexts(await customsInvoicePdf({ ...invoice, customs: { ...invoice.customs, items } }, renderer))
    ).map(flat);
    expect(texts.length).toBeGreaterThan(2);
    expect(texts[1]).toContain('Description of goods');
    expect(texts[1]).toContain(`Page 2 / ${texts.length}`);
  });

  it('adds up exactly', () => {
    expect(invoiceTotals(invoice)).toEqual({ goods: CAD(146190), total: CAD(148040) });
    const thirds = { ...invoice.customs, items: [{ description: 'a', quantity: 3, unitValue: CAD(10), unitGrams: 0 }] };
    expect(
      invoiceTotals({
        ...invoice,
        customs: thirds,
        freight: undefined,
        insurance: undefined,
        otherCharges: undefined,
        discount: CAD(30),
      }).total,
    ).toEqual(CAD(0));
  });

  it('refuses mixed currencies, no goods and a discount above the value', async () => {
    await expect(customsInvoicePdf({ ...invoice, freight: { minor: 1, currency: 'USD' } }, renderer)).rejects.toThrow(
      /all must be in one currency/,
    );
    await expect(
      customsInvoicePdf({ ...invoice, customs: { ...invoice.customs, items: [] } }, renderer),
    ).rejects.toThrow(/at least one line/);
    expect(() => invoiceTotals({ ...invoice, discount: CAD(9_999_999) })).toThrow(/discount is larger/);
  });

  it.each([
    [{ minor: 123456789, currency: 'CAD' }, 'en', '1,234,567.89'],
    [{ minor: 123456789, currency: 'CAD' }, 'fr', '1\u00a0234\u00a0567,89'],
    [{ minor: 1234, currency: 'JPY' }, 'en', '1,234'],
    [{ minor: -5, currency: 'USD' }, 'en', '-0.05'],
  ] as const)('writes %o in %s as %s', (amount, language, text) => expect(amountText(amount, language)).toBe(text));

  it('is tagged and carries its title', async () => {
    const document = await PDFDocument.load(await customsInvoicePdf(invoice, renderer));
    expect(document.getTitle()).toBe('Commercial invoice INV-42');
    expect(await pageCount(await document.save())).toBeGreaterThan(0);
  });
});
