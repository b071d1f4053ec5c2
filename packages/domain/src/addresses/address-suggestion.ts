/**
 * A better spelling of an address, by rules alone and with the reason for each change: what the check puts in the usual form,
 * and beyond that slips that can be told with certainty (the letter O for a zero in a postal code, a province that the
 * postal code contradicts, a name in capitals). Nothing is guessed about streets or house numbers. For the server.
 */
import type { Address, AddressField } from './address.ts';
import { type AddressProblem, checkAddress } from './address-check.ts';
import { isPostalCode, normalisePostalCode, provincesOfPostalCode } from './postal-codes.ts';
import { findProvince, isProvinceOf } from './provinces.ts';

export interface AddressDifference {
  readonly field: AddressField;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

export interface AddressSuggestion {
  readonly address: Address;
  readonly differences: readonly AddressDifference[];
  /** What would still be wrong with it. */
  readonly problems: readonly AddressProblem[];
}

const FIELDS = [
  'name',
  'companyName',
  'address1',
  'address2',
  'city',
  'provinceCode',
  'zipcode',
  'countryCode',
  'phone',
  'email',
] as const satisfies readonly AddressField[];

type Reasons = Partial<Record<AddressField, string>>;
type Rule = (address: Address, reasons: Reasons) => Address;

/** Digits and letters that are mistaken for one another, by what has to stand there. */
const AS_DIGIT: Readonly<Record<string, string>> = { O: '0', Q: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' };
const AS_LETTER: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '8': 'B' };

/** `A` a letter, `9` a digit, for the countries whose postal codes have one form. */
const FORMS: Readonly<Record<string, readonly string[]>> = { CA: ['A9A9A9'], US: ['99999', '999999999'] };

/** A postal code with slips of letter and digit put right; undefined when it does not become one. */
function unslipped(countryCode: string, zipcode: string): string | undefined {
  const signs = zipcode.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const form = FORMS[countryCode]?.find((each) => each.length === signs.length);
  if (form === undefined) return undefined;
  const fixed = Array.from(signs, (sign, at) =>
    form[at] === '9' ? (/\d/.test(sign) ? sign : AS_DIGIT[sign]) : /[A-Z]/.test(sign) ? sign : AS_LETTER[sign],
  );
  if (fixed.some((sign) => sign === undefined)) return undefined;
  const code = normalisePostalCode(countryCode, fixed.join(''));
  return isPostalCode(countryCode, code) === true ? code : undefined;
}

const fixPostalCode: Rule = (address, reasons) => {
  const { countryCode, zipcode } = address;
  if (zipcode === '' || isPostalCode(countryCode, zipcode) !== false) return address;
  const fixed = unslipped(countryCode, zipcode);
  if (fixed === undefined) return address;
  reasons.zipcode = 'A letter and a digit that look alike were mistaken for one another.';
  return { ...address, zipcode: fixed };
};

/** A Canadian postal code under the United States, and the other way round: the two forms cannot be confused. */
const fixCountry: Rule = (address, reasons) => {
  const { countryCode, provinceCode, zipcode } = address;
  const other = countryCode === 'US' ? 'CA' : countryCode === 'CA' ? 'US' : undefined;
  if (other === undefined || zipcode === '' || isPostalCode(countryCode, zipcode) !== false) return address;
  const code = normalisePostalCode(other, zipcode);
  const province = findProvince(other, provinceCode) ?? provinceCode;
  if (isPostalCode(other, code) !== true || !isProvinceOf(other, province)) return address;
  if (provincesOfPostalCode(other, code)?.includes(province) !== true) return address;
  reasons.countryCode = `The postal code and the province are of ${other === 'CA' ? 'Canada' : 'the United States'}.`;
  return { ...address, countryCode: other, zipcode: code, provinceCode: province };
};

/** The province that the postal code names, where none is given or it is contradicted; ZIP codes may cross a state line. */
const fixProvince: Rule = (address, reasons) => {
  const { countryCode, provinceCode, zipcode } = address;
  if (isPostalCode(countryCode, zipcode) !== true) return address;
  const possible = provincesOfPostalCode(countryCode, zipcode) ?? [];
  const [only, ...more] = possible;
  if (only === undefined || more.length > 0 || only === provinceCode) return address;
  const known = isProvinceOf(countryCode, provinceCode);
  if (known && countryCode !== 'CA') return address;
  reasons.provinceCode =
    provinceCode === ''
      ? `Postal code ${zipcode} lies in ${only}.`
      : `Postal code ${zipcode} lies in ${only}, not in ${provinceCode}.`;
  return { ...address, provinceCode: only };
};

/** "Toronto, ON" in the field of the city. */
const fixCity: Rule = (address, reasons) => {
  const comma = address.city.lastIndexOf(',');
  const [city, tail] = [address.city.slice(0, Math.max(0, comma)).trimEnd(), address.city.slice(comma + 1).trimStart()];
  if (city === '' || tail === '') return address;
  const province = findProvince(address.countryCode, tail);
  if (province === undefined || (address.provinceCode !== '' && address.provinceCode !== province)) return address;
  reasons.city = 'The province has a field of its own.';
  if (address.provinceCode === '') reasons.provinceCode = 'It stood beside the city.';
  return { ...address, city, provinceCode: province };
};

/** The same line twice, and a second line without a first. */
const fixLines: Rule = (address, reasons) => {
  const second = address.address2;
  if (second === undefined) return address;
  if (address.address1 === '') {
    reasons.address1 = 'The address begins in the first line.';
    reasons.address2 = reasons.address1;
    return { ...address, address1: second, address2: undefined };
  }
  if (second.toLowerCase() !== address.address1.toLowerCase()) return address;
  reasons.address2 = 'It repeats the first line.';
  return { ...address, address2: undefined };
};

const SMALL = new Set(['de', 'du', 'des', 'la', 'le', 'les', 'of', 'the', 'and', 'et', 'sur', 'on', 'aux', 'au']);
/** Words that stay in capitals: compass points, post office words, codes with digits. */
const CAPITALS = /^(?:[NSEWO]|[NS][EWO]|PO|RR|CP|BP|[IVX]+)$|\d/;

function inUsualCase(text: string): string {
  if (!/\p{L}{3,}/u.test(text) || (text !== text.toUpperCase() && text !== text.toLowerCase())) return text;
  let first = true;
  return text.replace(/[\p{L}\p{N}'’]+/gu, (word) => {
    const begins = first;
    first = false;
    if (CAPITALS.test(word.toUpperCase())) return word.toUpperCase();
    const lower = word.toLowerCase();
    if (!begins && SMALL.has(lower)) return lower;
    return lower.replace(/^\p{L}|(?<=^[dl]['’])\p{L}/gu, (letter) => letter.toUpperCase());
  });
}

/** A city written in one case throughout. Names and streets stay as they are: their spelling is their own. */
const fixCase: Rule = (address, reasons) => {
  const city = inUsualCase(address.city);
  if (city === address.city) return address;
  reasons.city ??= 'In the usual capitals.';
  return { ...address, city };
};

const RULES: readonly Rule[] = [fixLines, fixCity, fixPostalCode, fixCountry, fixProvince, fixCase];
/** Rules lead to one another (a corrected postal code names the province); this often is always enough. */
const MOST_ROUNDS = 4;

const USUAL: Readonly<Reasons> = {
  zipcode: 'In the usual form of the country.',
  provinceCode: 'As the code of the province or state.',
  countryCode: 'As the code of the country.',
};

/** @returns undefined when there is nothing to improve. The suggestion of a suggestion is undefined. */
export function suggestAddress(given: Address): AddressSuggestion | undefined {
  const reasons: Reasons = {};
  let address = checkAddress(given).normalized;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = address;
    for (const rule of RULES) address = rule(address, reasons);
    address = checkAddress(address).normalized;
    if (FIELDS.every((field) => (before[field] ?? '') === (address[field] ?? ''))) break;
  }
  const differences = FIELDS.flatMap((field): AddressDifference[] => {
    const [from, to] = [given[field] ?? '', address[field] ?? ''];
    if (from === to) return [];
    return [{ field, from, to, reason: reasons[field] ?? USUAL[field] ?? 'Without superfluous blanks and signs.' }];
  });
  return differences.length === 0 ? undefined : { address, differences, problems: checkAddress(address).problems };
}
