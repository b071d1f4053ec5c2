/** What the editor of rules works with. Pure. */
import type {
  AutomationOptions,
  ConditionDto,
  RuleActionDto,
  RuleDraft,
  RuleDto,
  ShippingChoiceDto,
  SimpleConditionDto,
} from '@scanship/contracts/shipping/automation';
import { FLAG_FIELDS, NUMBER_FIELDS, WORD_FIELDS } from '@scanship/domain/automation/automation';

export const FIELDS = [...WORD_FIELDS, ...NUMBER_FIELDS, ...FLAG_FIELDS] as const;
export type Field = (typeof FIELDS)[number];
export type ActionKind = RuleActionDto['do'];

export const EMPTY_CHOICE: ShippingChoiceDto = {
  service: null,
  grantIds: null,
  packageId: null,
  insurance: null,
  signature: null,
  saturdayDelivery: null,
};

export const blankRule = (): RuleDraft => ({ name: '', active: true, match: 'all', conditions: [], actions: [] });

export const draftOf = ({ name, active, match, conditions, actions }: RuleDto): RuleDraft => ({
  name,
  active,
  match,
  conditions,
  actions,
});

const isOf = <T extends string>(list: readonly T[], field: string): field is T =>
  (list as readonly string[]).includes(field);

/** A condition of this field to begin with. */
export function blankCondition(field: Field, currency: string): SimpleConditionDto {
  if (isOf(FLAG_FIELDS, field)) return { field, yes: true };
  if (isOf(NUMBER_FIELDS, field)) return { field, op: 'gte', value: 0, ...(field === 'total' ? { currency } : {}) };
  return { field, op: 'is', values: [] };
}

/** A group to begin with: one that says what the rule itself does not. */
export const blankGroup = (match: RuleDraft['match'], currency: string): ConditionDto => ({
  match: match === 'all' ? 'any' : 'all',
  conditions: [blankCondition('country', currency), blankCondition('tag', currency)],
});

/** An action of this kind to begin with; undefined where there is nothing to choose from yet. */
export function blankAction(
  kind: ActionKind,
  options: AutomationOptions,
  presets: readonly { readonly id: string }[],
): RuleActionDto | undefined {
  const [account] = options.accounts;
  const [box] = options.packages;
  const [location] = options.locations;
  const [preset] = presets;
  switch (kind) {
    case 'service':
      return (
        account && {
          do: kind,
          services: [{ carrier: account.carrier, grantId: null, service: null }],
          pick: 'cheapest',
        }
      );
    case 'account':
      return account && { do: kind, grantIds: [account.grantId] };
    case 'package':
      return box && { do: kind, packageId: box.id };
    case 'insurance':
      return { do: kind, insurance: { mode: 'orderTotal' } };
    case 'signature':
      return { do: kind, signature: 'any' };
    case 'preset':
      return preset && { do: kind, presetId: preset.id };
    case 'location':
      return location && { do: kind, locationId: location.id };
    case 'hold':
      return { do: kind, reason: '' };
    case 'tag':
      return { do: kind, tags: [] };
    case 'verify':
    case 'stop':
      return { do: kind };
  }
}

/** The list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length || from === to) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}

type HoldEndDto = Extract<RuleActionDto, { do: 'hold' }>['until'];
const wrongEnd = (until: HoldEndDto): boolean =>
  until != null &&
  ('day' in until
    ? !/^\d{4}-\d{2}-\d{2}$/.test(until.day)
    : !(Number.isInteger(until.days) && until.days >= 1 && until.days <= 365));

/** What keeps a rule from being saved, by place; the server checks the same and more. */
export interface RuleFaults {
  readonly name: boolean;
  readonly actions: boolean;
  readonly conditionsAt: ReadonlySet<number>;
  readonly actionsAt: ReadonlySet<number>;
}
export function faultsOf(draft: RuleDraft): RuleFaults {
  const wrongCondition = (condition: ConditionDto): boolean => {
    if ('conditions' in condition)
      return condition.conditions.length === 0 || condition.conditions.some(wrongCondition);
    if ('values' in condition) return condition.values.length === 0;
    if (!('op' in condition)) return false;
    return !Number.isInteger(condition.value) || (condition.op === 'between' && (condition.to ?? -1) < condition.value);
  };
  const wrongAction = (action: RuleActionDto): boolean => {
    switch (action.do) {
      case 'service':
        return action.services.length === 0;
      case 'account':
        return action.grantIds.length === 0;
      case 'hold':
        return action.reason.trim() === '' || wrongEnd(action.until);
      case 'tag':
        return action.tags.length === 0;
      case 'insurance':
        return action.insurance.mode === 'amount' && !(action.insurance.amount.minor > 0);
      default:
        return false;
    }
  };
  const at = <T>(list: readonly T[], wrong: (each: T) => boolean): ReadonlySet<number> =>
    new Set(list.flatMap((each, index) => (wrong(each) ? [index] : [])));
  return {
    name: draft.name.trim() === '',
    actions: draft.actions.length === 0,
    conditionsAt: at(draft.conditions, wrongCondition),
    actionsAt: at(draft.actions, wrongAction),
  };
}
export const isWhole = (faults: RuleFaults): boolean =>
  !faults.name && !faults.actions && faults.conditionsAt.size === 0 && faults.actionsAt.size === 0;
