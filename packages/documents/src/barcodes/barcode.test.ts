import { describe, expect, it } from 'vitest';
import { codesOf, type ReadCode } from '../../test/pixels.ts';
import { barcode, barsPath, fittingBarcode, type Symbology } from './barcode.ts';
import { zplCode128 } from './code128.ts';
import { DocumentError } from '../document-error.ts';
import type { GreyRaster } from '../pdf/pdf-raster.ts';

function paint(symbology: Symbology, data: string, x: number): Promise<ReadCode[]> {
  const symbol = barcode(symbology, data, x, 120);
  const margin = Math.max(20, symbol.quiet);
  const raster: GreyRaster = {
    width: symbol.width + 2 * margin,
    height: symbol.height + 2 * margin,
    data: new Uint8Array(0),
  };
  const data8 = new Uint8Array(raster.width * raster.height).fill(255);
  for (const r of symbol.rects)
    for (let y = r.y; y < r.y + r.height; y += 1) {
      const at = (margin + y) * raster.width + margin + r.x;
      data8.fill(0, at, at + r.width);
    }
  return codesOf({ ...raster, data: data8 });
}

describe('symbols', () => {
  it.each([
    ['code128', '1Z5R89390357567127', 3, '1Z5R89390357567127', ']C0'],
    ['gs1-128', '(420)78745(94)00111206206406260787', 2, '42078745\u001d9400111206206406260787', ']C1'],
    ['itf14', '00012345600012', 3, '00012345600012', ']I0'],
    ['qr', 'https://ship.example/t/1?é=王', 4, 'https://ship.example/t/1?é=王', ']Q1'],
    ['datamatrix', 'CP:0073938000549297', 4, 'CP:0073938000549297', ']d1'],
    ['pdf417', '[)>01 0238118 840 ^_~', 3, '[)>01 0238118 840 ^_~', ']L2'],
    ['aztec', 'AZTEC M5E1G4', 4, 'AZTEC M5E1G4', ']z0'],
  ] as const)('%s reads back', async (symbology, data, x, text, kind) => {
    const [code] = await paint(symbology, data, x);
    expect(code?.text).toBe(text);
    expect(code?.kind.slice(0, 2)).toBe(kind.slice(0, 2));
    if (symbology.includes('128')) expect(code?.kind).toBe(kind);
  });

  it('stand on whole dots, with bars inset 0.05 dot in vector form', () => {
    const symbol = barcode('code128', 'AB12', 3, 100);
    for (const r of symbol.rects) expect([r.x % 3, r.width % 3]).toEqual([0, 0]);
    const [, x, width] = /^M([\d.]+) [\d.]+h([\d.]+)/.exec(barsPath(symbol.rects, 10)) ?? [];
    expect(Number(x)).toBeCloseTo(10.05, 6);
    expect(Number(width)).toBeCloseTo((symbol.rects[0]?.width ?? 0) - 0.1, 6);
  });

  it('say what cannot be encoded', () => {
    expect(() => barcode('itf14', 'ABC', 3, 50)).toThrow(DocumentError);
    expect(() => barcode('gs1-128', 'no brackets', 3, 50)).toThrow(/cannot be printed as a gs1-128 barcode/);
    expect(() => barcode('code128', 'A', 2.5, 50)).toThrow(RangeError);
  });

  it('take the largest module that fits', () => {
    expect(fittingBarcode('code128', '1Z5R89390357567127', [3, 2], 812, 200).quiet).toBe(30);
    expect(fittingBarcode('code128', 'ABCDEFGHIJKLMNOPQRSTUVW', [3, 2], 812, 200).quiet).toBe(20);
  });
});

describe('Code 128 for Zebra printers', () => {
  it.each([
    [{ symbology: 'code128', data: '382436' }, '>;382436', 68],
    [{ symbology: 'code128', data: 'A>B' }, '>:A>0B', 68],
    [{ symbology: 'gs1-128', data: '(420)78745(92)0012' }, '>;>842078745>8920012', 134],
    [{ symbology: 'gs1-128', data: '(420)7874(92)0012' }, '>:>84207874>8920012', 200],
    [{ symbology: 'gs1-128', data: '(00)000123450000000027' }, '>;>800000123450000000027', 156],
  ] as const)('%o', (code, data, modules) => {
    expect(zplCode128(code)).toEqual({ data, modules });
  });

  it('is as wide as bwip-js says where both use one subset', () => {
    expect(zplCode128({ symbology: 'code128', data: '1001921334' }).modules).toBe(
      barcode('code128', '1001921334', 1, 1).width,
    );
  });
});
