/** Countries in conditions as orders have them: "USA", "États-Unis" and "us" are US. */
import type { ConditionDto, RuleDraft, SimpleConditionDto } from '@scanship/contracts/shipping/automation';
import { findCountry } from '../../platform/table-cells/countries-by-name.ts';

const named = (condition: SimpleConditionDto): boolean =>
  condition.field === 'country' &&
  'values' in condition &&
  condition.op !== 'contains' &&
  condition.op !== 'startsWith';

const coded = (condition: SimpleConditionDto): SimpleConditionDto =>
  named(condition) && 'values' in condition
    ? { ...condition, values: [...new Set(condition.values.map((value) => findCountry(value) ?? value))] }
    : condition;

/** What is no country stays as it is written. */
export const withCountryCodes = (conditions: RuleDraft['conditions']): RuleDraft['conditions'] =>
  conditions.map(
    (each): ConditionDto => ('conditions' in each ? { ...each, conditions: each.conditions.map(coded) } : coded(each)),
  );

/** Texts that are no country, which no order would ever meet. */
export const noCountries = (condition: SimpleConditionDto): readonly string[] =>
  named(condition) && 'values' in condition ? condition.values.filter((value) => findCountry(value) === undefined) : [];
