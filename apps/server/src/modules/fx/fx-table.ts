/** Finds the rate between two currencies in the tables of a tenant and of those above it. Pure. */
import type { FX_LEVELS } from '@scanship/contracts/money/fx';
import { divideRounded, exponentOf, type Money } from '@scanship/domain/money/money';

export type FxLevel = (typeof FX_LEVELS)[number];

/** The newest entry of a pair at one level. */
export interface FxEntry {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly base: string;
  readonly quote: string;
  /** Units of `quote` for one unit of `base`, times 10^9. */
  readonly rateE9: number;
  readonly source: string;
}

/** Entries of one table; the tenant's own come first, the operator's last. */
export interface FxTable {
  readonly level: FxLevel;
  readonly entries: readonly FxEntry[];
}

export interface FxRate {
  /** Units of the wanted currency for one unit, times 10^9. */
  readonly rateE9: number;
  /** The older day, where two entries were needed. */
  readonly day: string;
  /** Who published it; both names, where two entries were needed. */
  readonly source: string;
}

const ONE = 1_000_000_000n;
/** Pairs that nobody entered are worked out through this currency, the one most rates of our customers stand in. */
export const HUB = 'CAD';

/** Undefined when no table knows a way: the price is then shown and not compared. */
export function findRate(tables: readonly FxTable[], from: string, into: string): FxRate | undefined {
  return directRate(tables, from, into) ?? throughHub(tables, from, into);
}

/** The first table with the pair answers, with its newer entry of the two directions. */
function directRate(tables: readonly FxTable[], from: string, into: string): FxRate | undefined {
  for (const { entries } of tables) {
    const straight = entries.find((entry) => entry.base === from && entry.quote === into);
    const reverse = entries.find((entry) => entry.base === into && entry.quote === from);
    if (straight && (!reverse || straight.day >= reverse.day)) return straight;
    if (reverse) {
      const rateE9 = Number(divideRounded(ONE * ONE, BigInt(reverse.rateE9)));
      return { day: reverse.day, source: reverse.source, rateE9 };
    }
  }
  return undefined;
}

function throughHub(tables: readonly FxTable[], from: string, into: string): FxRate | undefined {
  if (from === HUB || into === HUB) return undefined;
  const first = directRate(tables, from, HUB);
  const second = directRate(tables, HUB, into);
  if (!first || !second) return undefined;
  const rateE9 = Number(divideRounded(BigInt(first.rateE9) * BigInt(second.rateE9), ONE));
  // Two rates so small that nothing is left of them compare nothing.
  if (rateE9 === 0) return undefined;
  return {
    rateE9,
    day: first.day < second.day ? first.day : second.day,
    source: first.source === second.source ? first.source : `${first.source}, ${second.source}`,
  };
}

/** Amount in another currency, rounded half away from zero to its minor unit. For comparison only, never for booking. */
export function convert(amount: Money, currency: string, rateE9: number): number {
  const shift = 10n ** BigInt(exponentOf(currency));
  const unit = 10n ** BigInt(exponentOf(amount.currency));
  return Number(divideRounded(BigInt(amount.minor) * BigInt(rateE9) * shift, ONE * unit));
}

/** "1.3712" for 1 371 200 000; no digit is lost and no empty ones are shown. */
export function rateText(rateE9: number): string {
  const digits = String(rateE9).padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/(?<!0)0+$/, '').replace(/\.$/, '');
}

/** @param text as the contract checked it: digits with at most nine behind a point */
export function readRate(text: string): number {
  const [whole = '0', part = ''] = text.split('.');
  return Number(whole) * 1_000_000_000 + Number(part.padEnd(9, '0'));
}
