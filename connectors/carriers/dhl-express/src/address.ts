/** Our addresses in DHL's form. What does not fit is refused with our field's name, never cut. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';

export type PartyField = 'from' | 'to' | 'address';

const LINE = 45;
const LINES = 3;

/** Words of one of our address lines in pieces of 45 characters; a single longer word is cut where it must be. */
function wrapped(line: string): string[] {
  const lines: string[] = [];
  let rest = clean(line);
  while (rest.length > LINE) {
    const space = rest.lastIndexOf(' ', LINE);
    const end = space > 0 ? space : LINE;
    lines.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === '' ? lines : [...lines, rest];
}

const clean = (text: string): string => text.trim().replace(/\s+/g, ' ');

function lineFields(a: Address, field: PartyField) {
  const lines = [...wrapped(a.address1), ...wrapped(a.address2 ?? '')];
  if (lines.length > LINES)
    throw fail('invalid-input', `The street does not fit the ${LINES} lines of ${LINE} characters of DHL Express.`, {
      field: `${field}.address1`,
    });
  const [addressLine1, addressLine2, addressLine3] = lines;
  return { addressLine1, addressLine2, addressLine3 };
}

/** City, postal code, country and province: what a price needs. @throws ConnectorError `invalid-input` naming our field */
function place(a: Address, field: PartyField) {
  const cityName = clean(a.city);
  if (cityName === '' || cityName.length > 45)
    throw fail('invalid-input', 'DHL Express takes a city of 1 to 45 characters.', { field: `${field}.city` });
  const postalCode = clean(a.zipcode).toUpperCase();
  if (postalCode.length > 12)
    throw fail('invalid-input', 'DHL Express takes a postal code of up to 12 characters.', {
      field: `${field}.zipcode`,
    });
  const countryCode = a.countryCode.trim().toUpperCase();
  if (countryCode.length !== 2)
    throw fail('invalid-input', 'A country is two letters.', { field: `${field}.countryCode` });
  const provinceCode = clean(a.provinceCode).toUpperCase();
  return {
    postalCode,
    cityName,
    countryCode,
    provinceCode: provinceCode.length >= 2 && provinceCode.length <= 35 ? provinceCode : undefined,
  };
}

/** The address of a price question. */
export const rateAddress = (a: Address, field: PartyField) => ({ ...place(a, field), ...lineFields(a, field) });

function postalAddress(a: Address, field: PartyField) {
  const lines = lineFields(a, field);
  if (lines.addressLine1 === undefined)
    throw fail('invalid-input', 'The address has no street.', { field: `${field}.address1` });
  return { ...place(a, field), ...lines };
}

/** DHL needs company, person and telephone of every party; the company falls back to the person's name. */
function contact(a: Address, field: PartyField) {
  const fullName = clean(a.name);
  if (fullName === '' || fullName.length > 255)
    throw fail('invalid-input', 'DHL Express takes a name of 1 to 255 characters.', { field: `${field}.name` });
  const companyName = clean(a.companyName ?? '') || fullName;
  if (companyName.length > 100)
    throw fail('invalid-input', 'DHL Express takes a company name of up to 100 characters.', {
      field: a.companyName?.trim() ? `${field}.companyName` : `${field}.name`,
    });
  const phone = clean(a.phone ?? '');
  if (phone.replace(/\D/g, '').length < 5 || phone.length > 70)
    throw fail('invalid-input', 'DHL Express needs a telephone number of sender and receiver.', {
      field: `${field}.phone`,
    });
  const email = clean(a.email ?? '');
  return { email: email !== '' && email.length <= 70 ? email : undefined, phone, companyName, fullName };
}

/** A party without its numbers: of pickups. @throws ConnectorError `invalid-input` naming our field */
export const partyMessage = (a: Address, field: PartyField) => ({
  postalAddress: postalAddress(a, field),
  contactInformation: contact(a, field),
});

/** Kinds of tax numbers by DHL's codes (registrationNumbers/typeCode); SDT is the import one-stop shop and its kin. */
const REGISTRATIONS: Readonly<Record<string, string>> = {
  VAT: 'VAT',
  EIN: 'EIN',
  GST: 'GST',
  BN: 'GST',
  SSN: 'SSN',
  EORI: 'EOR',
  EOR: 'EOR',
  IOSS: 'SDT',
  SDT: 'SDT',
  VOEC: 'SDT',
  ARN: 'SDT',
  DUNS: 'DUN',
  CNPJ: 'CNP',
  CPF: 'CNP',
  MID: 'MID',
  REX: 'RGP',
};

function registrations(a: Address, field: PartyField) {
  const numbers = (a.taxIds ?? []).flatMap(({ kind, number, countryCode }, index) => {
    const value = clean(number);
    const typeCode = REGISTRATIONS[kind.trim().toUpperCase()] ?? 'FTN';
    if (value === '') return [];
    if (value.length > 35)
      throw fail('invalid-input', 'DHL Express takes a tax number of up to 35 characters.', {
        field: `${field}.taxIds.${index}`,
      });
    return [{ typeCode, number: value, issuerCountryCode: (countryCode ?? a.countryCode).toUpperCase() }];
  });
  return numbers.length > 0 ? numbers.slice(0, 50) : undefined;
}

/** A party of a shipment, with its tax numbers. @throws ConnectorError `invalid-input` naming our field */
export const shipmentParty = (a: Address, field: PartyField) => ({
  ...partyMessage(a, field),
  registrationNumbers: registrations(a, field),
});
