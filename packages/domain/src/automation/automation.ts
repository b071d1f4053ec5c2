/**
 * Automation rules: an ordered list of conditions and actions over the facts of an order. Pure and deterministic: the same
 * rules and facts give the same outcome, with the rule that decided each part of it.
 *
 * Order matters. The first rule that sets something keeps it; a later one replaces it only where its action says so
 * (`override`). Tags add up, the first hold keeps its reason, and `stop` ends the list after its own rule.
 */
import type { Money } from '../money/money.ts';
import type { SignatureOption } from '../shipping/shipment.ts';

/** Facts with one or several words. Lists (SKUs, tags, kinds of address) hold when any of their words does. */
export const WORD_FIELDS = [
  'store',
  'platform',
  'source',
  'country',
  'province',
  'postalCode',
  'sku',
  'tag',
  'requestedService',
  'location',
  'addressKind',
] as const;
export type WordField = (typeof WORD_FIELDS)[number];
/** `all`: every one of the values is among the words. `is` and `isNot`: any, and none, of the values is. */
export const WORD_OPERATORS = ['is', 'isNot', 'all', 'contains', 'startsWith'] as const;
export type WordOperator = (typeof WORD_OPERATORS)[number];

/** Weight in grams, total in minor units of the condition's currency, units, and different SKUs. */
export const NUMBER_FIELDS = ['weight', 'total', 'itemQuantity', 'skuCount'] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];
/** `between` includes both ends. */
export const NUMBER_OPERATORS = ['lt', 'lte', 'gt', 'gte', 'between'] as const;
export type NumberOperator = (typeof NUMBER_OPERATORS)[number];

/** Yes or no. `requested`: the buyer asked for a service. */
export const FLAG_FIELDS = ['international', 'note', 'gift', 'requested'] as const;
export type FlagField = (typeof FLAG_FIELDS)[number];

export const ADDRESS_KINDS = ['residential', 'business', 'unknown', 'po-box', 'military'] as const;
export type AddressKind = (typeof ADDRESS_KINDS)[number];

export interface WordCondition {
  readonly field: WordField;
  readonly op: WordOperator;
  readonly values: readonly string[];
}
export interface NumberCondition {
  readonly field: NumberField;
  readonly op: NumberOperator;
  readonly value: number;
  /** Upper end of `between`. */
  readonly to?: number | null | undefined;
  /** Of a total; an order in another currency never meets the condition. */
  readonly currency?: string | null | undefined;
}
export interface FlagCondition {
  readonly field: FlagField;
  readonly yes: boolean;
}
export type SimpleCondition = WordCondition | NumberCondition | FlagCondition;
/** Conditions that count as one among the others; groups hold no groups. */
export interface ConditionGroup {
  readonly match: 'all' | 'any';
  readonly conditions: readonly SimpleCondition[];
}
export type Condition = SimpleCondition | ConditionGroup;

/** What rules can ask of an order. Ids are text; words are compared without case. */
export interface RuleFacts {
  readonly store: string;
  readonly platform: string;
  readonly source: string;
  readonly country: string | null;
  readonly province: string | null;
  readonly postalCode: string | null;
  readonly skus: readonly string[];
  readonly tags: readonly string[];
  readonly requestedService: string | null;
  readonly location: string | null;
  readonly addressKinds: readonly AddressKind[];
  /** Grams; null while a line has no weight. */
  readonly weightGrams: number | null;
  readonly total: Money;
  readonly itemQuantity: number;
  readonly skuCount: number;
  readonly international: boolean;
  readonly note: boolean;
  readonly gift: boolean;
}

/** A carrier's service; `grantId` null: with any of the customer's accounts of this carrier; `service` null: any service. */
export interface ServiceChoice {
  readonly carrier: string;
  readonly grantId: string | null;
  readonly service: string | null;
}

/** How one of several offers is taken. `listed`: the first of the list that is offered. */
export const PICKS = ['cheapest', 'fastest', 'listed'] as const;
export type OfferPick = (typeof PICKS)[number];

export interface ServiceWish {
  readonly services: readonly ServiceChoice[];
  readonly pick: OfferPick;
}

/** `orderTotal`: the value of the goods. */
export type InsuranceWish =
  | { readonly mode: 'none' }
  | { readonly mode: 'orderTotal' }
  | { readonly mode: 'amount'; readonly amount: Money };

/** What a preset holds, and what a person can choose for an order; null: nothing is said about it. */
export interface ShippingChoice {
  readonly service: ServiceWish | null;
  /** Carrier accounts that may be used. */
  readonly grantIds: readonly string[] | null;
  readonly packageId: string | null;
  readonly insurance: InsuranceWish | null;
  readonly signature: SignatureOption | null;
  readonly saturdayDelivery: boolean | null;
}

export const NO_CHOICE: ShippingChoice = {
  service: null,
  grantIds: null,
  packageId: null,
  insurance: null,
  signature: null,
  saturdayDelivery: null,
};

/** When a hold ends by itself: on a day (YYYY-MM-DD, in the customer's zone), or so many days after the order arrives. */
export type HoldEnd = { readonly day: string } | { readonly days: number };

interface Overriding {
  /** Replaces what an earlier rule set. */
  readonly override?: boolean | undefined;
}
export type RuleAction =
  | ({ readonly do: 'service'; readonly services: readonly ServiceChoice[]; readonly pick: OfferPick } & Overriding)
  | ({ readonly do: 'account'; readonly grantIds: readonly string[] } & Overriding)
  | ({ readonly do: 'package'; readonly packageId: string } & Overriding)
  | ({ readonly do: 'insurance'; readonly insurance: InsuranceWish } & Overriding)
  | ({ readonly do: 'signature'; readonly signature: SignatureOption } & Overriding)
  | ({ readonly do: 'preset'; readonly presetId: string } & Overriding)
  | ({ readonly do: 'location'; readonly locationId: string } & Overriding)
  | { readonly do: 'hold'; readonly reason: string; readonly until?: HoldEnd | null | undefined }
  | { readonly do: 'tag'; readonly tags: readonly string[] }
  | { readonly do: 'verify' }
  | { readonly do: 'stop' };

export interface Rule {
  readonly id: string;
  readonly name: string;
  readonly match: 'all' | 'any';
  /** None: every order. */
  readonly conditions: readonly Condition[];
  readonly actions: readonly RuleAction[];
}

/** A part of the outcome with the rule that decided it. */
export interface Decided<T> {
  readonly value: T;
  readonly ruleId: string;
  readonly ruleName: string;
  /** The preset that it came from, where the rule named one. */
  readonly presetId?: string | undefined;
  /** The rule whose choice was replaced. */
  readonly insteadOf?: string | undefined;
}

export interface RuleOutcome {
  /** Rules whose conditions held, in order. */
  readonly matched: readonly { readonly id: string; readonly name: string }[];
  /** Rule that ended the list. */
  readonly stoppedBy: string | null;
  readonly hold: Decided<string> | null;
  /** Of that hold; null: when somebody releases it. */
  readonly holdEnd: HoldEnd | null;
  readonly tags: readonly Decided<string>[];
  readonly location: Decided<string> | null;
  readonly verify: Decided<true> | null;
  readonly service: Decided<ServiceWish> | null;
  readonly grantIds: Decided<readonly string[]> | null;
  readonly packageId: Decided<string> | null;
  readonly insurance: Decided<InsuranceWish> | null;
  readonly signature: Decided<SignatureOption> | null;
  readonly saturdayDelivery: Decided<boolean> | null;
}

const key = (word: string): string => word.normalize('NFC').trim().toLowerCase();

function wordsOf(field: WordField, facts: RuleFacts): readonly string[] {
  const one = (word: string | null): readonly string[] => (word === null || word.trim() === '' ? [] : [word]);
  switch (field) {
    case 'store':
      return one(facts.store);
    case 'platform':
      return one(facts.platform);
    case 'source':
      return one(facts.source);
    case 'country':
      return one(facts.country);
    case 'province':
      return one(facts.province);
    case 'postalCode':
      return one(facts.postalCode?.replace(/\s/g, '') ?? null);
    case 'sku':
      return facts.skus;
    case 'tag':
      return facts.tags;
    case 'requestedService':
      return one(facts.requestedService);
    case 'location':
      return one(facts.location);
    case 'addressKind':
      return facts.addressKinds;
  }
}

function wordsMeet({ field, op, values }: WordCondition, facts: RuleFacts): boolean {
  const words = wordsOf(field, facts).map(key);
  const wanted = values.map((value) => key(field === 'postalCode' ? value.replace(/\s/g, '') : value));
  switch (op) {
    case 'is':
      return wanted.some((value) => words.includes(value));
    case 'isNot':
      return !wanted.some((value) => words.includes(value));
    case 'all':
      return wanted.every((value) => words.includes(value));
    case 'contains':
      return wanted.some((value) => words.some((word) => word.includes(value)));
    case 'startsWith':
      return wanted.some((value) => words.some((word) => word.startsWith(value)));
  }
}

function numberOf({ field, currency }: NumberCondition, facts: RuleFacts): number | null {
  switch (field) {
    case 'weight':
      return facts.weightGrams;
    case 'total':
      return (currency ?? facts.total.currency) === facts.total.currency ? facts.total.minor : null;
    case 'itemQuantity':
      return facts.itemQuantity;
    case 'skuCount':
      return facts.skuCount;
  }
}

function numberMeets(condition: NumberCondition, facts: RuleFacts): boolean {
  const number = numberOf(condition, facts);
  if (number === null) return false;
  const { op, value, to } = condition;
  switch (op) {
    case 'lt':
      return number < value;
    case 'lte':
      return number <= value;
    case 'gt':
      return number > value;
    case 'gte':
      return number >= value;
    case 'between':
      return number >= value && number <= (to ?? value);
  }
}

function flagOf(field: FlagField, facts: RuleFacts): boolean {
  switch (field) {
    case 'international':
      return facts.international;
    case 'note':
      return facts.note;
    case 'gift':
      return facts.gift;
    case 'requested':
      return facts.requestedService !== null && facts.requestedService.trim() !== '';
  }
}

/** Whether one condition holds. What is not known (a weight, a total in another currency) meets no condition. */
export function meets(condition: Condition, facts: RuleFacts): boolean {
  if ('conditions' in condition) return applies(condition, facts);
  if ('yes' in condition) return flagOf(condition.field, facts) === condition.yes;
  return 'values' in condition ? wordsMeet(condition, facts) : numberMeets(condition, facts);
}

/** Whether a rule applies. One without conditions always does. */
export function applies(
  rule: { readonly match: Rule['match']; readonly conditions: Rule['conditions'] },
  facts: RuleFacts,
): boolean {
  if (rule.conditions.length === 0) return true;
  return rule.match === 'all'
    ? rule.conditions.every((condition) => meets(condition, facts))
    : rule.conditions.some((condition) => meets(condition, facts));
}

type Slots = { -readonly [K in keyof RuleOutcome]: RuleOutcome[K] };

/**
 * Runs the rules in their order over one order.
 * @param presets what actions of kind `preset` mean; a preset that is gone sets nothing
 * @param today YYYY-MM-DD in the customer's zone; a hold until a day that has come holds nothing. Undefined: every day is ahead.
 */
export function runRules(
  rules: readonly Rule[],
  facts: RuleFacts,
  presets: ReadonlyMap<string, ShippingChoice> = new Map(),
  today?: string,
): RuleOutcome {
  const matched: { id: string; name: string }[] = [];
  const tags: Decided<string>[] = [];
  const out: Slots = {
    matched,
    stoppedBy: null,
    hold: null,
    holdEnd: null,
    tags,
    location: null,
    verify: null,
    service: null,
    grantIds: null,
    packageId: null,
    insurance: null,
    signature: null,
    saturdayDelivery: null,
  };
  for (const rule of rules) {
    if (!applies(rule, facts)) continue;
    matched.push({ id: rule.id, name: rule.name });
    for (const action of rule.actions) act(out, tags, rule, action, facts, presets, today);
    if (out.stoppedBy !== null) break;
  }
  return out;
}

const isOver = (until: HoldEnd | null | undefined, today: string | undefined): boolean =>
  today !== undefined && until != null && 'day' in until && until.day <= today;

function act(
  out: Slots,
  tags: Decided<string>[],
  rule: Rule,
  action: RuleAction,
  facts: RuleFacts,
  presets: ReadonlyMap<string, ShippingChoice>,
  today: string | undefined,
): void {
  const override = 'override' in action && action.override === true;
  const by = { ruleId: rule.id, ruleName: rule.name };
  /** The value that stands afterwards: the earlier one, unless there is none or it gives way. */
  const settle = <T>(earlier: Decided<T> | null, value: T | null, presetId?: string): Decided<T> | null => {
    if (value === null || (earlier !== null && !override)) return earlier;
    return {
      value,
      ...by,
      ...(presetId === undefined ? {} : { presetId }),
      ...(earlier === null || earlier.ruleId === rule.id ? {} : { insteadOf: earlier.ruleId }),
    };
  };
  switch (action.do) {
    case 'service':
      out.service = settle(out.service, { services: action.services, pick: action.pick });
      return;
    case 'account':
      out.grantIds = settle(out.grantIds, action.grantIds);
      return;
    case 'package':
      out.packageId = settle(out.packageId, action.packageId);
      return;
    case 'insurance':
      out.insurance = settle(out.insurance, action.insurance);
      return;
    case 'signature':
      out.signature = settle(out.signature, action.signature);
      return;
    case 'location':
      out.location = settle(out.location, action.locationId);
      return;
    case 'preset': {
      const preset = presets.get(action.presetId) ?? NO_CHOICE;
      const { presetId } = action;
      out.service = settle(out.service, preset.service, presetId);
      out.grantIds = settle(out.grantIds, preset.grantIds, presetId);
      out.packageId = settle(out.packageId, preset.packageId, presetId);
      out.insurance = settle(out.insurance, preset.insurance, presetId);
      out.signature = settle(out.signature, preset.signature, presetId);
      out.saturdayDelivery = settle(out.saturdayDelivery, preset.saturdayDelivery, presetId);
      return;
    }
    case 'hold':
      if (out.hold !== null || isOver(action.until, today)) return;
      out.hold = { value: action.reason, ...by };
      out.holdEnd = action.until ?? null;
      return;
    case 'verify':
      out.verify ??= { value: true, ...by };
      return;
    case 'tag': {
      const had = new Set([...facts.tags, ...tags.map((tag) => tag.value)]);
      for (const tag of action.tags) {
        if (had.has(tag)) continue;
        had.add(tag);
        tags.push({ value: tag, ...by });
      }
      return;
    }
    case 'stop':
      out.stoppedBy = rule.id;
  }
}
