/** FedEx's address service: whether an address exists as written, how it is written rightly, and whether people live there. */
import type { AddressAnswer } from '@scanship/connector-kit/carrier/address-validation';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { addressMessage, fromFedex } from './address.ts';
import { call, localeOf } from './client.ts';
import { errorsOf, sentence } from './problems.ts';

export async function checkAddress(address: Address, env: CarrierEnv): Promise<AddressAnswer> {
  const { residential: _unsaid, ...message } = addressMessage(address, 'address');
  const response = await call(env, {
    method: 'POST',
    path: '/address/v1/addresses/resolve',
    name: 'check address',
    readOnly: true,
    locale: localeOf('en', address.countryCode),
    // "Standardized address is not found" is an answer here.
    accept: [400],
    json: { addressesToValidate: [{ address: message }] },
  });
  if (response.status !== 200) return notFound(errorsOf(response.json()));
  return readAddress(response.json(), address);
}

const NOT_FOUND = /ADDRESS\.NOT\.?FOUND/;

function notFound(errors: ReturnType<typeof errorsOf>): AddressAnswer {
  const [first] = errors;
  if (first && NOT_FOUND.test(first.code))
    return { verdict: 'unknown', level: 'street', suggestions: [], messages: [`FedEx: ${sentence(first.message)}`] };
  throw fail('refused', first ? `FedEx: ${sentence(first.message)}` : 'FedEx could not check the address.', {
    vendorCode: first?.code ?? 'HTTP 400',
  });
}

/** @throws FieldProblem when the answer names no address, or not what became of it */
export function readAddress(json: unknown, asked: Address): AddressAnswer {
  const output = readObject(json).object('output');
  const [found] = output.strictList('resolvedAddresses', (o) => o);
  if (!found) throw new FieldProblem(output.at('resolvedAddresses'), 'is empty');
  const state = found.object('attributes');
  const said = messagesOf(found);
  if (state.has('CountrySupported') && !state.boolean('CountrySupported'))
    return unknown([`FedEx does not check addresses of ${asked.countryCode}.`, ...said]);
  const residential = found.maybe('classification', (n) =>
    found.choice(n, { RESIDENTIAL: 'home', BUSINESS: 'business', MIXED: 'open', UNKNOWN: 'open' }),
  );
  const homes = residential === 'home' ? true : residential === 'business' ? false : undefined;
  const resolved = state.boolean('Resolved');
  if (!resolved)
    return { ...unknown(said.length > 0 ? said : ['FedEx does not find this address.']), residential: homes };
  const suggestion = suggestionOf(found, asked);
  const several = state.has('MultipleMatches') && state.boolean('MultipleMatches');
  return {
    verdict: several ? 'ambiguous' : same(suggestion, asked) ? 'confirmed' : 'corrected',
    level: 'street',
    suggestions: [suggestion],
    residential: homes,
    messages: [...said, ...output.problems],
  };
}

const unknown = (messages: readonly string[]): AddressAnswer => ({
  verdict: 'unknown',
  level: 'street',
  suggestions: [],
  messages,
});

/** Remarks come as texts or as objects with code and message, according to the country. */
function messagesOf(found: ObjectReader): string[] {
  const list = found.raw('customerMessage');
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) => {
    if (typeof one === 'string') return one.trim() === '' ? [] : [sentence(one.replaceAll('.', ' '))];
    const o = typeof one === 'object' && one !== null ? readObject(one, found.at('customerMessage')) : undefined;
    const text = o?.maybe('message', (n) => o.string(n)) ?? o?.maybe('code', (n) => o.string(n).replaceAll('.', ' '));
    return text === undefined ? [] : [sentence(text)];
  });
}

function suggestionOf(found: ObjectReader, asked: Address): Address {
  const lines = found.raw('streetLinesToken');
  if (!Array.isArray(lines)) throw new FieldProblem(found.at('streetLinesToken'), 'should be a list');
  const texts = lines
    .map((line: unknown) => readObject({ line }, found.at('streetLinesToken')))
    .filter((o) => o.has('line'))
    .map((o) => o.string('line'));
  const [first, ...others] = texts;
  if (first === undefined) throw new FieldProblem(found.at('streetLinesToken'), 'is missing');
  const country = found.string('countryCode', /^[A-Z]{2}$/);
  const province = found.has('stateOrProvinceCode') ? fromFedex(country, found.string('stateOrProvinceCode')) : '';
  return {
    ...asked,
    address1: first,
    address2: others.length > 0 ? others.join(', ') : undefined,
    city: found.string('city'),
    provinceCode: province === '' ? asked.provinceCode : province,
    zipcode: zipOf(found, country, asked),
    countryCode: country,
  };
}

/** With its last four digits where the question had them. */
function zipOf(found: ObjectReader, country: string, asked: Address): string {
  const parsed = found.has('parsedPostalCode') ? found.object('parsedPostalCode') : undefined;
  const base = parsed?.has('base') === true ? parsed.string('base') : found.object('postalCodeToken').string('value');
  const addOn = parsed?.maybe('addOn', (n) => parsed.string(n, /^\d{4}$/));
  if (country === 'CA') return base.replace(/^(\w{3})\s*(\w{3})$/, '$1 $2').toUpperCase();
  return country === 'US' && addOn !== undefined && asked.zipcode.replace(/\D/g, '').length === 9
    ? `${base.slice(0, 5)}-${addOn}`
    : base;
}

const bare = (text: string | undefined): string =>
  (text ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^0-9A-Z]+/g, ' ')
    .trim();

/** Spelling and case aside; two lines or one are the same street. */
const same = (a: Address, b: Address): boolean =>
  bare(`${a.address1} ${a.address2 ?? ''}`) === bare(`${b.address1} ${b.address2 ?? ''}`) &&
  bare(a.city) === bare(b.city) &&
  bare(a.provinceCode) === bare(b.provinceCode) &&
  bare(a.zipcode).replaceAll(' ', '') === bare(b.zipcode).replaceAll(' ', '');
