/** What goes back to a buyer for what came back: the store's offer, the seller's choice, and the sums of both. Pure. */
import { allocate, money } from '../money/money.ts';

/** An amount without tax and its tax, in minor units. */
export interface TaxedMinor {
  readonly minor: number;
  readonly taxMinor: number;
}

export interface RefundOfferLine extends TaxedMinor {
  readonly externalLineId: string;
  /** Units that were not refunded before; the amounts are for all of them. */
  readonly quantity: number;
}

/** What may still be refunded of an order. */
export interface Refundable {
  readonly currency: string;
  readonly lines: readonly RefundOfferLine[];
  readonly shipping: TaxedMinor;
  /** What its payments still hold. */
  readonly mostMinor: number;
}

/** What a store says of it. */
export interface RefundOffer extends Refundable {
  /** Ids of the refunds that stand at the order, ours included. */
  readonly made: readonly string[];
}

export interface ChosenLine {
  readonly externalLineId: string;
  readonly quantity: number;
  readonly restock: boolean;
}

export interface RefundChoice {
  readonly lines: readonly ChosenLine[];
  /** Money goes back; without it goods are restocked only. */
  readonly money: boolean;
  readonly taxes: boolean;
  readonly shipping: boolean;
  /** Taken off the whole, for a label that the buyer bears or goods that are damaged. */
  readonly withheldMinor: number;
}

export interface RefundLine extends TaxedMinor {
  readonly externalLineId: string;
  readonly quantity: number;
  readonly restock: boolean;
}

export interface RefundSums {
  readonly lines: readonly RefundLine[];
  readonly shipping: TaxedMinor;
  readonly totalMinor: number;
}

export type RefundFault = 'line' | 'quantity' | 'withheld' | 'too-much' | 'nothing';

/** Share of an amount for some of its units, rounded half up. */
const shareOf = (minor: number, quantity: number, of: number): number =>
  of === 0 ? 0 : Math.round((minor * quantity) / of);

/** Lines of ours that are one of the store's, split over places, are one to it: rounded once, and restocked only as a whole. */
export function mergeLines(lines: readonly ChosenLine[]): readonly ChosenLine[] {
  const merged = new Map<string, ChosenLine>();
  for (const line of lines.filter(({ quantity }) => quantity > 0)) {
    const before = merged.get(line.externalLineId);
    merged.set(line.externalLineId, {
      ...line,
      quantity: line.quantity + (before?.quantity ?? 0),
      restock: line.restock && (before?.restock ?? true),
    });
  }
  return [...merged.values()];
}

/** Why sums that were worked out before do not fit what a store has left by now; undefined where they do. */
export function faultOf(offer: Refundable, { lines, shipping, totalMinor }: RefundSums): RefundFault | undefined {
  for (const line of lines) {
    const left = offer.lines.find(({ externalLineId }) => externalLineId === line.externalLineId);
    if (!left) return 'line';
    if (line.quantity > left.quantity) return 'quantity';
    if (line.minor > shareOf(left.minor, line.quantity, left.quantity)) return 'too-much';
    if (line.taxMinor > shareOf(left.taxMinor, line.quantity, left.quantity)) return 'too-much';
  }
  const over = shipping.minor > offer.shipping.minor || shipping.taxMinor > offer.shipping.taxMinor;
  return over || totalMinor > offer.mostMinor ? 'too-much' : undefined;
}

/** What is withheld comes off each part in its proportion, so that lines, taxes and shipping add up to what is paid. */
export function refundSums(
  offer: Refundable,
  choice: RefundChoice,
): { readonly sums: RefundSums } | { readonly fault: RefundFault } {
  const lines: RefundLine[] = [];
  for (const { externalLineId, quantity, restock } of choice.lines) {
    // Where no money moves, the store is told of nothing but its stock: the rest would lose its units, and be refunded nothing.
    if (quantity === 0 || (!choice.money && !restock)) continue;
    const offered = offer.lines.find((line) => line.externalLineId === externalLineId);
    if (!offered || lines.some((line) => line.externalLineId === externalLineId)) return { fault: 'line' };
    if (!Number.isSafeInteger(quantity) || quantity < 0 || quantity > offered.quantity) return { fault: 'quantity' };
    lines.push({
      externalLineId,
      quantity,
      restock,
      minor: choice.money ? shareOf(offered.minor, quantity, offered.quantity) : 0,
      taxMinor: choice.money && choice.taxes ? shareOf(offered.taxMinor, quantity, offered.quantity) : 0,
    });
  }
  const shipped = choice.money && choice.shipping;
  const shipping = {
    minor: shipped ? offer.shipping.minor : 0,
    taxMinor: shipped && choice.taxes ? offer.shipping.taxMinor : 0,
  };
  const parts = [...lines, shipping].flatMap(({ minor, taxMinor }) => [minor, taxMinor]);
  const whole = parts.reduce((sum, part) => sum + part, 0);
  const { withheldMinor } = choice;
  if (!Number.isSafeInteger(withheldMinor) || withheldMinor < 0 || withheldMinor > whole) return { fault: 'withheld' };
  const totalMinor = whole - withheldMinor;
  if (totalMinor > offer.mostMinor) return { fault: 'too-much' };
  if (lines.length === 0 && totalMinor === 0) return { fault: 'nothing' };
  const off = whole === 0 ? parts : allocate(money(withheldMinor, offer.currency), parts).map(({ minor }) => minor);
  const left = parts.map((part, index) => part - (off[index] ?? 0));
  const at = (index: number): TaxedMinor => ({ minor: left[index * 2] ?? 0, taxMinor: left[index * 2 + 1] ?? 0 });
  return {
    sums: {
      lines: lines.map((line, index) => ({ ...line, ...at(index) })),
      shipping: at(lines.length),
      totalMinor,
    },
  };
}
