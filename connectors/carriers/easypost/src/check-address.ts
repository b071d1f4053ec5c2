/** An address made with a wish to verify it: delivery verification, street level. */
import type { AddressAnswer } from '@scanship/connector-kit/carrier/address-validation';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { asSentence } from '@scanship/connector-kit/http/http-response';
import type { Address } from '@scanship/domain/addresses/address';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { addressOnly } from './messages.ts';

const NAME = manifest.name;

export async function checkAddress(address: Address, env: CarrierEnv): Promise<AddressAnswer> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/v2/addresses',
    name: 'check address',
    // An address in EasyPost's list costs nothing and is seen by nobody.
    readOnly: true,
    json: { address: addressOnly(address, 'to'), verify: true },
  });
  return readAnswer(response.json(), address);
}

const plainText = (text: string | undefined): string => (text ?? '').toUpperCase().replace(/[^A-Z0-9]+/g, '');
const same = (a: Address, b: Address): boolean =>
  plainText(`${a.address1} ${a.address2 ?? ''}`) === plainText(`${b.address1} ${b.address2 ?? ''}`) &&
  plainText(a.city) === plainText(b.city) &&
  plainText(a.provinceCode) === plainText(b.provinceCode) &&
  plainText(b.zipcode).startsWith(plainText(a.zipcode));

export function readAnswer(json: unknown, asked: Address): AddressAnswer {
  const answer = readObject(json);
  const delivery = answer.object('verifications').object('delivery');
  const messages = delivery.list('errors', (e) => asSentence(e.string('message')), { optional: true });
  if (!delivery.boolean('success'))
    return {
      verdict: 'unknown',
      level: 'street',
      suggestions: [],
      messages: messages.length > 0 ? messages : [`${NAME} does not find this address.`],
    };
  const found = verified(answer, asked);
  return {
    verdict: same(asked, found) ? 'confirmed' : 'corrected',
    level: 'street',
    suggestions: [found],
    residential: found.residential,
    messages: [...messages, ...answer.problems],
  };
}

function verified(o: ObjectReader, asked: Address): Address {
  const zip = o.string('zip');
  const short = plainText(asked.zipcode);
  return {
    ...asked,
    address1: o.string('street1'),
    address2: o.maybe('street2', (n) => o.string(n)),
    city: o.string('city'),
    provinceCode: o.string('state'),
    // More digits than were asked about are no correction.
    zipcode: short !== '' && plainText(zip).startsWith(short) ? asked.zipcode : zip,
    countryCode: o.string('country', /^[A-Z]{2}$/),
    residential: o.maybe('residential', (n) => o.boolean(n)) ?? asked.residential,
  };
}
