import { array, assert, constantFrom, integer, option, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecidedPackage, OrderDecision } from '../automation/index.ts';
import type { OrderLine } from '../orders/index.ts';
import { questionOf, scanWish } from './wish.ts';

const box: DecidedPackage = {
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
  services: [{ carrier: 'maple', grantId: null, service: 'AIR' }],
  pick: 'listed',
  withinDays: 2,
  grantIds: null,
  packageId: null,
  package: null,
  fallback: { dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 }, weightGrams: null },
  insuredValue: null,
  signature: 'none',
  saturdayDelivery: false,
  mustVerify: false,
  requested: null,
  reasons: [],
};
const line = (more: Partial<OrderLine>): OrderLine => ({
  line: 1,
  sku: 'A',
  title: 'A',
  quantity: 1,
  allocated: 0,
  shipped: 0,
  cancelled: 0,
  shippedElsewhere: 0,
  unitMinor: 100,
  weightGrams: 100,
  hsCode: null,
  originCountry: null,
  customsDescription: null,
  declaredMinor: null,
  ...more,
});
const found = (lines: readonly OrderLine[], weightGrams: number | null, more: Partial<OrderDecision> = {}) => {
  // Of the order only its lines and weight are looked at.
  const order = { lines, weightGrams } as Parameters<typeof scanWish>[0]['order'];
  return { order, decision: { ...decision, ...more }, packing: null };
};

describe('what the packing table wants', () => {
  it('every unit that is still to go is one parcel with its own weight and the box', () => {
    const lines = array(
      record({
        quantity: integer({ min: 1, max: 6 }),
        allocated: integer({ min: 0, max: 3 }),
        weightGrams: option(integer({ min: 1, max: 900 })),
      }),
      { minLength: 1, maxLength: 5 },
    ).map((rows) => rows.map((row, index) => line({ ...row, line: index + 1 })));
    assert(
      property(lines, constantFrom(undefined, box), (all, named) => {
        const wish = scanWish(found(all, null), { shipMode: 'shipIndividual' }, {}, named);
        const open = all.map((each) => Math.max(0, each.quantity - each.allocated));
        const units = open.reduce((sum, each) => sum + each, 0);
        expect(wish.parcels).toHaveLength(units);
        expect(wish.parcels.map(({ number }) => number)).toEqual(wish.parcels.map((_, index) => index + 1));
        if (units > 1)
          for (const [index, count] of open.entries())
            expect(wish.parcels.filter(({ items }) => items?.[0]?.line === index + 1)).toHaveLength(count);
        const isHeavyEnough = all.every((each, index) => each.weightGrams !== null || open[index] === 0);
        expect(wish.heaviestGrams === null).toBe(!isHeavyEnough);
      }),
    );
  });

  it('one box of all weighs what the scale says, else contents and box', () => {
    const all = found([line({ quantity: 2 })], 200);
    const weigh = (weightGrams?: number) => scanWish(all, { shipMode: 'shipInBox', weightGrams }, {}, box);
    expect(weigh().parcels).toEqual([
      { number: 1, weightGrams: 250, dimensions: box.dimensions, packaging: null, packageId: 'box' },
    ]);
    expect(weigh(431).parcels[0]?.weightGrams).toBe(431);
    expect(scanWish(found([line({})], null), { shipMode: 'shipInBox' }, {}, undefined).heaviestGrams).toBeNull();
  });

  it('a box that all was worked out to fit yields to one that somebody named', () => {
    const packing = [
      {
        packageId: 'fit',
        packageName: 'Fit',
        dimensions: box.dimensions,
        weightGrams: 120,
        items: [{ line: 1, quantity: 1 }],
      },
    ];
    const all = { ...found([line({})], 100, { package: box }), packing };
    const idOf = (...given: Parameters<typeof scanWish>) => scanWish(...given).parcels[0]?.packageId;
    expect(idOf(all, { shipMode: 'shipInBox' }, {}, undefined)).toBe('fit');
    expect(idOf(all, { shipMode: 'shipInBox' }, {}, { ...box, id: 'mine' })).toBe('mine');
    const ruled = { part: 'package', layer: 'rule', ruleId: 'r', ruleName: 'R', because: 'Rule.' } as const;
    expect(
      idOf({ ...all, decision: { ...all.decision, reasons: [ruled] } }, { shipMode: 'shipInBox' }, {}, undefined),
    ).toBe('box');
  });

  it('keeps to what was decided, unless the table names a carrier', () => {
    const all = found([line({})], 100);
    expect(scanWish(all, { shipMode: 'shipInBox' }, {}, undefined).wish).toMatchObject({
      pick: 'listed',
      withinDays: 2,
    });
    const named = scanWish(all, { shipMode: 'shipInBox' }, { grantId: 'g' }, undefined).wish;
    expect(named).toMatchObject({ services: null, grantIds: ['g'], pick: 'cheapest', withinDays: null });
    const one = scanWish(
      all,
      { shipMode: 'shipInBox' },
      { grantId: 'g', carrier: 'maple', service: 'X' },
      undefined,
    ).wish;
    expect(one.services).toEqual([{ carrier: 'maple', grantId: 'g', service: 'X' }]);
    const question = questionOf(
      scanWish(all, { shipMode: 'shipInBox' }, { options: { signature: 'adult' } }, undefined),
      'o',
      { signature: 'adult' },
    );
    expect(question.options).toEqual({ signature: 'adult', insuredValue: null, saturdayDelivery: false });
  });
});
