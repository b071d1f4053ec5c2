/** City, province and postal code, as Purolator's own directory has them; streets are not looked at. */
import type { AddressAnswer } from '@scanship/connector-kit/carrier/address-validation';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { shortAddress } from './addresses.ts';
import { call, errorsOf } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '')
    .toUpperCase();

/** "V5E4H9" and "100010001" as people write them. */
function written(code: string, countryCode: string): string {
  const text = code.replace(/[\s-]+/g, '').toUpperCase();
  if (countryCode === 'CA' && text.length === 6) return `${text.slice(0, 3)} ${text.slice(3)}`;
  return countryCode === 'US' && text.length === 9 ? `${text.slice(0, 5)}-${text.slice(5)}` : text;
}

function suggestion(of: Address, s: ObjectReader): Address {
  const a = s.object('Address');
  const country = a.has('Country') ? a.string('Country', /^[A-Z]{2}$/) : of.countryCode;
  return {
    ...of,
    city: a.string('City'),
    provinceCode: a.has('Province') ? a.string('Province', /^[A-Z]{2,3}$/) : of.provinceCode,
    countryCode: country,
    zipcode: written(a.string('PostalCode', /^[A-Za-z0-9 -]{3,10}$/), country),
  };
}

const same = (a: Address, b: Address): boolean =>
  plain(a.city) === plain(b.city) &&
  plain(a.provinceCode) === plain(b.provinceCode) &&
  plain(a.zipcode) === plain(b.zipcode);

const sentence = (text: string): string => `${text.replace(/(?<![.\s])[.\s]*$/, '')}.`;
const unknown = (messages: readonly string[]): AddressAnswer => ({
  verdict: 'unknown',
  level: 'city',
  suggestions: [],
  messages,
});

/** @throws ConnectorError `refused` for countries whose postal codes the service does not know */
export async function checkAddress(address: Address, env: CarrierEnv): Promise<AddressAnswer> {
  if (address.countryCode !== 'CA' && address.countryCode !== 'US')
    throw fail('refused', `${NAME} checks addresses in Canada and the United States only.`, { field: 'countryCode' });
  let answer: ObjectReader;
  try {
    ({ answer } = await call(env, {
      service: 'availability',
      operation: 'ValidateCityPostalCodeZip',
      name: 'check address',
      body: { Addresses: { ShortAddress: [shortAddress(address, 'address')] } },
      readOnly: true,
    }));
  } catch (error) {
    if (error instanceof ConnectorError && ['refused', 'invalid-input'].includes(error.problem.kind))
      return unknown([error.problem.message]);
    throw error;
  }
  const found = answer.has('SuggestedAddresses')
    ? answer.object('SuggestedAddresses').list('SuggestedAddress', (s) => ({ errors: errorsOf(s), reader: s }))
    : [];
  const errors = found.flatMap((one) => one.errors.map((e) => sentence(e.text)));
  const suggestions = found.filter((one) => one.errors.length === 0).map((one) => suggestion(address, one.reader));
  if (suggestions.length === 0)
    return unknown([...(errors.length > 0 ? errors : [`${NAME} does not know this city and postal code.`])]);
  const messages = [...errors, ...answer.problems];
  if (suggestions.some((one) => same(one, address)))
    return { verdict: 'confirmed', level: 'city', suggestions: [], messages };
  return { verdict: suggestions.length === 1 ? 'corrected' : 'ambiguous', level: 'city', suggestions, messages };
}
