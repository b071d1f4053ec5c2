/** Easyship's address validation of one address; how deep it looked, its answer says. */
import type { AddressAnswer } from '@scanship/connector-kit/carrier/address-validation';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { sameAddress, zipcodeOf } from '@scanship/connector-kit/carrier/same-address';
import { asSentence } from '@scanship/connector-kit/http/http-response';
import type { Address } from '@scanship/domain/addresses/address';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { addressMessage } from './messages.ts';

const NAME = manifest.name;

export async function checkAddress(address: Address, env: CarrierEnv): Promise<AddressAnswer> {
  const { line_1, line_2, city, state, postal_code, country_alpha2 } = addressMessage(address, 'to');
  const response = await exchange(env, {
    method: 'POST',
    path: '/addresses/validations',
    name: 'check address',
    // It leaves nothing in the account's list of addresses that anybody uses.
    readOnly: true,
    json: { line_1, line_2, city, state, postal_code, country_alpha2 },
  });
  return readAnswer(response.json(), address);
}

/** How far an address was verified. */
const LEVELS: Readonly<Record<string, 'building' | 'street' | 'place' | 'nothing'>> = {
  delivery_point: 'building',
  premise: 'building',
  street: 'street',
  city: 'place',
  state: 'place',
  none: 'nothing',
};

export function readAnswer(json: unknown, asked: Address): AddressAnswer {
  const validation = readObject(json).object('address').object('validation');
  const detail = validation.maybe('detail', (n) => validation.string(n));
  const level = validation.has('comparison') ? validation.object('comparison').choice('post', LEVELS) : 'nothing';
  const answer = { level: 'street' as const, messages: [] };
  if (level === 'place' || level === 'nothing')
    return {
      ...answer,
      verdict: 'unknown',
      suggestions: [],
      messages: [level === 'place' ? `${NAME} finds the town, not the street.` : `${NAME} does not find this address.`],
    };
  const found = verified(validation.object('address'), asked);
  if (level === 'street')
    return {
      ...answer,
      verdict: 'ambiguous',
      suggestions: [found],
      messages: [`${NAME} finds the street, not the number${detail === undefined ? '.' : `: ${asSentence(detail)}`}`],
    };
  // A part that cannot be read is neither right nor wrong.
  if (validation.problems.length > 0)
    return { ...answer, verdict: 'ambiguous', suggestions: [], messages: [...validation.problems] };
  return { ...answer, verdict: sameAddress(asked, found) ? 'confirmed' : 'corrected', suggestions: [found] };
}

function verified(o: ObjectReader, asked: Address): Address {
  const state = o.maybe('state', (n) => o.string(n));
  return {
    ...asked,
    address1: o.string('line_1'),
    address2: o.maybe('line_2', (n) => o.string(n)),
    city: o.string('city'),
    // Names of counties are no provinces of ours.
    provinceCode: state !== undefined && /^[A-Z0-9]{1,3}$/.test(state) ? state : asked.provinceCode,
    zipcode: zipcodeOf(asked.zipcode, o.string('postal_code')),
    countryCode: o.string('country_alpha2', /^[A-Z]{2}$/),
  };
}
