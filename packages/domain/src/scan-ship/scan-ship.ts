/** Scan and Ship: option lists (product-spec section 3) and what a station is set to (decisions 38). */

/** Every unit its own parcel, or all items in one chosen box. */
export const SHIP_MODES = ['shipIndividual', 'shipInBox'] as const;
export type ShipMode = (typeof SHIP_MODES)[number];

/** Which call ships what was scanned: cheapest, by a carrier, by details, or only after its quotes were looked at. */
export const PRINT_MODES = ['printByCheapest', 'printByCarrier', 'printByDetails', 'quoteByDetails'] as const;
export type PrintMode = (typeof PRINT_MODES)[number];

/** Whether items are scanned before the label: not at all, if the packer likes, or always. */
export const VERIFICATIONS = ['off', 'optional', 'required'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

/** Longest countdown before a scanned order ships by itself. */
export const LONGEST_COUNTDOWN_SECONDS = 5;
/** Most parcels one shipment may have (as in quotes): an order of more units is not shipped unit by unit. */
export const MOST_SCANNED_PARCELS = 50;

export interface ScanSetting {
  /** Only orders of this store are found. */
  readonly storeId: string | null;
  readonly shipMode: ShipMode;
  readonly printMode: PrintMode;
  /** Of Print by Carrier and of the details. */
  readonly grantId: string | null;
  readonly service: string | null;
  readonly packageId: string | null;
  readonly verification: Verification;
  /** The parcel is weighed on the scale before it ships. */
  readonly scale: boolean;
  /** Per cent. */
  readonly volume: number;
  readonly muted: boolean;
  /** Seconds between the scan and the label; null: a person or a command barcode says so. */
  readonly autoPrintSeconds: number | null;
}

/** Nothing is bought before somebody says so, and everything is heard. */
export const USUAL_SCAN_SETTING: ScanSetting = {
  storeId: null,
  shipMode: 'shipInBox',
  printMode: 'printByCheapest',
  grantId: null,
  service: null,
  packageId: null,
  verification: 'off',
  scale: false,
  volume: 80,
  muted: false,
  autoPrintSeconds: null,
};
