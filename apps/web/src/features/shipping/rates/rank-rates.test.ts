import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { describe, expect, it } from 'vitest';
import { canBeBought, markRates, missingOfAll, sortRates } from './rank-rates.ts';

const rate = (id: string, minor: number, transitDays: number | null, extra: Partial<RateDto> = {}): RateDto => ({
  id,
  grantId: 'g',
  carrier: 'c',
  carrierName: 'Carrier',
  service: id,
  serviceName: id,
  price: { minor, currency: 'CAD' },
  priceLines: [],
  compare: { minor, currency: 'CAD', fx: null },
  retail: null,
  billableGrams: null,
  transitDays,
  deliverBy: null,
  expiresAt: '',
  test: false,
  ...extra,
});
const ids = (rates: readonly RateDto[]) => rates.map((r) => r.id).join('');

it('what all rates wait for is said once above them, what some wait for beside these', () => {
  const wants = (...messages: string[]) => ({ missing: messages.map((message) => ({ field: null, message })) });
  const [both, one] = [rate('a', 1, 1, wants('Report.', 'Phone.')), rate('b', 2, 1, wants('Report.'))];
  expect(missingOfAll([both, one])).toEqual(['Report.']);
  expect(missingOfAll([both, one, rate('c', 3, 1)])).toEqual([]);
  expect(missingOfAll([both])).toEqual([]);
});

describe('sortRates', () => {
  const rates = [rate('a', 1500, 2), rate('b', 900, 6), rate('c', 900, 4), rate('d', 700, null)];
  it('by price, the quicker of equals first', () => expect(ids(sortRates(rates, 'price'))).toBe('dcba'));
  it('by arrival, without a promise last', () => expect(ids(sortRates(rates, 'date'))).toBe('acbd'));
  it('equals always in the same order, whichever carrier answered first', () => {
    const twins = ['one', 'two'].map((grantId) => rate(grantId, 900, 3, { grantId, service: 's' }));
    for (const by of ['price', 'date', 'carrier', 'punctuality', 'margin'] as const)
      expect([sortRates(twins, by), sortRates(twins.toReversed(), by)]).toEqual([twins, twins]);
    expect(markRates(twins.toReversed()).cheapest).toBe('one');
    const between = ['x', 'y'].map((grantId) => rate(grantId, 1_000, 3, { grantId, service: 's' }));
    const all = [rate('slow', 900, 9), ...between, rate('quick', 3_000, 1)];
    expect([markRates(all).bestValue, markRates(all.toReversed()).bestValue]).toEqual(['x', 'x']);
  });
  it('compares foreign prices in the own currency', () => {
    const usd = rate('u', 800, 3, {
      price: { minor: 800, currency: 'USD' },
      compare: { minor: 1100, currency: 'CAD', fx: { rate: '1.375', day: '2026-11-20', source: 'Bank' } },
    });
    expect(ids(sortRates([usd, rate('v', 900, 3)], 'price'))).toBe('vu');
  });
  it('puts prices that cannot be compared last, however small their number, the quicker first', () => {
    const unknown = (id: string, days: number) =>
      rate(id, 1, days, { price: { minor: 1, currency: 'GBP' }, compare: null });
    expect(ids(sortRates([unknown('x', 5), unknown('y', 2), rate('v', 900, 3)], 'price'))).toBe('vyx');
  });
});

describe('by margin', () => {
  const earns = (minor: number, currency = 'CAD') => ({ margin: { minor, currency } });
  it('the highest first, the cheaper of equals before the other, what is not known last', () => {
    const rates = [
      rate('a', 900, 1),
      rate('b', 1500, 1, earns(300)),
      rate('c', 1000, 1, earns(300)),
      rate('d', 700, 1, earns(-50)),
    ];
    expect(ids(sortRates(rates, 'margin'))).toBe('cbda');
  });
  it('compared in the currency of the customer', () => {
    const usd = rate('u', 1000, 1, {
      price: { minor: 1000, currency: 'USD' },
      compare: { minor: 1400, currency: 'CAD', fx: { rate: '1.4', day: '2026-11-20', source: 'Bank' } },
      ...earns(200, 'USD'),
    });
    expect(ids(sortRates([rate('v', 900, 1, earns(250)), usd], 'margin'))).toBe('uv');
  });
});

describe('markRates', () => {
  it('marks nothing where there is no choice', () =>
    expect(markRates([rate('a', 1, 1)])).toEqual({ cheapest: undefined, fastest: undefined, bestValue: undefined }));
  it('marks a sensible middle as best value', () => {
    expect(markRates([rate('slow', 1000, 10), rate('middle', 1150, 3), rate('fast', 4000, 1)])).toEqual({
      cheapest: 'slow',
      fastest: 'fast',
      bestValue: 'middle',
    });
  });
  it('passes over what its carrier would not sell as it stands', () => {
    const wants = { missing: [{ field: 'to.phone', message: 'A telephone number is needed.' }] };
    const rates = [rate('a', 500, 1, wants), rate('b', 900, 3), rate('c', 1_500, 2)];
    expect(rates.map(canBeBought)).toEqual([false, true, true]);
    expect(markRates(rates)).toMatchObject({ cheapest: 'b', fastest: 'c' });
  });

  it('does not call the cheapest best value as well', () => {
    expect(markRates([rate('one', 1000, 2), rate('two', 5000, 2)])).toEqual({
      cheapest: 'one',
      fastest: 'one',
      bestValue: undefined,
    });
  });
  it('does not call a price cheapest that cannot be compared, nor one that has nothing to be compared with', () => {
    const pounds = rate('pounds', 1, 1, { price: { minor: 1, currency: 'GBP' }, compare: null });
    expect(markRates([pounds, rate('one', 1000, 2), rate('two', 2000, 3)])).toEqual({
      cheapest: 'one',
      fastest: 'pounds',
      bestValue: undefined,
    });
    expect(markRates([pounds, rate('one', 1000, 2)])).toEqual({
      cheapest: undefined,
      fastest: 'pounds',
      bestValue: undefined,
    });
  });
  it('a service without a promise is never the fastest', () => {
    expect(markRates([rate('silent', 500, null), rate('three', 900, 3)]).fastest).toBe('three');
  });
});
