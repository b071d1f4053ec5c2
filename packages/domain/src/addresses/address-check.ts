/**
 * Checks an address by the rules of its country and puts it in the usual spelling, without asking anyone: what every
 * order passes before a label is bought. Pulls in the province data (about 350 kB): for the server.
 *
 * Required fields: Google's libaddressinput, `require` of testdata/countryinfo.txt. Postal forms and the province behind
 * a postal code: `postal-codes.ts`. An error is something no carrier takes; a warning is for the person to look at.
 */
import type { Address, AddressField } from './address.ts';
import { usesPostalCode, usesProvince } from './address-format.ts';
import { countryOf } from './countries.ts';
import { isPostalCode, normalisePostalCode, provincesOfPostalCode } from './postal-codes.ts';
import { findProvince, isProvinceOf, provincesOf } from './provinces.ts';

export const ADDRESS_PROBLEM_CODES = [
  'required',
  'unknown-country',
  'unknown-province',
  'postal-format',
  'postal-province',
  'po-box',
  'general-delivery',
  'too-long',
  'control-character',
  'phone-format',
  'email-format',
] as const;
export type AddressProblemCode = (typeof ADDRESS_PROBLEM_CODES)[number];

export interface AddressProblem {
  readonly field: AddressField;
  readonly severity: 'error' | 'warning';
  readonly code: AddressProblemCode;
  readonly message: string;
}

export interface AddressCheck {
  /** Trimmed, one blank between words, codes in capitals, province as code, postal code in its country's spelling. */
  readonly normalized: Address;
  readonly problems: readonly AddressProblem[];
}

/** The shortest line among the carriers' formats (Canada Post, UPS, FedEx): longer ones are cut on labels. */
export const ADDRESS_LINE_LENGTH = 35;

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Province required (libaddressinput S), city not required, postal code required (Z); every other country: city only. */
const PROVINCE_REQUIRED = list(
  'AE AD AS AU BR CA CN ES FM GU HK HN IN IQ IT JM JP KN KR KY MH MP NR PF PG PW SO SV TW UM US VE VI',
);
const CITY_OPTIONAL = list('AD AE AG AN GI HK JP KY MO NR SG SM VG YE ZM');
const POSTAL_REQUIRED = list(
  [
    'AS AT AU AX BE BL BR CA CH CN DE DK ES FI FK FM FR GB GF GG GL GP GR GS GU IM IN IO IT JE JP KR LI LU MF MH MP MQ',
    'MX MY NC NL NO NZ PF PL PM PN PR PT PW RE RU SE SG SH SJ SM TC TR TW US VI WF YT ZA',
  ].join(' '),
);

/**
 * Post office box in English, French, Spanish or German. The word alone is not enough ("Box Hill Road", "CP Rail"): a
 * number has to follow.
 */
const PO_BOX =
  /(?:^|[\s,;(])(?:p\.?\s*o\.?\s*b(?:ox)?\.?|post\s*office\s*box|postal\s*box|c\.?\s*p\.?|case\s*postale|b\.?\s*p\.?|bo[iî]te\s*postale|apartado(?:\s*postal)?|postfach)\s*(?:(?:#|n[o°º]\.?)\s*)?\d/iu;
const RURAL_BOX = /^\s*box\s*(?:#\s*)?\d+/iu;
const GENERAL_DELIVERY = /(?:^|[\s,])(?:general\s+delivery|poste\s+restante|gd\s+stn)(?:$|[\s,])/iu;

/** True when the line names a post office box, which couriers cannot deliver to. */
export const isPoBox = (line: string): boolean => PO_BOX.test(line) || RURAL_BOX.test(line);

const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** Printable ASCII with single blanks between words: nothing to clean. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** Control and invisible characters become blanks (a line break inside a field must not glue two words). */
const clean = (text: string | undefined): string =>
  text === undefined || PLAIN.test(text) ? (text ?? '') : cleaned(text);

const cleaned = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\u00a0]+/gu, ' ')
    .trim();

const LABELS: Readonly<Record<AddressField, string>> = {
  name: 'Name',
  companyName: 'Company',
  address1: 'Address line 1',
  address2: 'Address line 2',
  city: 'City',
  provinceCode: 'Province or state',
  zipcode: 'Postal code',
  countryCode: 'Country',
  phone: 'Phone',
  email: 'E-mail',
};
const TEXT_FIELDS = ['name', 'companyName', 'address1', 'address2', 'city'] as const;

function normalise(address: Address): Address {
  const countryCode = clean(address.countryCode).toUpperCase().normalize('NFC');
  const province = clean(address.provinceCode);
  const optional = (text: string | undefined) => clean(text) || undefined;
  return {
    ...address,
    name: clean(address.name),
    companyName: optional(address.companyName),
    address1: clean(address.address1),
    address2: optional(address.address2),
    city: clean(address.city),
    provinceCode: findProvince(countryCode, province) ?? province,
    zipcode: normalisePostalCode(countryCode, clean(address.zipcode)),
    countryCode,
    phone: optional(address.phone),
    email: optional(address.email),
  };
}

/**
 * Checks and normalises one address. Nothing a person typed is dropped except characters that cannot be printed, and
 * those are named. Checking the normalised address again changes nothing.
 */
export function checkAddress(address: Address): AddressCheck {
  const normalized = normalise(address);
  const problems: AddressProblem[] = [];
  const add = (field: AddressField, severity: AddressProblem['severity'], code: AddressProblemCode, message: string) =>
    problems.push({ field, severity, code, message });
  const { countryCode, provinceCode, zipcode } = normalized;
  const country = countryOf(countryCode);

  if (normalized.name === '' && normalized.companyName === undefined)
    add('name', 'error', 'required', 'A name or a company is needed.');
  if (normalized.address1 === '') add('address1', 'error', 'required', 'Address line 1 is needed.');
  if (normalized.city === '' && !CITY_OPTIONAL.has(countryCode)) add('city', 'error', 'required', 'A city is needed.');

  if (countryCode === '') add('countryCode', 'error', 'required', 'A country is needed.');
  else if (country === undefined)
    add('countryCode', 'error', 'unknown-country', `"${countryCode}" is not a country code such as CA or US.`);
  else {
    checkProvince(countryCode, country.name, provinceCode, add);
    checkPostalCode(countryCode, country.name, zipcode, provinceCode, add);
  }

  for (const field of TEXT_FIELDS) {
    const { length } = normalized[field] ?? '';
    if (length > ADDRESS_LINE_LENGTH)
      add(
        field,
        'warning',
        'too-long',
        `${LABELS[field]} has ${length} characters; carriers print ${ADDRESS_LINE_LENGTH} and may cut the rest.`,
      );
  }
  for (const field of ['address1', 'address2'] as const) {
    const line = normalized[field] ?? '';
    if (isPoBox(line)) add(field, 'warning', 'po-box', 'This is a post office box; couriers cannot deliver to it.');
    else if (GENERAL_DELIVERY.test(line))
      add(
        field,
        'warning',
        'general-delivery',
        'General delivery is held at a post office; couriers cannot deliver to it.',
      );
  }
  for (const field of Object.keys(LABELS) as AddressField[])
    if (CONTROL.test(address[field] ?? ''))
      add(
        field,
        'warning',
        'control-character',
        `${LABELS[field]} had characters that cannot be printed; they were taken out.`,
      );
  if (normalized.phone !== undefined && normalized.phone.replace(/\D/g, '').length < 7)
    add('phone', 'warning', 'phone-format', `"${normalized.phone}" is too short for a phone number.`);
  if (normalized.email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(normalized.email))
    add('email', 'warning', 'email-format', `"${normalized.email}" does not look like an e-mail address.`);
  return { normalized, problems };
}

type Add = (
  field: AddressField,
  severity: AddressProblem['severity'],
  code: AddressProblemCode,
  message: string,
) => void;

function checkProvince(countryCode: string, countryName: string, provinceCode: string, add: Add): void {
  const required = PROVINCE_REQUIRED.has(countryCode) && provincesOf(countryCode).length > 0;
  if (provinceCode === '') {
    if (required) add('provinceCode', 'error', 'required', `A province or state is needed in ${countryName}.`);
    return;
  }
  if (provincesOf(countryCode).length === 0 || isProvinceOf(countryCode, provinceCode)) return;
  // Where addresses name no province, an unknown one is harmless: it is not printed.
  const severity = required ? 'error' : 'warning';
  if (required || usesProvince(countryCode))
    add(
      'provinceCode',
      severity,
      'unknown-province',
      `"${provinceCode}" is not a province or state of ${countryName}.`,
    );
}

function checkPostalCode(
  countryCode: string,
  countryName: string,
  zipcode: string,
  provinceCode: string,
  add: Add,
): void {
  const example =
    countryCode === 'CA' ? ', such as M5V 2T6' : countryCode === 'US' ? ', such as 10001 or 10001-1234' : '';
  const required = POSTAL_REQUIRED.has(countryCode);
  if (zipcode === '') {
    if (required) add('zipcode', 'error', 'required', `A postal code is needed in ${countryName}${example}.`);
    return;
  }
  if (!required && !usesPostalCode(countryCode)) return;
  if (isPostalCode(countryCode, zipcode) === false) {
    add(
      'zipcode',
      required ? 'error' : 'warning',
      'postal-format',
      `"${zipcode}" is not a postal code of ${countryName}${example}.`,
    );
    return;
  }
  const possible = provincesOfPostalCode(countryCode, zipcode);
  if (possible === undefined || provinceCode === '' || !isProvinceOf(countryCode, provinceCode)) return;
  if (possible.length === 0)
    add(
      'zipcode',
      'warning',
      'postal-province',
      `No place in ${countryName} has a postal code that begins like ${zipcode}.`,
    );
  else if (!possible.includes(provinceCode))
    // ZIP codes follow mail routes and a few cross a state line; Canadian first letters do not.
    add(
      'zipcode',
      countryCode === 'CA' ? 'error' : 'warning',
      'postal-province',
      `Postal code ${zipcode} lies in ${possible.join(' or ')}, not in ${provinceCode}.`,
    );
}
