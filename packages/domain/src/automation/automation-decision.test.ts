import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decided, NO_CHOICE, type RuleOutcome, runRules } from './automation.ts';
import {
  decide,
  type DecisionInput,
  insuredAmount,
  fitsChoice,
  isAllowed,
  type Offer,
  rankOffers,
} from './automation-decision.ts';

const NOTHING: RuleOutcome = runRules([], {
  store: 's',
  platform: 'p',
  source: 'store',
  country: null,
  province: null,
  postalCode: null,
  skus: [],
  tags: [],
  requestedService: null,
  location: null,
  addressKinds: [],
  weightGrams: null,
  total: { minor: 0, currency: 'CAD' },
  itemQuantity: 0,
  skuCount: 0,
  international: false,
  note: false,
  gift: false,
});
const by = <T>(value: T): Decided<T> => ({ value, ruleId: 'r1', ruleName: 'Heavy' });
const ground = { carrier: 'ups', grantId: null, service: '11' };
const post = { carrier: 'canada-post', grantId: null, service: null };
const input = (more: Partial<DecisionInput> = {}): DecisionInput => ({
  total: { minor: 5_000, currency: 'CAD' },
  choice: null,
  rules: NOTHING,
  mapped: null,
  defaults: { pick: 'cheapest', withinDays: null, packageId: null, insurance: { mode: 'none' }, signature: 'none' },
  ...more,
});
const layerOf = (decision: ReturnType<typeof decide>, part: string) =>
  decision.reasons.find((reason) => reason.part === part)?.layer;

describe('layers of a decision', () => {
  it('a person wins over a rule, a rule over the requested service, that over the default', () => {
    const mapped = { requested: 'Ground', service: ground };
    const rules = { ...NOTHING, service: by({ services: [post], pick: 'cheapest' as const }) };
    const choice = { ...NO_CHOICE, service: { services: [ground], pick: 'listed' as const } };
    expect(layerOf(decide(input()), 'service')).toBe('default');
    expect(decide(input({ mapped }))).toMatchObject({ services: [ground] });
    expect(layerOf(decide(input({ mapped })), 'service')).toBe('requested-service');
    expect(decide(input({ mapped, rules }))).toMatchObject({ services: [post] });
    expect(decide(input({ mapped, rules, choice }))).toMatchObject({ services: [ground], pick: 'listed' });
    expect(layerOf(decide(input({ mapped, rules, choice })), 'service')).toBe('person');
  });

  it('a choice of a package leaves the service to the rules', () => {
    const decision = decide(
      input({
        choice: { ...NO_CHOICE, packageId: 'box' },
        rules: { ...NOTHING, service: by({ services: [post], pick: 'cheapest' }), packageId: by('crate') },
      }),
    );
    expect(decision).toMatchObject({ packageId: 'box', services: [post] });
    expect(decision.reasons.find((reason) => reason.part === 'service')).toMatchObject({
      ruleId: 'r1',
      because: 'Rule “Heavy”.',
    });
  });

  it('the days of the default do not narrow a named service', () => {
    const defaults = { ...input().defaults, withinDays: 2 };
    expect(decide(input({ defaults })).withinDays).toBe(2);
    expect(decide(input({ defaults, mapped: { requested: 'x', service: post } })).withinDays).toBeNull();
  });

  it('has one reason for each part at the most, and none for a default of nothing', () => {
    expect(decide(input()).reasons).toEqual([{ part: 'service', layer: 'default', because: 'Default settings.' }]);
  });

  it('insures what it is told to', () => {
    const total = { minor: 5_000, currency: 'CAD' };
    expect(insuredAmount({ mode: 'none' }, total)).toBeNull();
    expect(insuredAmount({ mode: 'orderTotal' }, total)).toEqual(total);
    expect(insuredAmount({ mode: 'orderTotal' }, { minor: 0, currency: 'CAD' })).toBeNull();
    expect(insuredAmount({ mode: 'amount', amount: { minor: 1, currency: 'USD' } }, total)?.minor).toBe(1);
  });
});

describe('choosing among offers', () => {
  type Told = Offer & { readonly id: string };
  const offer = (id: string, price: number | null, days: number | null, more: Partial<Offer> = {}): Told => ({
    id,
    grantId: 'g1',
    carrier: 'ups',
    service: '11',
    compareMinor: price,
    transitDays: days,
    ...more,
  });
  const any = { services: null, grantIds: null, withinDays: null, saturdayDelivery: false, pick: 'cheapest' as const };

  it('cheapest, fastest, listed', () => {
    const offers = [
      offer('slow', 900, 5),
      offer('fast', 2_000, 1),
      offer('mid', 900, 3, { carrier: 'canada-post', service: 'EXP' }),
      offer('unknown', null, 2),
    ];
    expect(rankOffers(any, offers).map((o) => o.id)).toEqual(['mid', 'slow', 'fast', 'unknown']);
    expect(rankOffers({ ...any, pick: 'fastest' }, offers).map((o) => o.id)).toEqual([
      'fast',
      'unknown',
      'mid',
      'slow',
    ]);
    const services = [ground, post];
    expect(rankOffers({ ...any, services, pick: 'listed' }, offers)[0]?.id).toBe('slow');
    expect(rankOffers({ ...any, services: [post] }, offers).map((o) => o.id)).toEqual(['mid']);
  });

  it('only allowed ones, the cheapest first, whatever order they came in', () => {
    const offers = fc.uniqueArray(
      fc.record({
        grantId: fc.constantFrom('g1', 'g2'),
        carrier: fc.constantFrom('ups', 'canada-post'),
        service: fc.constantFrom('11', 'EXP'),
        compareMinor: fc.option(fc.nat(5_000)),
        transitDays: fc.option(fc.nat(9)),
      }),
      { selector: ({ grantId, carrier, service }) => `${grantId} ${carrier} ${service}`, maxLength: 8 },
    );
    const wish = fc.record({
      services: fc.option(fc.subarray([ground, post], { minLength: 1 })),
      grantIds: fc.option(fc.subarray(['g1', 'g2'], { minLength: 1 })),
      withinDays: fc.option(fc.nat(9)),
      saturdayDelivery: fc.constant(false),
      pick: fc.constantFrom('cheapest' as const, 'fastest' as const, 'listed' as const),
    });
    fc.assert(
      fc.property(offers, wish, (all, decision) => {
        const ranked = rankOffers(decision, all);
        expect(rankOffers(decision, all.toReversed())).toEqual(ranked);
        expect(new Set(ranked)).toEqual(new Set(all.filter((each) => isAllowed(decision, each))));
        const prices = ranked.map((each) => each.compareMinor ?? Number.MAX_SAFE_INTEGER);
        if (decision.pick === 'cheapest') expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('a service an aggregator sells', () => {
  const direct = { grantId: 'g1', carrier: 'ups', service: '03' };
  const sold = {
    grantId: 'g2',
    carrier: 'easypost',
    service: 'UPS.Ground',
    carriedBy: { carrier: 'ups', service: '03' },
  };
  const odd = { ...sold, service: 'UPS.Odd', carriedBy: { carrier: 'ups', service: null } };
  const choice = (carrier: string, service: string | null, grantId: string | null = null) => ({
    carrier,
    service,
    grantId,
  });

  it('is its carrier’s, whoever sells it', () => {
    expect([direct, sold, odd].map((each) => fitsChoice(choice('ups', '03'), each))).toEqual([true, true, false]);
    expect([direct, sold, odd].map((each) => fitsChoice(choice('ups', null), each))).toEqual([true, true, true]);
  });
  it('is the aggregator’s alone under the aggregator’s name, and an account’s alone where one is named', () => {
    expect([direct, sold].map((each) => fitsChoice(choice('easypost', 'UPS.Ground'), each))).toEqual([false, true]);
    expect([direct, sold].map((each) => fitsChoice(choice('ups', '03', 'g1'), each))).toEqual([true, false]);
    expect([direct, sold].map((each) => fitsChoice(choice('ups', '03', 'g2'), each))).toEqual([false, true]);
  });
});
