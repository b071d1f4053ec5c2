/** Address validation of one address, street level, in the countries ShipStation has data for. */
import type { AddressAnswer } from '@scanship/connector-kit/carrier/address-validation';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { asSentence } from '@scanship/connector-kit/http/http-response';
import type { Address } from '@scanship/domain/addresses/address';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const tidy = (text: string | undefined): string => (text ?? '').trim();

export async function checkAddress(address: Address, env: CarrierEnv): Promise<AddressAnswer> {
  const city = tidy(address.city);
  const response = await exchange(env, {
    method: 'POST',
    path: '/v1/addresses/validate',
    name: 'check address',
    readOnly: true,
    json: [
      {
        name: tidy(address.name) || undefined,
        address_line1: tidy(address.address1),
        address_line2: tidy(address.address2) || undefined,
        city_locality: city,
        state_province: tidy(address.provinceCode) || city,
        postal_code: tidy(address.zipcode) || undefined,
        country_code: address.countryCode,
      },
    ],
  });
  const body = response.json();
  if (!Array.isArray(body)) throw new FieldProblem('The answer', 'should be a list');
  const [first]: unknown[] = body;
  return readAnswer(readObject(first), address);
}

const plainText = (text: string | undefined): string => (text ?? '').toUpperCase().replace(/[^A-Z0-9]+/g, '');
const same = (a: Address, b: Address): boolean =>
  plainText(`${a.address1} ${a.address2 ?? ''}`) === plainText(`${b.address1} ${b.address2 ?? ''}`) &&
  plainText(a.city) === plainText(b.city) &&
  plainText(a.provinceCode) === plainText(b.provinceCode) &&
  plainText(b.zipcode).startsWith(plainText(a.zipcode));

const RESIDENTIAL: Readonly<Record<string, { readonly home: boolean | undefined }>> = {
  yes: { home: true },
  no: { home: false },
  unknown: { home: undefined },
};

const STATUS: Readonly<Record<string, 'verified' | 'warning' | 'error' | 'unverified'>> = {
  verified: 'verified',
  warning: 'warning',
  error: 'error',
  unverified: 'unverified',
};

export function readAnswer(answer: ObjectReader, asked: Address): AddressAnswer {
  const status = answer.choice('status', STATUS);
  const messages = answer.list('messages', (m) => asSentence(m.string('message')), { optional: true });
  if (status === 'unverified')
    throw fail('refused', messages[0] ?? `${NAME} does not check addresses of this country.`, { field: 'countryCode' });
  const suggestion = answer.maybe('matched_address', (n) => matched(answer.object(n), asked));
  const said = [...messages, ...answer.problems];
  if (status === 'error')
    return {
      verdict: 'unknown',
      level: 'street',
      suggestions: [],
      messages: said.length > 0 ? said : [`${NAME} does not find this address.`],
    };
  if (!suggestion) {
    if (status === 'verified')
      throw new FieldProblem(answer.at('matched_address'), 'is missing for a verified address');
    return { verdict: 'ambiguous', level: 'street', suggestions: [], messages: said };
  }
  const verdict = status === 'warning' ? 'ambiguous' : same(asked, suggestion) ? 'confirmed' : 'corrected';
  return { verdict, level: 'street', suggestions: [suggestion], residential: suggestion.residential, messages: said };
}

function matched(o: ObjectReader, asked: Address): Address {
  const zip = o.string('postal_code');
  // More digits than were asked about are no correction.
  const short = plainText(asked.zipcode);
  return {
    ...asked,
    address1: o.string('address_line1'),
    address2: o.maybe('address_line2', (n) => o.string(n)),
    city: o.string('city_locality'),
    provinceCode: o.string('state_province'),
    zipcode: short !== '' && plainText(zip).startsWith(short) ? asked.zipcode : zip,
    countryCode: o.string('country_code', /^[A-Z]{2}$/),
    residential: o.maybe('address_residential_indicator', (n) => o.choice(n, RESIDENTIAL))?.home ?? asked.residential,
  };
}
