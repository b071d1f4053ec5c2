import { afterAll, describe, expect, it } from 'vitest';
import { money } from '@scanship/domain/money/money';
import { pageCount } from '../pdf/pdf-pages.ts';
import { pageTexts } from '../pdf/pdf-raster.ts';
import { type PrintedLine, type PrintedStatement, statementPdf } from './statement-pdf.ts';
import { createTypstRenderer } from '../typst/typst-renderer.ts';

const renderer = createTypstRenderer();
afterAll(() => renderer.close());
const cad = (minor: number) => money(minor, 'CAD');
const flat = (texts: readonly string[]): string =>
  texts
    .join(' ')
    .replace(/[\u200b\ufffe]/g, '')
    .replace(/\s+/g, ' ');

const MODEL: PrintedStatement = {
  language: 'en',
  paper: 'letter',
  branding: { issuerName: 'Maple Freight', primaryColor: '#24618f', footer: 'maplefreight.example' },
  number: 'INV-2026-000042',
  seller: ['Maple Freight Inc.', '340 Rue Saint-Paul O', 'Montréal QC H2Y 2A6'],
  registrations: ['GST/HST 123456789 RT0001', 'QST 1234567890 TQ0001'],
  buyer: ['Écrins & Fils #1 *bold*', 'Halifax'],
  fromDay: '2026-05-01',
  toDay: '2026-05-31',
  issuedDay: '2026-06-01',
  dueDay: '2026-07-01',
  currency: 'CAD',
  opening: cad(120_000),
  charges: cad(234_567),
  settled: cad(-120_000),
  closing: cad(234_567),
  groups: [
    { section: 'label', count: 210, amount: cad(240_000), tax: cad(11_429) },
    { section: 'void', count: 4, amount: cad(-5_433), tax: cad(-259) },
    { section: 'payment', count: 1, amount: cad(-120_000), tax: cad(0) },
  ],
  taxes: [
    { label: 'GST', ratePpm: 50_000, amount: cad(8_000) },
    { label: 'QST', ratePpm: 99_750, amount: cad(3_000) },
    { label: '', ratePpm: null, amount: cad(170) },
  ],
  note: 'Pay by transfer to account 123.',
};
async function* linesOf(count: number): AsyncGenerator<PrintedLine> {
  for (let i = 0; i < count; i += 1)
    yield {
      day: '2026-05-02',
      section: i % 50 === 49 ? 'void' : 'label',
      what: 'Canada Post, Expedited Parcel',
      about: `7023210039414604-${i} · #10${i} · 0123456789ABCDEF`,
      tax: cad(51),
      amount: cad(i % 50 === 49 ? -1_075 : 1_075),
    };
}

describe('an invoice on paper', () => {
  it('says who owes whom what, with taxes by name', async () => {
    const text = flat(await pageTexts(await statementPdf(MODEL, linesOf(60), renderer)));
    for (const part of [
      'Invoice',
      'INV-2026-000042',
      'Maple Freight Inc.',
      'GST/HST 123456789 RT0001',
      'Écrins & Fils #1 *bold*',
      '2026-05-01 – 2026-05-31',
      '2026-07-01',
      '2,345.67 CAD',
      '−1,200.00',
      'QST 9.975% 30.00',
      'Other taxes 1.70',
      'Voided label: Canada Post, Expedited Parcel',
      '7023210039414604-0 · #100',
      'Pay by transfer',
      'Page 2',
    ])
      expect(text).toContain(part);
  });

  it('speaks French, and is a statement without a number', async () => {
    const model: PrintedStatement = { ...MODEL, language: 'fr', number: '', dueDay: null };
    const text = flat(await pageTexts(await statementPdf(model, linesOf(1), renderer)));
    for (const part of ['Relevé de compte', 'QST 9,975 %', '2 345,67 CAD', 'Étiquettes annulées', 'Solde d’ouverture'])
      expect(text).toContain(part);
    expect(text).not.toContain('Échéance');
  });

  it('takes many lines in parts with running page numbers, and says where more are', async () => {
    const bytes = await statementPdf(MODEL, linesOf(1_150), renderer, 1_100);
    const pages = await pageCount(bytes);
    expect(pages).toBeGreaterThan(20);
    const texts = await pageTexts(bytes);
    expect(flat([texts[pages - 1] ?? ''])).toContain(`Page ${pages}`);
    expect(flat(texts)).toContain('Further lines are in the spreadsheet');
  });

  it('is drawn without lines too', async () => {
    expect(flat(await pageTexts(await statementPdf(MODEL, linesOf(0), renderer)))).toContain('Opening balance');
  });
});
