import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleDraft } from '@scanship/contracts/shipping/automation';
import { blankAction, blankCondition, blankRule, faultsOf, FIELDS, isWhole, moved } from './rule-model.ts';

const OPTIONS = {
  accounts: [
    { grantId: '0199a000-0000-7000-8000-000000000001', carrier: 'ups', carrierName: 'UPS', name: 'UPS', services: [] },
  ],
  packages: [],
  locations: [],
  stores: [],
  tags: [],
  currency: 'CAD',
};

describe('editing rules', () => {
  it('a blank rule says what it lacks', () => {
    const faults = faultsOf(blankRule());
    expect(faults).toMatchObject({ name: true, actions: true });
    expect(isWhole(faults)).toBe(false);
  });

  it('names the row that is not finished', () => {
    const draft = {
      ...blankRule(),
      name: 'Heavy',
      conditions: [blankCondition('weight', 'CAD'), blankCondition('sku', 'CAD')],
      actions: [{ do: 'verify' as const }, { do: 'hold' as const, reason: ' ' }],
    };
    expect([...faultsOf(draft).conditionsAt]).toEqual([1]);
    expect([...faultsOf(draft).actionsAt]).toEqual([1]);
  });

  it('a range needs its upper end', () => {
    const range = (to: number | null) =>
      faultsOf({ ...blankRule(), conditions: [{ field: 'weight', op: 'between', value: 5, to }] }).conditionsAt.size;
    expect([range(null), range(4), range(5)]).toEqual([1, 1, 0]);
  });

  it('whatever is whole here is taken by the contract', () => {
    for (const field of FIELDS) {
      const condition = blankCondition(field, 'CAD');
      const filled = 'values' in condition ? { ...condition, values: ['x'] } : condition;
      const draft = { ...blankRule(), name: 'R', conditions: [filled], actions: [{ do: 'stop' as const }] };
      expect(isWhole(faultsOf(draft))).toBe(true);
      expect(ruleDraft.safeParse(draft).success).toBe(true);
    }
  });

  it('offers no action whose choice would be empty', () => {
    expect(blankAction('package', OPTIONS, [])).toBeUndefined();
    expect(blankAction('preset', OPTIONS, [])).toBeUndefined();
    expect(blankAction('service', OPTIONS, [])).toMatchObject({ services: [{ carrier: 'ups' }] });
  });

  it('moving keeps every entry and the order of the others', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 9 }),
        fc.nat(8),
        fc.integer({ min: -1, max: 9 }),
        (list, from, to) => {
          const after = moved(list, from, to);
          expect(new Set(after)).toEqual(new Set(list));
          expect(after).toHaveLength(list.length);
          const entry = list[from];
          if (entry === undefined || to < 0 || to >= list.length) {
            expect(after).toBe(list);
            return;
          }
          expect(after[to]).toBe(entry);
          expect(after.filter((each) => each !== entry)).toEqual(list.filter((each) => each !== entry));
        },
      ),
    );
  });
});
