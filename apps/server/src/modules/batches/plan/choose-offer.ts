/** Chooses the rate to buy for one order, says why, and says why not where none may be bought. Pure. */
import { type Decision, isAllowed, type Offer, rankOffers } from '@scanship/domain/automation/automation-decision';
import { type Money, toDecimal } from '@scanship/domain/money/money';
import type { Held } from '../causes.ts';

export interface RatedOffer {
  readonly id: string;
  readonly quoteId: string;
  readonly grantId: string;
  readonly carrier: string;
  readonly carrierName: string;
  readonly service: string;
  readonly serviceName: string;
  /** Whose service it is, where an aggregator sells it. */
  readonly carriedBy?: Offer['carriedBy'];
  readonly price: Money;
  /** The price in the customer's own currency; null where no exchange rate is known. */
  readonly compare: { readonly minor: number; readonly currency: string } | null;
  readonly transitDays: number | null;
  readonly deliverBy: string | null;
  readonly expiresAt: string;
  readonly test: boolean;
  /** As of `Offer`. */
  readonly saturdayDelivery?: true | undefined;
  /** What its purchase would be refused for. */
  readonly missing?: readonly { readonly message: string }[] | undefined;
}

export interface OfferTrouble {
  readonly carrierName: string;
  readonly message: string;
  readonly canRetry: boolean;
}

export type Choosing =
  | { readonly ok: true; readonly offer: RatedOffer; readonly offers: number; readonly reason: string }
  | { readonly ok: false; readonly held: Held };

type Wish = Pick<Decision, 'services' | 'grantIds' | 'withinDays' | 'saturdayDelivery' | 'pick' | 'reasons'> & {
  /** What the buyer asked for, and what it stands for; null: nobody mapped it. */
  readonly requested?: { readonly name: string; readonly service: object | null } | null | undefined;
};

interface Candidate extends Offer {
  readonly rate: RatedOffer;
}

/**
 * @param liveFirst an offer of a sandbox or simulator is taken only where no live account offers anything, so that Auto
 *   Ship never puts a test label on a real order
 */
export function chooseOffer(
  wish: Wish,
  all: readonly RatedOffer[],
  troubles: readonly OfferTrouble[],
  options: { readonly liveFirst: boolean },
): Choosing {
  const rates = all.filter((rate) => !rate.missing?.length);
  const wanted = wantedFacts(all);
  const currencies = new Set(rates.map((rate) => rate.price.currency));
  const candidates = rates.map(
    (rate): Candidate => ({
      grantId: rate.grantId,
      carrier: rate.carrier,
      service: rate.service,
      carriedBy: rate.carriedBy,
      // One currency compares by itself, whatever the exchange rates.
      compareMinor: currencies.size === 1 ? rate.price.minor : (rate.compare?.minor ?? null),
      transitDays: rate.transitDays,
      saturdayDelivery: rate.saturdayDelivery,
      rate,
    }),
  );
  const allowed = candidates.filter((each) => isAllowed(wish, each));
  const live = allowed.filter((each) => !each.rate.test);
  const ranked = rankOffers(wish, options.liveFirst && live.length > 0 ? live : allowed);
  const [best, next] = ranked;
  if (!best) return { ok: false, held: noOffer(wish, rates, troubles, wanted) };
  if (best.compareMinor === null && wish.pick === 'cheapest' && ranked.length > 1)
    return {
      ok: false,
      held: {
        cause: 'no-exchange-rate',
        message: `Offers in ${[...currencies].join(' and ')} cannot be compared: no exchange rate is known.`,
      },
    };
  return {
    ok: true,
    offer: best.rate,
    offers: ranked.length,
    reason: reasonOf(wish, next, ranked.length, troubles, wanted),
  };
}

/** An offer whose purchase would be refused is none; its carrier has said what it wants. */
const wantedFacts = (all: readonly RatedOffer[]): readonly string[] => [
  ...new Set(all.flatMap(({ missing = [] }) => missing.map(({ message }) => message))),
];

const moneyText = (amount: Money): string => `${toDecimal(amount)} ${amount.currency}`;

function reasonOf(
  wish: Wish,
  next: Candidate | undefined,
  offers: number,
  troubles: readonly OfferTrouble[],
  wanted: readonly string[],
): string {
  const because = [
    ...new Set(
      wish.reasons
        .filter(({ part, layer }) => (part === 'service' || part === 'account') && layer !== 'default')
        .map((reason) => reason.because),
    ),
  ];
  const unheard = unmappedWish(wish);
  const how = { cheapest: 'Cheapest', fastest: 'Fastest', listed: 'First of the list' }[wish.pick];
  const picked =
    offers === 1
      ? 'The only offer.'
      : `${how} of ${offers} offers${next ? `; next: ${next.rate.carrierName} ${next.rate.serviceName}, ${moneyText(next.rate.price)}` : ''}.`;
  const silent = [...new Set(troubles.filter((each) => each.canRetry).map((each) => each.carrierName))];
  const without = silent.length > 0 ? [`${silent.join(' and ')} did not answer.`] : [];
  const leftOut = wanted.length > 0 ? [`Left out: ${wanted.slice(0, 3).join(' ')}`] : [];
  return [...unheard, ...because, picked, ...without, ...leftOut].join(' ');
}

/** What the buyer asked for, where nothing is mapped to it and neither a rule nor a person chose instead. */
export const unmappedService = ({ requested, reasons }: Pick<Wish, 'requested' | 'reasons'>): string | undefined =>
  requested && !requested.service && reasons.every(({ part, layer }) => part !== 'service' || layer === 'default')
    ? requested.name
    : undefined;

/** Said first: nobody else notices that the buyer's wish was not heard. */
const unmappedWish = (wish: Wish): readonly string[] => {
  const name = unmappedService(wish);
  return name === undefined ? [] : [`The buyer asked for “${name}”, and no service is mapped to it.`];
};

function noOffer(
  wish: Wish,
  rates: readonly RatedOffer[],
  troubles: readonly OfferTrouble[],
  wanted: readonly string[],
): Held {
  if (rates.length === 0 && wanted.length > 0) return { cause: 'address', message: wanted.slice(0, 3).join(' ') };
  const outage = troubles.find((each) => each.canRetry);
  if (outage) return { cause: 'carrier-unavailable', message: outage.message };
  if (rates.length > 0) {
    const because = wish.reasons.find(({ part, layer }) => part === 'service' && layer !== 'default')?.because;
    const limit = wish.withinDays === null ? '' : ` within ${wish.withinDays} days`;
    return {
      cause: 'no-rate',
      message: `None of ${rates.length} offers is allowed${limit} for this order.${because ? ` ${because}` : ''}`,
    };
  }
  const said = troubles.slice(0, 3).map((each) => each.message);
  return {
    cause: 'no-rate',
    message:
      said.length > 0
        ? `No carrier takes this parcel. ${said.join(' ')}`
        : 'No carrier offers anything for this order.',
  };
}
