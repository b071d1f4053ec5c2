/**
 * Orders and products as a store platform has them, in our own terms; every store connector translates to here.
 * What a platform did not say is absent, never guessed: an order without weights or with half an address is still an
 * order, and the person completes it.
 */
import type { Address } from '../addresses/address.ts';
import type { Money } from '../money/money.ts';

export interface StoreOrderLine {
  /** The platform's id of the line, as text whatever its type there. Unique within the order and its group. */
  readonly externalLineId: string;
  /** Fulfilment order, purchase order or location the line is shipped under, where the platform groups lines so. */
  readonly group?: string | undefined;
  /** Id of the product or variant, which finds weight and customs data in the product import. */
  readonly externalProductId?: string | undefined;
  readonly sku?: string | undefined;
  readonly title: string;
  /** Units ordered, cancelled ones included. */
  readonly quantity: number;
  /** Units that will not be shipped (cancelled, refunded before shipping, shipped by somebody else's service), or not yet. */
  readonly cancelled: number;
  /** Units the platform says are shipped already. */
  readonly shipped: number;
  readonly unitPrice: Money;
  /** Weight of one unit in grams. */
  readonly unitGrams?: number | undefined;
  readonly hsCode?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly originCountry?: string | undefined;
  readonly imageUrl?: string | undefined;
  /** False for what needs no parcel (gift cards, services). */
  readonly needsShipping: boolean;
}

export interface StoreOrder {
  /** The platform's id, as text. Unique within the store. */
  readonly externalId: string;
  /** The number people use ("#1001"). */
  readonly number: string;
  /** ISO 8601 instants. */
  readonly placedAt: string;
  readonly updatedAt: string;
  /** When the whole order was cancelled at the platform. */
  readonly cancelledAt?: string | undefined;
  /** A reason not to ship yet, in the platform's words; the code is ours ("payment-pending", "on-hold", "fraud-review"). */
  readonly hold?: { readonly code: string; readonly reason: string } | undefined;
  /** What is known of the ship-to address; fields the platform withholds or leaves out are empty texts. */
  readonly shipTo: Address;
  readonly buyerNote?: string | undefined;
  readonly internalNote?: string | undefined;
  readonly gift: boolean;
  readonly tags: readonly string[];
  /** What the buyer paid in all. */
  readonly total: Money;
  /** The service the buyer chose, as the platform names it. */
  readonly requestedService?: { readonly code: string; readonly name: string } | undefined;
  /** Ship no later than; ISO 8601 instant. */
  readonly shipBy?: string | undefined;
  /** The platform's id of the location that ships. */
  readonly externalLocationId?: string | undefined;
  /**
   * The platform's ids of the buyer, where it may ask by them that a person is forgotten. Kept only as fingerprints.
   */
  readonly externalBuyerIds?: readonly string[] | undefined;
  readonly lines: readonly StoreOrderLine[];
}

/**
 * What becomes of an order in which a platform names no goods (typed in by hand, a service, goods that stand elsewhere): it waits
 * until a person has looked at it. One that has left already leaves nothing to do.
 */
export function waitingForGoods(order: StoreOrder, platform: string, shipped: boolean): StoreOrder | undefined {
  if (order.lines.length > 0) return order;
  if (shipped) return undefined;
  const hold = { code: 'no-goods', reason: `${platform} names no goods for this order.` };
  return order.cancelledAt === undefined ? { ...order, hold: order.hold ?? hold } : order;
}

export interface StoreProduct {
  /** Id of the smallest thing that is sold (variant, offer), as text. Unique within the store. */
  readonly externalId: string;
  readonly sku?: string | undefined;
  readonly title: string;
  readonly barcode?: string | undefined;
  readonly unitGrams?: number | undefined;
  /** Millimetres. */
  readonly dimensions?: { readonly lengthMm: number; readonly widthMm: number; readonly heightMm: number } | undefined;
  readonly hsCode?: string | undefined;
  readonly originCountry?: string | undefined;
  readonly price?: Money | undefined;
  readonly imageUrl?: string | undefined;
  readonly updatedAt: string;
}
