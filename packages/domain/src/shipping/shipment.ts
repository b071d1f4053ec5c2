/** What is to be shipped, in our own terms; every carrier connector translates from here. */
import type { Address } from '../addresses/address.ts';
import type { Dimensions } from '../values/measure.ts';
import type { Money } from '../money/money.ts';

/** Product-spec section 3, "Shipment purposes". */
export const SHIPMENT_PURPOSES = ['Return', 'Sale', 'Sample', 'Gift', 'Documents', 'Inter-Company'] as const;
export type ShipmentPurpose = (typeof SHIPMENT_PURPOSES)[number];

/** Incoterms 2020 that parcel carriers accept. */
export const INCOTERMS = ['DDP', 'DAP', 'DDU', 'EXW', 'FCA', 'CPT', 'CIP', 'DPU'] as const;
export type Incoterm = (typeof INCOTERMS)[number];

/** Who pays duties and taxes (product-spec section 3, "Party types"; decisions 15). */
export const PARTY_TYPES = ['Receiver', 'Shipper'] as const;
export type PartyType = (typeof PARTY_TYPES)[number];

export const SIGNATURE_OPTIONS = ['none', 'any', 'adult'] as const;
export type SignatureOption = (typeof SIGNATURE_OPTIONS)[number];

export interface Parcel {
  /** 1, 2, 3 ... within the shipment. */
  readonly number: number;
  readonly weightGrams: number;
  readonly dimensions?: Dimensions | undefined;
  /** Carrier packaging preset ("flat-rate-small"), absent for the shipper's own box. */
  readonly packaging?: string | undefined;
  readonly declaredValue?: Money | undefined;
  /** Box of the seller's package manager it is packed in. */
  readonly packageId?: string | undefined;
  /** Units of the order's lines in it, where somebody said so. */
  readonly items?: readonly LineUnits[] | undefined;
}

export interface LineUnits {
  readonly line: number;
  /** 1 or more. */
  readonly quantity: number;
}

export interface CustomsItem {
  readonly description: string;
  readonly quantity: number;
  readonly unitValue: Money;
  /** Net weight of one unit. */
  readonly unitGrams: number;
  /** Six digits or more, without dots. */
  readonly hsCode?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly originCountry?: string | undefined;
  readonly sku?: string | undefined;
  /** Lines of the order whose units it declares. */
  readonly lines?: readonly number[] | undefined;
}

/**
 * Proof that import duty was secured before the parcel leaves, where the destination wants that (mail to the United States
 * since 2025-08-29). Absent where the carrier account has it billed automatically.
 */
export interface PrepaidDuty {
  /** Who collected it ("Zonos"). */
  readonly provider: string;
  /** Number of the proof: the declaration ID. */
  readonly reference: string;
  /** What was paid, where known. */
  readonly amount?: Money | undefined;
}

/**
 * What the exporter has of the customs of the country that the goods leave. United States: the ITN of the filing in AES, or the section
 * of the Foreign Trade Regulations that exempts them. Canada: the proof-of-report number of CERS or EDI, the number of a summary
 * report, or the number of the exemption (NDR).
 */
export const EXPORT_FILINGS = ['itn', 'proof-of-report', 'summary-report', 'exempt'] as const;
export type ExportFilingKind = (typeof EXPORT_FILINGS)[number];

export interface ExportFiling {
  readonly kind: ExportFilingKind;
  /** As people write it ("AES X20260824123456", "30.37(h)"); `export-report.ts` reads it. */
  readonly number: string;
}

export const DUTIES_ACCOUNT_HOLDERS = ['receiver', 'third-party'] as const;
export type DutiesAccountHolder = (typeof DUTIES_ACCOUNT_HOLDERS)[number];

/** The account at the carrier that duties and taxes are billed to, where it is another than the one that ships. */
export interface DutiesAccount {
  readonly holder: DutiesAccountHolder;
  readonly number: string;
  /** Where the account is registered; carriers hold it against their own records. */
  readonly countryCode?: string | undefined;
  readonly postalCode?: string | undefined;
}

export interface Customs {
  readonly purpose: ShipmentPurpose;
  readonly incoterm: Incoterm;
  readonly dutiesPaidBy: PartyType;
  /** Absent: the shipping account where the shipper pays, else whoever takes the parcel. */
  readonly dutiesAccount?: DutiesAccount | undefined;
  readonly currency: string;
  readonly items: readonly CustomsItem[];
  readonly invoiceNumber?: string | undefined;
  readonly signer?: string | undefined;
  readonly prepaidDuty?: PrepaidDuty | undefined;
  readonly exportFiling?: ExportFiling | undefined;
}

/** Small quantities of dangerous goods that parcel carriers take when they are declared (IATA PI 966 to 970, 954; 49 CFR 173.156). */
export const DANGEROUS_GOODS = [
  'lithium-ion-in-equipment',
  'lithium-ion-with-equipment',
  'lithium-metal-in-equipment',
  'lithium-metal-with-equipment',
  'limited-quantity',
  'dry-ice',
] as const;
export type DangerousGoodsKind = (typeof DANGEROUS_GOODS)[number];

export interface DangerousGoods {
  readonly kind: DangerousGoodsKind;
  /** Grams of dry ice in each parcel; with kind `dry-ice` only. */
  readonly dryIceGrams?: number | undefined;
}

/** A parcel that comes back: `from` is the buyer, `to` the seller, whose account pays. */
export interface ReturnFacts {
  readonly outboundTrackingNumber?: string | undefined;
}

export interface ShipmentOptions {
  readonly signature?: SignatureOption | undefined;
  readonly insuredValue?: Money | undefined;
  readonly saturdayDelivery?: boolean | undefined;
  readonly dangerousGoods?: DangerousGoods | undefined;
}

/** The order at the store it was placed at, for carriers that sell labels to orders of one store platform (Amazon). */
export interface OrderAtStore {
  /** Code of the platform ("amazon-us"). */
  readonly platform: string;
  /** The platform's own number of the order ("113-1234567-1234567"). */
  readonly orderId: string;
  /** What of it is in the shipment; `Parcel.items` says in which parcel, where somebody said so. */
  readonly lines: readonly LineAtStore[];
}

export interface LineAtStore extends LineUnits {
  /** The platform's own number of the line. */
  readonly externalLineId: string;
}

/** The rateable part: enough to ask a price. */
export interface ShipmentRequest {
  readonly from: Address;
  readonly to: Address;
  readonly returnTo?: Address | undefined;
  readonly parcels: readonly Parcel[];
  /** Day of hand-over in the ship-from time zone, YYYY-MM-DD. */
  readonly shipDate: string;
  readonly options: ShipmentOptions;
  /** Present for a return, absent for everything that goes out. */
  readonly return?: ReturnFacts | undefined;
  /** Present exactly when the shipment crosses a customs border. */
  readonly customs?: Customs | undefined;
  /** The seller's own references (order numbers), printed and searchable at the carrier. */
  readonly references: readonly string[];
  /** Present for a single order of a store platform that sells labels for its orders; lines it does not know are left out. */
  readonly storeOrder?: OrderAtStore | undefined;
  readonly language: 'en' | 'fr';
}

/** Kinds of line a price is made of; only the sell side ever reaches a customer. */
export const PRICE_LINE_KINDS = [
  'base',
  'fuel',
  'surcharge',
  'option',
  'discount',
  'duty',
  'tax',
  'markup',
  'adjustment',
] as const;
export type PriceLineKind = (typeof PRICE_LINE_KINDS)[number];

export interface PriceLine {
  readonly kind: PriceLineKind;
  /** Stable code ("fuel", "residential", "GST-CA"). */
  readonly code: string;
  readonly label: string;
  readonly amount: Money;
  /** Tax lines whose rate is known: parts per million of all other lines, so that a resale is taxed exactly. */
  readonly ratePpm?: number | undefined;
}
