/** What USPS's own address file says: the standard form, whether mail is delivered there (DPV), and home or business. */
import type { AddressAnswer } from '@scanship/connector-kit/carrier/address-validation';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { domesticPlace } from './address.ts';
import { call } from './client.ts';
import { errorOf } from './problems.ts';
import { isDomestic } from './services.ts';

export async function checkAddress(address: Address, env: CarrierEnv): Promise<AddressAnswer> {
  if (!isDomestic(address.countryCode))
    throw fail('invalid-input', 'USPS knows the addresses of the United States only.', { field: 'countryCode' });
  const { streetAddress, secondaryAddress, city, state, ZIPCode, ZIPPlus4 } = domesticPlace(address, 'to');
  const response = await call(env, {
    method: 'GET',
    path: '/addresses/v3/address',
    query: { streetAddress, secondaryAddress, city, state, ZIPCode, ZIPPlus4 },
    name: 'check address',
    // An address that is not found, or is several.
    accept: [400, 404],
  });
  return response.status === 200 ? readAddress(response.json(), address) : notFound(errorOf(response.json()).words);
}

/** Addresses API, 404: "More than one address was found matching the requested address." */
const SEVERAL = /more than one|multiple/i;

function notFound(words: string): AddressAnswer {
  return {
    verdict: SEVERAL.test(words) ? 'ambiguous' : 'unknown',
    level: 'street',
    suggestions: [],
    messages: [words === '' ? 'USPS does not find this address.' : words.replace(/(?<![.\s])[.\s]*$/, '.')],
  };
}

/** Street suffixes people write out or shorten; USPS shortens (Publication 28, Appendix C1). */
const SUFFIXES: Readonly<Record<string, string>> = {
  STREET: 'ST',
  AVENUE: 'AVE',
  ROAD: 'RD',
  DRIVE: 'DR',
  LANE: 'LN',
  COURT: 'CT',
  PLACE: 'PL',
  BOULEVARD: 'BLVD',
  CIRCLE: 'CIR',
  TERRACE: 'TER',
  HIGHWAY: 'HWY',
  PARKWAY: 'PKWY',
  SQUARE: 'SQ',
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
  APARTMENT: 'APT',
  SUITE: 'STE',
  SAINT: 'ST',
};

/** Case, points and the usual abbreviations aside. */
const bare = (text: string | undefined): string =>
  (text ?? '')
    .toUpperCase()
    .replace(/[^A-Z0-9# ]+/g, '')
    .split(/\s+/)
    .map((word) => SUFFIXES[word] ?? word)
    .join(' ')
    .trim();

/** Another ZIP+4 is no correction. */
const same = (a: Address, b: Address): boolean =>
  bare(`${a.address1} ${a.address2 ?? ''}`) === bare(`${b.address1} ${b.address2 ?? ''}`) &&
  bare(a.city) === bare(b.city) &&
  bare(a.provinceCode) === bare(b.provinceCode) &&
  a.zipcode.trim().slice(0, 5) === b.zipcode.slice(0, 5);

function suggestionOf(o: ObjectReader, question: Address): Address {
  const code = o.string('ZIPCode', /^\d{5}$/);
  const plus = o.maybe('ZIPPlus4', (n) => o.string(n, /^\d{4}$/));
  return {
    ...question,
    address1: o.string('streetAddress'),
    address2: o.maybe('secondaryAddress', (n) => o.string(n)),
    city: o.string('city'),
    provinceCode: o.string('state', /^[A-Z]{2}$/),
    zipcode: plus === undefined ? code : `${code}-${plus}`,
  };
}

/** Codes of a correction that leave the address open: 22 several were found, 32 an apartment is missing. */
const SEVERAL_FOUND = '22';

const DPV: Readonly<Record<string, string>> = {
  D: 'The apartment, suite or box number is missing.',
  S: 'USPS does not know this apartment, suite or box number.',
  N: 'USPS delivers nothing to this address.',
};

/** @throws FieldProblem when the address of the answer cannot be read */
export function readAddress(json: unknown, question: Address): AddressAnswer {
  const answer = readObject(json);
  const suggestion = suggestionOf(answer.object('address'), question);
  const info = answer.maybe('additionalInfo', (n) => answer.object(n));
  const confirmation = info?.maybe('DPVConfirmation', (n) => info.string(n, /^[YDSN]$/));
  const business = info?.maybe('business', (n) => info.choice(n, { Y: true, N: false }));
  const vacant = info?.maybe('vacant', (n) => info.choice(n, { Y: true, N: false }));
  const corrections = answer.list('corrections', (c) => ({ code: c.id('code'), text: c.string('text') }), {
    optional: true,
  });
  const messages = [
    ...(confirmation !== undefined && DPV[confirmation] !== undefined ? [DPV[confirmation]] : []),
    ...(vacant === true ? ['USPS says that nobody lives or works there.'] : []),
    ...corrections.filter((c) => c.text !== '').map((c) => c.text.replace(/(?<![.\s])[.\s]*$/, '.')),
  ];
  const dropped = (question.address2 ?? '').trim() !== '' && suggestion.address2 === undefined;
  if (dropped) messages.push('USPS did not take the second line of the address over.');
  const exists = confirmation === 'Y' && !dropped;
  const verdict = exists
    ? same(question, suggestion)
      ? 'confirmed'
      : 'corrected'
    : confirmation === 'N'
      ? 'unknown'
      : 'ambiguous';
  return {
    verdict: corrections.some((c) => c.code === SEVERAL_FOUND) ? 'ambiguous' : verdict,
    level: 'street',
    suggestions: verdict === 'unknown' || dropped ? [] : [suggestion],
    residential: business === undefined ? undefined : !business,
    messages: confirmation === undefined ? [...messages, 'USPS did not say whether it delivers there.'] : messages,
  };
}
