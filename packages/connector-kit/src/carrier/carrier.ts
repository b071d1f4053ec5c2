/**
 * The interface every carrier connector implements: a manifest (data) and operations (functions that take their HTTP in).
 * Whether an operation exists is declared in `capabilities` and checked both ways by the conformance suite.
 */
import type { VendorEnd } from '../vendor-end.ts';
import type { CarriedBy } from '../rates/carried-by.ts';
import type { Address } from '@scanship/domain/addresses/address';
import type { JsonObject } from '@scanship/domain/values/json';
import type { Dimensions } from '@scanship/domain/values/measure';
import type { Money } from '@scanship/domain/money/money';
import type { ReportingCountry } from '@scanship/domain/shipping/export-report';
import type {
  DangerousGoodsKind,
  DutiesAccountHolder,
  PriceLine,
  ShipmentRequest,
} from '@scanship/domain/shipping/shipment';
import type { CarrierFile } from './carrier-file.ts';
import type { AddressAnswer } from './address-validation.ts';
import type { CredentialField, KeySource, RegistrationGuide } from '../credentials/credential-fields.ts';
import type { ClaimOperations, ClaimTerms } from './claims.ts';
import type { EndOfDayInput, EndOfDayResult } from './end-of-day.ts';
import type { CarrierEnv, ConnectorMode } from '../environment.ts';
import type { LabelListInput, LabelPage } from './label-list.ts';
import type { LandedCost, LandedCostInput } from './landed-cost.ts';
import type { MissingFact } from './missing-facts.ts';
import type { Onboarding } from './onboarding.ts';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import type { PickupOperations } from './pickup.ts';
import type {
  AttachDocumentInput,
  AttachDocumentResult,
  ProofOfDelivery,
  ProofOfDeliveryInput,
} from './shipment-papers.ts';
import type { SteppedOperation } from '../steps/steps.ts';
import type { TrackWebhook } from '../tracking/track-webhook.ts';
import type { TrackedParcel } from '../tracking/tracked-parcel.ts';

export type { CarrierFile, DocumentKind } from './carrier-file.ts';
export type { CarrierTrackingEvent, TrackedParcel } from '../tracking/tracked-parcel.ts';

export interface CarrierService {
  readonly code: string;
  readonly name: string;
  readonly scope: 'domestic' | 'international' | 'both';
  /** Weight limit of one parcel of this service when stricter than the carrier's. Grams. */
  readonly maxGrams?: number | undefined;
  /** Slug of the carrier whose service it is, exactly as its offers say it (`carriedBy`), where an aggregator lists it. */
  readonly carrier?: string | undefined;
}

/** A box, envelope or bag that the carrier hands out, whose size and limit are the carrier's. */
export interface CarrierPackaging {
  /** Ours, unique over all carriers: the carrier's slug and a plain name ("ups-express-pak"). The parcel's `packaging`. */
  readonly code: string;
  readonly name: string;
  readonly shape: 'box' | 'envelope' | 'pak' | 'tube';
  readonly outer: Dimensions;
  /** Room inside, where the carrier states it. */
  readonly inner?: Dimensions | undefined;
  /** Most it may weigh when packed. Grams. */
  readonly maxGrams?: number | undefined;
  /** One price whatever it weighs, up to the limit. */
  readonly flatRate: boolean;
  /** Codes of the services that take it; absent: all. */
  readonly services?: readonly string[] | undefined;
  /** Countries it can be sent from; absent: all the carrier's. */
  readonly originCountries?: readonly string[] | undefined;
}

export interface CarrierCapabilities {
  readonly rate: boolean;
  readonly ship: boolean;
  readonly cancel: boolean;
  readonly track: boolean;
  readonly testConnection: boolean;
  /** Parcels in one purchase call: a shipment of more is several purchases (pieces). */
  readonly parcelsPerCall: number;
  readonly international: boolean;
  readonly signature: boolean;
  readonly insurance: boolean;
  /** Labels are numbered by the shipper: the caller allots `serials`. */
  readonly shipperNumbers: boolean;
  // Absent means no; each is checked against what the connector implements.
  /** `ship` (and `rate`, where it prices them) take shipments with `return`. */
  readonly returns?: boolean | undefined;
  /** Delivery on a Saturday can be asked for. */
  readonly saturdayDelivery?: boolean | undefined;
  readonly pickup?: boolean | undefined;
  readonly endOfDay?: boolean | undefined;
  readonly checkAddress?: boolean | undefined;
  readonly proofOfDelivery?: boolean | undefined;
  readonly landedCost?: boolean | undefined;
  readonly attachDocument?: boolean | undefined;
  readonly discoverServices?: boolean | undefined;
  readonly listLabels?: boolean | undefined;
  readonly claims?: boolean | undefined;
  readonly onboarding?: boolean | undefined;
}

export interface CarrierManifest {
  readonly slug: string;
  readonly name: string;
  /** What the connector was proved against: our own rules, the vendor's contract, or samples only. */
  readonly maturity: 'own' | 'contract' | 'samples';
  /** Versions of the vendor's documents it was written against ("Rating v2409, Shipping v2409"). */
  readonly contractVersion?: string | undefined;
  /** Where the vendor has published that the interface ends. */
  readonly ends?: VendorEnd | undefined;
  /** Sells services of other carriers: every offer then says whose it is (`carriedBy`). */
  readonly aggregator?: boolean | undefined;
  /** Codes of the store platforms whose orders it ships, and no others (`ShipmentRequest.storeOrder`); absent: any order. */
  readonly ordersOf?: readonly string[] | undefined;
  /** ISO countries a parcel can start from; `*` means any. */
  readonly originCountries: readonly string[];
  readonly services: readonly CarrierService[];
  /** The carrier's interface tells no prices: `rate` reads them from the list of the account (`price-list.ts`). */
  readonly prices?: 'list' | undefined;
  /**
   * The question for prices names places and parcels and nobody who lives there: no name, street, telephone number or reference. Equal
   * parcels to other addresses of the place then cost the same, and a plan asks once for all of them. `zip5`: of a ZIP code it
   * is told the first five digits. Absent: what the carrier is told may tell two addresses apart.
   */
  readonly pricesByPlace?: 'postal-code' | 'zip5' | undefined;
  readonly capabilities: CarrierCapabilities;
  /** Of every vendor; own couriers and samples need nothing from anybody. */
  readonly keys?: KeySource | undefined;
  readonly credentials: readonly CredentialField[];
  /**
   * Why each operation that is not offered is not, one sentence each ("Canpar has no address service beyond postal codes.").
   * Everything of `CARRIER_OPERATIONS` that the connector lacks must stand here; sample carriers are free of it.
   */
  readonly notOffered?: Readonly<Partial<Record<CarrierOperation, string>>> | undefined;
  /** Kinds of dangerous goods a parcel may hold when declared; absent: none. */
  readonly dangerousGoods?: readonly DangerousGoodsKind[] | undefined;
  /** Whose accounts a purchase can have duties billed to, beside the account that ships (`Customs.dutiesAccount`); absent: nobody's. */
  readonly dutiesAccounts?: readonly DutiesAccountHolder[] | undefined;
  /** Countries whose export report (`exportTold`) a purchase has a place for; absent: none. */
  readonly exportFilings?: readonly ReportingCountry[] | undefined;
  /** What the screen must know before it asks; present exactly with the capability. */
  readonly pickup?:
    | {
        /** Can be booked so many days ahead, today being 0. */
        readonly daysAhead: number;
        readonly canCancel: boolean;
        readonly canChange: boolean;
        /** Booking costs money. */
        readonly charged: boolean;
      }
    | undefined;
  readonly endOfDay?:
    | {
        /** What the carrier calls the paper ("SCAN form", "Manifest"). */
        readonly name: string;
        readonly shipmentsPerCall: number;
        /** Without it the carrier does not bill or move the parcels, so a reminder is due before the cut-off. */
        readonly required: boolean;
        /** A shipment on the paper can no longer be voided. */
        readonly endsVoiding: boolean;
        /** Codes of services that go on it; absent: all. */
        readonly services?: readonly string[] | undefined;
      }
    | undefined;
  /** What its list of labels tells; present exactly with the capability. */
  readonly labelList?:
    | {
        /** Our reference stands in it, so labels that were made elsewhere are told apart. */
        readonly reference: boolean;
        /** Voided labels stay in it; else they are missing from it. */
        readonly voided: boolean;
      }
    | undefined;
  /** What its claims need; present exactly with the capability. */
  readonly claims?: ClaimTerms | undefined;
  /** Our application's registration with the carrier, and where sellers sign in; present exactly with the capability. */
  readonly onboarding?:
    | {
        readonly registration: RegistrationGuide;
        readonly app: readonly CredentialField[];
        /** Only places a browser is ever sent to. */
        readonly consentHosts: readonly string[];
      }
    | undefined;
  /** Limits of one parcel; the caller states them to the person before asking the carrier. */
  readonly limits: {
    readonly maxGrams: number;
    readonly maxLengthMm?: number | undefined;
    readonly maxLengthPlusGirthMm?: number | undefined;
    readonly dimensionsRequired: boolean;
  };
  /** Calls allowed per credential, shared by all workers. */
  readonly quota: { readonly calls: number; readonly perMs: number };
  /** Time a rate or other read call may take before the person is told. Milliseconds. */
  readonly deadlineMs: { readonly rate: number; readonly ship: number; readonly other: number };
  /** Base addresses; the simulator's comes from the runtime. Empty for a connector without HTTP. */
  readonly endpoints: Readonly<Partial<Record<Exclude<ConnectorMode, 'simulator'>, string>>>;
  /** Further hosts the vendor's answers may link to or its sign-in lives on ("auth.vendor.com"), beside the endpoints'. */
  readonly hosts?: readonly string[] | undefined;
  readonly labelFormats: readonly ('pdf' | 'zpl' | 'png' | 'gif')[];
  /**
   * What its systems and labels can write (`letters.ts`): ASCII, ISO 8859-1 as Western Europe writes, or every script; absent:
   * `latin-1`, which all of them take.
   */
  readonly letters?: 'ascii' | 'latin-1' | 'any' | undefined;
  /** The carrier's own packagings; absent: only the shipper's boxes. */
  readonly packagings?: readonly CarrierPackaging[] | undefined;
  /** How many numbers one tracking call may ask for; absent: one. */
  readonly tracking?: { readonly numbersPerCall: number } | undefined;
  /** What the carrier says about voiding before it is tried, so that screens can tell; absent: nothing. */
  readonly voiding?:
    | {
        /** Labels can be voided this long after the purchase; absent: until the first scan. */
        readonly withinHours?: number | undefined;
        /** As of `CancelResult`; absent: it tells with the void. */
        readonly refund?: CancelResult['refund'] | undefined;
      }
    | undefined;
}

export interface RateInput {
  readonly shipment: ShipmentRequest;
  /** Ask only for these services; empty or absent means all. */
  readonly services?: readonly string[] | undefined;
}

export interface RateOffer {
  readonly service: string;
  readonly serviceName: string;
  /** What the carrier charges the owner of the account: the cost. Lines sum to the total. */
  readonly lines: readonly PriceLine[];
  readonly total: Money;
  /**
   * This price is the one with delivery on a Saturday, where the carrier tells a service's prices with and without it apart; its
   * purchase then asks for it. Absent: as the shipment asks.
   */
  readonly saturdayDelivery?: true | undefined;
  /** Undiscounted public price, where the carrier states it. */
  readonly retail?: Money | undefined;
  readonly billableGrams?: number | undefined;
  /** Of the carrier's or the list's own, as it is priced by; at most 40 characters. Absent: none is told. */
  readonly zone?: string | undefined;
  readonly transitDays?: number | undefined;
  /** Promised delivery day, YYYY-MM-DD. */
  readonly deliverBy?: string | undefined;
  /** Vendor data the purchase must bring back (draft shipment, rate id); sealed by the caller. */
  readonly token?: JsonObject | undefined;
  readonly expiresAt?: Date | undefined;
  /** Present exactly where the account sells another carrier's service (an aggregator). */
  readonly carriedBy?: CarriedBy | undefined;
  /** What the purchase of this offer will want and the shipment lacks; of the carrier's `missing`. */
  readonly missing?: readonly MissingFact[] | undefined;
  /** What to know before it is bought, a sentence each; nothing that keeps it from being bought. */
  readonly remarks?: readonly string[] | undefined;
}

/** One service that could not be offered, or a malformed part of the answer, beside the good ones. */
export interface RateProblem {
  readonly service?: string | undefined;
  readonly message: string;
  readonly vendorCode?: string | undefined;
}

export interface RateAnswer {
  readonly offers: readonly RateOffer[];
  readonly problems: readonly RateProblem[];
}

export interface ShipInput {
  readonly shipment: ShipmentRequest;
  readonly service: string;
  /** Our unique reference of this purchase: 16 characters A-Z0-9, the same on every retry. */
  readonly reference: string;
  /** Version-4 shaped UUID of this purchase for vendors that take one as idempotency key; the same on every retry. */
  readonly uuid: string;
  readonly labelFormat: 'pdf' | 'zpl';
  /** The rate's token, unsealed. */
  readonly rateToken?: JsonObject | undefined;
  /** One per parcel where the manifest says `shipperNumbers`; the same on every retry. */
  readonly serials?: readonly number[] | undefined;
  /**
   * It may have been bought before, at the earliest then (ISO 8601; two months ago at most), and forgotten with the database: what a look-up
   * searches by its time or its ship date begins there, though this purchase was begun only now and for another day. Absent: it was not.
   */
  readonly perhapsSince?: string | undefined;
}

export interface ShippedParcel {
  readonly number: number;
  readonly trackingNumber: string;
  readonly trackingUrl?: string | undefined;
}

export interface ShipResult {
  readonly carrierShipmentId: string;
  readonly parcels: readonly ShippedParcel[];
  readonly files: readonly CarrierFile[];
  /** What the carrier says it will charge, where it says so at purchase. */
  readonly charged: { readonly lines: readonly PriceLine[]; readonly total: Money } | undefined;
  /** What the carrier remarks on a shipment that it took ("The house number is unknown."), a sentence each. */
  readonly messages?: readonly string[] | undefined;
}

export interface CancelInput {
  readonly reference: string;
  readonly carrierShipmentId: string;
  readonly trackingNumbers: readonly string[];
  /** What the purchase's steps kept. */
  readonly kept: JsonObject;
}

export interface CancelResult {
  /** `now`: credited with the void; `later`: the carrier refunds by itself; `none`: nothing comes back. */
  readonly refund: 'now' | 'later' | 'none';
}

export interface TrackInput {
  readonly trackingNumbers: readonly string[];
  /** The carrier's own id of the shipment (`carrierShipmentId`) by tracking number, for carriers that know no other name. */
  readonly shipmentIds?: Readonly<Record<string, string>> | undefined;
}

export interface RefundAnswer {
  readonly state: 'pending' | 'received' | 'refused';
  /** The carrier's words, where it says why. */
  readonly message?: string | undefined;
}

export interface ConnectionTest {
  readonly message: string;
  readonly accountName?: string | undefined;
}

export interface Carrier {
  readonly manifest: CarrierManifest;
  rate?(input: RateInput, env: CarrierEnv): Promise<RateAnswer>;
  /** What the purchase of a service would refuse this shipment for, though it is given a price (`missing-facts.ts`). Pure. */
  missing?(shipment: ShipmentRequest, service: string): readonly MissingFact[];
  readonly ship?: SteppedOperation<ShipInput, ShipResult>;
  readonly cancel?: SteppedOperation<CancelInput, CancelResult>;
  track?(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]>;
  /** News that the carrier sends by itself; beside `track`, never instead of it. */
  readonly trackWebhook?: TrackWebhook;
  /** What became of a refund that was to come later, for carriers that can be asked. */
  refund?(input: CancelInput, env: CarrierEnv): Promise<RefundAnswer>;
  testConnection?(env: CarrierEnv): Promise<ConnectionTest>;
  readonly pickup?: PickupOperations;
  readonly endOfDay?: SteppedOperation<EndOfDayInput, EndOfDayResult>;
  checkAddress?(address: Address, env: CarrierEnv): Promise<AddressAnswer>;
  /** @throws ConnectorError `refused` with the carrier's words when there is none (not delivered yet, not signed for) */
  proofOfDelivery?(input: ProofOfDeliveryInput, env: CarrierEnv): Promise<ProofOfDelivery>;
  landedCost?(input: LandedCostInput, env: CarrierEnv): Promise<LandedCost>;
  readonly attachDocument?: SteppedOperation<AttachDocumentInput, AttachDocumentResult>;
  /**
   * Services this account may use, as the carrier lists them; codes the manifest does not know may be among them.
   * @param from where parcels leave, for carriers that answer per place
   */
  discoverServices?(from: Address, env: CarrierEnv): Promise<readonly CarrierService[]>;
  /** One page of the labels this account has made. Must not count what was never paid for. */
  listLabels?(input: LabelListInput, env: CarrierEnv): Promise<LabelPage>;
  readonly claims?: ClaimOperations;
  readonly onboarding?: Onboarding;
  /** Services of an account whose services come with its settings (a rate sheet); the manifest then names none. */
  accountServices?(settings: JsonObject): readonly CarrierService[];
  /** Checks settings a person uploads (a rate sheet) before they are stored; answers row-level problems. */
  checkSettings?(settings: JsonObject): readonly { readonly where: string; readonly message: string }[];
}
