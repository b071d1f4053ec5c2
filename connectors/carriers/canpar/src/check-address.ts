/** Canada Post's address file, asked through Canpar: streets and numbers in Canada. */
import type { AddressAnswer } from '@scanship/connector-kit/carrier/address-validation';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { call } from './client.ts';
import { manifest } from './manifest.ts';
import { postalCode, shortened } from './messages.ts';
import { plainWords, takeApart } from './street.ts';

const same = (a: Address, b: Address): boolean => {
  const key = (x: Address): string =>
    JSON.stringify([
      takeApart(x.address1),
      plainWords(x.city).join(' '),
      x.provinceCode,
      x.zipcode.replace(/\s+/g, '').toUpperCase(),
    ]);
  return key(a) === key(b);
};

const NOTHING = /no (address|match|result|record)|not found/i;

export async function checkAddress(address: Address, env: CarrierEnv): Promise<AddressAnswer> {
  if (address.countryCode !== 'CA') throw fail('refused', `${manifest.name} checks addresses in Canada only.`);
  const street = takeApart(address.address1);
  const none = { verdict: 'unknown', level: 'street', suggestions: [] } as const;
  try {
    const answer = await call(env, {
      service: 'rating',
      method: 'searchCanadaPost',
      name: 'check address',
      request: {
        city: shortened(address.city, 30) ?? '',
        postal_code: postalCode(address, 'address.zipcode'),
        province: address.provinceCode,
        street_direction: street.direction,
        street_name: street.name,
        street_num: street.number,
        street_type: street.type,
        validate_only: true,
      },
      readOnly: true,
      arrays: ['*.return.address'],
    });
    const found = answer.list('address', (a) => suggestion(a, address), { optional: true });
    const messages = answer.problems;
    if (found.length === 0)
      return { ...none, messages: [...messages, `${manifest.name} does not find this address in Canada Post’s file.`] };
    const exact = found.find((one) => same(one, address));
    if (exact) return { verdict: 'confirmed', level: 'street', suggestions: [exact], messages };
    return { verdict: found.length === 1 ? 'corrected' : 'ambiguous', level: 'street', suggestions: found, messages };
  } catch (error) {
    if (error instanceof ConnectorError && NOTHING.test(error.problem.vendorMessage ?? ''))
      return { ...none, messages: [error.problem.message] };
    throw error;
  }
}

const suggestion = (a: ObjectReader, asked: Address): Address => ({
  ...asked,
  address1: a.string('address_line_1'),
  city: a.string('city'),
  provinceCode: a.string('province', /^[A-Z]{2}$/),
  zipcode: a.string('postal_code', /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/).replace(/^(...) ?(...)$/, '$1 $2'),
});
