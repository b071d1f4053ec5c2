/**
 * What buying and voiding needs of other modules, said as small interfaces: the composition root fits the real modules
 * to them (`openGrant` of carriers, `loadRate` of quotes, the commands of orders, the drawings of documents).
 *
 * Everything that takes a `tx` runs inside the caller's transaction and must not call outside. Everything else runs
 * outside any transaction.
 */
import type { Carrier, CarrierManifest } from '@scanship/connector-kit/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { AutoPopupTag } from '@scanship/contracts/common';
import type { Json, JsonObject } from '@scanship/domain/json';
import type { LabelModel } from '@scanship/domain/label';
import type { Money } from '@scanship/domain/money';
import type { PriceLine, ShipmentRequest } from '@scanship/domain/shipment';
import type { Tx } from '../../platform/database/database.ts';
import type { Outcome } from '../../platform/problem.ts';

/** On whose behalf something happens: a person's request, or the journal finishing what a person once asked for. */
export interface Actor {
  readonly tenantId: string;
  readonly userId: string | null;
  readonly sessionId: string | null;
}

// ---- carriers -----------------------------------------------------------------------------------------------------

export interface OpenedGrant {
  readonly carrier: Carrier;
  readonly manifest: CarrierManifest;
  /** Name the shipper sees ("Maple Local Courier"). */
  readonly displayName: string;
  /** Owner of the account: another tenant than the shipper's for a lent account. */
  readonly ownerTenantId: string;
  readonly accountId: string;
  readonly test: boolean;
  /** Mode, credentials, settings, HTTP, tokens and clock of this account. */
  readonly env: CarrierEnv;
}

export interface GrantsPort {
  /**
   * Opens an account for one operation. Also opens a grant that has ended since, because what was bought with it must
   * still be settled and voided.
   */
  open(
    tenantId: string,
    grantId: string,
    subject: { readonly kind: 'purchase' | 'void'; readonly id: string },
  ): Promise<Outcome<OpenedGrant>>;
  /** Manifest and name without opening credentials; undefined for an unknown carrier. */
  describe(slug: string): { readonly manifest: CarrierManifest } | undefined;
  /**
   * Takes `count` numbers off the account's `next_serial` (labels numbered by the shipper), in a transaction of its own
   * under the owner's tenant. A number taken is never given again, whatever becomes of the purchase.
   */
  allotSerials(tenantId: string, grantId: string, count: number): Promise<Outcome<readonly number[]>>;
}

// ---- quotes -------------------------------------------------------------------------------------------------------

/**
 * One sale of the label down the levels. The first link's seller is the carrier (null) and its buyer the owner of the
 * account; each further link sells to the level below; the last link's buyer is the shipper. An own account has one.
 */
export interface PriceLink {
  readonly fromTenantId: string | null;
  readonly toTenantId: string;
  readonly price: Money;
  readonly lines: readonly PriceLine[];
  /** Versions of the mark-up rules that made this price out of the link before. */
  readonly markupVersions: readonly Json[];
}

export interface LoadedRate {
  readonly quoteId: string;
  readonly rateId: string;
  readonly orderId: string;
  readonly locationId: string | null;
  readonly request: ShipmentRequest;
  readonly grantId: string;
  readonly slug: string;
  readonly service: string;
  readonly serviceName: string;
  /** What the shipper pays: equals the price of the last link of `chain`. */
  readonly price: Money;
  readonly priceLines: readonly PriceLine[];
  /** Opened from the sealed column. */
  readonly chain: readonly PriceLink[];
  readonly vendorToken: JsonObject | undefined;
  readonly expiresAt: Date;
  readonly test: boolean;
  /** Where each parcel's size and weight came from, in parcel order; absent means typed. */
  readonly packageIds?: readonly (string | null)[] | undefined;
}

export interface RatesPort {
  /** Problems: `not_found`; `rate_expired` unless `evenExpired`. A rate never changes, so no transaction is needed. */
  load(
    actor: Actor,
    quoteId: string,
    rateId: string,
    options?: { readonly evenExpired?: boolean },
  ): Promise<Outcome<LoadedRate>>;
}

// ---- orders -------------------------------------------------------------------------------------------------------

export interface ItemQuantity {
  readonly orderId: string;
  readonly line: number;
  readonly quantity: number;
}

export interface ClaimedOrder {
  readonly orderId: string;
  readonly number: string;
  readonly storeId: string;
  readonly autoPopupTag: AutoPopupTag;
  /** Every line of the order with what is not cancelled: an additional label names them without taking them. */
  readonly items: readonly ItemQuantity[];
}

export interface OrdersPort {
  /**
   * Locks the order's row for this transaction. Problems: `not_found`, `order_not_shippable` with the reason,
   * `order_claimed` naming who.
   */
  claim(actor: Actor, tx: Tx, orderId: string): Promise<Outcome<ClaimedOrder>>;
  /**
   * Allocates everything of the order that is not allocated yet. Problem: `already_allocated`, when nothing is left.
   */
  allocateRemaining(actor: Actor, tx: Tx, orderId: string): Promise<Outcome<readonly ItemQuantity[]>>;
  /** Allocates exactly these quantities; `already_allocated` when another shipment has them. */
  allocate(actor: Actor, tx: Tx, items: readonly ItemQuantity[]): Promise<Outcome<void>>;
  /** Allocated but not shipped any more (refused, absent). */
  release(actor: Actor, tx: Tx, items: readonly ItemQuantity[], why: string): Promise<void>;
  /** Allocated quantities are shipped; derives fulfilment and tab, counts, tracking numbers for search. */
  shipped(
    actor: Actor,
    tx: Tx,
    input: {
      readonly items: readonly ItemQuantity[];
      readonly trackingNumbers: readonly string[];
      readonly shipmentId: string;
    },
  ): Promise<void>;
  /** Shipped quantities are given back by a voided label: neither shipped nor allocated any more. */
  voided(actor: Actor, tx: Tx, input: { readonly items: readonly ItemQuantity[]; readonly shipmentId: string }): Promise<void>;
  /** Which documents open after shipping (default settings, overridden per store). */
  autoPopupTag(actor: Actor, tx: Tx, orderId: string): Promise<AutoPopupTag>;
}

// ---- documents ----------------------------------------------------------------------------------------------------

export interface LabelDrawing {
  draw(model: LabelModel, format: 'pdf' | 'zpl'): Promise<Uint8Array>;
  /** A carrier's own bytes with a large TEST over them. */
  stampTest(bytes: Uint8Array, format: 'pdf' | 'zpl' | 'png' | 'gif'): Promise<Uint8Array>;
}
