/**
 * Double entry, decided here and only written elsewhere. One book per level (customer, franchise, platform ...); an
 * entry stays within one book and its postings sum to zero in each currency. Debit is positive, credit negative.
 *
 * A label that level A sells to level B: in A's book B owes the price (receivable) against revenue and collected tax; in
 * B's book the price is a cost against what it owes A (payable). What the owner of the carrier account pays the carrier
 * is a cost against a payable without a party. So a customer's book holds only what it pays.
 *
 * What a buyer pays in stands on the same account as what it owes: a negative receivable is the buyer's wallet at the
 * seller. There is one place where a credit limit is held (credit.ts, over all currencies), and a limit of nothing means
 * "prepaid only".
 */
import { allocate, money, type Money, negate, subtract, sum } from './money.ts';
import type { PriceLine } from '../shipping/shipment.ts';

/** `clearing`: money at the card provider or the bank; `commission`: owed to the level's own sales agents. */
export const ACCOUNT_KINDS = [
  'wallet',
  'receivable',
  'payable',
  'revenue',
  'cost',
  'tax',
  'clearing',
  'commission',
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export interface AccountRef {
  readonly kind: AccountKind;
  /** The other level, or null for the level's own account (and for the carrier). */
  readonly party: string | null;
}

export interface Posting {
  readonly account: AccountRef;
  readonly amount: Money;
}

/** One balanced entry of one level's book. */
export interface EntryDraft {
  readonly tenantId: string;
  readonly kind: string;
  readonly postings: readonly Posting[];
}

/** One sale down the levels; `from` is null for the carrier. Ordered from the carrier to the shipper. */
export interface Sale {
  readonly from: string | null;
  readonly to: string;
  readonly price: Money;
  readonly lines: readonly PriceLine[];
}

/** Money set aside on one account until the outcome is known. Always positive or zero. */
export interface Reservation {
  readonly tenantId: string;
  readonly account: AccountRef;
  readonly amount: Money;
}

/** Sum of postings per currency, zero sums left out: empty means balanced. */
export function imbalance(postings: readonly Posting[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { amount } of postings) sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.minor);
  return new Map([...sums].filter(([, minor]) => minor !== 0));
}

/** @throws RangeError for a chain that does not hold together: a book must never be written from it. */
export function checkChain(
  chain: readonly Sale[],
  { signed = false, ownCharge = false }: { readonly signed?: boolean; readonly ownCharge?: boolean } = {},
): void {
  const [first, ...rest] = chain;
  if (!first || (first.from === null) === ownCharge)
    throw new RangeError(ownCharge ? 'a charge of its own starts at a level' : 'a price chain starts at the carrier');
  let above = first;
  for (const sale of rest) {
    if (sale.from !== above.to) throw new RangeError('each level buys from the one above');
    above = sale;
  }
  for (const sale of chain) {
    if (sale.price.minor < 0 && !signed) throw new RangeError('a price is not negative');
    if (sale.lines.length > 0) {
      const total = sum(
        sale.lines.map((line) => line.amount),
        sale.price.currency,
      );
      if (total.minor !== sale.price.minor) throw new RangeError('price lines do not sum to the price');
    }
  }
}

const taxOf = (sale: Sale): Money =>
  sum(
    sale.lines.filter((line) => line.kind === 'tax').map((line) => line.amount),
    sale.price.currency,
  );

/**
 * The entries of one thing sold down the levels, one per level that buys or sells. Prices may be negative where `signed`
 * says so (an adjustment to somebody's credit); a chain without the carrier's link is what a level charges of its own
 * (a plan's fee, a royalty).
 * @throws RangeError for a chain that does not hold together
 */
export function saleEntries(
  kind: string,
  chain: readonly Sale[],
  { signed = false, ownCharge = false }: { readonly signed?: boolean; readonly ownCharge?: boolean } = {},
): readonly EntryDraft[] {
  checkChain(chain, { signed, ownCharge });
  const books = new Map<string, Posting[]>();
  const post = (tenantId: string, postings: readonly Posting[]): void => {
    const list = books.get(tenantId) ?? [];
    list.push(...postings.filter((p) => p.amount.minor !== 0));
    books.set(tenantId, list);
  };
  for (const sale of chain) {
    if (sale.from !== null) {
      const tax = taxOf(sale);
      post(sale.from, [
        { account: { kind: 'receivable', party: sale.to }, amount: sale.price },
        { account: { kind: 'revenue', party: null }, amount: negate(subtract(sale.price, tax)) },
        { account: { kind: 'tax', party: null }, amount: negate(tax) },
      ]);
    }
    post(sale.to, [
      { account: { kind: 'cost', party: null }, amount: sale.price },
      { account: { kind: 'payable', party: sale.from }, amount: negate(sale.price) },
    ]);
  }
  return [...books]
    .filter(([, postings]) => postings.length > 0)
    .map(([tenantId, postings]) => ({ tenantId, kind, postings }));
}

/** The entries of one bought label. `kind` is "purchase". */
export const purchaseEntries = (chain: readonly Sale[]): readonly EntryDraft[] => saleEntries('purchase', chain);

/**
 * Money that a buyer hands to its seller (a top-up, a card payment, a transfer), or gets back when `amount` is negative:
 * the seller has it at its provider and owes the buyer so much more (or is owed less); the buyer's side is the mirror.
 */
export const paymentEntries = (
  kind: string,
  payment: { readonly buyer: string; readonly seller: string; readonly amount: Money },
): readonly EntryDraft[] => [
  {
    tenantId: payment.seller,
    kind,
    postings: [
      { account: { kind: 'clearing', party: null }, amount: payment.amount },
      { account: { kind: 'receivable', party: payment.buyer }, amount: negate(payment.amount) },
    ],
  },
  {
    tenantId: payment.buyer,
    kind,
    postings: [
      { account: { kind: 'payable', party: payment.seller }, amount: payment.amount },
      { account: { kind: 'clearing', party: null }, amount: negate(payment.amount) },
    ],
  },
];

/** The same entries with every sign turned: what a void that is credited books. */
export const reversalOf = (entries: readonly EntryDraft[], kind: string): readonly EntryDraft[] =>
  entries.map((entry) => ({
    ...entry,
    kind,
    postings: entry.postings.map((p) => ({ ...p, amount: negate(p.amount) })),
  }));

/**
 * What is set aside before the carrier is called: on what each level owes the one above, and on what the one above is
 * owed. The seller's side is where a credit limit is held against.
 */
export function reservationsOf(chain: readonly Sale[]): readonly Reservation[] {
  checkChain(chain);
  return chain.flatMap((sale) => [
    ...(sale.from === null
      ? []
      : [{ tenantId: sale.from, account: { kind: 'receivable' as const, party: sale.to }, amount: sale.price }]),
    { tenantId: sale.to, account: { kind: 'payable' as const, party: sale.from }, amount: sale.price },
  ]);
}

/**
 * Splits a price and its lines over pieces by integer weights: each line by itself, so that a piece's price is the sum
 * of its lines and the pieces' prices sum to the whole.
 */
export function splitPrice(
  price: Money,
  lines: readonly PriceLine[],
  weights: readonly number[],
): readonly { readonly price: Money; readonly lines: readonly PriceLine[] }[] {
  if (lines.length === 0) return allocate(price, weights).map((part) => ({ price: part, lines: [] }));
  const parts = lines.map((line) => allocate(line.amount, weights).map((amount) => ({ ...line, amount })));
  return weights.map((_, piece) => {
    const own = parts.flatMap((line) => line[piece] ?? []);
    return {
      price: sum(
        own.map((line) => line.amount),
        price.currency,
      ),
      lines: own,
    };
  });
}

/** The share of one piece of a whole chain. */
export const splitChain = <S extends Sale>(
  chain: readonly S[],
  weights: readonly number[],
): readonly (readonly S[])[] =>
  weights.map((_, piece) =>
    chain.map((sale) => {
      const part = splitPrice(sale.price, sale.lines, weights)[piece];
      return { ...sale, price: part?.price ?? money(0, sale.price.currency), lines: part?.lines ?? [] };
    }),
  );
