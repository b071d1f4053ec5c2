import type { LabelModel } from '@scanship/domain/printing/label';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { codesIn, codesOf, inkIn, printZpl, runsOf } from '../../test/pixels.ts';
import { FROM, LABEL, LONG, TO } from '../../test/samples.ts';
import { LABEL_HEIGHT, LABEL_WIDTH, labelLayout, weightText } from './label-layout.ts';
import { labelPdf } from './label-pdf.ts';
import { labelZpl } from './label-zpl.ts';
import { pageSizes } from '../pdf/pdf-pages.ts';
import { type GreyRaster, pageTexts, rasterPage } from '../pdf/pdf-raster.ts';
import { pdfToZpl } from '../zpl/pdf-to-zpl.ts';
import { printerMeter } from '../zpl/printer-font.ts';
import { notoMeter } from '../text/text-fit.ts';
import { createTypstRenderer } from '../typst/typst-renderer.ts';

const renderer = createTypstRenderer();
afterAll(() => renderer.close());

const pdfOf = (model: LabelModel): Promise<Uint8Array> => labelPdf([model], renderer);
const printPdf = async (model: LabelModel): Promise<GreyRaster> => rasterPage(await pdfOf(model), 0, 203);
const sorted = (codes: readonly { text: string }[]): string[] => codes.map((code) => code.text).toSorted();
const flat = (text: string): string => text.replace(/\s+/g, ' ');

const HOSTILE: Record<string, LabelModel> = {
  'ZPL and Typst commands': {
    ...LABEL,
    to: {
      ...TO,
      name: '^XZ~JA_5E\\&^FS^XA',
      companyName: '#read("/etc/passwd") $x$ *b* <l> @r',
      address1: '"; DROP TABLE -- `',
    },
  },
  'very long texts': {
    ...LABEL,
    serviceName: LONG,
    carrierName: LONG,
    sortCode: 'ZONE-12345-ABCDEFG-VERY-LONG',
    from: { ...FROM, companyName: LONG, address1: LONG },
    to: {
      ...TO,
      name: 'W'.repeat(60),
      companyName: LONG,
      address1: LONG,
      address2: LONG,
      city: 'Llanfairpwllgwyngyll'.repeat(3),
    },
    references: [LONG, LONG, LONG],
  },
  'Arabic with digits': {
    ...LABEL,
    to: { ...TO, name: 'محمد بن عبد الله', address1: 'شارع الشيخ زايد 45', city: 'دبي', countryCode: 'AE' },
  },
  'Chinese, Devanagari, emoji': {
    ...LABEL,
    to: { ...TO, name: '王小明 ❤️', companyName: '上海明日科技', address1: 'नमस्ते 12', countryCode: 'CN' },
  },
  'overrides and controls': {
    ...LABEL,
    to: { ...TO, name: 'Jo\u202egnorw\u0000\u0007\nDoe', companyName: '\ud800 lone' },
  },
};

describe('label PDF', () => {
  it('is one 4 x 6 inch page with the texts of the label, tagged for screen readers', async () => {
    const pdf = await pdfOf(LABEL);
    expect(await pageSizes(pdf)).toEqual([{ width: 288, height: 432 }]);
    const text = flat((await pageTexts(pdf)).join(' '));
    for (const part of [
      'Maple Goods Ltd',
      'Jordan Tremblay',
      'Café du Nord',
      'Pittsburgh, PA 15238-2802',
      'UNITED STATES',
      '1 OF 2',
      'PIT-3',
    ])
      expect(text).toContain(part);
    expect(text).toContain('1.25 kg (2.76 lb)');
    expect(text).toContain('MS 0000 0012 3456 7CA');
    expect(text).not.toContain('TEST');
    expect(new TextDecoder('latin1').decode(pdf)).toContain('/StructTreeRoot');
  });

  it('prints every bar as a whole number of modules at 203 dpi', async () => {
    const raster = await printPdf(LABEL);
    expect([raster.width, raster.height]).toEqual([LABEL_WIDTH, LABEL_HEIGHT]);
    for (const code of labelLayout(LABEL, notoMeter()).barcodes) {
      const row = code.y + Math.floor(code.symbol.height / 2);
      const runs = runsOf(raster, row, code.x - 10, code.x + code.symbol.width + 10);
      expect(runs.length).toBeGreaterThan(30);
      expect(runs.filter((run) => run % code.moduleDots !== 0)).toEqual([]);
      expect(code.moduleDots).toBe(3);
    }
    expect(sorted(await codesOf(raster))).toEqual(['15238', 'MS0000001234567CA']);
  });

  it('speaks French where asked', async () => {
    const text = flat((await pageTexts(await pdfOf({ ...LABEL, language: 'fr' }))).join(' '));
    for (const part of [
      'DESTINATAIRE',
      'EXPÉDITEUR',
      'POIDS',
      '1,25 kg (2,76 lb)',
      '1 DE 2',
      'ÉTATS-UNIS',
      'N° DE SUIVI',
    ])
      expect(text).toContain(part);
  });

  it.each(Object.entries(HOSTILE))(
    'prints %s as text, with readable barcodes and nothing outside the page',
    async (_, model) => {
      const pdf = await pdfOf(model);
      const raster = await rasterPage(pdf, 0, 203);
      expect(sorted(await codesOf(raster))).toEqual(['15238', 'MS0000001234567CA']);
      expect(inkIn(raster, 0, 0, 20, LABEL_HEIGHT)).toBe(0);
      expect(inkIn(raster, LABEL_WIDTH - 20, 0, 20, LABEL_HEIGHT)).toBe(0);
      const [name = ''] = model.to.name.split(/[\p{Cc}\p{Cf}]/u);
      if (/^[\x20-\x7e]{1,40}$/.test(name)) expect(flat((await pageTexts(pdf)).join(' '))).toContain(name);
    },
  );

  it('prints commands of template languages literally', async () => {
    const model = HOSTILE['ZPL and Typst commands'] ?? LABEL;
    const text = flat((await pageTexts(await pdfOf(model))).join(' '));
    expect(text).toContain('#read("/etc/passwd") $x$ *b* <l> @r');
    expect(text).toContain('^XZ~JA_5E\\&^FS^XA');
  });

  it('merges parts of 50 in order', async () => {
    const models = Array.from({ length: 120 }, (_, n) => ({
      ...LABEL,
      trackingNumber: `MS${String(n).padStart(8, '0')}`,
      trackingText: undefined,
    }));
    const texts = await pageTexts(await labelPdf(models, renderer));
    expect(texts.map((text) => /MS\d{8}/.exec(text)?.[0])).toEqual(models.map((model) => model.trackingNumber));
  });

  it('refuses what it cannot print with a sentence', async () => {
    await expect(pdfOf({ ...LABEL, trackingNumber: 'A'.repeat(60) })).rejects.toThrow(/too long for the label/);
    await expect(pdfOf({ ...LABEL, trackingNumber: 'É1' })).rejects.toThrow(/plain ASCII/);
    await expect(pdfOf({ ...LABEL, parcelNumber: 3 })).rejects.toThrow('Parcel 3 of 2 does not exist.');
  });
});

describe('label ZPL', () => {
  it('prints the same codes on whole modules through the printer’s own encoder', async () => {
    const zpl = await labelZpl(LABEL, renderer);
    expect(zpl).toMatch(/\^BY3\^BCN,200,N,N,N,N\^FH\^FD>:MS0000001234567CA\^FS/);
    const raster = await printZpl(zpl);
    expect([raster.width, raster.height]).toEqual([LABEL_WIDTH, LABEL_HEIGHT]);
    expect(sorted(await codesOf(raster))).toEqual(['15238', 'MS0000001234567CA']);
    const runs = runsOf(raster, 976);
    expect(runs.length).toBeGreaterThan(60);
    expect(runs.filter((run) => run % 3 !== 0)).toEqual([]);
  });

  it('puts every typed character under ^FH, so that none becomes a command', async () => {
    const zpl = await labelZpl(HOSTILE['ZPL and Typst commands'] ?? LABEL, renderer);
    expect(zpl.match(/\^XA/g)).toHaveLength(1);
    expect(zpl.match(/\^XZ/g)).toHaveLength(1);
    expect(zpl).not.toContain('~');
    expect(zpl).toContain('_5EXZ_7EJA_5F5E_5C&_5EFS_5EXA');
    for (const field of zpl.split('^FS').filter((part) => part.includes('^FD'))) expect(field).toContain('^FH^FD');
  });

  it.each(Object.entries(HOSTILE))('prints %s with readable barcodes inside the page', async (_, model) => {
    const raster = await printZpl(await labelZpl(model, renderer));
    expect(sorted(await codesOf(raster))).toEqual(['15238', 'MS0000001234567CA']);
    expect(inkIn(raster, 0, 0, 20, LABEL_HEIGHT)).toBe(0);
    expect(inkIn(raster, LABEL_WIDTH - 20, 0, 20, LABEL_HEIGHT)).toBe(0);
  });

  it('draws scripts the printer has no font for, and only those', async () => {
    const latin = await labelZpl(LABEL, renderer);
    const chinese = await labelZpl({ ...LABEL, to: { ...TO, name: '王小明' } }, renderer);
    expect(latin).not.toContain('^GFA');
    expect(chinese.match(/\^GFA/g)).toHaveLength(1);
    expect(chinese).not.toContain('_E7');
    const [x = 0, y = 0] = /\^FO(\d+),(\d+)\^GFA/.exec(chinese)?.slice(1).map(Number) ?? [];
    expect(inkIn(await printZpl(chinese), x, y, 120, 40)).toBeGreaterThan(0.1);
  });
});

describe('symbols beside the tracking code', () => {
  const gs1 = { symbology: 'gs1-128', data: '(420)78745(94)00111206206406260787' } as const;
  const read = '42078745\u001d9400111206206406260787';

  it.each(['qr', 'datamatrix', 'pdf417'] as const)(
    'prints a %s in both formats that reads back, TEST included',
    async (symbology) => {
      const data = 'SHIP 15238 PIT-3 MS0000001234567CA';
      const model: LabelModel = { ...LABEL, trackingBarcode: gs1, matrixBarcode: { symbology, data }, test: true };
      const matrix = labelLayout(model, notoMeter()).barcodes.find((code) => !code.linear);
      expect(matrix).toBeDefined();
      if (!matrix) return;
      for (const raster of [await printPdf(model), await printZpl(await labelZpl(model, renderer))]) {
        const q = Math.max(8, matrix.symbol.quiet);
        const area = [matrix.x - q, matrix.y - q, matrix.symbol.width + 2 * q, matrix.symbol.height + 2 * q] as const;
        expect((await codesIn(raster, ...area)).map((code) => code.text)).toEqual([data]);
        const tracking = await codesIn(raster, 0, 850, LABEL_WIDTH, 240);
        expect(tracking).toEqual([{ text: read, kind: ']C1' }]);
      }
    },
  );
});

describe('TEST labels', () => {
  it('carry TEST across the recipient in both formats and keep their barcodes', async () => {
    const model = { ...LABEL, test: true };
    const rasters = [await printPdf(model), await printZpl(await labelZpl(model, renderer))];
    const clean = [await printPdf(LABEL), await printZpl(await labelZpl(LABEL, renderer))];
    rasters.forEach((raster, index) => {
      const without = clean[index];
      // The last T stands right of the address, where a real label is white.
      if (without) expect(inkIn(without, 640, 360, 120, 200)).toBe(0);
      expect(inkIn(raster, 640, 360, 120, 200)).toBeGreaterThan(0.05);
    });
    for (const raster of rasters) expect(sorted(await codesOf(raster))).toEqual(['15238', 'MS0000001234567CA']);
  });
});

describe('PDF to ZPL', () => {
  it('keeps every dot in both encodings', async () => {
    const pdf = await pdfOf({ ...LABEL, test: true });
    const page = await rasterPage(pdf, 0, 203);
    for (const encoding of ['z64', 'acs'] as const) {
      const printed = await printZpl(await pdfToZpl(pdf, { encoding }));
      const wrong = printed.data.filter((value, i) => value < 128 !== (page.data[i] ?? 255) < 128).length;
      expect(wrong).toBe(0);
    }
  });
});

describe('any name and address', () => {
  const anyText = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('王小明', 'محمد', 'नमस्ते', '❤️', LONG),
  );
  const address = fc.record({
    name: anyText,
    companyName: anyText,
    address1: anyText,
    address2: anyText,
    city: anyText,
    provinceCode: fc.string({ maxLength: 5 }),
    zipcode: fc.string({ maxLength: 12 }),
    countryCode: fc.constantFrom('CA', 'US', 'DE', 'JP', 'AE', 'BR'),
    phone: anyText,
  });

  it('never overlaps, never leaves its room and never loses the place', () => {
    const meters = [notoMeter(), printerMeter(notoMeter())];
    fc.assert(
      fc.property(address, address, anyText, (from, to, service) => {
        for (const meter of meters) {
          const layout = labelLayout({ ...LABEL, from, to, serviceName: service, references: [service] }, meter);
          for (const t of layout.texts) {
            expect(meter(t.text, t.size, t.bold)).toBeLessThanOrEqual(t.width + 0.5);
            expect(t.x + t.width).toBeLessThanOrEqual(LABEL_WIDTH - 20);
          }
          const column = layout.texts.filter((t) => t.x === 56).map((t) => t);
          column.forEach((t, i) => {
            const above = column[i - 1];
            if (above) expect(t.baseline - above.baseline).toBeGreaterThanOrEqual(t.size * 0.95);
            expect(t.baseline).toBeLessThan(656);
          });
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the barcodes readable', async () => {
    await fc.assert(
      fc.asyncProperty(address, address, anyText, async (from, to, service) => {
        const model: LabelModel = { ...LABEL, from, to, serviceName: service, test: true };
        expect(sorted(await codesOf(await printPdf(model)))).toEqual(['15238', 'MS0000001234567CA']);
        expect(sorted(await codesOf(await printZpl(await labelZpl(model, renderer))))).toEqual([
          '15238',
          'MS0000001234567CA',
        ]);
      }),
      { numRuns: 5 },
    );
  });
});

describe('weights on the label', () => {
  it.each([
    [250, 'en', '250 g (8.8 oz)'],
    [1250, 'en', '1.25 kg (2.76 lb)'],
    [1250, 'fr', '1,25 kg (2,76 lb)'],
    [30000, 'en', '30 kg (66.14 lb)'],
  ] as const)('%i g in %s', (grams, language, text) => expect(weightText(grams, language)).toBe(text));
});
