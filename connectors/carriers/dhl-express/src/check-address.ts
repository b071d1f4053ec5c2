/** Whether DHL delivers to a city and postal code (GET /address-validate); streets are not looked at. */
import type { AddressAnswer } from '@scanship/connector-kit/carrier/address-validation';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { call } from './client.ts';
import { warningsOf } from './warnings.ts';

export async function checkAddress(address: Address, env: CarrierEnv): Promise<AddressAnswer> {
  const response = await call(env, {
    method: 'GET',
    path: '/address-validate',
    query: {
      type: 'delivery',
      countryCode: address.countryCode,
      postalCode: address.zipcode.trim() || undefined,
      cityName: address.city.trim() || undefined,
      // Near matches are answered, too: they become suggestions.
      strictValidation: 'false',
    },
    name: 'address',
    accept: [404],
  });
  return response.status === 404 ? unknown([]) : readAddress(response.json(), address);
}

const unknown = (messages: readonly string[]): AddressAnswer => ({
  verdict: 'unknown',
  level: 'city',
  suggestions: [],
  messages: ['DHL Express does not find this city and postal code.', ...messages],
});

/** Letters and digits alone, without accents and case: "Montréal" is "MONTREAL", "h2x 1y4" is "H2X1Y4". */
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

const MOST = 5;

/** @throws FieldProblem when there is no list */
export function readAddress(json: unknown, asked: Address): AddressAnswer {
  const answer = readObject(json);
  const found = answer.list(
    'address',
    (o) => ({
      country: o.string('countryCode', /^[A-Z]{2}$/),
      zipcode: o.maybe('postalCode', (n) => o.id(n)),
      city: o.maybe('cityName', (n) => o.string(n)),
    }),
    { optional: true },
  );
  const messages = [...warningsOf(answer), ...answer.problems];
  const places = found.filter((one) => one.country === asked.countryCode && one.city !== undefined);
  const zipOf = (one: (typeof places)[number]): string => one.zipcode ?? '';
  // DHL answers whole districts at times: a Canadian code is known by its first three characters.
  const sameZip = (one: (typeof places)[number]): boolean =>
    zipOf(one) === '' || bare(zipOf(one)) === bare(asked.zipcode) || bare(asked.zipcode).startsWith(bare(zipOf(one)));
  if (places.some((one) => bare(one.city ?? '') === bare(asked.city) && sameZip(one)))
    return { verdict: 'confirmed', level: 'city', suggestions: [], messages };
  if (places.length === 0) return unknown(messages);
  const suggestions = new Map<string, Address>();
  for (const one of places) {
    const zipcode = zipOf(one) === '' || sameZip(one) ? asked.zipcode : zipOf(one);
    const city = one.city ?? asked.city;
    suggestions.set(`${bare(city)} ${bare(zipcode)}`, { ...asked, city, zipcode });
  }
  return {
    verdict: suggestions.size === 1 ? 'corrected' : 'ambiguous',
    level: 'city',
    suggestions: [...suggestions.values()].slice(0, MOST),
    messages,
  };
}
