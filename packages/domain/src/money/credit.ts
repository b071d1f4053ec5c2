/**
 * What a buyer may still spend at its seller: the one rule, for every currency together. A limit stands in one currency
 * and holds everything the buyer owes and has set aside, in whatever currency, converted at the seller's exchange rate;
 * what is paid ahead in one currency pays in the others too. Nothing is rounded before it is compared.
 */
import { exponentOf, money, type Money } from './money.ts';

/** One account of the buyer in the seller's book. */
export interface CreditPosition {
  readonly currency: string;
  /** Minor units; negative is paid ahead. */
  readonly owedMinor: number;
  /** Minor units set aside for purchases that may still come true. */
  readonly reservedMinor: number;
  /** Minor units; null: no limit stands in this currency. */
  readonly limitMinor: number | null;
}

/** Units of `into` for one unit of `from`, times 10^9; undefined where nobody entered a rate. */
export type RateOf = (from: string, into: string) => number | undefined;

export type CreditStanding =
  /** No limit stands in any currency: billed later. */
  | { readonly kind: 'unlimited' }
  /** `available` is rounded down to a minor unit and negative exactly when more is owed than the limit allows. */
  | { readonly kind: 'limited'; readonly limit: Money; readonly available: Money }
  /** Something is owed in a currency nobody can convert into that of the limit: nothing more may be spent. */
  | { readonly kind: 'no-rate'; readonly limit: Money; readonly currency: string };

const RATE_ONE = 1_000_000_000n;
/** No currency has more decimals (ISO 4217), so that one scale holds the minor units of all of them. */
const MOST_DECIMALS = 4;

const usedOf = ({ owedMinor, reservedMinor }: CreditPosition): bigint => BigInt(owedMinor) + BigInt(reservedMinor);

/** Value of a limit's minor unit, and of any minor unit at a rate, in one scale of integers. */
const scaled = (minor: bigint, currency: string, rateE9: bigint): bigint =>
  minor * rateE9 * 10n ** BigInt(MOST_DECIMALS - exponentOf(currency));

const floorDivide = (numerator: bigint, denominator: bigint): bigint =>
  numerator >= 0n ? numerator / denominator : -((-numerator + denominator - 1n) / denominator);

function standingAt(limit: Money, positions: readonly CreditPosition[], rateOf: RateOf): CreditStanding {
  let left = scaled(BigInt(limit.minor), limit.currency, RATE_ONE);
  for (const position of positions) {
    const used = usedOf(position);
    if (used === 0n) continue;
    const rateE9 = position.currency === limit.currency ? Number(RATE_ONE) : rateOf(position.currency, limit.currency);
    if (rateE9 === undefined) {
      // Money paid ahead that nobody can convert buys nothing here; a debt could be of any size.
      if (used < 0n) continue;
      return { kind: 'no-rate', limit, currency: position.currency };
    }
    left -= scaled(used, position.currency, BigInt(rateE9));
  }
  const available = floorDivide(left, scaled(1n, limit.currency, RATE_ONE));
  return { kind: 'limited', limit, available: money(Number(available), limit.currency) };
}

/** Where limits stand in several currencies each must hold; the one that allows least is told. */
export function creditStanding(positions: readonly CreditPosition[], rateOf: RateOf): CreditStanding {
  const standings = positions.flatMap(({ currency, limitMinor }) =>
    limitMinor === null ? [] : [standingAt(money(limitMinor, currency), positions, rateOf)],
  );
  const refusing = standings.find((each) => each.kind === 'no-rate' || mayNot(each));
  return refusing ?? standings[0] ?? { kind: 'unlimited' };
}

const mayNot = (standing: CreditStanding): boolean => standing.kind === 'limited' && standing.available.minor < 0;

/** What a purchase must not come to: more owed than the limit allows, or a debt that nobody can convert. */
export const isOver = (standing: CreditStanding): standing is Exclude<CreditStanding, { readonly kind: 'unlimited' }> =>
  standing.kind === 'no-rate' || mayNot(standing);

/** Whether the smallest purchase would be one too much. */
export const leavesNothing = (standing: CreditStanding): boolean =>
  isOver(
    standing.kind === 'limited'
      ? { ...standing, available: money(standing.available.minor - 1, standing.available.currency) }
      : standing,
  );

/** Currencies whose rates the rule asks for; empty for who owes and is limited in one currency. */
export const currenciesToConvert = (positions: readonly CreditPosition[]): readonly string[] => {
  const limits = positions.filter(({ limitMinor }) => limitMinor !== null).map(({ currency }) => currency);
  const used = positions.filter((position) => usedOf(position) !== 0n).map(({ currency }) => currency);
  const all = [...new Set([...limits, ...used])];
  return limits.length > 0 && all.length > 1 ? all : [];
};
