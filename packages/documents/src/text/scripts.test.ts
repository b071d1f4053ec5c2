/** Every script we promise, in slips, invoices and labels: no empty boxes, joined where it is joined, read from its own side. */
import { money } from '@scanship/domain/money/money';
import { afterAll, describe, expect, test } from 'vitest';
import { glyphsOf } from '../../test/glyphs.ts';
import { FROM, LABEL, TO } from '../../test/samples.ts';
import { customsInvoicePdf } from '../paperwork/customs-invoice.ts';
import { FONT_STACK } from './font-stack.ts';
import { labelPdf } from '../labels/label-pdf.ts';
import { packingSlipPdf } from '../paperwork/packing-slip.ts';
import { crop, type GreyRaster, pageTexts, rasterPage } from '../pdf/pdf-raster.ts';
import { undrawableCharacters } from './printable-text.ts';
import { createTypstRenderer } from '../typst/typst-renderer.ts';

const renderer = createTypstRenderer();
afterAll(() => renderer.close());

const SCRIPTS = [
  ['Latin', 'Éloïse Łukasz Đặng Þór', 'Ulica Łódzka 12'],
  ['Cyrillic', 'Щёлково Ћирилица', 'ул. Тверская, 7'],
  ['Greek', 'Γιώργος Οδυσσέας', 'Λεωφόρος Αθηνών 3'],
  ['Han', '東京 王小明', '上海市浦东新区世纪大道'],
  ['kana', 'さくら スズキ', '渋谷区ミナミ町'],
  ['Hangul', '김철수 홍길동', '서울특별시 강남구 테헤란로'],
  ['Arabic', 'محمد علي', 'شارع الملك فيصل'],
  ['Hebrew', 'דוד לוי', 'רחוב הרצל'],
  ['Devanagari', 'श्रीमती किरण', 'महात्मा गांधी मार्ग'],
  ['Thai', 'สมชาย ใจดี', 'ถนนสุขุมวิท กรุงเทพฯ'],
] as const;

/** Letters a reader gets back, without order: extraction turns right-to-left text round and splits clusters. */
const letters = (text: string): string[] =>
  [...text.normalize('NFKC').replaceAll(/[^\p{L}]/gu, '')].toSorted((a, b) => (a < b ? -1 : 1));
const holds = (text: string, wanted: string): boolean => {
  const there = letters(text);
  return letters(wanted).every((letter) => there.includes(letter));
};

describe.each(SCRIPTS)('%s', (_name, name, street) => {
  const to = { ...TO, name, companyName: undefined, address1: street };
  const check = async (pdf: Uint8Array): Promise<void> => {
    const glyphs = await glyphsOf(pdf);
    expect(glyphs.length).toBeGreaterThan(100);
    expect(glyphs.filter((glyph) => glyph === 0)).toEqual([]);
    const text = (await pageTexts(pdf)).join(' ');
    expect(text).not.toContain('\ufffd');
    expect(holds(text, name + street)).toBe(true);
  };
  test('is drawn in packing slips', async () => {
    expect(undrawableCharacters(name + street)).toEqual([]);
    const order = {
      orderNumber: '#1',
      from: FROM,
      to,
      items: [{ name: `${name} ${street}`, quantity: 1 }],
      note: street,
    };
    await check(
      await packingSlipPdf(
        { paper: 'letter', language: 'en', branding: { issuerName: name }, orders: [order] },
        renderer,
      ),
    );
  });
  test('is drawn in commercial invoices', async () => {
    const item = { description: street, quantity: 1, unitGrams: 100, unitValue: money(100, 'CAD') };
    const invoice = {
      paper: 'letter' as const,
      language: 'en' as const,
      branding: { issuerName: 'Maple' },
      invoiceNumber: '1',
      invoiceDate: '2026-11-21',
      trackingNumbers: [],
      exporter: FROM,
      consignee: to,
      customs: {
        purpose: 'Sale' as const,
        incoterm: 'DAP' as const,
        dutiesPaidBy: 'Receiver' as const,
        currency: 'CAD',
        items: [item],
        signer: name,
      },
      packages: 1,
      grossWeightGrams: 100,
    };
    await check(await customsInvoicePdf(invoice, renderer));
  });
  test('is drawn on labels', async () => check(await labelPdf([{ ...LABEL, to }], renderer)));
});

/** One line in large letters, right to left where it says so, and its ink. */
async function drawn(text: string, rtl: boolean): Promise<GreyRaster> {
  const source = `#let data = json(bytes(sys.inputs.data))
#set page(width: 400pt, height: 60pt, margin: 10pt)
#set text(font: ${FONT_STACK}, size: 30pt, dir: if data.rtl { rtl } else { ltr })
#data.text`;
  const pdf = await renderer.render({ source, parts: [{ text, rtl }] });
  expect((await glyphsOf(pdf)).filter((glyph) => glyph === 0)).toEqual([]);
  const page = await rasterPage(pdf, 0, 72);
  const dark = Array.from({ length: page.width }, (_, x) => x).filter((x) => columnInk(page, x) > 0);
  const [left, right] = [dark[0] ?? 0, dark.at(-1) ?? 0];
  return crop(page, left, 0, right - left + 1, page.height);
}
const columnInk = (page: GreyRaster, x: number): number => {
  let ink = 0;
  for (let y = 0; y < page.height; y += 1) if ((page.data[y * page.width + x] ?? 255) < 128) ink += 1;
  return ink;
};
/** Columns without ink between columns with ink. */
const gaps = (page: GreyRaster): number => {
  let count = 0;
  for (let x = 1; x < page.width; x += 1) if (columnInk(page, x) === 0 && columnInk(page, x - 1) > 0) count += 1;
  return count;
};
/** Share of pixels in which two pictures of one size differ. */
const difference = (a: GreyRaster, b: GreyRaster): number => {
  let wrong = 0;
  for (let i = 0; i < a.data.length; i += 1) if ((a.data[i] ?? 255) < 128 !== (b.data[i] ?? 255) < 128) wrong += 1;
  return wrong / a.data.length;
};

test('an empty box would be seen by these tests', async () => {
  // A private sign that no font has, not even one of the machine.
  const source = `#set text(font: ${FONT_STACK})\n\u{10fffd}`;
  expect(await glyphsOf(await renderer.render({ source, parts: [{}] }))).toContain(0);
});

describe('right to left', () => {
  // Letters that do not join the next one, so that the first looks in the word as it does alone.
  test.each([
    ['Hebrew', 'ש', 'שדך'],
    ['Arabic', 'د', 'دبي'],
  ])('%s begins at the right', async (_name, first, word) => {
    const [alone, whole] = [await drawn(first, true), await drawn(word, true)];
    expect(whole.width).toBeGreaterThan(alone.width * 1.5);
    const atRight = crop(whole, whole.width - alone.width, 0, alone.width, whole.height);
    const atLeft = crop(whole, 0, 0, alone.width, whole.height);
    expect(difference(atRight, alone)).toBeLessThan(0.04);
    expect(difference(atLeft, alone)).toBeGreaterThan(0.04);
  });
  test('Arabic letters join, and digits inside stay from left to right', async () => {
    expect(gaps(await drawn('سلسلة', true))).toBeLessThan(gaps(await drawn('س ل س ل ة', true)));
    const [word, split] = [await drawn('بيت', true), await drawn('ب\u200cي\u200cت', true)];
    expect(gaps(word)).toBeLessThan(gaps(split));
    const number = await drawn('دب 128', true);
    const plain = await drawn('128', false);
    expect(difference(crop(number, 0, 0, plain.width, number.height), plain)).toBeLessThan(0.05);
  });
});

test('Devanagari sets the vowel before its consonant and joins conjuncts; Thai marks stand above their letter', async () => {
  // कि: the sign is written after the letter and drawn before it.
  const [whole, letter] = [await drawn('कि', false), await drawn('क', false)];
  expect(difference(crop(whole, whole.width - letter.width, 0, letter.width, whole.height), letter)).toBeLessThan(0.12);
  expect((await drawn('क्ष', false)).width).toBeLessThan((await drawn('कष', false)).width);
  expect((await drawn('ที่', false)).width).toBeLessThan((await drawn('ท', false)).width * 1.3);
});
