import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applies,
  type Condition,
  meets,
  NO_CHOICE,
  type Rule,
  type RuleAction,
  type RuleFacts,
  runRules,
} from './automation.ts';

const FACTS: RuleFacts = {
  store: 'store-1',
  platform: 'shopify',
  source: 'store',
  country: 'US',
  province: 'NY',
  postalCode: '10001',
  skus: ['mug-blue', 'tea-50'],
  tags: ['wholesale'],
  requestedService: 'Express Overnight',
  location: 'loc-1',
  addressKinds: ['residential', 'po-box'],
  weightGrams: 2_400,
  total: { minor: 12_000, currency: 'CAD' },
  itemQuantity: 3,
  skuCount: 2,
  international: true,
  note: false,
  gift: true,
};

let count = 0;
const rule = (actions: readonly RuleAction[], more: Partial<Rule> = {}): Rule => {
  count += 1;
  return { id: `r${count}`, name: `Rule ${count}`, match: 'all', conditions: [], actions, ...more };
};
const ups: RuleAction = {
  do: 'service',
  services: [{ carrier: 'ups', grantId: null, service: '11' }],
  pick: 'cheapest',
};
const post: RuleAction = {
  do: 'service',
  services: [{ carrier: 'canada-post', grantId: null, service: null }],
  pick: 'cheapest',
};
const carrierOf = (outcome: ReturnType<typeof runRules>) => outcome.service?.value.services[0]?.carrier;

describe('conditions', () => {
  it.each<[string, Condition, boolean]>([
    ['a word in any case', { field: 'country', op: 'is', values: ['us', 'MX'] }, true],
    ['none of the words', { field: 'country', op: 'isNot', values: ['US'] }, false],
    ['one SKU of several', { field: 'sku', op: 'is', values: ['MUG-BLUE'] }, true],
    ['all SKUs', { field: 'sku', op: 'all', values: ['mug-blue', 'tea-50'] }, true],
    ['all SKUs with one missing', { field: 'sku', op: 'all', values: ['mug-blue', 'tea-51'] }, false],
    ['part of a requested service', { field: 'requestedService', op: 'contains', values: ['overnight'] }, true],
    ['the beginning of a postal code', { field: 'postalCode', op: 'startsWith', values: ['100'] }, true],
    ['a kind of address', { field: 'addressKind', op: 'is', values: ['po-box'] }, true],
    ['a weight', { field: 'weight', op: 'gt', value: 2_400 }, false],
    ['a weight or more', { field: 'weight', op: 'gte', value: 2_400 }, true],
    ['both ends of a range', { field: 'itemQuantity', op: 'between', value: 3, to: 5 }, true],
    ['a total', { field: 'total', op: 'lt', value: 12_001, currency: 'CAD' }, true],
    ['a total in another currency', { field: 'total', op: 'lt', value: 99_999_999, currency: 'USD' }, false],
    ['a yes', { field: 'gift', yes: true }, true],
    ['a no', { field: 'note', yes: false }, true],
  ])('%s', (_, condition, holds) => expect(meets(condition, FACTS)).toBe(holds));

  it('an unknown weight is neither light nor heavy', () => {
    const unknown = { ...FACTS, weightGrams: null };
    for (const op of ['lt', 'lte', 'gt', 'gte'] as const)
      expect(meets({ field: 'weight', op, value: 1_000 }, unknown)).toBe(false);
  });

  it('without a word, "is not" holds and nothing else does', () => {
    const none = { ...FACTS, requestedService: '  ' };
    expect(meets({ field: 'requestedService', op: 'isNot', values: ['x'] }, none)).toBe(true);
    expect(meets({ field: 'requestedService', op: 'contains', values: ['x'] }, none)).toBe(false);
    expect(meets({ field: 'requested', yes: false }, none)).toBe(true);
  });

  it('all means every one, any means one, none means always', () => {
    const yes: Condition = { field: 'gift', yes: true };
    const no: Condition = { field: 'gift', yes: false };
    expect(applies({ match: 'all', conditions: [yes, no] }, FACTS)).toBe(false);
    expect(applies({ match: 'any', conditions: [yes, no] }, FACTS)).toBe(true);
    expect(applies({ match: 'any', conditions: [] }, FACTS)).toBe(true);
  });

  it('"is" and "is not" are opposites, and an order of conditions does not matter', () => {
    const word = fc.constantFrom('US', 'ca', 'MX', 'mug-blue', 'tea-50', 'wholesale');
    fc.assert(
      fc.property(
        fc.constantFrom<'country' | 'sku' | 'tag'>('country', 'sku', 'tag'),
        fc.array(word, { minLength: 1, maxLength: 4 }),
        (field, values) => {
          expect(meets({ field, op: 'is', values }, FACTS)).toBe(!meets({ field, op: 'isNot', values }, FACTS));
          expect(meets({ field, op: 'is', values }, FACTS)).toBe(
            meets({ field, op: 'is', values: values.toReversed() }, FACTS),
          );
        },
      ),
    );
  });
});

describe('rules in their order', () => {
  it('the first that sets something keeps it', () => {
    const [first, second] = [rule([ups]), rule([post])];
    const outcome = runRules([first, second], FACTS);
    expect(carrierOf(outcome)).toBe('ups');
    expect(outcome.service).toMatchObject({ ruleId: first.id, ruleName: first.name });
    expect(outcome.matched.map((each) => each.id)).toEqual([first.id, second.id]);
    expect(carrierOf(runRules([second, first], FACTS))).toBe('canada-post');
  });

  it('a later one replaces it when it says so, and names what it replaced', () => {
    const [first, second] = [rule([ups]), rule([{ ...post, override: true }])];
    const outcome = runRules([first, second], FACTS);
    expect(outcome.service).toMatchObject({ ruleId: second.id, insteadOf: first.id });
    expect(carrierOf(outcome)).toBe('canada-post');
  });

  it('stop ends the list after its own rule', () => {
    const [first, second] = [rule([{ do: 'stop' }, ups]), rule([{ do: 'hold', reason: 'late' }])];
    const outcome = runRules([first, second], FACTS);
    expect(carrierOf(outcome)).toBe('ups');
    expect(outcome.hold).toBeNull();
    expect(outcome.stoppedBy).toBe(first.id);
    expect(outcome.matched).toHaveLength(1);
  });

  it('the first hold keeps its reason; tags add up without those the order has', () => {
    const outcome = runRules(
      [
        rule([
          { do: 'hold', reason: 'Check the address' },
          { do: 'tag', tags: ['po-box', 'wholesale'] },
        ]),
        rule([
          { do: 'hold', reason: 'Second' },
          { do: 'tag', tags: ['po-box', 'fragile'] },
        ]),
      ],
      FACTS,
    );
    expect(outcome.hold?.value).toBe('Check the address');
    expect(outcome.tags.map((tag) => tag.value)).toEqual(['po-box', 'fragile']);
  });

  it('a preset fills what is open and is named; one that is gone sets nothing', () => {
    const presets = new Map([['p', { ...NO_CHOICE, packageId: 'box', signature: 'adult' as const }]]);
    const outcome = runRules(
      [rule([{ do: 'signature', signature: 'none' }]), rule([{ do: 'preset', presetId: 'p' }])],
      FACTS,
      presets,
    );
    expect(outcome.signature?.value).toBe('none');
    expect(outcome.packageId).toMatchObject({ value: 'box', presetId: 'p' });
    expect(runRules([rule([{ do: 'preset', presetId: 'gone' }])], FACTS, presets).packageId).toBeNull();
  });
});

describe('any list of rules', () => {
  const condition = fc.oneof<fc.Arbitrary<Condition>[]>(
    fc.record({ field: fc.constant('gift' as const), yes: fc.boolean() }),
    fc.record({ field: fc.constant('weight' as const), op: fc.constantFrom('lt', 'gt'), value: fc.nat(5_000) }),
    fc.record({
      field: fc.constant('tag' as const),
      op: fc.constantFrom('is', 'isNot'),
      values: fc.array(fc.constantFrom('wholesale', 'vip'), { minLength: 1, maxLength: 2 }),
    }),
  );
  const action = fc.oneof<fc.Arbitrary<RuleAction>[]>(
    fc.record({
      do: fc.constant('package' as const),
      packageId: fc.constantFrom('a', 'b', 'c'),
      override: fc.boolean(),
    }),
    fc.record({
      do: fc.constant('signature' as const),
      signature: fc.constantFrom('none', 'any', 'adult'),
      override: fc.boolean(),
    }),
    fc.record({ do: fc.constant('hold' as const), reason: fc.constantFrom('x', 'y') }),
    fc.record({
      do: fc.constant('tag' as const),
      tags: fc.array(fc.constantFrom('t1', 't2', 'wholesale'), { minLength: 1 }),
    }),
    fc.constant({ do: 'stop' as const }),
  );
  const rules = fc
    .array(
      fc.record({
        match: fc.constantFrom('all' as const, 'any' as const),
        conditions: fc.array(condition, { maxLength: 3 }),
        actions: fc.array(action, { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 8 },
    )
    .map((all) => all.map((each, index): Rule => ({ id: `r${index}`, name: `R${index}`, ...each })));

  it('gives the same outcome twice, each part by a rule that matched', () => {
    fc.assert(
      fc.property(rules, (all) => {
        const outcome = runRules(all, FACTS);
        expect(runRules(structuredClone(all), structuredClone(FACTS))).toEqual(outcome);
        const matched = new Set(outcome.matched.map((each) => each.id));
        for (const part of [outcome.packageId, outcome.signature, outcome.hold, ...outcome.tags])
          if (part) expect(matched.has(part.ruleId)).toBe(true);
      }),
    );
  });

  it('without overrides, rules added behind never change what was decided', () => {
    const tame = rules.map((all) =>
      all.map((each) => ({
        ...each,
        actions: each.actions.map((a) => ('override' in a ? { ...a, override: false } : a)),
      })),
    );
    fc.assert(
      fc.property(tame, tame, (before, after) => {
        const behind = after.map((each) => ({ ...each, id: `x${each.id}` }));
        const [short, long] = [runRules(before, FACTS), runRules([...before, ...behind], FACTS)];
        for (const part of ['packageId', 'signature', 'hold'] as const)
          if (short[part]) expect(long[part]).toEqual(short[part]);
        expect(long.tags.slice(0, short.tags.length)).toEqual(short.tags);
        expect(long.matched.slice(0, short.matched.length)).toEqual(short.matched);
      }),
    );
  });

  it('a rule that does not match might as well not be there', () => {
    fc.assert(
      fc.property(rules, fc.nat(8), (all, at) => {
        const idle = rule([{ do: 'hold', reason: 'never' }], { conditions: [{ field: 'gift', yes: false }] });
        expect(runRules(all.toSpliced(at, 0, idle), FACTS)).toEqual(runRules(all, FACTS));
      }),
    );
  });
});

describe('groups of conditions', () => {
  const us: Condition = { field: 'country', op: 'is', values: ['US'] };
  const heavy: Condition = { field: 'weight', op: 'gt', value: 5_000 };
  const vip: Condition = { field: 'tag', op: 'is', values: ['vip'] };
  const wholesale: Condition = { field: 'tag', op: 'is', values: ['wholesale'] };

  it('count as one condition: US and (vip or wholesale), US or (vip and wholesale)', () => {
    const holds = (match: 'all' | 'any', conditions: readonly Condition[]) => applies({ match, conditions }, FACTS);
    expect(holds('all', [us, { match: 'any', conditions: [vip, wholesale] }])).toBe(true);
    expect(holds('all', [us, { match: 'all', conditions: [vip, wholesale] }])).toBe(false);
    expect(holds('any', [heavy, { match: 'all', conditions: [us, wholesale] }])).toBe(true);
    expect(holds('any', [heavy, { match: 'all', conditions: [us, vip] }])).toBe(false);
  });

  it('mean what the same conditions mean in a rule of their own', () => {
    const simple = fc.constantFrom(us, heavy, vip, wholesale);
    fc.assert(
      fc.property(
        fc.constantFrom('all', 'any'),
        fc.array(simple, { minLength: 1, maxLength: 5 }),
        (match, conditions) => {
          const one = conditions.flatMap((each) => ('conditions' in each ? [] : [each]));
          expect(meets({ match, conditions: one }, FACTS)).toBe(applies({ match, conditions }, FACTS));
        },
      ),
    );
  });
});

describe('a hold that ends by itself', () => {
  const until = (day: string): RuleAction => ({ do: 'hold', reason: `Until ${day}`, until: { day } });

  it('keeps its end; one whose day has come holds nothing and leaves the place to the next', () => {
    const rules = [rule([until('2026-11-20')]), rule([until('2026-12-01')]), rule([{ do: 'hold', reason: 'late' }])];
    expect(runRules(rules, FACTS, new Map(), '2026-11-21')).toMatchObject({
      hold: { value: 'Until 2026-12-01' },
      holdEnd: { day: '2026-12-01' },
    });
    expect(runRules(rules, FACTS, new Map(), '2026-12-01')).toMatchObject({ hold: { value: 'late' }, holdEnd: null });
    expect(runRules([rule([{ do: 'hold', reason: 'x', until: { days: 3 } }])], FACTS).holdEnd).toEqual({ days: 3 });
  });
});
