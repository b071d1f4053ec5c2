import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { expect, it } from 'vitest';
import { wishedRate } from '../form/presets.ts';
import { groupSame } from './same-service.ts';

const rate = (id: string, minor: number, extra: Partial<RateDto>): RateDto => ({
  id,
  grantId: id,
  carrier: 'ups',
  carrierName: 'UPS',
  service: '03',
  serviceName: 'UPS Ground',
  carriedBy: null,
  price: { minor, currency: 'CAD' },
  priceLines: [],
  compare: { minor, currency: 'CAD', fx: null },
  retail: null,
  billableGrams: null,
  transitDays: null,
  deliverBy: null,
  expiresAt: '',
  test: false,
  ...extra,
});
const through = (id: string, minor: number, service: string | null, extra: Partial<RateDto> = {}): RateDto =>
  rate(id, minor, {
    carrier: 'easypost',
    carrierName: 'EasyPost',
    service: `UPS.${id}`,
    carriedBy: { carrier: 'ups', carrierName: 'UPS', service, serviceName: 'Ground' },
    ...extra,
  });
const words = (rates: readonly RateDto[]) =>
  groupSame(rates).map(({ first, also }) => [first.id, ...also.map((each) => each.id)].join('+'));

it('the same service is one group with the cheapest first, where its first offer stood', () => {
  expect(words([rate('fast', 900, { service: '01' }), rate('direct', 1200, {}), through('via', 1000, '03')])).toEqual([
    'fast',
    'via+direct',
  ]);
  expect(words([rate('one', 1200, {}), rate('two', 1300, {}), through('via', 1250, '03')])).toEqual(['one+via+two']);
});

it('of two accounts with one price the same is always taken, whichever answered first', () => {
  const twins = [rate('a', 1200, {}), rate('b', 1200, {})];
  expect([words(twins), words(twins.toReversed())]).toEqual([['a+b'], ['a+b']]);
  // The quicker of them, as Auto Ship would.
  expect(words([rate('a', 1200, { transitDays: 3 }), rate('b', 1200, { transitDays: 2 })])).toEqual(['b+a']);
});

it('what cannot be compared comes last in its group', () => {
  expect(words([rate('usd', 1, { compare: null }), through('via', 1000, '03')])).toEqual(['via+usd']);
});

it('a service that is not recognised, a rate sheet’s and a test label are the same as no other', () => {
  expect(words([rate('direct', 1200, {}), through('odd', 900, null), through('odd2', 900, null)])).toEqual([
    'direct',
    'odd',
    'odd2',
  ]);
  expect(words([rate('a', 1, { carrier: 'rate-sheet' }), rate('b', 1, { carrier: 'rate-sheet' })])).toEqual(['a', 'b']);
  expect(words([rate('live', 1200, {}), rate('test', 900, { test: true })])).toEqual(['live', 'test']);
});

it('a service with Saturday delivery is another than the same without it', () => {
  expect(words([rate('weekday', 900, {}), rate('saturday', 1500, { saturdayDelivery: true })])).toEqual([
    'weekday',
    'saturday',
  ]);
});

it('a preset for UPS Ground takes it wherever it is cheaper, one for an account only there', () => {
  const rates = [rate('direct', 1200, {}), through('via', 1000, '03')];
  const wish = (grantId: string | null, carrier = 'ups', service = '03') => ({
    service: { services: [{ carrier, grantId, service }], pick: 'cheapest' as const },
    grantIds: null,
  });
  expect(wishedRate(rates, wish(null))?.id).toBe('via');
  expect(wishedRate(rates, wish('direct'))?.id).toBe('direct');
  expect(wishedRate(rates, wish(null, 'easypost', 'UPS.via'))?.id).toBe('via');
});
