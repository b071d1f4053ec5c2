/** Quirks of USPS that the suite does not know: units, customs words, extras by mail class, pickups by version, disputes. */
import { carrier } from '@scanship/carrier-usps/carrier';
import { domestic, crossBorder, samples } from '@scanship/carrier-usps/harness';
import { customsForm } from '@scanship/carrier-usps/customs';
import { extraServices } from '@scanship/carrier-usps/extras';
import { labelMessage } from '@scanship/carrier-usps/label-messages';
import { pounds, processingCategory } from '@scanship/carrier-usps/parcel';
import { problemReader } from '@scanship/carrier-usps/problems';
import { statusOf } from '@scanship/carrier-usps/track-status';
import type { ShipInput } from '@scanship/connector-kit/carrier/carrier';
import { newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { money } from '@scanship/domain/money/money';
import type { DangerousGoodsKind, ExportFiling, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const parcelOf = (weightGrams: number, lengthMm: number, widthMm: number, heightMm: number) => ({
  number: 1,
  weightGrams,
  dimensions: { lengthMm, widthMm, heightMm },
});
const problemOf = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return (error as { readonly problem?: unknown }).problem;
  }
  return undefined;
};
const input = (shipment: ShipmentRequest, service = 'PRIORITY_MAIL'): ShipInput =>
  newPurchase({ samples, simulator: undefined }, { shipment, service });

describe('units', () => {
  it('a pound stored as grams is a pound again, and weight never falls', () => {
    expect([454, 907, 22_680, 31_751, 1].map(pounds)).toEqual([1, 2, 50, 70, 0.01]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31_751 }), fc.integer({ min: 0, max: 500 }), (grams, more) => {
        expect(pounds(grams + more)).toBeGreaterThanOrEqual(pounds(grams));
      }),
    );
  });

  it('what is too long, too heavy or too thin for the machines is nonstandard; flat rate envelopes are flats', () => {
    const category = (parcel: ReturnType<typeof parcelOf> & { packaging?: string }): string =>
      processingCategory(parcel, 0, domestic);
    expect(category(parcelOf(1000, 300, 200, 100))).toBe('MACHINABLE');
    expect(category(parcelOf(1000, 600, 200, 100))).toBe('NONSTANDARD');
    expect(category(parcelOf(12_000, 300, 200, 100))).toBe('NONSTANDARD');
    expect(category(parcelOf(1000, 100, 50, 100))).toBe('NONSTANDARD');
    expect(category({ ...parcelOf(1000, 1, 1, 1), packaging: 'usps-padded-flat-rate-envelope' })).toBe('FLATS');
  });
});

describe('extra services', () => {
  const wish = (options: ShipmentRequest['options'], mailClass: string): number[] =>
    extraServices({ ...domestic, options }, mailClass);

  it('go by other codes for Priority Mail Express, and by the value insured', () => {
    const insuredValue = money(50_000, 'USD');
    expect(wish({ signature: 'any', insuredValue }, 'PRIORITY_MAIL')).toEqual([921, 930]);
    expect(wish({ signature: 'any', insuredValue }, 'PRIORITY_MAIL_EXPRESS')).toEqual([981, 925]);
    expect(wish({ insuredValue: money(50_001, 'USD') }, 'USPS_GROUND_ADVANTAGE')).toEqual([931]);
    expect(problemOf(() => wish({ insuredValue: money(100, 'CAD') }, 'PRIORITY_MAIL'))).toMatchObject({
      kind: 'invalid-input',
      field: 'options.insuredValue',
    });
  });

  it('declare dangerous goods; abroad only batteries inside the equipment', () => {
    const code = (kind: DangerousGoodsKind): number[] => wish({ dangerousGoods: { kind } }, 'USPS_GROUND_ADVANTAGE');
    expect(code('lithium-metal-in-equipment')).toEqual([820]);
    expect(code('lithium-ion-with-equipment')).toEqual([818]);
    expect(code('limited-quantity')).toEqual([831]);
    expect(code('dry-ice')).toEqual([819]);
    const abroad = { ...crossBorder, options: { dangerousGoods: { kind: 'dry-ice' as const } } };
    expect(problemOf(() => extraServices(abroad, 'PRIORITY_MAIL_INTERNATIONAL'))).toMatchObject({
      field: 'options.dangerousGoods',
    });
    const byAir = { ...domestic, options: { dangerousGoods: { kind: 'limited-quantity' as const } } };
    expect(problemOf(() => labelMessage(input(byAir)))).toMatchObject({ kind: 'invalid-input', field: 'service' });
  });
});

describe('customs', () => {
  const [item] = crossBorder.customs?.items ?? [];
  const form = (more: object, to = crossBorder.to, exportFiling?: ExportFiling): unknown =>
    customsForm({
      ...crossBorder,
      to,
      customs: crossBorder.customs && item && { ...crossBorder.customs, items: [{ ...item, ...more }], exportFiling },
    });
  const germany = { ...crossBorder.to, countryCode: 'DE', provinceCode: '', zipcode: '10115', city: 'Berlin' };

  it('needs no export filing for Canada or up to 2,500 dollars; above, the seller has its number', () => {
    expect(form({ unitValue: money(900_000, 'USD') })).toMatchObject({ AESITN: 'NO EEI 30.36' });
    expect(form({}, germany)).toMatchObject({ AESITN: 'NO EEI 30.37(a)' });
    const dear = { unitValue: money(125_001, 'USD') };
    expect(problemOf(() => form(dear, germany))).toMatchObject({ field: 'customs.exportFiling' });
    expect(form(dear, germany, { kind: 'itn', number: 'x20260824123456' })).toMatchObject({
      AESITN: 'AES X20260824123456',
    });
    expect(form(dear, germany, { kind: 'exempt', number: '30.37(h)' })).toMatchObject({ AESITN: 'NO EEI 30.37(h)' });
  });

  it('refuses words that describe nothing, other currencies and goods without origin, naming the field', () => {
    for (const [more, field] of [
      [{ description: 'Gift' }, 'description'],
      [{ description: 'x'.repeat(31) }, 'description'],
      [{ unitValue: money(100, 'CAD') }, 'unitValue'],
      [{ originCountry: undefined }, 'originCountry'],
      [{ hsCode: '12' }, 'hsCode'],
    ] as const)
      expect(problemOf(() => form(more))).toMatchObject({ kind: 'invalid-input', field: `customs.items.0.${field}` });
  });
});

describe('labels', () => {
  it('the same purchase gives the same bytes, whatever the day: the idempotency key demands it', () => {
    const one = input({ ...domestic, shipDate: '2020-01-01' });
    expect(JSON.stringify(labelMessage(one))).toBe(JSON.stringify(labelMessage(one)));
    expect(labelMessage(one).packageDescription.mailingDate).toBe('2020-01-01');
  });

  it('Puerto Rico is domestic, its state is its country; a single name is a firm', () => {
    const to = {
      ...domestic.to,
      name: 'Cher',
      countryCode: 'PR',
      provinceCode: '',
      city: 'San Juan',
      zipcode: '00901',
    };
    expect(labelMessage(input({ ...domestic, to })).toAddress).toMatchObject({ state: 'PR', firm: 'Cher' });
  });

  it('a key that was used for other data has bought something', () => {
    const response = makeResponse('USPS', {
      status: 400,
      headers: { 'content-type': 'application/json' },
      bytes: new Uint8Array(
        Buffer.from('{"error":{"code":"400","message":"Bad","errors":[{"detail":"The X-Idempotency-Key was used"}]}}'),
      ),
      traceId: 't',
    });
    expect(problemReader()(response)).toMatchObject({
      kind: 'unknown-effect',
      message: 'USPS: The X-Idempotency-Key was used.',
    });
  });
});

it('scan events go by code, unknown ones by their words; back at the sender is returned', () => {
  expect(statusOf('01', 'Delivered, In/At Mailbox')).toBe('delivered');
  expect(statusOf('01', 'Delivered, To Original Sender')).toBe('returned');
  expect(statusOf('ZZ', 'Available for Pickup')).toBe('available-for-pickup');
  expect(statusOf('ZZ', 'Inbound Into Customs')).toBe('customs');
  expect(statusOf('ZZ', 'Whatever')).toBe('unknown');
});

it('addresses outside the United States are not asked about', async () => {
  const env = { credentials: samples.account.credentials } as never;
  await expect(carrier.checkAddress?.(crossBorder.to, env)).rejects.toMatchObject({
    problem: { field: 'countryCode' },
  });
});
