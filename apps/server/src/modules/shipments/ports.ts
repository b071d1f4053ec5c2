/**
 * What buying and voiding needs of what reaches outside or opens secrets, said as small interfaces; `fit-ports.ts` fits
 * the real modules to them. Nothing here runs inside a transaction. Orders and billing are called directly: their
 * commands are part of our transactions.
 */
import type { Carrier, CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { Money } from '@scanship/domain/money/money';
import type { PriceLine, ShipmentRequest } from '@scanship/domain/shipping/shipment';
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
  /** As of `LoadedRate`. */
  readonly unaskedSince: Date | null;
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
  /** Orders that go in the same shipment, with all that is open of them; absent: none. */
  readonly withOrderIds?: readonly string[] | undefined;
  /** The shipment it brings back; null or absent for what goes out. */
  readonly returnOf?: string | null | undefined;
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
  /** What mark-ups by weight were decided by: what the carrier charges for, else what the parcels weigh. */
  readonly billableGrams: number;
  /** The carrier's list price before taxes; undefined where it names none. */
  readonly listMinor: number | undefined;
  /** Public price in the currency of `price`; null where the carrier names none. */
  readonly retailMinor: number | null;
  /** Promised delivery, YYYY-MM-DD; null where the carrier promises none. */
  readonly promisedDay: string | null;
  /** It is priced by, as the carrier or the rate sheet tells it; null where none is told. */
  readonly zone: string | null;
  /** What the carrier wants before it sells this, and the shipment lacks; absent: nothing. */
  readonly missing?: readonly { readonly field: string | null; readonly message: string }[] | undefined;
  /** Labels of its account may be missing here, and its carrier was not asked yet: nothing is bought with it. */
  readonly unaskedSince?: Date | null | undefined;
}

export interface RateRef {
  readonly quoteId: string;
  readonly rateId: string;
}

/** What is known of a rate before its seal is opened. */
export interface RateOutline {
  readonly orderId: string;
  readonly withOrderIds: readonly string[];
  readonly returnOf: string | null;
  /** Numbers of the pieces it can be bought in at most. */
  readonly pieces: readonly number[];
}

export interface RatesPort {
  /**
   * Reads several inside a transaction, which then works under another role and does nothing more; `meanwhile` is the last to
   * use it, and is told in the order of `refs`.
   * @returns the rate of one of them, judged at the moment it is called. Problems as of `load`
   */
  read(
    tx: Tx,
    actor: Actor,
    refs: readonly RateRef[],
    meanwhile: (rates: readonly (RateOutline | undefined)[]) => Promise<void>,
  ): Promise<(ref: RateRef) => Outcome<LoadedRate>>;
  /** Problems: `not_found`; `rate_expired` unless `evenExpired`. A rate never changes, so no transaction is needed. */
  load(
    actor: Actor,
    quoteId: string,
    rateId: string,
    options?: { readonly evenExpired?: boolean },
  ): Promise<Outcome<LoadedRate>>;
}

// ---- documents ----------------------------------------------------------------------------------------------------

/** Degrees clockwise that bring a picture upright, and its dots per inch. */
export interface LabelPicture {
  readonly turn: 0 | 90 | 180 | 270;
  readonly dotsPerInch: number;
}

export interface LabelDrawing {
  draw(model: LabelModel, format: 'pdf' | 'zpl'): Promise<Uint8Array>;
  /** A label that came as a picture, as a PDF of one 4x6 inch page. */
  fromPicture(bytes: Uint8Array, format: 'png' | 'gif', picture: LabelPicture | undefined): Promise<Uint8Array>;
  /** A carrier's own bytes with a large TEST over them. */
  stampTest(bytes: Uint8Array, format: 'pdf' | 'zpl'): Promise<Uint8Array>;
}

// ---- people -------------------------------------------------------------------------------------------------------

export interface PeoplePort {
  /** Name to show for a user of this realm; null when there is none any more. */
  nameOf(realmId: string, userId: string): Promise<string | null>;
}

// ---- what follows from a shipment ---------------------------------------------------------------------------------

/** Lines of one order in a shipment. */
export interface ShippedOrder {
  readonly orderId: string;
  /**
   * Units this shipment counts for in the order. Empty for an additional label, and for a replacement whose items the label
   * it replaces had reported already (`replacesId`).
   */
  readonly items: readonly { readonly line: number; readonly quantity: number }[];
}

export interface ShipmentBought {
  readonly tenantId: string;
  readonly shipmentId: string;
  readonly orders: readonly ShippedOrder[];
  readonly parcels: readonly {
    readonly number: number;
    readonly trackingNumber: string;
    readonly trackingUrl: string | undefined;
  }[];
  readonly carrier: { readonly slug: string; readonly name: string };
  readonly serviceName: string;
  /** Bought from a simulator or sandbox: nothing travels. */
  readonly test: boolean;
  /** The shipment this one takes the place of, whose numbers a store may know. */
  readonly replacesId: string | undefined;
  readonly userId: string | null;
}

export interface ShipmentVoided {
  readonly tenantId: string;
  readonly shipmentId: string;
  /** With the units that are open again; empty where a replacement has taken them over. */
  readonly orders: readonly ShippedOrder[];
  /** All labels were voided; false: some parcels still travel (the shipment is `partly_bought`). */
  readonly whole: boolean;
  /** Numbers that are void now. */
  readonly voidedParcels: readonly { readonly number: number; readonly trackingNumber: string }[];
  readonly userId: string | null;
}

/**
 * What another module does when a shipment changes, inside the transaction that records the change: it plans (an effect with
 * `due_at`), and calls nothing outside. Register with `ShipmentsModule.follow`. Called once for each change; a shipment can
 * be bought in whole only once.
 */
export interface ShipmentFollower {
  /** Every label of the shipment is bought, its numbers are known and the orders have moved. */
  onShipmentBought?(tx: Tx, shipment: ShipmentBought): Promise<void>;
  /** The carrier has confirmed that labels are void, and the orders have moved back. */
  onShipmentVoided?(tx: Tx, shipment: ShipmentVoided): Promise<void>;
}

/**
 * Whether the shipper may buy: by its franchise, and by its plan; part of the purchase's transaction. Problems:
 * `shipping_restricted`, `plan_limit`, `plan_past_due`.
 */
export interface PlansPort {
  mayBuy(tx: Tx, tenantId: string, labels: { readonly count: number; readonly test: boolean }): Promise<Outcome<void>>;
}

/** What may be done when a shipper's funds do not cover a label. */
export interface FundsPort {
  /** May charge the shipper's card by itself, where it asked for that and it would help; answers a sentence about it. */
  whenShort(tenantId: string, short: Money): Promise<string | undefined>;
}

export interface ShipmentPorts {
  /** Absent: nothing is done by itself. */
  readonly funds?: FundsPort | undefined;
  readonly plans: PlansPort;
  readonly grants: GrantsPort;
  readonly rates: RatesPort;
  readonly labels: LabelDrawing;
  readonly people: PeoplePort;
  /** Told of what became of a shipment, in this order. */
  readonly followers: readonly ShipmentFollower[];
}
