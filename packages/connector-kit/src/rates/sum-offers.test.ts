import { money } from '@scanship/domain/money/money';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RateOffer } from '../carrier/carrier.ts';
import { sumOffers } from './sum-offers.ts';

const offer = (service: string, cents: readonly [number, number], days: number): RateOffer => ({
  service,
  serviceName: service,
  transitDays: days,
  total: money(cents[0] + cents[1], 'CAD'),
  lines: [
    { kind: 'base', code: 'B', label: 'Base', amount: money(cents[0], 'CAD') },
    { kind: 'tax', code: 'GST', label: 'GST', amount: money(cents[1], 'CAD') },
  ],
});

it('adds parcels up, line by line, and the lines still sum to the total', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(10_000), fc.nat(1000), fc.nat(9)), { minLength: 1, maxLength: 6 }),
      (parcels) => {
        const { offers } = sumOffers(
          parcels.map(([base, tax, days]) => ({ offers: [offer('E', [base, tax], days)], problems: [] })),
        );
        const [sum] = offers;
        return (
          sum !== undefined &&
          sum.lines.length === 2 &&
          sum.lines.reduce((s, l) => s + l.amount.minor, 0) === sum.total.minor &&
          sum.total.minor === parcels.reduce((s, [b, t]) => s + b + t, 0) &&
          sum.transitDays === Math.max(...parcels.map((p) => p[2]))
        );
      },
    ),
  );
});

it('a service that one parcel lacks is a message, not an offer', () => {
  const answer = sumOffers([
    { offers: [offer('E', [1, 1], 1), offer('F', [1, 1], 1)], problems: [] },
    { offers: [offer('E', [2, 2], 2)], problems: [{ message: 'm' }] },
  ]);
  expect(answer.offers.map((o) => o.service)).toEqual(['E']);
  expect(answer.problems.map((p) => p.message)).toEqual(['m', 'F is not offered for every parcel of this shipment.']);
  expect(sumOffers([])).toEqual({ offers: [], problems: [] });
});
