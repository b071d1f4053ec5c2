/** USPS's codes of its flat rate packagings, by ours; sizes and services stand in the manifest. */

export interface PackagingCodes {
  /** `packagingType` of a label. */
  readonly type: string;
  /** `rateIndicator` of its prices: Priority Mail's, Priority Mail Express's. */
  readonly indicators: readonly string[];
  /** Most it may weigh abroad. Grams (International Mail Manual 232 and 223: 4 lb, 20 lb). */
  readonly maxGramsAbroad: number;
}

const FOUR_POUNDS = 1814;
const TWENTY_POUNDS = 9072;

const CODES: Readonly<Record<string, PackagingCodes>> = {
  'usps-flat-rate-envelope': { type: 'FLAT_RATE_ENVELOPE', indicators: ['FE', 'E4'], maxGramsAbroad: FOUR_POUNDS },
  'usps-legal-flat-rate-envelope': {
    type: 'LEGAL_FLAT_RATE_ENVELOPE',
    indicators: ['FA', 'E6'],
    maxGramsAbroad: FOUR_POUNDS,
  },
  'usps-padded-flat-rate-envelope': {
    type: 'PADDED_FLAT_RATE_ENVELOPE',
    indicators: ['FP'],
    maxGramsAbroad: FOUR_POUNDS,
  },
  'usps-small-flat-rate-box': { type: 'SM_FLAT_RATE_BOX', indicators: ['FS'], maxGramsAbroad: FOUR_POUNDS },
  'usps-medium-flat-rate-box-1': { type: 'MD_FLAT_RATE_BOX', indicators: ['FB'], maxGramsAbroad: TWENTY_POUNDS },
  'usps-medium-flat-rate-box-2': { type: 'MD_FLAT_RATE_BOX', indicators: ['FB'], maxGramsAbroad: TWENTY_POUNDS },
  'usps-large-flat-rate-box': { type: 'LG_FLAT_RATE_BOX', indicators: ['PL', 'PM'], maxGramsAbroad: TWENTY_POUNDS },
};

/** The shipper's own box: single piece, Express single piece, cubic, dimensional rectangular, oversized, non-presorted. */
const OWN_BOX: PackagingCodes = {
  type: 'VARIABLE',
  indicators: ['SP', 'PA', 'CP', 'DR', 'OS', 'NP'],
  maxGramsAbroad: 31_751,
};

export const packagingCodes = (packaging: string | undefined): PackagingCodes =>
  (packaging === undefined ? undefined : CODES[packaging]) ?? OWN_BOX;
