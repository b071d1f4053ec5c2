import { describe, expect, it } from 'vitest';
import type { OrderDecision } from '../../automation/index.ts';
import { grantsFor, type KnownSeller, type Packing, questionOf, sellersFor, wishOf } from './wishes.ts';

const box = {
  id: 'box',
  name: 'Box S',
  dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 },
  tareGrams: 50,
  maxGrams: 5_000,
  packaging: null,
  packagingCarrier: null,
};
const decision: OrderDecision = {
  orderId: 'o',
  services: null,
  pick: 'cheapest',
  withinDays: null,
  grantIds: null,
  packageId: 'box',
  package: box,
  fallback: { dimensions: null, weightGrams: null },
  insuredValue: null,
  signature: 'none',
  saturdayDelivery: false,
  mustVerify: false,
  requested: null,
  reasons: [{ part: 'package', layer: 'default', because: 'Default settings.' }],
};
const grants = [
  { grantId: 'm', slug: 'maple', carrierName: 'Maple' },
  { grantId: 'e1', slug: 'eagle', carrierName: 'Eagle' },
  { grantId: 'e2', slug: 'eagle', carrierName: 'Eagle' },
];
const two: Packing = [1, 2].map((line) => ({
  packageId: 'big',
  packageName: 'Box L',
  dimensions: { lengthMm: 400, widthMm: 300, heightMm: 200 },
  weightGrams: 2_000,
  items: [{ line, quantity: 1 }],
}));
const ids = (wish: Parameters<typeof grantsFor>[0]) => grantsFor(wish, grants).map((grant) => grant.grantId);

describe('what is asked for an order', () => {
  it('weighs contents and box; without a weight what the batch or the settings say', () => {
    expect(wishOf(decision, 400, null, {}, grants).parcelGrams).toBe(450);
    expect(wishOf(decision, null, null, {}, grants).parcelGrams).toBeNull();
    expect(wishOf(decision, null, null, { weightGrams: 700 }, grants).parcelGrams).toBe(700);
    const settled = { ...decision, fallback: { dimensions: null, weightGrams: 900 } };
    expect(wishOf(settled, null, null, {}, grants).parcelGrams).toBe(900);
    const question = questionOf(wishOf(decision, 400, null, {}, grants), 'o', {});
    expect(question.parcels).toEqual([
      { number: 1, weightGrams: 450, dimensions: box.dimensions, packaging: null, packageId: 'box' },
    ]);
  });

  it('is packed as was worked out, unless a rule, a person or the batch says how', () => {
    const wish = wishOf(decision, 400, two, {}, grants);
    expect(wish.parcelGrams).toBe(4_000);
    expect(questionOf(wish, 'o', {}).parcels.map(({ packageId, items }) => [packageId, items])).toEqual([
      ['big', [{ line: 1, quantity: 1 }]],
      ['big', [{ line: 2, quantity: 1 }]],
    ]);
    const ruled: OrderDecision = {
      ...decision,
      reasons: [{ part: 'package', layer: 'rule', ruleId: 'r', ruleName: 'Small', because: 'Rule “Small”.' }],
    };
    expect(questionOf(wishOf(ruled, 400, two, {}, grants), 'o', {}).parcels).toHaveLength(1);
    const size = { lengthMm: 100, widthMm: 100, heightMm: 100 };
    expect(questionOf(wishOf(decision, 400, two, { dimensions: size }, grants), 'o', {}).parcels).toHaveLength(1);
  });

  it('goes to the accounts that are allowed, and to none else', () => {
    expect(ids(wishOf(decision, 400, null, {}, grants))).toEqual(['m', 'e1', 'e2']);
    const eagle = {
      ...decision,
      services: [{ carrier: 'eagle', grantId: null, service: 'AIR' }],
      grantIds: ['m', 'e2'],
    };
    expect(ids(wishOf(eagle, 400, null, {}, grants))).toEqual(['e2']);
    const flat = { ...decision, package: { ...box, packaging: 'FLAT', packagingCarrier: 'maple' } };
    expect(ids(wishOf(flat, 400, null, {}, grants))).toEqual(['m']);
  });

  it('keeps to the carrier and service of the batch, whatever rules say, and says that it was chosen', () => {
    const ruled = { ...decision, services: [{ carrier: 'maple', grantId: null, service: 'X' }] };
    const wish = wishOf(ruled, 400, null, { service: { grantId: 'e1', service: 'AIR' } }, grants);
    expect(wish.services).toEqual([{ carrier: 'eagle', grantId: 'e1', service: 'AIR' }]);
    expect(wish.reasons.map((reason) => reason.because)).toContain('Chosen for this batch.');
    expect(ids(wish)).toEqual(['e1']);
  });

  it('takes options of the batch before those of rules', () => {
    const wish = wishOf(decision, 400, null, { options: { signature: 'adult' } }, grants);
    expect(questionOf(wish, 'o', {}).options).toEqual({ signature: 'adult' });
  });
});

describe('whoever can sell a named service', () => {
  const from = {
    name: 'W',
    address1: '1 St',
    city: 'Toronto',
    provinceCode: 'ON',
    zipcode: 'M5V 1A1',
    countryCode: 'CA',
  };
  const sells =
    (...slugs: string[]) =>
    () =>
      Promise.resolve(new Set(slugs));
  const aggregator = { carrierName: 'A', manifest: { aggregator: true } };
  const sellers: readonly KnownSeller[] = [
    { grantId: 'm', slug: 'maple', carrierName: 'Maple', sells: sells('maple') },
    {
      grantId: 'off',
      slug: 'maple',
      carrierName: 'Maple',
      services: { AIR: { enabled: false } },
      sells: sells('maple'),
    },
    { ...aggregator, grantId: 'with', slug: 'one', sells: sells('maple', 'ups') },
    { ...aggregator, grantId: 'without', slug: 'two', sells: sells('ups') },
    { ...aggregator, grantId: 'unknown', slug: 'three', sells: () => Promise.resolve(undefined) },
  ];
  const asked = async (services: typeof decision.services) =>
    (await sellersFor({ ...wishOf(decision, 400, null, {}, []), services }, sellers, from)).map(
      ({ grantId }) => grantId,
    );

  it('is asked: the carrier itself, aggregators that list it, and those of which nobody knows', async () => {
    expect(await asked(null)).toHaveLength(5);
    expect(await asked([{ carrier: 'maple', grantId: null, service: 'AIR' }])).toEqual(['m', 'with', 'unknown']);
    expect(await asked([{ carrier: 'ups', grantId: null, service: null }])).toEqual(['with', 'without', 'unknown']);
    expect(await asked([{ carrier: 'two', grantId: null, service: 'X' }])).toEqual(['without', 'unknown']);
    expect(await asked([{ carrier: 'maple', grantId: 'with', service: 'AIR' }])).toEqual(['with']);
  });
});
