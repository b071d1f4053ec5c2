import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { LabelModel } from '@scanship/domain/printing/label';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { ready } from 'zpl-renderer-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { luhn, mod10Weights31, mod7, s10 } from './check-digits.ts';
import { createConsentPage } from './consent-page.ts';
import { addWorkingDays, billable, dollars, priceOf, zoneOf, type Tariff } from './tariff.ts';
import { code128, drawTestLabel } from './test-label.ts';

/** The decoder would fetch its module from the internet otherwise. */
beforeAll(() => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });
});

const person = {
  name: 'Zoë (Test)',
  address1: '1 Main ^St',
  city: 'Montréal',
  provinceCode: 'QC',
  zipcode: 'H2X 1Y4',
  countryCode: 'CA',
};
const model = (trackingNumber: string): LabelModel => ({
  carrierName: 'TESTLINE',
  serviceName: 'Express',
  trackingNumber,
  from: person,
  to: person,
  weightGrams: 1200,
  shipDate: '2026-11-21',
  parcelNumber: 1,
  parcelCount: 2,
  references: ['ORDER 1'],
  test: true,
});

it.each(['123456789012345678', 'TX1234567895CA', 'TLF00001234567'])(
  'a PDF label with %s decodes from a 203 dpi rendering and says TEST',
  async (number) => {
    const bytes = await drawTestLabel(model(number), 'pdf');
    const library = await PDFiumLibrary.init();
    const document = await library.loadDocument(bytes);
    const page = document.getPage(0);
    expect(page.getText()).toContain('TEST');
    const image = await page.render({ scale: 203 / 72, render: 'bitmap' });
    const pixels = new Uint8ClampedArray(image.data);
    const found = await readBarcodes(
      { data: pixels, width: image.width, height: image.height, colorSpace: 'srgb' },
      { formats: ['Code128'] },
    );
    document.destroy();
    library.destroy();
    expect(found.map((f) => f.text)).toEqual([number]);
  },
);

it.each(['123456789012345678', 'TX1234567895CA'])('a ZPL label with %s decodes and says TEST', async (number) => {
  const bytes = await drawTestLabel(model(number), 'zpl');
  const text = Buffer.from(bytes).toString('utf8');
  expect(text).toContain('^FDTEST^FS');
  expect(text).toContain('Main _5ESt');
  const { api } = await ready;
  const png = Buffer.from(await api.zplToBase64Async(text, 101.6, 152.4, 8), 'base64');
  const found = await readBarcodes(new Uint8Array(png), { formats: ['Code128'] });
  expect(found.map((f) => f.text)).toEqual([number]);
});

it('code 128 takes 11 modules a symbol and 13 for the stop', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('ABCxyz0189-/ ')), minLength: 1, maxLength: 30 }),
      (text) => {
        const modules = code128(text).reduce((a, b) => a + b, 0);
        const symbols = /^(\d\d)+$/.test(text) ? text.length / 2 : text.length;
        return modules === (symbols + 2) * 11 + 13;
      },
    ),
  );
  expect(() => code128('é')).toThrow(RangeError);
});

it('check digits agree with published numbers', () => {
  // GS1's own GTIN-13 example, the Luhn example of ISO 7812, UPU's S10 example RB 123 456 785, and 7 as remainder.
  expect(mod10Weights31('629104150021')).toBe(3);
  expect(luhn('7992739871')).toBe(3);
  expect(s10('12345678')).toBe(5);
  expect(mod7('123456')).toBe(123456 % 7);
});

const at = (
  countryCode: string,
  provinceCode: string,
): { countryCode: string; provinceCode: string; residential: boolean } => ({
  countryCode,
  provinceCode,
  residential: true,
});

it('prices have lines that sum, zones that grow, and no offer where there is none', () => {
  const tariff: Tariff = {
    divisor: 5000,
    fuelBasisPoints: 1650,
    residentialCents: 350,
    signatureCents: 200,
    services: [
      {
        code: 'E',
        name: 'E',
        scope: 'domestic',
        maxGrams: 30_000,
        zones: [1, 2, 3, 4].map((z) => ({ firstKg: 1000 + z * 100, moreKg: 90 * z, days: z })),
      },
    ],
  };
  const [service] = tariff.services;
  if (!service) throw new Error('no service');
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30_000 }),
      fc.integer({ min: 10, max: 1000 }),
      fc.constantFrom('ON', 'BC', 'QC', 'NS', 'AB'),
      (grams, side, to) => {
        const priced = priceOf(
          tariff,
          service,
          at('CA', 'ON'),
          at('CA', to),
          [{ grams, lengthMm: side, widthMm: side, heightMm: side }],
          { signature: true },
        );
        return (
          priced !== undefined &&
          priced.lines.reduce((s, l) => s + l.cents, 0) === priced.total &&
          priced.lines.every((l) => Number.isInteger(l.cents) && l.cents > 0)
        );
      },
    ),
  );
  expect(zoneOf(at('CA', 'ON'), at('CA', 'BC'))).toBe(4);
  expect(zoneOf(at('CA', 'BC'), at('CA', 'BC'))).toBe(1);
  expect(zoneOf(at('US', 'NY'), at('CA', 'BC'))).toBe(0);
  expect(
    priceOf(tariff, service, at('CA', 'ON'), at('US', 'NY'), [{ grams: 1, lengthMm: 1, widthMm: 1, heightMm: 1 }]),
  ).toBeUndefined();
  expect(billable({ grams: 400, lengthMm: 300, widthMm: 200, heightMm: 100 }, 5000)).toBe(1500);
  expect(dollars(1205)).toBe('12.05');
  expect(addWorkingDays('2026-11-20', 1)).toBe('2026-11-23');
});

it('the consent page sends the browser only to registered addresses', () => {
  const issued: string[] = [];
  const consent = createConsentPage({
    platform: 'Shop',
    apps: [{ clientId: 'c', name: '<b>App</b>', redirectUris: ['https://a.example/back'] }],
    issue: (code) => issued.push(code),
  });
  const ask = (fields: Record<string, string>, method = 'GET'): ReturnType<typeof consent> =>
    consent({ method, query: new URLSearchParams(fields), form: new URLSearchParams(fields) });
  expect(ask({ client_id: 'c', redirect_uri: 'https://evil.example/' }).status).toBe(400);
  const shown = ask({ client_id: 'c', redirect_uri: 'https://a.example/back', state: '"><script>' });
  expect(shown.body).toContain('&lt;b&gt;App');
  expect(shown.body).not.toContain('<script>');
  const allowed = ask(
    { client_id: 'c', redirect_uri: 'https://a.example/back', state: 's 1', answer: 'allow' },
    'POST',
  );
  expect(allowed).toMatchObject({
    status: 303,
    headers: { location: `https://a.example/back?code=${issued[0]}&state=s+1` },
  });
  const denied = ask({ client_id: 'c', redirect_uri: 'https://a.example/back', answer: 'deny' }, 'POST');
  expect(denied.headers.location).toBe('https://a.example/back?error=access_denied');
  expect(issued).toHaveLength(1);
});
