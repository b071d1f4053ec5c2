import type { CarrierService } from '@scanship/connector-kit/carrier/carrier';
import { pricedByList } from '@scanship/connector-kit/rates/price-list';
import { withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import type { RateSheet } from '@scanship/domain/rating/rate-sheet';
import { describe, expect, it } from 'vitest';
import { parseRateSheet } from './parse-rate-sheet.ts';
import { priceListTemplate } from './rate-sheet-template.ts';
import type { SheetTable } from './sheet-sections.ts';

const services: readonly CarrierService[] = [
  { code: 'PARCEL', name: 'Tracked Parcel', scope: 'domestic', maxGrams: 20_000 },
  { code: 'WORLD', name: 'World Parcel', scope: 'international', maxGrams: 2_000 },
];
const carrier = { name: 'Silent Post', originCountries: ['CA'], services };
const listed = pricedByList(carrier);
type Env = Parameters<typeof listed.rate>[1];
const ask = (settings: { sheet?: RateSheet }) => listed.rate({ shipment: withinCanada }, { settings } as Env);

/** The template with a price in each row. */
const filled = (price: string): SheetTable[] =>
  priceListTemplate(carrier).map(({ name, rows }) => ({
    name,
    rows:
      name === 'Rates' ? rows.map((row) => row.map((cell, i) => (i === 5 && cell === '' ? price : cell))) : [...rows],
  }));
const sheetOf = (tables: SheetTable[]): RateSheet => {
  const { sheet, problems } = parseRateSheet(tables);
  if (!sheet) throw new Error(JSON.stringify(problems));
  return sheet;
};

describe('a carrier that tells no prices', () => {
  it('sends nothing in vain: the template without prices is refused row by row', () => {
    const { sheet, problems } = parseRateSheet(priceListTemplate(carrier));
    expect(sheet).toBeUndefined();
    expect(problems.map(({ section, column }) => [section, column])).toEqual([
      ['Rates', 'Price'],
      ['Rates', 'Price'],
    ]);
  });

  it('says what is missing before there is a list', async () => {
    await expect(ask({})).rejects.toMatchObject({
      problem: {
        kind: 'refused',
        message: expect.stringMatching(/^Silent Post provides no prices\. Upload the prices/),
      },
    });
    expect(listed.accountServices({})).toEqual([]);
  });

  it('is priced by the list, under its own names', async () => {
    const sheet = sheetOf(filled('7.45'));
    const { offers } = await ask({ sheet });
    expect(offers.map(({ service, serviceName, total }) => [service, serviceName, total])).toEqual([
      ['PARCEL', 'Tracked Parcel', { minor: 745, currency: 'CAD' }],
    ]);
    expect(listed.accountServices({ sheet }).map(({ code }) => code)).toEqual(['PARCEL', 'WORLD']);
    expect(listed.checkSettings({ sheet })).toEqual([]);
  });

  it('has no service that the list invents', async () => {
    const sheet = sheetOf(filled('7.45'));
    const invented: RateSheet = {
      ...sheet,
      services: sheet.services.map((each) => (each.code === 'PARCEL' ? { ...each, code: 'BIKE' } : each)),
      rates: sheet.rates.map((each) => (each.service === 'PARCEL' ? { ...each, service: 'BIKE' } : each)),
    };
    expect(listed.checkSettings({ sheet: invented })).toEqual([
      {
        where: 'services[0].code',
        message: 'Silent Post has no service "BIKE". Its services are PARCEL, WORLD.',
      },
    ]);
    expect((await ask({ sheet: invented })).offers).toEqual([]);
  });
});
