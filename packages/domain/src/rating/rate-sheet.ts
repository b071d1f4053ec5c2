/**
 * A courier's own price list as data, one array entry per row of the uploaded sheet. All numbers are integers:
 * - weights in thousandths of the sheet's weight unit (kg or lb), so that a break of 2.5 lb is exact;
 * - lengths in tenths of its length unit (cm or in); money in minor units of its currency; percents in basis points.
 *
 * These are `type`s, not interfaces, so that a sheet is JSON as it stands and can be stored in an account's settings.
 */

/** Kilograms with centimetres, or pounds with inches. */
export type SheetUnits = 'metric' | 'imperial';

export type SheetSettings = {
  readonly name: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Two capital letters before the serial in tracking numbers. */
  readonly prefix: string;
  /** Home country of the courier, ISO 3166-1 alpha-2: where a zone or surcharge names no country. */
  readonly country: string;
  readonly units: SheetUnits;
  /** Billable weight is rounded up to a multiple of this. Thousandths of the weight unit, 500 = 0.5 kg or lb. */
  readonly roundTo: number;
  /** Cubic cm per kg or cubic inches per lb for services that state none; null: actual weight only. */
  readonly divisor: number | null;
  /** Add GST, HST and QST to shipments within Canada. */
  readonly canadianTaxes: boolean;
};

export type SheetService = {
  readonly code: string;
  readonly name: string;
  /** Of one parcel, actual weight. */
  readonly maxWeight: number | null;
  readonly maxLength: number | null;
  readonly maxLengthPlusGirth: number | null;
  /** Null: the sheet's divisor; 0: this service never uses dimensional weight. */
  readonly divisor: number | null;
  /** `each`: every parcel is priced by itself; `combined`: one price for the sum of the billable weights. */
  readonly parcels: 'each' | 'combined';
  readonly maxParcels: number | null;
  /** Least and greatest freight charge of a shipment, before surcharges. */
  readonly minimumCharge: number | null;
  readonly maximumCharge: number | null;
};

/** Postal prefixes `from` to `to`, both included, of the same length, capitals without blanks ("M1B" to "M9W"). */
export type PostalRange = { readonly from: string; readonly to: string };

/** One area of a zone; a zone may have many rows. Every condition given has to hold. */
export type ZoneRow = {
  readonly zone: string;
  readonly name: string;
  /** Alpha-2, or `*` for the rest of the world. */
  readonly country: string;
  readonly provinces: readonly string[];
  readonly postal: readonly PostalRange[];
};

/** Price of one weight break: over `over` up to and including `upTo`. */
export type RateRow = {
  readonly service: string;
  /** Null: from anywhere. */
  readonly fromZone: string | null;
  readonly toZone: string;
  readonly over: number;
  /** Null: no upper end. */
  readonly upTo: number | null;
  readonly price: number;
  /** Added for every begun `step` above `over`; both or neither. */
  readonly step: number | null;
  readonly stepPrice: number | null;
  /** Working days in transit of this service on this lane; one row of the lane states it. */
  readonly days: number | null;
};

export const SURCHARGE_KINDS = [
  'residential',
  'remote',
  'oversize',
  'girth',
  'overweight',
  'extra-parcel',
  'signature',
  'adult-signature',
  'saturday',
  'insurance',
] as const;
export type SurchargeKind = (typeof SURCHARGE_KINDS)[number];

/**
 * When each kind is charged: residential (address marked so), remote (postal code in the list), oversize (longest side
 * over), girth (length plus girth over), overweight (actual weight over), extra-parcel (each parcel after the first),
 * signature, adult-signature and saturday (option asked for), insurance (per begun 100 of the insured value above
 * `over`). A parcel that passes several thresholds of one kind is charged for the highest only.
 */
export type SurchargeRow = {
  readonly kind: SurchargeKind;
  readonly label: string;
  /** Empty: every service. */
  readonly services: readonly string[];
  /** Destination zones; empty: every zone. */
  readonly zones: readonly string[];
  /** Threshold: length in tenths (oversize, girth), weight in thousandths (overweight), included value in minor units. */
  readonly over: number | null;
  readonly price: number;
  /** Of the freight charge, added to `price`. */
  readonly percentBp: number;
  /** Least amount of this surcharge on a shipment. */
  readonly minimum: number;
  /** Kind `remote` only; in the sheet's country. */
  readonly postal: readonly PostalRange[];
  /** `parcel`: once per parcel (of those concerned); `shipment`: once. */
  readonly per: 'parcel' | 'shipment';
  /** The fuel percentage is charged on it too. */
  readonly fuel: boolean;
};

export type FuelRow = {
  /** First day, YYYY-MM-DD; valid until the next row of the same services begins. */
  readonly validFrom: string;
  readonly percentBp: number;
  /** Empty: every service. */
  readonly services: readonly string[];
};

export type RateSheet = {
  readonly version: 1;
  readonly settings: SheetSettings;
  readonly services: readonly SheetService[];
  readonly zones: readonly ZoneRow[];
  readonly rates: readonly RateRow[];
  readonly surcharges: readonly SurchargeRow[];
  readonly fuel: readonly FuelRow[];
};

export type SheetSection = 'settings' | 'services' | 'zones' | 'rates' | 'surcharges' | 'fuel';

/** Weight and length unit of a sheet. */
export const unitsOf = (units: SheetUnits): { readonly weight: 'kg' | 'lb'; readonly length: 'cm' | 'in' } =>
  units === 'metric' ? { weight: 'kg', length: 'cm' } : { weight: 'lb', length: 'in' };
