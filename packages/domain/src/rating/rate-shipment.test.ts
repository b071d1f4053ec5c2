import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Address } from '../addresses/address.ts';
import { money, sum } from '../money/money.ts';
import type { Parcel, ShipmentOptions, ShipmentRequest } from '../shipping/shipment.ts';
import { canadianSalesTaxes } from '../taxes/sales-tax.ts';
import { checkRateSheet } from './check-rate-sheet.ts';
import type { RateRow, RateSheet, SheetService, SurchargeRow } from './rate-sheet.ts';
import { rateShipment } from './rate-shipment.ts';
import { zoneOf } from './zones.ts';

const place = (zipcode: string, provinceCode: string, countryCode = 'CA'): Address => ({
  name: 'Ada',
  address1: '1 Main St',
  city: 'Town',
  provinceCode,
  zipcode,
  countryCode,
});
const service = (code: string, change: Partial<SheetService> = {}): SheetService => ({
  code,
  name: code.toUpperCase(),
  maxWeight: 30_000,
  maxLength: null,
  maxLengthPlusGirth: null,
  divisor: null,
  parcels: 'each',
  maxParcels: null,
  minimumCharge: null,
  maximumCharge: null,
  ...change,
});
const rate = (
  toZone: string,
  over: number,
  upTo: number | null,
  price: number,
  change: Partial<RateRow> = {},
): RateRow => ({
  service: 'next',
  fromZone: null,
  toZone,
  over,
  upTo,
  price,
  step: null,
  stepPrice: null,
  days: null,
  ...change,
});
const surcharge = (kind: SurchargeRow['kind'], change: Partial<SurchargeRow> = {}): SurchargeRow => ({
  kind,
  label: kind,
  services: [],
  zones: [],
  over: null,
  price: 0,
  percentBp: 0,
  minimum: 0,
  postal: [],
  per: ['oversize', 'girth', 'overweight', 'extra-parcel'].includes(kind) ? 'parcel' : 'shipment',
  fuel: false,
  ...change,
});
const sheet: RateSheet = {
  version: 1,
  settings: {
    name: 'Local',
    currency: 'CAD',
    prefix: 'LC',
    country: 'CA',
    units: 'metric',
    roundTo: 500,
    divisor: 5000,
    canadianTaxes: false,
  },
  services: [service('next')],
  zones: [
    { zone: 'CITY', name: 'City', country: 'CA', provinces: [], postal: [{ from: 'M', to: 'M' }] },
    { zone: 'ON', name: 'Ontario', country: 'CA', provinces: ['ON'], postal: [] },
    { zone: 'CA', name: 'Canada', country: 'CA', provinces: [], postal: [] },
  ],
  rates: [
    rate('CITY', 0, 1000, 500, { days: 1 }),
    rate('CITY', 1000, 5000, 700),
    rate('CITY', 5000, null, 700, { step: 1000, stepPrice: 50 }),
    rate('ON', 0, null, 900, { step: 500, stepPrice: 100, days: 2 }),
    rate('CA', 0, 30_000, 2000),
  ],
  surcharges: [],
  fuel: [],
};
const box = (weightGrams: number, size?: readonly [number, number, number], number = 1): Parcel => ({
  number,
  weightGrams,
  ...(size && { dimensions: { lengthMm: size[0], widthMm: size[1], heightMm: size[2] } }),
});
const ship = (
  parcels: readonly Parcel[],
  to = place('M5V 2T6', 'ON'),
  options: ShipmentOptions = {},
): ShipmentRequest => ({
  from: place('L4Z 1S2', 'ON'),
  to,
  parcels,
  shipDate: '2026-11-23',
  options,
  references: [],
  language: 'en',
});
const total = (s: RateSheet, request: ShipmentRequest) => rateShipment(s, request).offers[0]?.total.minor;
const sentences = (s: RateSheet, request: ShipmentRequest) => rateShipment(s, request).problems.map((p) => p.message);

it('the sheet of these tests is itself acceptable', () => expect(checkRateSheet(sheet)).toEqual([]));

describe('freight', () => {
  it.each([
    [1, 500],
    [1000, 500],
    [1001, 700],
    [5000, 700],
    [5001, 750],
    [6000, 750],
    [6001, 800],
  ])('%i g in the city costs %i cents', (grams, cents) => expect(total(sheet, ship([box(grams)]))).toBe(cents));

  it('does not depend on the order of the rows', () => {
    const reversed = { ...sheet, rates: sheet.rates.toReversed() };
    for (const grams of [1, 1000, 1001, 5000, 5001]) {
      const request = ship([box(grams)]);
      expect(rateShipment(reversed, request)).toEqual(rateShipment(sheet, request));
    }
  });

  it('a step is counted from the start of its break', () =>
    expect(total(sheet, ship([box(1200)], place('K1P 1J1', 'ON')))).toBe(900 + 3 * 100));

  it('the dimensional weight counts when it is greater', () => {
    // 40 x 30 x 20 cm / 5000 = 4.8 kg, billed as 5.
    const [offer] = rateShipment(sheet, ship([box(900, [400, 300, 200])])).offers;
    expect(offer).toMatchObject({ billableGrams: 5000, transitDays: 1, total: money(700, 'CAD') });
    const never = { ...sheet, services: [service('next', { divisor: 0 })] };
    expect(rateShipment(never, ship([box(900, [400, 300, 200])])).offers[0]?.billableGrams).toBe(1000);
  });

  it('a pound stored as 454 g is one pound, and 12 in stored as 305 mm is 12 in', () => {
    const pounds: RateSheet = {
      ...sheet,
      settings: { ...sheet.settings, units: 'imperial', divisor: 139 },
      rates: [rate('CITY', 0, 1000, 500), rate('CITY', 1000, null, 900)],
    };
    expect(total(pounds, ship([box(454)]))).toBe(500);
    expect(total(pounds, ship([box(455)]))).toBe(900);
    // 1728 in3 / 139 = 12.43 lb, billed as 12.5 lb = 5670 g.
    expect(rateShipment(pounds, ship([box(454, [305, 305, 305])])).offers[0]?.billableGrams).toBe(5670);
  });

  it('several parcels are priced one by one, or together where the service says so', () => {
    const two = ship([box(1000), box(1000, undefined, 2)]);
    expect(total(sheet, two)).toBe(1000);
    expect(total({ ...sheet, services: [service('next', { parcels: 'combined' })] }, two)).toBe(700);
  });

  it('stays between the minimum and the maximum charge', () => {
    expect(total({ ...sheet, services: [service('next', { minimumCharge: 650 })] }, ship([box(500)]))).toBe(650);
    expect(total({ ...sheet, services: [service('next', { maximumCharge: 600 })] }, ship([box(3000)]))).toBe(600);
  });

  it('a lane that names the origin goes before one from anywhere', () => {
    const matrix = { ...sheet, rates: [...sheet.rates, rate('CITY', 0, null, 450, { fromZone: 'ON' })] };
    expect(total(matrix, ship([box(500)]))).toBe(450);
    expect(total(matrix, { ...ship([box(500)]), from: place('V6B 1A1', 'BC') })).toBe(500);
  });
});

describe('what cannot be offered is said', () => {
  it('over the weight limit, with the exact sentence', () => {
    const named = { ...sheet, services: [{ ...service('next'), name: 'Local Next Day' }] };
    expect(sentences(named, ship([box(31_000)]))).toEqual(['31.0 kg is over the 30 kg limit of Local Next Day.']);
    expect(sentences(named, ship([box(1000), box(30_250, undefined, 2)]))).toEqual([
      'Parcel 2: 30.25 kg is over the 30 kg limit of Local Next Day.',
    ]);
    expect(total(named, ship([box(30_000)]))).toBeGreaterThan(0);
  });
  it('over the size limits', () => {
    const small = {
      ...sheet,
      services: [service('next', { maxLength: 1000, maxLengthPlusGirth: 2000, maxParcels: 1 })],
    };
    expect(sentences(small, ship([box(1000, [1010, 300, 200]), box(1000, undefined, 2)]))).toEqual([
      '2 parcels are more than the 1 of one NEXT shipment.',
      'Parcel 1: 101.0 cm long is over the 100 cm limit of NEXT.',
      'Parcel 1: 201.0 cm in length plus girth is over the 200 cm limit of NEXT.',
    ]);
  });
  it('no zone, no lane, no break, no service, no parcel', () => {
    expect(sentences(sheet, ship([box(1)], place('75001', '', 'FR')))).toEqual([
      'Local does not deliver to 75001, FR.',
    ]);
    const onlyCity = { ...sheet, rates: sheet.rates.filter((r) => r.toZone === 'CITY') };
    expect(sentences(onlyCity, ship([box(1)], place('V6B 1A1', 'BC')))).toEqual([
      'NEXT is not offered from Ontario to Canada.',
    ]);
    expect(sentences(sheet, ship([box(1000, [1000, 1000, 1000])], place('V6B 1A1', 'BC')))).toEqual([
      'NEXT has no price to Canada for a billable weight of 200 kg.',
    ]);
    expect(rateShipment(sheet, ship([box(1)]), ['slow'])).toEqual({
      offers: [],
      problems: [{ service: 'slow', message: 'Local has no service "slow".' }],
    });
    expect(sentences(sheet, ship([]))).toEqual(['There is no parcel to price.']);
  });
  it('options that the sheet does not offer', () => {
    expect(
      sentences(
        sheet,
        ship([box(1)], undefined, { signature: 'any', saturdayDelivery: true, insuredValue: money(1, 'CAD') }),
      ),
    ).toEqual([
      'NEXT does not offer a signature.',
      'NEXT does not deliver on Saturdays.',
      'NEXT does not offer insurance.',
    ]);
    const insured = { ...sheet, surcharges: [surcharge('insurance', { price: 100 })] };
    expect(sentences(insured, ship([box(1)], undefined, { insuredValue: money(1, 'USD') }))).toEqual([
      'NEXT insures in CAD, not in USD.',
    ]);
  });
});

const codes = (from: Address, dest: Address, day: string) =>
  canadianSalesTaxes(from, dest, day).map((t) => `${t.code} ${t.ratePpm}`);

/** Lines after the freight, as "kind code cents". */
const lines = (rows: readonly SurchargeRow[], request: ShipmentRequest, more: Partial<RateSheet> = {}) =>
  rateShipment({ ...sheet, ...more, surcharges: rows }, request)
    .offers[0]?.lines.slice(1)
    .map((line) => `${line.kind} ${line.code} ${line.amount.minor}`);

describe('surcharges, fuel and taxes', () => {
  it('each kind is charged for its own reason only', () => {
    const every = [
      surcharge('residential', { price: 300 }),
      surcharge('remote', { price: 400, postal: [{ from: 'M5V', to: 'M5X' }] }),
      surcharge('signature', { price: 200 }),
      surcharge('adult-signature', { price: 500 }),
      surcharge('saturday', { price: 1500 }),
      surcharge('extra-parcel', { price: 50 }),
      surcharge('oversize', { price: 600, over: 10_000 }),
      surcharge('girth', { price: 700, over: 20_000 }),
      surcharge('overweight', { price: 800, over: 20_000 }),
    ];
    expect(lines(every, ship([box(500)], place('M4W 1A1', 'ON')))).toEqual([]);
    expect(
      lines(
        every,
        ship(
          [box(25_000), box(1, undefined, 2), box(1, undefined, 3)],
          { ...place('M5W 1A1', 'ON'), residential: true },
          { signature: 'adult', saturdayDelivery: true },
        ),
      ),
    ).toEqual([
      'surcharge residential 300',
      'surcharge remote 400',
      'option adult-signature 500',
      'option saturday 1500',
      'surcharge extra-parcel 100',
      'surcharge overweight 800',
    ]);
  });

  it('a parcel over two thresholds pays the higher one only', () => {
    const rows = [
      surcharge('overweight', { price: 500, over: 20_000 }),
      surcharge('overweight', { price: 800, over: 25_000 }),
    ];
    expect(lines(rows, ship([box(22_000), box(26_000, undefined, 2), box(21_000, undefined, 3)]))).toEqual([
      'surcharge overweight 1000',
      'surcharge overweight 800',
    ]);
  });

  it('insurance counts each begun 100 above what is included', () => {
    const rows = [surcharge('insurance', { price: 150, over: 10_000, minimum: 200 })];
    const insured = (minor: number) => lines(rows, ship([box(1)], undefined, { insuredValue: money(minor, 'CAD') }));
    expect(insured(10_000)).toEqual([]);
    expect(insured(10_001)).toEqual(['option insurance 200']);
    expect(insured(30_001)).toEqual(['option insurance 450']);
  });

  it('fuel is that of the day, on freight and the surcharges that carry it', () => {
    const fuel = [
      { validFrom: '2026-11-01', percentBp: 1000, services: [] },
      { validFrom: '2026-12-01', percentBp: 2000, services: [] },
    ];
    const rows = [surcharge('residential', { price: 300, fuel: true }), surcharge('signature', { price: 200 })];
    const request = ship([box(500)], { ...place('M4W 1A1', 'ON'), residential: true }, { signature: 'any' });
    const on = (shipDate: string) => lines(rows, { ...request, shipDate }, { fuel })?.at(-1);
    expect(on('2026-11-30')).toBe('fuel fuel 80');
    expect(on('2026-12-01')).toBe('fuel fuel 160');
    expect(on('2026-10-31')).toBe('option signature 200');
  });

  it('taxes follow the destination within Canada and are on everything before them', () => {
    const taxed = { settings: { ...sheet.settings, canadianTaxes: true } };
    const to = (zip: string, province: string, country = 'CA') =>
      lines([], ship([box(500)], place(zip, province, country)), taxed);
    expect(to('M4W 1A1', 'ON')).toEqual(['tax HST-ON 65']);
    expect(to('B3H 1A1', 'NS')).toEqual(['tax HST-NS 280']);
    expect(to('V6B 1A1', 'BC')).toEqual(['tax GST-CA 100']);
    expect(to('H2X 1A1', 'QC')).toEqual(['tax GST-CA 100']);
    expect(codes(place('H2X', 'QC'), place('G1A', 'QC'), '2026-01-01')).toEqual(['GST-CA 50000', 'QST-QC 99750']);
    expect(codes(place('M', 'ON'), place('B', 'NS'), '2025-03-31')).toEqual(['HST-NS 150000']);
    expect(codes(place('M', 'ON'), place('B', 'NS'), '2025-04-01')).toEqual(['HST-NS 140000']);
    expect(codes(place('M', 'ON'), place('10001', 'NY', 'US'), '2026-01-01')).toEqual([]);
    expect(codes(place('10001', 'NY', 'US'), place('M', 'ON'), '2026-01-01')).toEqual([]);
  });
});

describe('zones', () => {
  it('the longest prefix wins, then the province, then the country, then the rest of the world', () => {
    const world: RateSheet = {
      ...sheet,
      zones: [
        { zone: 'REST', name: '', country: '*', provinces: [], postal: [] },
        ...sheet.zones,
        { zone: 'CORE', name: '', country: 'CA', provinces: [], postal: [{ from: 'M5A', to: 'M5X' }] },
        { zone: 'DOOR', name: '', country: 'CA', provinces: [], postal: [{ from: 'M5V2T6', to: 'M5V2T6' }] },
      ],
    };
    const zone = (zip: string, province: string, country = 'CA') => zoneOf(world, place(zip, province, country));
    expect(zone('m5v 2t6', 'ON')).toBe('DOOR');
    expect(zone('M5V 2T7', 'ON')).toBe('CORE');
    expect(zone('M4V 2T7', 'ON')).toBe('CITY');
    expect(zone('K1P 1J1', 'ON')).toBe('ON');
    expect(zone('', 'BC')).toBe('CA');
    expect(zone('10001', 'NY', 'US')).toBe('REST');
  });

  it('of two rows that fit alike the earlier one is taken', () => {
    const [city] = sheet.zones;
    const zones = city ? [city, { ...city, zone: 'LATER' }] : [];
    expect(zoneOf({ ...sheet, zones }, place('M5V 2T6', 'ON'))).toBe('CITY');
  });

  it('does not depend on the order of the rows where prefixes differ in length', () => {
    const digits = fc.stringMatching(/^[0-9]{1,5}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(digits, { minLength: 1, maxLength: 12 }),
        fc.stringMatching(/^[0-9]{5}$/),
        (prefixes, zip) => {
          const zones = prefixes.map((p) => ({
            zone: p,
            name: '',
            country: 'US',
            provinces: [],
            postal: [{ from: p, to: p }],
          }));
          const expected = prefixes.filter((p) => zip.startsWith(p)).toSorted((a, b) => b.length - a.length)[0];
          const at = place(zip, 'NY', 'US');
          expect(zoneOf({ ...sheet, zones }, at)).toBe(expected);
          expect(zoneOf({ ...sheet, zones: zones.toReversed() }, at)).toBe(expected);
        },
      ),
    );
  });
});

describe('properties of any sheet', () => {
  const cents = fc.integer({ min: 0, max: 20_000 });
  /** Breaks that follow each other without gap, prices that never fall. */
  const breaks = fc
    .array(
      fc.record({
        width: fc.integer({ min: 1, max: 20 }),
        rise: cents,
        stepPrice: fc.option(fc.nat(300), { nil: null }),
      }),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((list) => {
      let over = 0;
      let price = 0;
      return list.map(({ width, rise, stepPrice }, index): RateRow => {
        const upTo = index === list.length - 1 ? null : over + width * 500;
        price += rise;
        const row = rate('CITY', over, upTo, price, stepPrice === null ? {} : { step: 1000, stepPrice });
        if (stepPrice !== null) price += Math.ceil((width * 500) / 1000) * stepPrice;
        over += width * 500;
        return row;
      });
    });
  const anySheet = fc
    .record({
      rates: breaks,
      roundTo: fc.constantFrom(1, 100, 500, 1000),
      divisor: fc.constantFrom(null, 4000, 5000, 6000),
      parcels: fc.constantFrom('each' as const, 'combined' as const),
      minimumCharge: fc.option(cents, { nil: null }),
      fuelBp: fc.integer({ min: 0, max: 5000 }),
      canadianTaxes: fc.boolean(),
      heavy: fc.tuple(cents, cents),
      residential: fc.record({ price: cents, percentBp: fc.nat(5000), minimum: fc.nat(500), fuel: fc.boolean() }),
    })
    .map(
      (p): RateSheet => ({
        ...sheet,
        settings: { ...sheet.settings, roundTo: p.roundTo, divisor: p.divisor, canadianTaxes: p.canadianTaxes },
        services: [service('next', { maxWeight: null, parcels: p.parcels, minimumCharge: p.minimumCharge })],
        rates: p.rates,
        surcharges: [
          surcharge('overweight', { over: 10_000, price: p.heavy[0], fuel: true }),
          surcharge('overweight', { over: 20_000, price: p.heavy[0] + p.heavy[1], fuel: true }),
          surcharge('residential', p.residential),
        ],
        fuel: [{ validFrom: '2020-01-01', percentBp: p.fuelBp, services: [] }],
      }),
    );
  const anyParcels = fc
    .array(
      fc.tuple(
        fc.integer({ min: 1, max: 40_000 }),
        fc.option(
          fc.tuple(
            fc.integer({ min: 1, max: 900 }),
            fc.integer({ min: 1, max: 900 }),
            fc.integer({ min: 1, max: 900 }),
          ),
          { nil: undefined },
        ),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((list) => list.map(([grams, size], index) => box(grams, size, index + 1)));

  it('lines sum to the total, nothing is negative, the same question has the same answer', () => {
    fc.assert(
      fc.property(anySheet, anyParcels, fc.boolean(), (s, parcels, residential) => {
        const request = ship(parcels, { ...place('M4W 1A1', 'ON'), residential });
        const answer = rateShipment(s, request);
        const [offer] = answer.offers;
        expect(offer).toBeDefined();
        if (offer === undefined) return;
        expect(
          sum(
            offer.lines.map((l) => l.amount),
            'CAD',
          ),
        ).toEqual(offer.total);
        expect(offer.lines.every((l) => Number.isSafeInteger(l.amount.minor) && l.amount.minor >= 0)).toBe(true);
        expect(offer.billableGrams).toBeGreaterThanOrEqual(
          parcels.reduce((t, p) => t + p.weightGrams, 0) - parcels.length,
        );
        expect(rateShipment(s, structuredClone(request))).toEqual(answer);
      }),
      { numRuns: 200 },
    );
  });

  it('a heavier parcel never costs less', () => {
    fc.assert(
      fc.property(anySheet, anyParcels, fc.integer({ min: 1, max: 20_000 }), (s, parcels, more) => {
        const heavier = parcels.map((p, i) => (i === 0 ? { ...p, weightGrams: p.weightGrams + more } : p));
        const light = total(s, ship(parcels)) ?? 0;
        expect(total(s, ship(heavier)) ?? 0).toBeGreaterThanOrEqual(light);
      }),
      { numRuns: 200 },
    );
  });
});
