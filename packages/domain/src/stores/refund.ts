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

/** What a store says may still be refunded of an order. */
export interface RefundOffer {
  readonly currency: string;
  readonly lines: readonly RefundOfferLine[];
  readonly shipping: TaxedMinor;
  /** What its payments still hold. */
  readonly mostMinor: number;
}

export interface RefundChoice {
  readonly lines: readonly {
    readonly externalLineId: string;
    readonly quantity: number;
    readonly restock: boolean;
  }[];
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

/** What is withheld comes off each part in its proportion, so that lines, taxes and shipping add up to what is paid. */
export function refundSums(
  offer: RefundOffer,
  choice: RefundChoice,
): { readonly sums: RefundSums } | { readonly fault: RefundFault } {
  const lines: RefundLine[] = [];
  for (const { externalLineId, quantity, restock } of choice.lines) {
    if (quantity === 0) continue;
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
