/**
 * How an order is to be shipped without asking anybody, layer by layer: what a person chose for it, else the rules, else the
 * mapping of the service that the buyer asked for, else the customer's defaults. Each part carries the layer it came from.
 */
import type {
  Decided,
  InsuranceWish,
  OfferPick,
  RuleOutcome,
  ServiceChoice,
  ServiceWish,
  ShippingChoice,
} from './automation.ts';
import { type Money } from '../money/money.ts';
import type { SignatureOption } from '../shipping/shipment.ts';

/** Where a part of a decision came from, strongest first. */
export const LAYERS = ['person', 'rule', 'requested-service', 'default'] as const;
export type Layer = (typeof LAYERS)[number];

export const DECISION_PARTS = [
  'service',
  'account',
  'package',
  'insurance',
  'signature',
  'saturday',
  'verify',
] as const;
export type DecisionPart = (typeof DECISION_PARTS)[number];

/** Why one part is as it is; stored with the order, so it names the rule as it was called then. */
export interface DecisionReason {
  readonly part: DecisionPart;
  readonly layer: Layer;
  readonly ruleId?: string | undefined;
  readonly ruleName?: string | undefined;
  readonly presetId?: string | undefined;
  /** One plain English sentence for history and logs; screens make their own of the other fields. */
  readonly because: string;
}

export interface DecisionDefaults {
  readonly pick: 'cheapest' | 'fastest';
  /** Only offers that arrive within so many days; null: any. */
  readonly withinDays: number | null;
  readonly packageId: string | null;
  readonly insurance: InsuranceWish;
  readonly signature: SignatureOption;
}

export interface DecisionInput {
  readonly total: Money;
  /** What a person chose for this order by hand or by preset. */
  readonly choice: ShippingChoice | null;
  readonly rules: RuleOutcome;
  /** What the store's requested service stands for. */
  readonly mapped: { readonly requested: string; readonly service: ServiceChoice } | null;
  readonly defaults: DecisionDefaults;
}

export interface Decision {
  /** Only these services may be bought, null: any. */
  readonly services: readonly ServiceChoice[] | null;
  readonly pick: OfferPick;
  /** Applies only where nobody named a service. */
  readonly withinDays: number | null;
  /** Only these carrier accounts, null: any. */
  readonly grantIds: readonly string[] | null;
  readonly packageId: string | null;
  /** Null: not insured. */
  readonly insuredValue: Money | null;
  readonly signature: SignatureOption;
  readonly saturdayDelivery: boolean;
  /** Its items have to be scanned before a label is bought: it is not shipped in bulk. */
  readonly mustVerify: boolean;
  readonly reasons: readonly DecisionReason[];
}

interface Layered<T> {
  readonly value: T;
  readonly reason: Omit<DecisionReason, 'part'>;
}

const byPerson = <T>(value: T | null): Layered<T> | null =>
  value === null ? null : { value, reason: { layer: 'person', because: 'Chosen for this order.' } };

const byRule = <T>(decided: Decided<T> | null): Layered<T> | null =>
  decided && {
    value: decided.value,
    reason: {
      layer: 'rule',
      ruleId: decided.ruleId,
      ruleName: decided.ruleName,
      presetId: decided.presetId,
      because: `Rule “${decided.ruleName}”.`,
    },
  };

const byDefault = <T>(value: T): Layered<T> => ({
  value,
  reason: { layer: 'default', because: 'Default settings.' },
});

export function insuredAmount(wish: InsuranceWish, total: Money): Money | null {
  switch (wish.mode) {
    case 'none':
      return null;
    case 'orderTotal':
      return total.minor > 0 ? total : null;
    case 'amount':
      return wish.amount;
  }
}

export function decide({ total, choice, rules, mapped, defaults }: DecisionInput): Decision {
  const reasons: DecisionReason[] = [];
  const take = <T>(part: DecisionPart, ...layers: readonly [...(Layered<T> | null)[], Layered<T>]): T => {
    const found = layers.find((layer) => layer !== null) as Layered<T>;
    reasons.push({ part, ...found.reason });
    return found.value;
  };
  const mapping: Layered<ServiceWish> | null = mapped && {
    value: { services: [mapped.service], pick: 'cheapest' },
    reason: { layer: 'requested-service', because: `The buyer asked for “${mapped.requested}”.` },
  };
  const wish = take<ServiceWish | null>(
    'service',
    byPerson(choice?.service ?? null),
    byRule(rules.service),
    mapping,
    byDefault(null),
  );
  const grantIds = take<readonly string[] | null>(
    'account',
    byPerson(choice?.grantIds ?? null),
    byRule(rules.grantIds),
    byDefault(null),
  );
  const packageId = take<string | null>(
    'package',
    byPerson(choice?.packageId ?? null),
    byRule(rules.packageId),
    byDefault(defaults.packageId),
  );
  const insurance = take<InsuranceWish>(
    'insurance',
    byPerson(choice?.insurance ?? null),
    byRule(rules.insurance),
    byDefault(defaults.insurance),
  );
  const signature = take<SignatureOption>(
    'signature',
    byPerson(choice?.signature ?? null),
    byRule(rules.signature),
    byDefault(defaults.signature),
  );
  const saturdayDelivery = take<boolean>(
    'saturday',
    byPerson(choice?.saturdayDelivery ?? null),
    byRule(rules.saturdayDelivery),
    byDefault(false),
  );
  const mustVerify = take<boolean>('verify', byRule<boolean>(rules.verify), byDefault(false));
  return {
    services: wish?.services ?? null,
    pick: wish?.pick ?? defaults.pick,
    withinDays: wish ? null : defaults.withinDays,
    grantIds,
    packageId,
    insuredValue: insuredAmount(insurance, total),
    signature,
    saturdayDelivery,
    mustVerify,
    // What nobody asked for is no news: a default of nothing is left out.
    reasons: reasons.filter(({ part, layer }) => layer !== 'default' || !isNothing(part)),
  };

  function isNothing(part: DecisionPart): boolean {
    switch (part) {
      case 'service':
        return false;
      case 'account':
        return grantIds === null;
      case 'package':
        return packageId === null;
      case 'insurance':
        return insurance.mode === 'none';
      case 'signature':
        return signature === 'none';
      case 'saturday':
        return !saturdayDelivery;
      case 'verify':
        return !mustVerify;
    }
  }
}

/** What an offer of a carrier has to tell to be chosen among; a stored rate fits. */
export interface Offer {
  readonly grantId: string;
  readonly carrier: string;
  readonly service: string;
  /** Whose service it is, where the account is an aggregator's; codes as an account of that carrier has them. */
  readonly carriedBy?: { readonly carrier: string; readonly service: string | null } | null | undefined;
  /** In one currency for all offers; null where no exchange rate is known: such an offer is taken last. */
  readonly compareMinor: number | null;
  readonly transitDays: number | null;
  /** Delivery on a Saturday is part of it; absent: as it was asked for. */
  readonly saturdayDelivery?: true | undefined;
}

/**
 * Whether an offer is what was chosen. "UPS Ground" is UPS Ground whoever sells it, an aggregator's account too; "EasyPost, UPS
 * Ground" is EasyPost's alone. A choice that names an account means that account.
 */
export const fitsChoice = (
  choice: ServiceChoice,
  offer: Pick<Offer, 'grantId' | 'carrier' | 'service' | 'carriedBy'>,
): boolean =>
  (choice.grantId === null || choice.grantId === offer.grantId) &&
  [offer, ...(offer.carriedBy ? [offer.carriedBy] : [])].some(
    ({ carrier, service }) => choice.carrier === carrier && (choice.service === null || choice.service === service),
  );

/** Whether the decision allows this offer at all. */
export const isAllowed = (
  decision: Pick<Decision, 'services' | 'grantIds' | 'withinDays' | 'saturdayDelivery'>,
  offer: Offer,
): boolean =>
  (offer.saturdayDelivery ?? decision.saturdayDelivery) === decision.saturdayDelivery &&
  (decision.grantIds === null || decision.grantIds.includes(offer.grantId)) &&
  (decision.services === null || decision.services.some((choice) => fitsChoice(choice, offer))) &&
  (decision.withinDays === null || (offer.transitDays !== null && offer.transitDays <= decision.withinDays));

/**
 * The offers that the decision allows, the one to buy first. Ties are broken by price, then days, then name, so that the same
 * offers always give the same answer in whatever order the carriers answered.
 */
export function rankOffers<T extends Offer>(
  decision: Pick<Decision, 'services' | 'grantIds' | 'withinDays' | 'saturdayDelivery' | 'pick'>,
  offers: readonly T[],
): readonly T[] {
  const price = (offer: Offer) => offer.compareMinor ?? Number.MAX_SAFE_INTEGER;
  const days = (offer: Offer) => offer.transitDays ?? Number.MAX_SAFE_INTEGER;
  const place = (offer: Offer) => decision.services?.findIndex((choice) => fitsChoice(choice, offer)) ?? 0;
  const keys: Readonly<Record<OfferPick, readonly ((offer: Offer) => number)[]>> = {
    cheapest: [price, days],
    fastest: [days, price],
    listed: [place, price, days],
  };
  return offers
    .filter((offer) => isAllowed(decision, offer))
    .toSorted((a, b) => {
      for (const by of keys[decision.pick]) if (by(a) !== by(b)) return by(a) - by(b);
      return compareNames(a, b);
    });
}

type Named = Pick<Offer, 'carrier' | 'service' | 'grantId' | 'saturdayDelivery'>;

/**
 * Orders offers that are equal otherwise. Unlike ids of rates, these do not change from one quote to the next: which account is
 * charged is not left to whichever carrier answered first.
 */
export function compareNames(a: Named, b: Named): number {
  const name = (offer: Named) =>
    `${offer.carrier} ${offer.service} ${offer.grantId}${offer.saturdayDelivery ? '+saturday' : ''}`;
  return name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0;
}
