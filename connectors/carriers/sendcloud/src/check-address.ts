/** One address, checked against a carrier of the account and with Sendcloud's address service ("here"), street level. */
import type { AddressAnswer } from '@scanship/connector-kit/carrier/address-validation';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { sameAddress, zipcodeOf } from '@scanship/connector-kit/carrier/same-address';
import type { Address } from '@scanship/domain/addresses/address';
import { exchange } from './client.ts';
import { carrierCodes } from './contracts.ts';
import { manifest } from './manifest.ts';
import { addressMessage } from './messages.ts';

const NAME = manifest.name;

export async function checkAddress(address: Address, env: CarrierEnv): Promise<AddressAnswer> {
  const [carrier] = await carrierCodes(env, 'carriers');
  if (carrier === undefined)
    throw fail('refused', `${NAME} checks addresses for a carrier, and this account has none enabled yet.`);
  const {
    name: _name,
    company_name: _company,
    email: _email,
    phone_number: _phone,
    ...place
  } = addressMessage(address, 'to');
  const response = await exchange(env, {
    method: 'POST',
    path: '/addresses/validate',
    name: 'check address',
    readOnly: true,
    json: { address: place, carrier_code: carrier, validation_methods: ['here'] },
  });
  return readAnswer(response.json(), address);
}

const REASONS: Readonly<Record<string, string>> = {
  ADDRESS_TOO_LONG: 'The street is longer than the carrier takes.',
  HOUSE_NUMBER_TOO_LONG: 'The house number is longer than the carrier takes.',
  HOUSE_NUMBER_TOO_SHORT: 'The house number is missing.',
  ADDRESS_NOT_VALID: 'The address does not exist.',
  COUNTRY_CODE_MISSING: 'The country is missing.',
  POSTAL_CODE_MISSING: 'The postal code is missing.',
  STATE_MISSING: 'The state is missing.',
  PROVINCE_MISSING: 'The province is missing.',
};

interface Result {
  readonly address: Address;
  readonly isRecommended: boolean;
  readonly isValid: boolean;
  readonly messages: readonly string[];
}

function readResult(r: ObjectReader, asked: Address): Result {
  const verdict = r.object('analysis').object('validation_result');
  const reasons = verdict.raw('reasons');
  return {
    address: found(r.object('address'), asked),
    isRecommended: r.boolean('recommended'),
    isValid: verdict.boolean('is_valid'),
    messages: (Array.isArray(reasons) ? reasons : []).flatMap((reason: unknown) =>
      typeof reason === 'string' ? (REASONS[reason] ?? []) : [],
    ),
  };
}

/** The recommended one first. */
export function readAnswer(json: unknown, asked: Address): AddressAnswer {
  const answer = readObject(json);
  const isValid = answer.boolean('input_address_is_valid');
  const all = answer.list('results', (r) => readResult(r, asked), { optional: true });
  const valid = all
    .filter((each) => each.isValid)
    .toSorted((a, b) => Number(b.isRecommended) - Number(a.isRecommended));
  const messages = [...new Set([...all.flatMap((each) => each.messages), ...answer.problems])];
  const suggestions = valid.map(({ address }) => address);
  const [first] = suggestions;
  const base = { level: 'street' as const, suggestions, messages };
  if (isValid && answer.problems.length === 0 && (!first || sameAddress(asked, first)))
    return { ...base, verdict: 'confirmed' };
  if (first && answer.problems.length === 0)
    return { ...base, verdict: suggestions.length > 1 && !valid[0]?.isRecommended ? 'ambiguous' : 'corrected' };
  return {
    ...base,
    verdict: 'unknown',
    suggestions: [],
    messages: messages.length > 0 ? messages : [`${NAME} does not find this address.`],
  };
}

/** Street and house number may come apart; they go together in the order in which they were asked about. */
function street(o: ObjectReader, asked: Address): string {
  const line = o.string('address_line_1');
  const number = o.maybe('house_number', (n) => o.id(n));
  if (number === undefined || line.split(/[\s,]+/).includes(number)) return line;
  return /^\s*\d/.test(asked.address1) ? `${number} ${line}` : `${line} ${number}`;
}

function found(o: ObjectReader, asked: Address): Address {
  const state = o.maybe('state_province_code', (n) => o.string(n, /^([A-Z]{2}-)?[A-Z0-9]{1,3}$/));
  return {
    ...asked,
    address1: street(o, asked),
    address2: o.maybe('address_line_2', (n) => o.string(n)),
    city: o.string('city'),
    provinceCode: state?.replace(/^[A-Z]{2}-/, '') ?? asked.provinceCode,
    zipcode: zipcodeOf(asked.zipcode, o.string('postal_code')),
    countryCode: o.string('country_code', /^[A-Z]{2}$/),
  };
}
