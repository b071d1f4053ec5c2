/** Street-level validation and classification (Address Validation API v2): the United States and Puerto Rico. */
import type { AddressAnswer } from '@scanship/connector-kit/carrier/address-validation';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { addressMessage } from './address.ts';
import { call } from './client.ts';
import { eachOf } from './reading.ts';

export async function checkAddress(address: Address, env: CarrierEnv): Promise<AddressAnswer> {
  if (address.countryCode !== 'US' && address.countryCode !== 'PR')
    throw fail('refused', 'UPS checks addresses in the United States and Puerto Rico only.', { field: 'countryCode' });
  const response = await call(env, {
    method: 'POST',
    // 3 is validation with classification.
    path: '/api/addressvalidation/v2/3',
    query: { regionalrequestindicator: 'False', maximumcandidatelistsize: 10 },
    name: 'check address',
    readOnly: true,
    json: { XAVRequest: { AddressKeyFormat: keyFormat(address) } },
  });
  return readAnswer(response.json(), address);
}

function keyFormat(address: Address) {
  const { AddressLine, City, StateProvinceCode, PostalCode, CountryCode } = addressMessage(address, 'to');
  return {
    AddressLine,
    PoliticalDivision2: City,
    PoliticalDivision1: StateProvinceCode,
    PostcodePrimaryLow: PostalCode?.slice(0, 5),
    PostcodeExtendedLow: PostalCode !== undefined && PostalCode.length === 9 ? PostalCode.slice(5) : undefined,
    CountryCode,
  };
}

/** Presence means yes; `null` and absence mean no. */
const present = (o: ObjectReader, name: string): boolean => {
  const value = o.raw(name);
  if (value === undefined || value === null) return false;
  if (typeof value !== 'string') throw new FieldProblem(o.at(name), 'should be text');
  return true;
};

const RESIDENTIAL: Readonly<Record<string, { readonly home: boolean | undefined }>> = {
  '0': { home: undefined },
  '1': { home: false },
  '2': { home: true },
};
const classOf = (o: ObjectReader): boolean | undefined =>
  o.maybe('AddressClassification', (n) => o.object(n).choice('Code', RESIDENTIAL))?.home;

/** Ignores case, punctuation and spaces. */
const plainText = (text: string | undefined): string => (text ?? '').toUpperCase().replace(/[^A-Z0-9]+/g, '');

/** Exists as written: street, city and state alike, and the ZIP code as far as it was given. */
const same = (a: Address, b: Address): boolean =>
  plainText(`${a.address1} ${a.address2 ?? ''}`) === plainText(`${b.address1} ${b.address2 ?? ''}`) &&
  plainText(a.city) === plainText(b.city) &&
  plainText(a.provinceCode) === plainText(b.provinceCode) &&
  plainText(b.zipcode).startsWith(plainText(a.zipcode));

/** @throws FieldProblem when the answer says neither yes, several nor none */
export function readAnswer(json: unknown, asked: Address): AddressAnswer {
  const answer = readObject(json).object('XAVResponse');
  const suggestions = eachOf(answer, 'Candidate', (c) => candidate(c, asked));
  const residential = classOf(answer) ?? suggestions[0]?.residential;
  const messages = [...answer.problems];
  if (present(answer, 'NoCandidatesIndicator'))
    return { verdict: 'unknown', level: 'street', suggestions: [], messages: ['UPS does not find this address.'] };
  if (present(answer, 'AmbiguousAddressIndicator')) {
    if (suggestions.length === 0) messages.push('UPS found several addresses that may be meant.');
    return { verdict: 'ambiguous', level: 'street', suggestions, residential, messages };
  }
  const [first] = suggestions;
  if (!present(answer, 'ValidAddressIndicator') || !first)
    throw new FieldProblem(answer.at('ValidAddressIndicator'), 'is missing, and so are the others');
  const verdict = same(asked, first) ? 'confirmed' : 'corrected';
  return { verdict, level: 'street', suggestions, residential, messages };
}

/** Lines of text, as UPS has them since v2. @throws FieldProblem for anything else */
function linesOf(key: ObjectReader): readonly string[] {
  const raw = key.raw('AddressLine');
  if (!Array.isArray(raw) || raw.length === 0)
    throw new FieldProblem(key.at('AddressLine'), 'should be a list of lines');
  return raw.map((line: unknown) => readObject({ line }, key.at('AddressLine')).string('line'));
}

/** The ZIP code as far as the question had it: four more digits only where they were asked about. */
function candidate(o: ObjectReader, asked: Address): Address {
  const key = o.object('AddressKeyFormat');
  const [address1 = '', ...rest] = linesOf(key);
  const low = key.string('PostcodePrimaryLow', /^\d{5}$/);
  const whole = plainText(asked.zipcode).length > 5;
  return {
    ...asked,
    address1,
    address2: rest.length > 0 ? rest.join(', ') : undefined,
    city: key.string('PoliticalDivision2'),
    provinceCode: key.string('PoliticalDivision1', /^[A-Z]{2}$/),
    zipcode: whole ? `${low}-${key.id('PostcodeExtendedLow', /^\d{4}$/)}` : low,
    countryCode: key.string('CountryCode', /^[A-Z]{2}$/),
    residential: classOf(o) ?? asked.residential,
  };
}
