import type { RateOffer, ShipInput } from '@scanship/connector-kit/carrier/carrier';
import { carrierConformance } from '@scanship/connector-kit/conformance/conformance';
import type { Harness } from '@scanship/connector-kit/conformance/conformance-harness';
import { newPurchase, openHarnessEnv } from '@scanship/connector-kit/conformance/conformance-harness';
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import type { Address } from '@scanship/domain/addresses/address';
import { money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { isCourierTrackingNumber } from '@scanship/domain/tracking/tracking-numbers';
import { describe, expect, it } from 'vitest';
import { carrier } from './carrier.ts';
import { demoRateSheet } from './rate-sheet-template.ts';

const toronto: Address = {
  name: 'Maple Goods',
  address1: '100 Queen St W',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5H 2N2',
  countryCode: 'CA',
};
const mississauga: Address = { ...toronto, name: 'Ada Lovelace', city: 'Mississauga', zipcode: 'L5B 3C1' };
const buffalo: Address = { ...mississauga, city: 'Buffalo', provinceCode: 'NY', zipcode: '14202', countryCode: 'US' };
const domestic: ShipmentRequest = {
  from: toronto,
  to: mississauga,
  parcels: [{ number: 1, weightGrams: 2400 }],
  shipDate: '2026-11-23',
  options: {},
  references: ['#1001'],
  language: 'en',
};
const crossBorder: ShipmentRequest = {
  ...domestic,
  to: buffalo,
  customs: {
    purpose: 'Sale',
    incoterm: 'DAP',
    dutiesPaidBy: 'Receiver',
    currency: 'CAD',
    items: [{ description: 'Maple syrup', quantity: 2, unitValue: money(1500, 'CAD'), unitGrams: 1000 }],
  },
};

const line = (kind: PriceLineKind, code: string, label: string, minor: number, ratePpm?: number): PriceLine => ({
  kind,
  code,
  label,
  amount: money(minor, 'CAD'),
  ...(ratePpm !== undefined && { ratePpm }),
});
/** 2.4 kg is billed as 2.5; fuel 13.75 % of the freight, HST 13 % of both, each rounded to the cent. */
const offer = (
  service: string,
  serviceName: string,
  transitDays: number,
  freight: number,
  fuel: number,
  hst: number,
): RateOffer => ({
  service,
  serviceName,
  transitDays,
  zone: 'Greater Toronto Area',
  billableGrams: 2500,
  lines: [
    line('base', 'freight', `${serviceName} to Greater Toronto Area, 2.5 kg`, freight),
    line('fuel', 'fuel', 'Fuel 13.75 %', fuel),
    line('tax', 'HST-ON', 'HST 13 %', hst, 130_000),
  ],
  total: money(freight + fuel + hst, 'CAD'),
});

const shipInput: ShipInput = {
  shipment: domestic,
  service: 'NEXT_DAY',
  reference: 'ABCDEFGH12345678',
  uuid: '00000000-0000-4000-8000-000000000000',
  labelFormat: 'pdf',
  serials: [123],
};
// 0000000123: 3x3 + 2x1 + 1x3 = 14, up to 20 is 6.
const number = 'ML00000001236';

const account = { id: 'own', credentials: {} };
const harness: Harness = {
  simulator: undefined,
  samples: {
    settings: { sheet: demoRateSheet() },
    account,
    otherAccount: { ...account, id: 'other' },
    service: 'NEXT_DAY',
    domestic,
    crossBorder: { service: 'ECONOMY', shipment: crossBorder },
    ownCases: [
      {
        name: 'prices inside the city',
        operation: 'rate',
        input: { shipment: domestic },
        exchanges: [],
        expect: {
          offers: [
            offer('SAME_DAY', 'Maple Same Day', 0, 1295, 178, 191),
            offer('NEXT_DAY', 'Maple Next Day', 1, 895, 123, 132),
            offer('ECONOMY', 'Maple Economy', 2, 695, 96, 103),
          ],
          problems: [],
        },
      },
      {
        name: 'a label with its own number',
        operation: 'ship',
        step: 'create',
        input: shipInput,
        exchanges: [],
        expect: {
          kind: 'done',
          result: {
            carrierShipmentId: 'ABCDEFGH12345678',
            parcels: [{ number: 1, trackingNumber: number }],
            files: [
              {
                kind: 'drawn',
                document: 'label',
                parcelNumber: 1,
                model: {
                  language: 'en',
                  carrierName: 'Maple Local Courier',
                  serviceName: 'Maple Next Day',
                  trackingNumber: number,
                  trackingText: 'ML 0000 0001 23 6',
                  from: toronto,
                  to: mississauga,
                  routingCode: 'L5B 3C1',
                  sortCode: 'GTA',
                  weightGrams: 2400,
                  shipDate: '2026-11-23',
                  parcelNumber: 1,
                  parcelCount: 1,
                  references: ['#1001'],
                  test: true,
                },
              },
            ],
          },
        },
      },
      {
        name: 'a label is cancelled and credited at once',
        operation: 'cancel',
        step: 'cancel',
        input: {
          reference: 'ABCDEFGH12345678',
          carrierShipmentId: 'ABCDEFGH12345678',
          trackingNumbers: [number],
          kept: {},
        },
        exchanges: [],
        expect: { kind: 'done', result: { refund: 'now' } },
      },
      {
        name: 'the sheet is summed up',
        operation: 'testConnection',
        exchanges: [],
        expect: {
          accountName: 'Maple Local Courier',
          message: 'Maple Local Courier: 3 services, 5 zones and 36 prices in CAD. No outside service is needed.',
        },
      },
    ],
  },
};

describe('conformance', () => {
  // Cases about lost answers do not exist for a carrier that makes no calls.
  const cases = carrierConformance(carrier, harness).filter((one) => one.notApplicable === undefined);
  it.each(cases.map((one) => [`${one.capability}: ${one.name}`, one] as const))('%s', async (_, one) => {
    await one.run();
  });
  it('covers every declared operation', () =>
    expect(new Set(cases.map((one) => one.capability))).toEqual(
      new Set(['manifest', 'rate', 'ship', 'cancel', 'testConnection']),
    ));
});

const env = (mode: ConnectorMode = 'live', settings = harness.samples.settings) => ({
  ...openHarnessEnv(carrier.manifest, harness),
  mode,
  settings,
});
const create = (input: ShipInput, mode: ConnectorMode = 'live') => {
  const step = carrier.ship?.steps[0];
  if (step === undefined) throw new Error('no step');
  return step.run(input, {}, env(mode));
};

describe('labels', () => {
  it('the same serials give the same numbers, other serials others, all with their check digit', async () => {
    const [first, again] = [await create(shipInput), await create(structuredClone(shipInput))];
    expect(again).toEqual(first);
    const other = await create({ ...shipInput, serials: [124] });
    const numbers = [first, other].map((o) => (o.kind === 'done' ? o.result?.parcels?.[0]?.trackingNumber : undefined));
    expect(numbers).toEqual([number, 'ML00000001243']);
    expect(numbers.every((n) => n !== undefined && isCourierTrackingNumber(n))).toBe(true);
  });

  it('carry TEST in every mode but live', async () => {
    for (const [mode, test] of [
      ['live', false],
      ['sandbox', true],
      ['simulator', true],
    ] as const) {
      const outcome = await create(shipInput, mode);
      const file = outcome.kind === 'done' ? outcome.result?.files?.[0] : undefined;
      expect(file?.kind === 'drawn' && file.model.test).toBe(test);
    }
  });

  it.each<[string, Partial<ShipInput>, RegExp]>([
    ['no number allotted', { serials: [] }, /1 parcels need as many numbers; 0/],
    [
      'a number twice',
      {
        shipment: {
          ...domestic,
          parcels: [
            { number: 1, weightGrams: 1 },
            { number: 2, weightGrams: 1 },
          ],
        },
        serials: [5, 5],
      },
      /the same number/,
    ],
    ['numbers used up', { serials: [10_000_000_000] }, /used up/],
    [
      'too heavy',
      { shipment: { ...domestic, parcels: [{ number: 1, weightGrams: 31_000 }] } },
      /^31\.0 kg is over the 30 kg limit of Maple Next Day\.$/,
    ],
    ['a service that is gone', { service: 'TELEPORT' }, /has no service "TELEPORT"/],
    [
      'customs data missing',
      { service: 'ECONOMY', shipment: { ...crossBorder, customs: undefined } },
      /needs customs data/,
    ],
  ])('are refused with a sentence: %s', async (_, change, sentence) => {
    await expect(create({ ...shipInput, ...change })).rejects.toThrow(sentence);
  });
});

describe('the account', () => {
  it('names the services of its sheet with their reach and limit', () =>
    expect(carrier.accountServices?.(harness.samples.settings)).toEqual([
      { code: 'SAME_DAY', name: 'Maple Same Day', scope: 'domestic', maxGrams: 25_000 },
      { code: 'NEXT_DAY', name: 'Maple Next Day', scope: 'domestic', maxGrams: 30_000 },
      { code: 'ECONOMY', name: 'Maple Economy', scope: 'both', maxGrams: 30_000 },
    ]));

  it('without a sheet, or with a damaged one, says so and prices nothing', async () => {
    await expect(carrier.rate?.({ shipment: domestic }, env('live', {}))).rejects.toThrow('has no rate sheet yet');
    const damaged = { sheet: { ...demoRateSheet(), fuel: [{ validFrom: 'soon', percentBp: 1, services: [] }] } };
    await expect(carrier.rate?.({ shipment: domestic }, env('live', damaged))).rejects.toThrow(
      'The stored rate sheet is damaged: fuel[0].validFrom is not a day such as 2026-12-31.',
    );
    await expect(carrier.testConnection?.(env('live', {}))).rejects.toThrow('upload one');
  });

  it('checks a sheet before it is stored, through JSON and back', () => {
    const stored = JSON.parse(JSON.stringify(demoRateSheet())) as ReturnType<typeof demoRateSheet>;
    expect(carrier.checkSettings?.({ sheet: stored })).toEqual([]);
    expect(carrier.checkSettings?.({})).toEqual([{ where: 'sheet', message: 'There is no rate sheet.' }]);
    const [first, ...others] = stored.rates;
    expect(first).toBeDefined();
    expect(
      carrier.checkSettings?.({ sheet: { ...stored, rates: first ? [{ ...first, toZone: 'MOON' }, ...others] : [] } }),
    ).toContainEqual({
      where: 'rates[0].toZone',
      message: 'Zone "MOON" is not in the zones section.',
    });
  });
});

const ask = async (change: Partial<ShipmentRequest>) => {
  const answer = await carrier.rate?.({ shipment: { ...domestic, ...change } }, env());
  return { services: answer?.offers.map((o) => o.service), problems: answer?.problems.map((p) => p.message) };
};

describe('quotes of the demo courier', () => {
  it('to Québec and abroad', async () => {
    expect(await ask({ to: { ...mississauga, provinceCode: 'QC', zipcode: 'H2X 1A1' } })).toEqual({
      services: ['NEXT_DAY', 'ECONOMY'],
      problems: ['Maple Same Day is not offered from Greater Toronto Area to Québec.'],
    });
    expect((await ask({ to: buffalo })).services).toEqual(['ECONOMY']);
    expect(await ask({ to: { ...buffalo, countryCode: 'FR', provinceCode: '', zipcode: '75001' } })).toEqual({
      services: [],
      problems: ['Maple Local Courier does not deliver to 75001, FR.'],
    });
  });
  it('a purchase of many parcels has a number for each', async () => {
    const parcels = Array.from({ length: 25 }, (_, i) => ({ number: i + 1, weightGrams: 500 }));
    const outcome = await create(newPurchase(harness, { shipment: { ...domestic, parcels } }));
    const given = outcome.kind === 'done' ? (outcome.result?.parcels ?? []) : [];
    expect(new Set(given.map((p) => p.trackingNumber)).size).toBe(25);
  });
});
