/** Whether a suburb, a state and a postcode belong together; streets are not looked at. */
import type { AddressAnswer } from '@scanship/connector-kit/carrier/address-validation';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { firstError, inWords, send } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

const plain = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, '').toUpperCase();

const unknown = (message: string): AddressAnswer => ({
  verdict: 'unknown',
  level: 'city',
  suggestions: [],
  messages: [message],
});

const NOT_FOUND = `${NAME} finds no such suburb with this state and postcode.`;

/** @throws ConnectorError `refused` for places outside Australia */
export async function checkAddress(address: Address, env: CarrierEnv): Promise<AddressAnswer> {
  if (address.countryCode !== 'AU')
    throw fail('refused', `${NAME} checks addresses in Australia only.`, { field: 'countryCode' });
  const response = await send(env, {
    method: 'GET',
    path: '/address',
    query: { suburb: address.city.trim(), state: address.provinceCode, postcode: address.zipcode.trim() },
    name: 'check address',
    accept: [400],
  });
  if (response.status === 400) {
    const error = firstError(response);
    return unknown(error ? inWords(error.words) : NOT_FOUND);
  }
  const body = readObject(response.json());
  // False goes with suburbs that were meant perhaps.
  body.boolean('found');
  const results = body.raw('results');
  if (!Array.isArray(results) || results.length === 0) return unknown(NOT_FOUND);
  const suburbs = results.filter(
    (one): one is string => typeof one === 'string' && /^[\p{L}\p{N} '.()/-]{2,60}$/u.test(one),
  );
  if (suburbs.length < results.length) return unknown(`${NAME} sent a list of suburbs that cannot be read.`);
  if (suburbs.some((suburb) => plain(suburb) === plain(address.city)))
    return { verdict: 'confirmed', level: 'city', suggestions: [], messages: [] };
  const suggestions = suburbs.map((city): Address => ({ ...address, city }));
  const messages = [`${NAME} knows other suburbs with this state and postcode.`];
  return { verdict: suggestions.length === 1 ? 'corrected' : 'ambiguous', level: 'city', suggestions, messages };
}
