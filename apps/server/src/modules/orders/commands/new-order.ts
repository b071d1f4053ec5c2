/** An order as whoever adds it gives it: typed, from a file, from a store. */
import type { Address } from '@scanship/domain/addresses/address';
import type { Fulfillment } from '@scanship/domain/orders/order';
import type { JsonObject } from '@scanship/domain/values/json';

export type OrderSource = 'store' | 'manual' | 'file' | 'api';

export interface NewOrderItem {
  readonly sku?: string | null | undefined;
  readonly title: string;
  readonly quantity: number;
  /** Price of one unit in minor units of the order's currency. */
  readonly unitMinor: number;
  readonly weightGrams?: number | null | undefined;
  readonly hsCode?: string | null | undefined;
  readonly originCountry?: string | null | undefined;
  readonly externalLineId?: string | null | undefined;
  /** Fulfilment order, purchase order or location at the platform. */
  readonly externalGroup?: string | null | undefined;
  /** Product or variant at the platform. */
  readonly externalProductId?: string | null | undefined;
  /** Picture of the item as the store gave it, an https address. */
  readonly imageUrl?: string | null | undefined;
  /** Units that will not be shipped from here; `elsewhere` are those of them that somebody else has shipped. */
  readonly cancelled?: number | undefined;
  readonly elsewhere?: number | undefined;
}

export interface NewOrder {
  readonly storeId: string;
  readonly platformCode: string;
  readonly source: OrderSource;
  /** Unique within the store; for own orders the key of the number. */
  readonly externalId: string;
  readonly number: string;
  readonly placedAt: Date;
  readonly shipBy?: Date | null | undefined;
  /** Warehouse; absent: the store's address, else the customer's default. */
  readonly locationId?: string | null | undefined;
  /** The service the buyer asked for, as the source words it. */
  readonly requestedService?: string | null | undefined;
  readonly currency: string;
  /** What the buyer paid; absent: the sum of the lines. */
  readonly totalMinor?: number | undefined;
  /** As it came; the order keeps it and works with the normalised form. */
  readonly shipTo: Address;
  readonly items: readonly NewOrderItem[];
  readonly customerNote?: string | null | undefined;
  readonly internalNote?: string | null | undefined;
  readonly gift?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  /** A reason to stop it ("payment pending" as a code), shown as a sign. */
  readonly holdCode?: string | null | undefined;
  /** The same in words, where whoever holds it gave any. */
  readonly holdReason?: string | null | undefined;
  /** The day on which the hold ends by itself, YYYY-MM-DD in the customer's zone. */
  readonly holdUntil?: string | null | undefined;
  /** The file it came in with. */
  readonly importId?: string | null | undefined;
  /** The platform's own record, replaced by a re-sync. */
  readonly imported?: JsonObject | undefined;
  readonly importedHash?: string | null | undefined;
  /** When the platform changed it last. */
  readonly externalUpdatedAt?: Date | null | undefined;
  /** Facts it arrives with from a platform; absent: an order that waits to be shipped. */
  readonly cancelledAt?: Date | null | undefined;
  readonly fulfillment?: Fulfillment | undefined;
  /** The platform's ids of the buyer; kept as fingerprints. */
  readonly externalBuyerIds?: readonly string[] | undefined;
  /** `failed`: only a placeholder, so that nobody overlooks an order that could not be taken. */
  readonly importState?: 'ok' | 'failed' | undefined;
}
