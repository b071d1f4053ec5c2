import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressLines, countryName } from '../paperwork/address-lines.ts';
import { breakable, codePicture, imageFileName, templateBranding } from '../paperwork/branding.ts';
import { documentFonts } from './font-metrics.ts';
import {
  isRightToLeft,
  needsWideFonts,
  printableLine,
  printableLines,
  undrawableCharacters,
} from './printable-text.ts';
import { ellipsize, fitBlock, fitLine, notoMeter, wrap } from './text-fit.ts';
import { crc16, fieldData } from '../zpl/zpl-writer.ts';

const meter = notoMeter();

describe('printable text', () => {
  it.each([
    ['a\u0000b\tc\r\nd', 'a b c d'],
    ['Jo\u202egnorw', 'Jognorw'],
    ['e\u0301', 'é'],
    ['zero\u200bwidth\ufeff', 'zerowidth'],
    ['\ud83d alone', '\ufffd alone'],
    ['ქა Tbilisi', '\ufffd\ufffd Tbilisi'],
    ['❤️ 👍🏽', '❤ 👍🏽'],
    ['किताब می‌خواهم', 'किताब می‌خواهم'],
  ])('%j becomes %j', (from, to) => expect(printableLine(from)).toBe(to));

  it('keeps the lines of a message', () => expect(printableLines('a\r\n\r\nb\n\n', 10)).toEqual(['a', '', 'b']));

  it('says which characters no font draws', () => {
    expect(undrawableCharacters('Kim 한국 ไทย עברית ქართ')).toEqual(['ქ', 'ა', 'რ', 'თ']);
    expect(undrawableCharacters('Łódź, Αθήνα, Москва, 東京, दिल्ली, دبي 🎉')).toEqual([]);
  });

  it('knows when the large fonts are needed', () => {
    expect(['Jo', 'Ελλάδα', 'دبي', 'नमस्ते', '’–€'].map((t) => needsWideFonts(t))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(['王', 'カナ', '🎉', '１２'].map((t) => needsWideFonts(t))).toEqual([true, true, true, true]);
  });

  it('knows the direction', () => expect(['12 دبي', 'Jo دبي', '12'].map(isRightToLeft)).toEqual([true, false, false]));
});

describe('widths', () => {
  it('come from the fonts', () => {
    const fonts = documentFonts();
    // hmtx of Noto Sans Regular: A = 639, space = 260 of 1000 units.
    expect(fonts.advance(0x41, false)).toBeCloseTo(0.639, 3);
    expect(fonts.advance(0x20, false)).toBeCloseTo(0.26, 3);
    expect(fonts.advance(0x41, true)).toBeGreaterThan(0.639);
    expect(fonts.advance(0x738b, false)).toBe(1);
  });
});

const line = (text: string, essential = false): { text: string; bold: boolean; scale: number; essential: boolean } => ({
  text,
  bold: false,
  scale: 1,
  essential,
});

describe('fitting', () => {
  it('shrinks before it cuts', () => {
    const options = { width: 100, size: 40, minSize: 20, bold: false };
    expect(fitLine('Jo', options, meter)).toEqual({ text: 'Jo', size: 40 });
    const shrunk = fitLine('Jordan T', options, meter);
    expect(shrunk.text).toBe('Jordan T');
    expect(shrunk.size).toBeLessThan(40);
    const cut = fitLine('Jordan Tremblay of the North', options, meter);
    expect(cut.size).toBe(20);
    expect(cut.text).toMatch(/^Jordan.*\.\.\.$/);
  });

  it('wraps at spaces and breaks only words that are too long', () => {
    expect(wrap('aa bb cc', meter('aa bb', 10, false) + 1, 10, false, meter)).toEqual(['aa bb', 'cc']);
    const lines = wrap('x'.repeat(50), 100, 20, false, meter);
    expect(lines.join('')).toBe('x'.repeat(50));
    for (const line of lines) expect(meter(line, 20, false)).toBeLessThanOrEqual(100);
    expect(wrap('A \ufdfd B', 60, 20, false, meter)).toEqual(['A', '\ufdfd', 'B']);
  });

  it('loses no letter by wrapping and never exceeds the width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 60, max: 400 }), (raw, width) => {
        const text = printableLine(raw);
        const lines = wrap(text, width, 20, false, meter);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        // U+FDFD is ten letters wide: what is wider than the line by itself stands alone.
        const widest = Math.max(width, ...Array.from(text, (letter) => meter(letter, 20, false)));
        for (const line of lines) expect(meter(line, 20, false)).toBeLessThanOrEqual(widest);
        expect(meter(ellipsize(text, width, 20, false, meter), 20, false)).toBeLessThanOrEqual(width);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps the city and the country when an address is too high', () => {
    const long = 'street '.repeat(80).trim();
    const lines = [
      line(long),
      line(long),
      line(long),
      line(long),
      line('Toronto ON M3C 1H9', true),
      line('CANADA', true),
    ];
    const placed = fitBlock(lines, { width: 300, height: 110, size: 30, minSize: 16, leading: 1.2, maxWrap: 3 }, meter);
    expect(placed.slice(-2).map((l) => l.text)).toEqual(['Toronto ON M3C 1H9', 'CANADA']);
    expect(placed.at(-1)?.baseline).toBeLessThanOrEqual(110);
  });
});

describe('addresses', () => {
  const address = { name: 'Jo', address1: 'Street 1', city: 'City', provinceCode: 'PR', zipcode: '12345' };
  it.each([
    ['US', ['City, PR 12345']],
    ['DE', ['12345 City', 'PR']],
    ['AE', ['PR', 'City', '12345']],
  ])('are ordered as %s writes them, losing nothing', (countryCode, locality) =>
    expect(addressLines({ ...address, countryCode }, 'en').locality).toEqual(locality),
  );

  it('name the country', () => {
    expect([countryName('CA', 'en'), countryName('US', 'fr'), countryName('??', 'en')]).toEqual([
      'Canada',
      'États-Unis',
      '??',
    ]);
  });
});

describe('ZPL fields', () => {
  it('hold no command and come back whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const data = fieldData(text);
        expect(data).toMatch(/^[\x20-\x7d]*$/);
        expect(data).not.toMatch(/[\^~\\]/);
        const bytes = data.replace(/_([0-9A-F]{2})/g, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        );
        expect(Buffer.from(bytes, 'latin1').equals(Buffer.from(text, 'utf8'))).toBe(true);
      }),
    );
  });

  // Check value of CRC-16/XMODEM (polynomial 1021, start 0) for "123456789".
  it('carry the right checksum', () => expect(crc16('123456789')).toBe('31C3'));
});

const of = (primaryColor: string, backgroundColor?: string): { primary: string; onPrimary: string; heading: string } =>
  templateBranding({ issuerName: 'M', primaryColor, backgroundColor }).data;

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('branding', () => {
  it('takes colours it understands and keeps headings readable', () => {
    expect(of('#F00').primary).toBe('#ff0000');
    expect(of('red; #let x').primary).toBe('#24618f');
    expect(of('#ffff00')).toMatchObject({ onPrimary: '#111111', heading: '#111111' });
    expect(of('#24618f')).toMatchObject({ onPrimary: '#ffffff', heading: '#24618f' });
    expect(of('#24618f', '#000000').heading).toBe('#ffffff');
  });

  it('knows images by their content', () => {
    const names = [
      '\x89PNG\r\n\x1a\n',
      '\xff\xd8\xff\xe0',
      'GIF89a',
      'RIFF1234WEBPVP8',
      '<?xml version="1.0"?><svg xmlns="x">',
      '<html>',
      '',
    ].map((t) => imageFileName('logo', bytes(t)));
    expect(names).toEqual(['logo.png', 'logo.jpg', 'logo.gif', 'logo.webp', 'logo.svg', undefined, undefined]);
  });

  it('breaks only long words', () => {
    expect(breakable('Kettle 1.7 l')).toBe('Kettle 1.7 l');
    expect(breakable('X'.repeat(30))).toBe(`${'X'.repeat(12)}\u200b${'X'.repeat(12)}\u200b${'X'.repeat(6)}`);
  });

  it('falls back from Code 128 to QR to no code', () => {
    const wide = codePicture('N'.repeat(70), 190, 30);
    expect(codePicture('#1', 190, 30)?.height).toBeCloseTo(30, 0);
    expect(wide?.width).toBe(wide?.height);
    expect(codePicture('', 190, 30)).toBeUndefined();
    expect(codePicture('x'.repeat(5000), 190, 30)).toBeUndefined();
  });
});
