import type { RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { Address } from '@scanship/domain/addresses/address';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { carrier as post } from '@scanship/sample-testline-post/carrier';
import { describe, expect, it } from 'vitest';
import type { CarrierRates } from './carrier-rates.ts';
import { createSharedAnswers, sharedQuestion } from './shared-answers.ts';

const montreal: Address = {
  name: 'Maple Goods',
  address1: '340 Rue Saint-Paul O',
  city: 'Montreal',
  provinceCode: 'QC',
  zipcode: 'H2Y 2A6',
  countryCode: 'CA',
};
const toronto: Address = {
  name: 'Hannah Schmidt',
  address1: '88 Harbour St',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5J 0C3',
  countryCode: 'CA',
  phone: '416 555 0182',
};
const parcel: ShipmentRequest = {
  from: montreal,
  to: toronto,
  parcels: [{ number: 1, weightGrams: 800, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
  shipDate: '2026-11-30',
  options: {},
  references: ['#1001'],
  language: 'en',
};
const neighbour: ShipmentRequest = {
  ...parcel,
  to: { ...toronto, name: 'Tom Roy', address1: '12 Bay St', zipcode: 'm5j0c3', city: 'TORONTO', phone: undefined },
  references: ['#1002'],
  parcels: parcel.parcels.map((one) => ({ ...one, items: [{ line: 2, quantity: 1 }], packageId: 'box' })),
};
const grant = { grantId: 'grant', manifest: post.manifest, load: () => Promise.resolve(post) };

const offer = (more: Partial<RateOffer> = {}): RateOffer => ({
  service: 'STD',
  serviceName: 'Standard',
  lines: [{ kind: 'base', code: 'freight', label: 'Freight', amount: money(900, 'CAD') }],
  total: money(900, 'CAD'),
  ...more,
});
type Answer = Pick<CarrierRates, 'offers' | 'problems' | 'shared'>;
const answered = (...offers: RateOffer[]): Answer => ({ offers, problems: [] });

describe('what a tariff cannot tell apart', () => {
  it('is another name, street, telephone, reference or content on the same lane', () => {
    expect(sharedQuestion(grant, neighbour)).toBe(sharedQuestion(grant, parcel));
  });

  it.each<[string, ShipmentRequest]>([
    ['postal code', { ...parcel, to: { ...toronto, zipcode: 'M5J 0C4' } }],
    ['place of departure', { ...parcel, from: { ...montreal, zipcode: 'H2Y 2A7' } }],
    ['household or company', { ...parcel, to: { ...toronto, companyName: 'Roy Inc.' } }],
    ['residence', { ...parcel, to: { ...toronto, residential: true } }],
    ['weight', { ...parcel, parcels: parcel.parcels.map((one) => ({ ...one, weightGrams: 801 })) }],
    ['box', { ...parcel, parcels: parcel.parcels.map((one) => ({ ...one, packaging: 'ups-express-pak' })) }],
    [
      'declared value',
      { ...parcel, parcels: parcel.parcels.map((one) => ({ ...one, declaredValue: money(1, 'CAD') })) },
    ],
    [
      'size',
      {
        ...parcel,
        parcels: parcel.parcels.map((one) => ({ ...one, dimensions: { lengthMm: 301, widthMm: 200, heightMm: 100 } })),
      },
    ],
    ['signature', { ...parcel, options: { signature: 'adult' } }],
    ['insurance', { ...parcel, options: { insuredValue: money(10_000, 'CAD') } }],
    ['Saturday', { ...parcel, options: { saturdayDelivery: true } }],
    ['danger', { ...parcel, options: { dangerousGoods: { kind: 'limited-quantity' } } }],
    ['number of parcels', { ...parcel, parcels: parcel.parcels.flatMap((one) => [one, { ...one, number: 2 }]) }],
    ['day', { ...parcel, shipDate: '2026-12-01' }],
  ])('is never another %s', (_, other) => {
    expect(sharedQuestion(grant, other)).not.toBe(sharedQuestion(grant, parcel));
  });

  it('is nothing across a border, of a return, or where the carrier is told whom the parcel goes to', () => {
    const abroad = { ...parcel, to: { ...toronto, countryCode: 'US' } };
    expect(sharedQuestion(grant, abroad)).toBeUndefined();
    expect(sharedQuestion(grant, { ...parcel, return: {} })).toBeUndefined();
    expect(sharedQuestion({ ...grant, manifest: {} }, parcel)).toBeUndefined();
  });

  it('is the end of a ZIP code where the carrier is told five digits of it, and there alone', () => {
    const inBoston = (zipcode: string): ShipmentRequest => ({
      ...parcel,
      from: { ...montreal, countryCode: 'US', zipcode: '10007' },
      to: { ...toronto, countryCode: 'US', zipcode },
    });
    const five = { grantId: 'grant', manifest: { pricesByPlace: 'zip5' as const } };
    expect(sharedQuestion(five, inBoston('02201-0001'))).toBe(sharedQuestion(five, inBoston('02201')));
    expect(sharedQuestion(five, inBoston('02202'))).not.toBe(sharedQuestion(five, inBoston('02201')));
    expect(sharedQuestion(grant, inBoston('02201-0001'))).not.toBe(sharedQuestion(grant, inBoston('02201')));
  });
});

describe('an answer', () => {
  it('is asked for once by orders that come together, and said to be shared by all but the first', async () => {
    const answers = createSharedAnswers<Answer>();
    let calls = 0;
    const ask = async (): Promise<Answer> => {
      calls += 1;
      return answered(offer());
    };
    const found = await Promise.all([parcel, neighbour, neighbour].map((one) => answers.take(grant, one, ask)));
    expect(calls).toBe(1);
    expect(found.map(({ shared }) => shared ?? false)).toEqual([false, true, true]);
    expect(answers.has(grant, neighbour)).toBe(true);
  });

  it.each<[string, Answer | Error]>([
    ['is a refusal', { offers: [], problems: [{ message: 'No.', canRetry: true, waitMs: 1_000 }] }],
    ['failed', new Error('down')],
    [
      'lacks a fact of its own shipment',
      answered(offer({ missing: [{ field: 'to.phone', message: 'No telephone number.' }] })),
    ],
    ['remarks on its own address', answered(offer({ remarks: ['The house number is unknown.'] }))],
  ])('that %s is nobody else’s', async (_, first) => {
    const answers = createSharedAnswers<Answer>();
    let calls = 0;
    const ask = async (): Promise<Answer> => {
      calls += 1;
      if (calls > 1) return answered(offer());
      if (first instanceof Error) throw first;
      return first;
    };
    const [, second] = await Promise.allSettled([parcel, neighbour].map((one) => answers.take(grant, one, ask)));
    expect(calls).toBe(2);
    expect(second).toMatchObject({ status: 'fulfilled', value: { problems: [] } });
    expect(second).not.toMatchObject({ value: { shared: true } });
  });

  it('holds for ten minutes', async () => {
    let now = 0;
    const answers = createSharedAnswers<Answer>(() => now);
    await answers.take(grant, parcel, async () => answered(offer()));
    now = 10 * 60_000 - 1;
    expect(answers.has(grant, neighbour)).toBe(true);
    now += 1;
    expect(answers.has(grant, neighbour)).toBe(false);
  });
});
