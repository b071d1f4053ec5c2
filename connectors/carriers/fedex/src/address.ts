/** Our addresses in FedEx's form. What does not fit is refused with our field's name, never cut. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';

export type PartyField = 'from' | 'to' | 'address';

export interface VendorPlace {
  readonly city: string;
  readonly stateOrProvinceCode?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly countryCode: string;
  readonly residential?: boolean | undefined;
}
export interface VendorAddress extends VendorPlace {
  readonly streetLines: readonly string[];
}
export interface VendorContact {
  readonly personName: string;
  readonly companyName?: string | undefined;
  readonly phoneNumber: string;
  readonly phoneExtension?: string | undefined;
  readonly emailAddress?: string | undefined;
}
export interface VendorParty {
  readonly address: VendorAddress;
  readonly contact: VendorContact;
  readonly tins?: readonly { readonly number: string; readonly tinType: string }[] | undefined;
}

/** Ship API, PartyAddress and PartyContact. */
const LINE = 35;
const LINES = 3;
const CITY = 35;
const PERSON = 70;
const COMPANY = 35;

const WITH_PROVINCE: ReadonlySet<string> = new Set(['CA', 'US', 'PR']);
const NORTH_AMERICA: ReadonlySet<string> = new Set(['CA', 'US', 'PR', 'VI']);

/** Words of one of our address lines in pieces of 35 characters; a single longer word is cut where it must be. */
function wrapped(line: string): string[] {
  const lines: string[] = [];
  let rest = line.trim().replace(/\s+/g, ' ');
  while (rest.length > LINE) {
    const space = rest.lastIndexOf(' ', LINE);
    const end = space > 0 ? space : LINE;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trim();
  }
  return rest === '' ? lines : [...lines, rest];
}

export function streetLines(a: Address, field: PartyField): string[] {
  const lines = [...wrapped(a.address1), ...wrapped(a.address2 ?? '')];
  if (lines.length === 0) throw fail('invalid-input', 'The address has no street.', { field: `${field}.address1` });
  if (lines.length > LINES)
    throw fail('invalid-input', `The street does not fit the ${LINES} lines of ${LINE} characters that FedEx prints.`, {
      field: `${field}.address1`,
    });
  return lines;
}

function postalCode(a: Address, field: PartyField): string | undefined {
  const bare = a.zipcode.replace(/[\s-]+/g, '').toUpperCase();
  const wrong = (form: string): Error =>
    fail('invalid-input', `"${a.zipcode}" is not a postal code of ${a.countryCode}; ${form}.`, {
      field: `${field}.zipcode`,
    });
  if (a.countryCode === 'CA') {
    if (!/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(bare)) throw wrong('FedEx expects the form A1A 1A1');
    return bare;
  }
  if (a.countryCode === 'US' || a.countryCode === 'PR') {
    if (!/^\d{5}(\d{4})?$/.test(bare)) throw wrong('FedEx expects five or nine digits');
    return bare.length === 9 ? `${bare.slice(0, 5)}-${bare.slice(5)}` : bare;
  }
  const written = a.zipcode.trim().toUpperCase();
  if (written.length > 10) throw wrong('FedEx takes up to ten characters');
  return written === '' ? undefined : written;
}

/** FedEx writes Quebec PQ: QC is answered with ORIGIN.STATEORPROVINCECODE.CHANGED (README.md, "Quirks"). */
const toFedex = (country: string, province: string): string =>
  country === 'CA' && province === 'QC' ? 'PQ' : province;
export const fromFedex = (country: string | undefined, province: string): string =>
  country === 'CA' && province === 'PQ' ? 'QC' : province;

/** Only these countries have codes that FedEx knows; elsewhere the field is left out. */
function province(a: Address, field: PartyField): string | undefined {
  const code = a.provinceCode.trim().toUpperCase();
  if (!WITH_PROVINCE.has(a.countryCode)) return undefined;
  if (a.countryCode === 'PR' && code === '') return 'PR';
  if (!/^[A-Z]{2}$/.test(code))
    throw fail('invalid-input', 'FedEx needs the two letters of the province or state.', {
      field: `${field}.provinceCode`,
    });
  return toFedex(a.countryCode, code);
}

/** The place of a price question. @throws ConnectorError `invalid-input` naming our field */
export function placeMessage(a: Address, field: PartyField): VendorPlace {
  const city = a.city.trim().replace(/\s+/g, ' ');
  if (city === '' || city.length > CITY)
    throw fail('invalid-input', `FedEx takes a city of 1 to ${CITY} characters.`, { field: `${field}.city` });
  return {
    city,
    stateOrProvinceCode: province(a, field),
    postalCode: postalCode(a, field),
    countryCode: a.countryCode,
    residential: field === 'to' ? a.residential === true : undefined,
  };
}

export const addressMessage = (a: Address, field: PartyField): VendorAddress => ({
  streetLines: streetLines(a, field),
  ...placeMessage(a, field),
});

/** Digits as FedEx takes them, with an extension; undefined when the text holds no whole number. */
export function phoneMessage(
  text: string | undefined,
  country: string,
): { readonly number: string; readonly extension?: string | undefined } | undefined {
  if (text === undefined) return undefined;
  const [, main = '', extension] = /^(.*?)(?:(?:x|ext\.?|poste)\s*(\d{1,6}))?$/i.exec(text.trimEnd()) ?? [];
  const digits = main.replace(/\D/g, '');
  if (NORTH_AMERICA.has(country)) {
    const local = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
    return local.length === 10 ? { number: local, extension } : undefined;
  }
  return digits.length >= 5 && digits.length <= 15 ? { number: digits, extension } : undefined;
}

function fitting(text: string, most: number, what: string, field: string): string {
  const name = text.trim().replace(/\s+/g, ' ');
  if (name === '' || name.length > most)
    throw fail('invalid-input', `FedEx takes ${what} of 1 to ${most} characters.`, { field });
  return name;
}

/** @throws ConnectorError `invalid-input` naming our field: FedEx wants a telephone number for every party */
export function contactMessage(a: Address, field: PartyField): VendorContact {
  const phone = phoneMessage(a.phone, a.countryCode);
  if (!phone)
    throw fail('invalid-input', 'FedEx needs a whole telephone number of both sender and receiver.', {
      field: `${field}.phone`,
    });
  return {
    personName: fitting(a.name, PERSON, 'a name', `${field}.name`),
    companyName: a.companyName?.trim()
      ? fitting(a.companyName, COMPANY, 'a company name', `${field}.companyName`)
      : undefined,
    phoneNumber: phone.number,
    phoneExtension: phone.extension,
    emailAddress: a.email !== undefined && a.email.length > 0 && a.email.length <= 80 ? a.email : undefined,
  };
}

/**
 * FedEx's kinds of tax numbers (Ship API, tinType). Numbers that hold for the whole European Union are BUSINESS_UNION, as in
 * FedEx's own example of a shipment inside the Union.
 */
const TIN_TYPES: Readonly<Record<string, string>> = {
  EIN: 'FEDERAL',
  SSN: 'PERSONAL_NATIONAL',
  EORI: 'BUSINESS_UNION',
  IOSS: 'BUSINESS_UNION',
  VAT: 'BUSINESS_UNION',
};

const tins = (a: Address): VendorParty['tins'] => {
  const numbers = (a.taxIds ?? [])
    .filter(({ number }) => number.trim() !== '')
    .map(({ kind, number }) => ({
      number: number.trim(),
      tinType: TIN_TYPES[kind.toUpperCase()] ?? 'BUSINESS_NATIONAL',
    }));
  return numbers.length > 0 ? numbers : undefined;
};

/**
 * A party of a shipment.
 * @param abroad the shipment crosses a border, so tax numbers belong to it
 * @throws ConnectorError `invalid-input` naming our field
 */
export const partyMessage = (a: Address, field: PartyField, abroad: boolean): VendorParty => ({
  contact: contactMessage(a, field),
  address: addressMessage(a, field),
  tins: abroad ? tins(a) : undefined,
});
