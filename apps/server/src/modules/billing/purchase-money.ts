/** What a label purchase does to the books: set aside, spend, give back, reverse. All inside the caller's transaction. */
import { purchaseEntries, reservationsOf, reversalOf, type Sale } from '@scanship/domain/money/ledger';
import type { Json } from '@scanship/domain/values/json';
import { type Money, negate, toDecimal } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { type InsertObject, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { writeBooks } from './books.ts';

/** One sale down the levels, ordered from the carrier (`from` null) to the shipper. All in one currency; none of what is free. */
export interface ChainSale extends Sale {
  readonly markupVersions: readonly Json[];
}
export type Chain = readonly ChainSale[];

/** What decided the price of the shipment a purchase is a share of; kept by every level that sells. */
export interface SaleFacts {
  readonly carrier: string;
  readonly service: string;
  readonly zones: readonly string[];
  readonly billableGrams: number | null;
  /** The carrier's list price before taxes, minor units; 0: it names none. Absent: bought before it was kept. */
  readonly listMinor?: number | undefined;
  /** Day of shipping, YYYY-MM-DD. */
  readonly day: string;
  readonly test: boolean;
  /** Which share of the shipment's price this purchase is, from 1, and the weights it is shared by. */
  readonly piece: number;
  readonly weights: readonly number[];
  /** Lines of each sale of the chain for the whole shipment, as quoted; in the chain's order. */
  readonly lines: readonly (readonly PriceLine[])[];
}

export interface PurchaseMoney {
  /** Tenant of the shipper: the last buyer of the chain, and whose transaction this is. */
  readonly tenantId: string;
  readonly purchaseId: string;
  readonly chain: Chain;
  readonly createdBy?: string | null | undefined;
  /** When it happened, where that is not now. */
  readonly occurredAt?: Date | undefined;
  /** Absent: not a label, or bought before they were kept. */
  readonly facts?: SaleFacts | undefined;
}

/** Nobody sells it (a test label): no book knows of it. */
const isFree = ({ chain }: PurchaseMoney): boolean => chain.length === 0;

const source = (money: PurchaseMoney, kind: 'purchase' | 'void' = 'purchase') => ({
  kind,
  id: money.purchaseId,
  createdBy: money.createdBy,
  occurredAt: money.occurredAt,
});

/**
 * Sets the price aside on every level. No limit stops a test label, which where simulators run is booked like any other.
 * Problem: `insufficient_funds`; the caller then undoes the transaction.
 */
export async function reservePurchase(
  tx: Tx,
  money: PurchaseMoney,
  { test = false }: { readonly test?: boolean } = {},
): Promise<Outcome<void>> {
  if (isFree(money)) return { ok: true, value: undefined };
  const over = await writeBooks(tx, money.tenantId, {
    entries: [],
    reservations: reservationsOf(money.chain),
    source: source(money),
    held: !test,
  });
  if (over.length === 0) return { ok: true, value: undefined };
  // What a level above may owe is not the shipper's to know.
  const own = over.find(({ buyerId }) => buyerId === money.tenantId);
  if (!own)
    return problem('insufficient_funds', {
      message: 'The company you buy from cannot buy this label at the moment.',
      advice: 'Tell it; nothing was charged.',
    });
  const { standing } = own;
  if (standing.kind === 'no-rate')
    return problem('insufficient_funds', {
      message: `Your limit is in ${standing.limit.currency}, and there is no exchange rate for what you owe in ${standing.currency}.`,
      advice: 'Ask the company you buy from to enter the rate; nothing was charged.',
    });
  const short = negate(standing.available);
  return problem('insufficient_funds', {
    message: `${toDecimal(short)} ${short.currency} more is needed for this than is available.`,
    advice:
      standing.limit.minor === 0
        ? 'This account is prepaid: top up by card under Billing, then try again.'
        : 'Top up under Billing, then try again.',
    short,
  });
}

const givenBack = (chain: Chain) => reservationsOf(chain).map((r) => ({ ...r, amount: negate(r.amount) }));

/** The purchase came to nothing: what was set aside is free again. */
export async function releasePurchase(tx: Tx, money: PurchaseMoney): Promise<void> {
  if (isFree(money)) return;
  await writeBooks(tx, money.tenantId, { entries: [], reservations: givenBack(money.chain), source: source(money) });
}

export interface Charged {
  readonly total: Money;
  readonly lines: readonly PriceLine[];
}

/**
 * The carrier's own statement of its price takes the place of the quoted one in the book of the account's owner. What the
 * levels below agreed to pay stays.
 */
export function withCharged(chain: Chain, charged: Charged | undefined): Chain {
  const [first, ...rest] = chain;
  if (!first || !charged || charged.total.currency !== first.price.currency || charged.total.minor < 0) return chain;
  const sum = charged.lines.reduce((total, line) => total + line.amount.minor, 0);
  return [{ ...first, price: charged.total, lines: sum === charged.total.minor ? charged.lines : [] }, ...rest];
}

/**
 * The label is paid: books it on every level and keeps what each level bought and sold it for. A second booking of one
 * purchase is refused by the database.
 */
export async function confirmPurchase(tx: Tx, money: PurchaseMoney, charged: Charged | undefined): Promise<void> {
  if (isFree(money)) return;
  const actual = withCharged(money.chain, charged);
  const sales = priceChainRows(money, actual);
  await writeBooks(tx, money.tenantId, {
    entries: purchaseEntries(actual),
    reservations: givenBack(money.chain),
    source: source(money),
    alongside: (tenantId) =>
      sales
        .filter((row) => row.tenant_id === tenantId)
        .map((row) => tx.insertInto('price_chain').values(row).execute()),
  });
}

/** Of lines that sum to a price; null where the price has no lines. */
const taxWithin = (lines: readonly PriceLine[]): number | null =>
  lines.length === 0 ? null : lines.reduce((total, line) => total + (line.kind === 'tax' ? line.amount.minor : 0), 0);

/** What each level bought and sold a purchase for, one row in the book of each that sells and one in the shipper's. */
function priceChainRows(money: PurchaseMoney, chain: Chain): readonly InsertObject<Schema, 'price_chain'>[] {
  const { facts } = money;
  const row = (tenantId: string, from: string, sale: ChainSale, cost: Sale) => ({
    tenant_id: tenantId,
    id: newId(),
    purchase_id: money.purchaseId,
    from_tenant: from,
    to_tenant: sale.to,
    cost_minor: cost.price.minor,
    price_minor: sale.price.minor,
    currency: sale.price.currency,
    lines: json(sale.lines),
    // How a price was made is known to who made it only.
    markup_versions: json(tenantId === from ? sale.markupVersions : []),
    cost_tax_minor: taxWithin(cost.lines),
    price_tax_minor: taxWithin(sale.lines),
    created_at: money.occurredAt ?? sql<Date>`clock_timestamp()`,
    ...(facts && {
      carrier: facts.carrier,
      service: facts.service,
      zones: json(facts.zones),
      billable_g: facts.billableGrams,
      ship_day: facts.day,
      test: facts.test,
    }),
  });
  const sold = [...chain.entries()].flatMap(([index, sale]) => {
    const above = chain[index - 1];
    if (sale.from === null || !above) return [];
    return {
      ...row(sale.from, sale.from, sale, above),
      // What the price was made from; the carrier may have charged its owner something else in the end.
      ...(facts && {
        cost_lines: json(facts.lines[index - 1] ?? []),
        list_minor: facts.listMinor ?? null,
        piece: facts.piece,
        piece_weights: json(facts.weights),
      }),
    };
  });
  const last = chain.at(-1);
  return last ? [...sold, row(money.tenantId, last.from ?? money.tenantId, last, last)] : sold;
}

/** Whether the purchase stands in the shipper's book. */
export async function isBooked(tx: Tx, money: Pick<PurchaseMoney, 'tenantId' | 'purchaseId'>): Promise<boolean> {
  const found = await tx
    .selectFrom('entries')
    .select('id')
    .where('tenant_id', '=', money.tenantId)
    .where('source_kind', '=', 'purchase')
    .where('source_id', '=', money.purchaseId)
    .where('kind', '=', 'purchase')
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Credits a voided label on every level. `chain` must be what was booked (with the carrier's own price). A second
 * credit of one purchase is refused by the database.
 */
export async function reversePurchase(tx: Tx, money: PurchaseMoney, charged: Charged | undefined): Promise<void> {
  if (isFree(money)) return;
  const entries = purchaseEntries(withCharged(money.chain, charged));
  await writeBooks(tx, money.tenantId, {
    entries: reversalOf(entries, 'void'),
    reservations: [],
    source: source(money, 'void'),
  });
}

/** It was accepted, booked perhaps, and then turned out not to exist. */
export async function undoPurchase(tx: Tx, money: PurchaseMoney, charged: Charged | undefined): Promise<void> {
  if (await isBooked(tx, money)) await reversePurchase(tx, money, charged);
  else await releasePurchase(tx, money);
}
