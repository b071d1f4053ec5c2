/**
 * A difference that the owner of a carrier account accepts, passed down the levels a label was sold through: each seller
 * passes it at cost, with the mark-ups the label was sold with, or bears it. What a level sees is its own link only.
 */
import { type DifferenceKind, type PassMode, TO_DECIDE } from './bill-kinds.ts';
import type { Sale } from '../money/ledger.ts';
import { divideRounded, money, partsPerMillion } from '../money/money.ts';
import { type MarkupRule, priceChain } from '../pricing/pricing.ts';
import type { PriceLine } from '../shipping/shipment.ts';

export interface PassRule {
  readonly mode: PassMode;
  /** Charges below this many minor units (before taxes) are borne; credits always pass. */
  readonly fromMinor: number;
}
export type PassPolicy = Readonly<Partial<Record<DifferenceKind, PassRule>>>;

/** What nobody below caused is borne unless a level says otherwise. */
const BORNE: ReadonlySet<DifferenceKind> = new Set([
  'duplicate',
  'late_fee',
  'void_not_credited',
  'price',
  'fuel',
  'tax',
]);

export const passRuleOf = (policy: PassPolicy, kind: DifferenceKind): PassRule => {
  // Nobody below pays or gains by what nothing proves, whatever was chosen for it once.
  if (TO_DECIDE.has(kind)) return { mode: 'absorb', fromMinor: 0 };
  return policy[kind] ?? { mode: BORNE.has(kind) ? 'absorb' : 'at_cost', fromMinor: 0 };
};

/** One sale of the label that was corrected. */
export interface SoldLevel {
  readonly from: string;
  readonly to: string;
  /** What the seller paid, and what it charged, when the label was sold. */
  readonly costLines: readonly PriceLine[];
  readonly lines: readonly PriceLine[];
  /** What the buyer paid more for the label since, before taxes; negative: was given back. */
  readonly paidSinceMinor?: number | undefined;
  /** Mark-ups that made the price. */
  readonly rules: readonly MarkupRule[];
  readonly rule: PassRule;
}

export interface CarrierDifference {
  readonly kind: DifferenceKind;
  readonly label: string;
  readonly currency: string;
  readonly beforeTaxMinor: number;
  readonly taxMinor: number;
}

const nonTax = (lines: readonly PriceLine[]): number =>
  lines.reduce((sum, line) => (line.kind === 'tax' ? sum : sum + line.amount.minor), 0);

/** Taxes of a change of price, at the rates the label was taxed with; of a tax without a rate the same share. */
function taxesOf(lines: readonly PriceLine[], before: number, currency: string): PriceLine[] {
  const base = nonTax(lines);
  return lines
    .filter((line) => line.kind === 'tax')
    .map((line): PriceLine => {
      const minor =
        line.ratePpm !== undefined
          ? partsPerMillion(money(before, currency), line.ratePpm).minor
          : base === 0
            ? 0
            : Number(divideRounded(BigInt(before) * BigInt(line.amount.minor), BigInt(base)));
      return { ...line, amount: money(minor, currency) };
    })
    .filter((line) => line.amount.minor !== 0);
}

/** What a seller's price before taxes changes by when its cost does. Nobody is given back more than the label cost it. */
function passed(level: SoldLevel, delta: number, currency: string): number {
  const made = byRule(level, delta, currency);
  return made < 0 ? Math.min(0, Math.max(made, -(nonTax(level.lines) + (level.paidSinceMinor ?? 0)))) : made;
}

function byRule(level: SoldLevel, delta: number, currency: string): number {
  if (level.rule.mode === 'absorb') return 0;
  if (delta > 0 && delta < level.rule.fromMinor) return 0;
  if (level.rule.mode === 'at_cost') return delta;
  // What the list price would have been nobody knows: it is passed on as the price stood to the cost.
  if (level.rules.some(({ offListBp }) => offListBp !== undefined)) {
    const cost = nonTax(level.costLines);
    return cost <= 0 ? delta : Number(divideRounded(BigInt(delta) * BigInt(nonTax(level.lines)), BigInt(cost)));
  }
  const book = (lines: readonly PriceLine[]): number => {
    // The rules were chosen when the label was sold: they apply whatever their conditions say of the correction.
    const rules = level.rules.map((rule) => ({ ...rule, scope: {}, validFrom: undefined, validTo: undefined }));
    const [made] = priceChain(lines, currency, { carrier: '', service: '', day: '1970-01-01' }, [
      { tenant: level.from, rules },
    ]);
    return nonTax(made?.priceLines ?? []);
  };
  const change: PriceLine = { kind: 'adjustment', code: 'adjustment', label: '', amount: money(delta, currency) };
  return book([...level.costLines.filter((line) => line.kind !== 'tax'), change]) - book(level.costLines);
}

/**
 * The sales of a correction, from the carrier down to the last level that pays anything. Every price is the sum of its
 * lines; a level that bears the difference ends the chain.
 */
export function passDown(owner: string, difference: CarrierDifference, levels: readonly SoldLevel[]): readonly Sale[] {
  const { kind, label, currency } = difference;
  const line = (minor: number): PriceLine => ({
    kind: 'adjustment',
    code: kind,
    label,
    amount: money(minor, currency),
  });
  const sale = (from: string | null, to: string, minor: number, taxes: readonly PriceLine[]): Sale => {
    const lines = [line(minor), ...taxes].filter((each) => each.amount.minor !== 0);
    return {
      from,
      to,
      lines,
      price: money(
        lines.reduce((sum, each) => sum + each.amount.minor, 0),
        currency,
      ),
    };
  };
  const tax: PriceLine[] =
    difference.taxMinor === 0
      ? []
      : [{ kind: 'tax', code: 'carrier-tax', label: 'Tax', amount: money(difference.taxMinor, currency) }];
  const chain: Sale[] = [sale(null, owner, difference.beforeTaxMinor, tax)];
  let delta = difference.beforeTaxMinor;
  for (const level of levels) {
    delta = passed(level, delta, currency);
    if (delta === 0) break;
    chain.push(sale(level.from, level.to, delta, taxesOf(level.lines, delta, currency)));
  }
  return chain;
}
