/** What the table of rates shows and in which order: the few worth looking at first, then the others, each service once. Pure. */
import type { DecisionDto } from '@scanship/contracts/shipping/automation';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { fitsChoice, type Layer, rankOffers } from '@scanship/domain/automation/automation-decision';
import {
  filterRates,
  markRates,
  missingAtCarrier,
  type Punctuality,
  type RateFilter,
  type RateSort,
  sortRates,
} from './rank-rates.ts';
import { groupSame, type SameService } from './same-service.ts';

/** Why a rate stands among the first. `usual`: what Auto Ship would buy; its layer says because of what. */
export type Mark = 'cheapest' | 'fastest' | 'best' | 'usual' | 'requested';

export interface ViewRow extends SameService {
  readonly marks: readonly Mark[];
}
export interface RateView {
  /** In this order: cheapest, fastest, best, usual, requested; each rate once. */
  readonly picks: readonly ViewRow[];
  readonly others: readonly ViewRow[];
  /** Rates the filter leaves, those of the same service counted each. */
  readonly count: number;
}

export interface Wish {
  /** What Auto Ship would buy of these rates; undefined where nothing fits. */
  readonly usual: RateDto | undefined;
  /** What decided the service: a person, a rule, the requested service or the defaults. */
  readonly layer: Layer;
  readonly isRequested: (rate: RateDto) => boolean;
}

/** What the decision of an order means for the rates that were offered. */
export function wishOf(decision: DecisionDto | undefined, rates: readonly RateDto[]): Wish {
  const requested = decision?.requested?.service;
  const reason = decision?.reasons.find(({ part }) => part === 'service');
  const able = rates.filter((rate) => missingAtCarrier(rate).length === 0);
  const offers = able.map((rate) => ({ ...rate, compareMinor: rate.compare?.minor ?? null }));
  const first = decision && rankOffers(decision, offers)[0];
  return {
    usual: first && able.find(({ id }) => id === first.id),
    layer: reason?.layer ?? 'default',
    isRequested: (rate) => (requested ? fitsChoice(requested, rate) : false),
  };
}

export function viewOf(
  rates: readonly RateDto[],
  asked: {
    readonly filter: RateFilter;
    readonly sort: RateSort;
    readonly shipDate: string | undefined;
    readonly wish: Wish;
    readonly punctuality: Punctuality;
  },
): RateView {
  const left = filterRates(rates, asked.filter, asked.shipDate);
  const marks = markRates(left);
  const requested = sortRates(left.filter(asked.wish.isRequested), 'price')[0]?.id;
  const usual = left.length > 1 ? asked.wish.usual?.id : undefined;
  const marked: readonly (readonly [Mark, string | undefined])[] = [
    ['cheapest', marks.cheapest],
    ['fastest', marks.fastest],
    ['best', marks.bestValue],
    ['usual', usual],
    ['requested', requested],
  ];
  const marksOf = (group: SameService): Mark[] =>
    marked.flatMap(([mark, id]) =>
      id !== undefined && [group.first, ...group.also].some((r) => r.id === id) ? [mark] : [],
    );
  // Where a service stands follows from the offer of it that is seen.
  const bySeen = new Map(groupSame(left).map((group) => [group.first, group]));
  const groups = sortRates([...bySeen.keys()], asked.sort, asked.punctuality).flatMap((first) => {
    const group = bySeen.get(first);
    return group ? [{ ...group, marks: marksOf(group) }] : [];
  });
  const place = ({ marks: own }: ViewRow) => marked.findIndex(([mark]) => mark === own[0]);
  return {
    picks: groups.filter((group) => group.marks.length > 0).toSorted((a, b) => place(a) - place(b)),
    others: groups.filter((group) => group.marks.length === 0),
    count: left.length,
  };
}
