/**
 * Forms of VAT identification numbers behind their prefix: "VAT identification number structure" of the European Commission's VIES
 * (ec.europa.eu/taxation_customs/vies, FAQ question 11), with Belgium's numbers that begin with 1 (vatcalc.com, "Belgian VAT number format changes"). Check digits are
 * left to the authority: VIES and gov.uk/check-uk-vat-number know which numbers are alive, a sum does not.
 */
interface VatForm {
  /** Letters before the number where they are not the country's ISO code. */
  readonly prefixes?: readonly string[];
  readonly body: RegExp;
  readonly example: string;
}

/** By ISO 3166-1 alpha-2 of the country that issued it. */
export const VAT_FORMS: Readonly<Record<string, VatForm>> = {
  AT: { body: /^U\d{8}$/, example: 'ATU12345678' },
  BE: { body: /^[01]\d{9}$/, example: 'BE0123456789' },
  BG: { body: /^\d{9,10}$/, example: 'BG123456789' },
  CY: { body: /^\d{8}[A-Z]$/, example: 'CY12345678X' },
  CZ: { body: /^\d{8,10}$/, example: 'CZ12345678' },
  DE: { body: /^\d{9}$/, example: 'DE123456789' },
  DK: { body: /^\d{8}$/, example: 'DK12345678' },
  EE: { body: /^\d{9}$/, example: 'EE123456789' },
  ES: { body: /^(?=.*[A-Z])[A-Z\d]\d{7}[A-Z\d]$/, example: 'ESX1234567R' },
  FI: { body: /^\d{8}$/, example: 'FI12345678' },
  FR: { body: /^[A-Z\d]{2}\d{9}$/, example: 'FR12345678901' },
  GB: { prefixes: ['GB', 'XI'], body: /^(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/, example: 'GB123456789' },
  GR: { prefixes: ['EL'], body: /^\d{9}$/, example: 'EL123456789' },
  HR: { body: /^\d{11}$/, example: 'HR12345678901' },
  HU: { body: /^\d{8}$/, example: 'HU12345678' },
  IE: { body: /^(\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-W][A-I])$/, example: 'IE1234567FA' },
  IT: { body: /^\d{11}$/, example: 'IT12345678901' },
  LT: { body: /^(\d{9}|\d{12})$/, example: 'LT123456789' },
  LU: { body: /^\d{8}$/, example: 'LU12345678' },
  LV: { body: /^\d{11}$/, example: 'LV12345678901' },
  MT: { body: /^\d{8}$/, example: 'MT12345678' },
  NL: { body: /^[A-Z\d+*]{10}\d{2}$/, example: 'NL123456789B01' },
  PL: { body: /^\d{10}$/, example: 'PL1234567890' },
  PT: { body: /^\d{9}$/, example: 'PT123456789' },
  RO: { body: /^\d{2,10}$/, example: 'RO1234567890' },
  SE: { body: /^\d{12}$/, example: 'SE123456789001' },
  SI: { body: /^\d{8}$/, example: 'SI12345678' },
  SK: { body: /^\d{10}$/, example: 'SK1234567890' },
};
