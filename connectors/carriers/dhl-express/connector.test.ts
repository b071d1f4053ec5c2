/** What is DHL Express's own: local times, units, taxes inside prices, lost labels, waiting documents, refusals. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem } from '@scanship/connector-kit/answers/json-reader';
import { money } from '@scanship/domain/money/money';
import type { ExportFiling, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { mod7CheckDigit } from '@scanship/domain/tracking/tracking-numbers';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachDocument } from './src/attach-document.ts';
import { readAddress } from './src/check-address.ts';
import { manifest } from './src/manifest.ts';
import { rateMessage, shipMessage } from './src/messages.ts';
import { packagingCode } from './src/packagings.ts';
import { ourField } from './src/problems.ts';
import { readRates } from './src/rate.ts';
import { readFound, recoverShipment } from './src/recovery.ts';
import { placeOf, plannedShipping } from './src/times.ts';
import { event } from './src/track.ts';
import { statusOf } from './src/track-status.ts';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { abroad, inside } from './simulator/own-case-parts.ts';
import { isWaybill, waybillNumber } from './simulator/numbers.ts';

const now = new Date('2026-01-01T00:00:00Z');
const purchase = (shipment: ShipmentRequest) => ({
  shipment,
  service: 'P',
  reference: 'CREFERENCE000001',
  uuid: '00000000-0000-4000-8000-000000000001',
  labelFormat: 'pdf' as const,
});
const problemOf = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    if (error instanceof ConnectorError) return error.problem;
    throw error;
  }
  return undefined;
};

describe('local times', () => {
  const at = (countryCode: string, provinceCode = '') => ({ ...inside.from, countryCode, provinceCode });

  it('are those of the place of dispatch, summer and winter', () => {
    expect(plannedShipping('2026-01-05', at('CA', 'BC'), now)).toBe('2026-01-05T12:00:00 GMT-08:00');
    expect(plannedShipping('2026-07-06', at('DE'), now)).toBe('2026-07-06T12:00:00 GMT+02:00');
    expect(plannedShipping('2026-01-05', at('BR'), now)).toBe('2026-01-05T12:00:00 GMT+00:00');
  });

  it('are never in the past: an afternoon or a day that is over is a quarter of an hour from now', () => {
    const afternoon = new Date('2026-01-05T20:00:00Z');
    expect(plannedShipping('2026-01-05', at('CA', 'ON'), afternoon)).toBe('2026-01-05T15:15:00 GMT-05:00');
    expect(plannedShipping('2025-12-01', at('CA', 'ON'), afternoon)).toBe('2026-01-05T15:15:00 GMT-05:00');
  });

  it('reach ten days ahead, and no further', () => {
    expect(shipMessage(purchase({ ...inside, shipDate: '2026-01-10' }), '1', now).productCode).toBe('P');
    expect(problemOf(() => shipMessage(purchase({ ...inside, shipDate: '2026-02-10' }), '1', now))).toMatchObject({
      kind: 'invalid-input',
      field: 'shipDate',
    });
  });
});

describe('what is sent', () => {
  it('is in pounds and inches from the United States', () => {
    const { packages, unitOfMeasurement } = rateMessage({ ...abroad, from: abroad.to, to: abroad.from }, '1', now);
    expect(unitOfMeasurement).toBe('imperial');
    expect(packages).toEqual([
      { typeCode: undefined, weight: 2.756, dimensions: { length: 11.811, width: 7.874, height: 3.937 } },
    ]);
  });

  it('names the person as company where there is none', () => {
    const { receiverDetails } = shipMessage(purchase(inside), '1', now).customerDetails;
    expect(receiverDetails.contactInformation).toMatchObject({
      companyName: 'Test Receiver',
      fullName: 'Test Receiver',
    });
  });

  it('needs a telephone number, a value and the origin of goods, and says which field', () => {
    const field = (shipment: ShipmentRequest): unknown => problemOf(() => shipMessage(purchase(shipment), '1', now));
    expect(field({ ...inside, to: { ...inside.to, phone: undefined } })).toMatchObject({ field: 'to.phone' });
    expect(field({ ...abroad, customs: undefined })).toMatchObject({ field: 'customs' });
    const items = abroad.customs?.items ?? [];
    const withItems = (more: object): ShipmentRequest => ({
      ...abroad,
      customs: abroad.customs && { ...abroad.customs, items: items.map((item) => ({ ...item, ...more })) },
    });
    expect(field(withItems({ originCountry: undefined }))).toMatchObject({ field: 'customs.items.0.originCountry' });
    expect(field(withItems({ unitValue: money(0, 'CAD') }))).toMatchObject({ field: 'customs.items.0.unitValue' });
    expect(field(withItems({ hsCode: '6109-x' }))).toMatchObject({ field: 'customs.items.0.hsCode' });
  });

  it('tells the export filing on the waybill from the United States, on the invoice from Canada', () => {
    const told = (from: ShipmentRequest['from'], currency: string, exportFiling?: ExportFiling) => {
      const items = abroad.customs?.items.map((item) => ({ ...item, unitValue: money(300_000, currency) })) ?? [];
      const to = { ...abroad.to, countryCode: 'GB', provinceCode: '', zipcode: 'SW1A 2AA' };
      const customs = abroad.customs && { ...abroad.customs, currency, items, exportFiling };
      const { content } = shipMessage(purchase({ ...abroad, from, to, customs }), '1', now);
      return [content.USFilingTypeValue, content.exportDeclaration?.exportReference];
    };
    const itn = 'X20260824123456';
    expect(told(abroad.to, 'USD', { kind: 'itn', number: itn })).toEqual([itn, `AES ${itn}`]);
    expect(told(abroad.to, 'USD', { kind: 'exempt', number: '30.37(h)' })).toEqual(['30.37(h)', 'NO EEI 30.37(h)']);
    expect(told(abroad.from, 'CAD', { kind: 'exempt', number: '8' })).toEqual([undefined, 'NDR 8']);
    expect(problemOf(() => told(abroad.from, 'CAD'))).toMatchObject({ field: 'customs.exportFiling' });
  });

  it('is no customs matter inside the European Union, nor for documents', () => {
    const de = { ...inside.from, countryCode: 'DE', provinceCode: '' };
    const fr = { ...inside.to, countryCode: 'FR', provinceCode: '' };
    expect(shipMessage(purchase({ ...inside, from: de, to: fr }), '1', now).content.isCustomsDeclarable).toBe(false);
    const papers = { ...abroad, customs: abroad.customs && { ...abroad.customs, purpose: 'Documents' as const } };
    const { content } = shipMessage(purchase(papers), '1', now);
    expect([content.isCustomsDeclarable, content.exportDeclaration, content.description]).toEqual([
      false,
      undefined,
      'Documents',
    ]);
  });

  it('to a home is a sale like any other; only a gift is personal', () => {
    const types = (['Sale', 'Gift'] as const).map((purpose) => {
      const customs = abroad.customs && { ...abroad.customs, purpose };
      const to = { ...abroad.to, residential: true };
      return shipMessage(purchase({ ...abroad, to, customs }), '1', now).content.exportDeclaration?.shipmentType;
    });
    expect(types).toEqual(['commercial', 'personal']);
  });

  it('is a return with the account as payer, its reason and its own invoice', () => {
    const back = { ...abroad, from: abroad.to, to: abroad.from, return: {} };
    const message = shipMessage(purchase(back), '966', now);
    expect(message.accounts).toEqual([
      { typeCode: 'shipper', number: '966' },
      { typeCode: 'payer', number: '966' },
    ]);
    expect(message.content.exportDeclaration?.exportReasonType).toBe('return');
    expect(message.outputImageProperties.imageOptions).toContainEqual(
      expect.objectContaining({ typeCode: 'invoice', invoiceType: 'returns' }),
    );
  });

  it('has a code of DHL for each packaging of the manifest', () => {
    for (const { code } of manifest.packagings ?? []) expect(packagingCode(code)).toMatch(/^[0-9A-Z]{3}$/);
    expect(packagingCode('other')).toBeUndefined();
  });
});

describe('prices', () => {
  const product = (price: number, parts: readonly object[]): unknown => ({
    products: [
      {
        productCode: 'P',
        totalPrice: [{ currencyType: 'BILLC', priceCurrency: 'EUR', price }],
        detailedPriceBreakdown: [{ currencyType: 'BILLC', priceCurrency: 'EUR', breakdown: parts }],
      },
    ],
  });
  const tax = (price: number) => [{ priceType: 'TAX', typeCode: 'All Bu', price }];

  it('hold their tax or stand before it: the sum tells', () => {
    for (const part of [23.8, 20]) {
      const { offers, problems } = readRates(product(23.8, [{ name: 'A', price: part, priceBreakdown: tax(3.8) }]));
      expect(problems).toEqual([]);
      expect(offers[0]?.lines.map((line) => [line.kind, line.amount.minor])).toEqual([
        ['base', 2000],
        ['tax', 380],
      ]);
    }
  });

  it('that do not add up keep their total and name the rest', () => {
    const { offers, problems } = readRates(product(25, [{ name: 'A', price: 20 }]));
    expect(offers.map(({ total, lines }) => [total.minor, ...lines.map((l) => [l.label, l.amount.minor])])).toEqual([
      [2500, ['A', 2000], ['Other charges', 500]],
    ]);
    expect(problems).toEqual([]);
  });

  it('of one product under two local codes are the lesser one', () => {
    const of = (price: number) => ({
      productCode: 'P',
      totalPrice: [{ currencyType: 'BILLC', priceCurrency: 'EUR', price }],
    });
    expect(readRates({ products: [of(30), of(20)] }).offers.map((o) => o.total.minor)).toEqual([2000]);
  });
});

describe('a lost purchase', () => {
  const shipment = (waybill: string, reference: string | undefined) => ({
    shipmentTrackingNumber: waybill,
    ...(reference === undefined ? {} : { shipperReferences: [{ value: reference }] }),
    events: [],
  });
  const found = (...shipments: readonly object[]): unknown => readFound({ shipments }, purchase(inside), 'create', now);

  it('is the one shipment with our reference', () => {
    expect(found(shipment('1234567891', 'OTHER'), shipment('2234567894', 'CREFERENCE000001'))).toMatchObject({
      kind: 'found',
      step: 'create',
      keep: { waybill: '2234567894', labels: false },
      result: { carrierShipmentId: '2234567894', parcels: [{ number: 1, trackingNumber: '2234567894' }] },
    });
    expect(found(shipment('1234567891', 'OTHER'))).toEqual({ kind: 'absent' });
  });

  it('that may be forgotten is searched from when it may have been bought, to the last day DHL would have taken', async () => {
    const asked: unknown[] = [];
    const env = {
      credentials: { accountNumber: '1' },
      now: () => now,
      http: { send: (request: object) => (asked.push(request), Promise.reject(new Error('enough is known'))) },
    } as Partial<CarrierEnv> as CarrierEnv;
    const since = new Date(now.getTime() - 20 * 86_400_000).toISOString();
    const input = { ...purchase(inside), perhapsSince: since };
    await expect(recoverShipment(input, 'create', {}, env)).rejects.toThrow();
    const last = Math.max(now.getTime(), Date.parse(inside.shipDate)) + 12 * 86_400_000;
    expect(JSON.stringify(asked)).toContain(new Date(Date.parse(since) - 7 * 86_400_000).toISOString().slice(0, 10));
    expect(JSON.stringify(asked)).toContain(new Date(last).toISOString().slice(0, 10));
  });

  it('is not guessed between two', () => {
    expect(() => found(shipment('1234567891', 'CREFERENCE000001'), shipment('2234567894', 'CREFERENCE000001'))).toThrow(
      FieldProblem,
    );
  });
});

describe('tracking', () => {
  it('knows the checkpoints of the reference data, and shows others by their words', () => {
    expect(['PU', 'DF', 'RR', 'WC', 'OK', 'NH', 'RT', 'CC', 'DUMMY_PU', 'ZZ'].map(statusOf)).toEqual([
      'accepted',
      'in-transit',
      'customs',
      'out-for-delivery',
      'delivered',
      'exception',
      'returned',
      'available-for-pickup',
      'label-created',
      'unknown',
    ]);
  });

  it('writes places as city and country', () => {
    expect(['SYDNEY-AU', 'SYDNEY - AUSTRALIA', 'STRATFORD-UPON-AVON-GB'].map(placeOf)).toEqual([
      'SYDNEY, AU',
      'SYDNEY, AUSTRALIA',
      'STRATFORD-UPON-AVON, GB',
    ]);
  });

  it('takes no time that does not exist', () => {
    const at = (time: string) => readObject({ date: '2026-01-05', time, typeCode: 'PU', description: 'x' });
    expect(event(at('09:00:00')).occurredAt).toBe('2026-01-05T09:00:00');
    expect(() => event(at('29:00:00'))).toThrow(FieldProblem);
  });
});

it('documents wait until ten minutes after the purchase', async () => {
  const [step] = attachDocument.steps;
  const env = {
    credentials: { accountNumber: '1' },
    now: () => new Date('2026-01-01T00:04:00Z'),
    http: { send: () => Promise.reject(new Error('nothing is sent')) },
  } as Partial<CarrierEnv> as CarrierEnv;
  const input = {
    reference: 'R',
    carrierShipmentId: '1234567891',
    trackingNumbers: [],
    shipDate: '2026-01-05',
    originCountry: 'CA',
    destinationCountry: 'US',
    document: { kind: 'commercial-invoice', name: 'i.pdf', format: 'pdf', bytes: new Uint8Array([1]) },
    kept: { boughtAt: '2026-01-01T00:00:00Z' },
  } as const;
  await expect(step?.run(input, {}, env)).rejects.toMatchObject({
    problem: { kind: 'temporary-before-effect', retryAfterMs: 360_000 },
  });
  await expect(
    step?.run({ ...input, document: { ...input.document, kind: 'packing-list' } }, {}, env),
  ).rejects.toMatchObject({
    problem: { kind: 'invalid-input', field: 'document.kind' },
  });
});

it('an address of several places is ambiguous, and every suggestion keeps the person', () => {
  const answer = {
    address: ['VANCOUVER', 'NORTH VANCOUVER'].map((cityName) => ({ countryCode: 'CA', postalCode: 'V7', cityName })),
  };
  const read = readAddress(answer, { ...inside.to, city: 'Vancover' });
  expect(read.verdict).toBe('ambiguous');
  expect(read.suggestions.map((s) => [s.city, s.zipcode, s.name])).toEqual([
    ['VANCOUVER', 'V7', 'Test Receiver'],
    ['NORTH VANCOUVER', 'V7', 'Test Receiver'],
  ]);
});

it('DHL’s pointers are our fields', () => {
  expect(
    [
      '#/customerDetails/receiverDetails/postalAddress/postalCode: too long',
      '#/content/exportDeclaration/lineItems/2/manufacturerCountry: missing',
      '#/content/packages/1/weight: expected minimum',
      'The account is blocked.',
    ].map(ourField),
  ).toEqual(['to.zipcode', 'customs.items.2', 'parcels.1', undefined]);
});

it('waybills of the simulator have nine digits and their remainder modulo 7', () => {
  fc.assert(
    fc.property(fc.constant(undefined), () => {
      const number = waybillNumber();
      expect(number).toMatch(/^[1-9]\d{9}$/);
      expect(mod7CheckDigit(number.slice(0, 9))).toBe(Number(number[9]));
      expect(isWaybill(number)).toBe(true);
    }),
    { numRuns: 50 },
  );
});
