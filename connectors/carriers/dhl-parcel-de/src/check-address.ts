/**
 * Whether DHL can route to an address in Germany: an order that is tried out and not made (`validate`). What DHL has to say
 * about the receiver's address stands among its remarks.
 */
import type { AddressAnswer } from '@scanship/connector-kit/carrier/address-validation';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { call } from './client.ts';
import { manifest } from './manifest.ts';
import { type OrderMessage, orderMessage, today } from './messages.ts';
import { refusalOf, remarksOf, sentence, statusOf } from './problems.ts';
import { onlyItem } from './ship.ts';

const NAME = manifest.name;

const trial = (address: Address, env: CarrierEnv): ShipmentRequest => ({
  from: address,
  to: address,
  parcels: [{ number: 1, weightGrams: 1000 }],
  shipDate: today(env),
  options: {},
  references: [],
  language: 'en',
});

/** Without a day of hand-over, which has no part in a trial and could be over by the clock there. */
const undated = ({ profile, shipments }: OrderMessage) => ({
  profile,
  shipments: shipments.map(({ shipDate: _day, ...shipment }) => shipment),
});

/** @returns remarks about the receiver; empty when there is nothing to say. @throws ConnectorError for other refusals */
export async function tryOrder(s: ShipmentRequest, env: CarrierEnv, name: string): Promise<readonly string[]> {
  const response = await call(env, {
    api: 'shipping',
    method: 'POST',
    path: '/orders',
    query: { validate: 'true' },
    name,
    readOnly: true,
    accept: [400],
    json: undated(orderMessage(s, 'V01PAK', 'TRIAL00000000000', env)),
  });
  const item = onlyItem(readObject(response.json()));
  const status = statusOf(item.object('sstatus'));
  const remarks = remarksOf(item).filter(({ property }) => /consignee/i.test(property));
  if (status === 200 || remarks.length > 0) return remarks.map(({ words }) => sentence(words));
  if (status < 400 || status >= 500) throw new FieldProblem(item.at('sstatus'), 'does not say whether it is right');
  const { message = '', ...more } = refusalOf(item);
  throw fail('refused', message, more);
}

const unknown = (messages: readonly string[]): AddressAnswer => ({
  verdict: 'unknown',
  level: 'street',
  suggestions: [],
  messages,
});

export async function checkAddress(address: Address, env: CarrierEnv): Promise<AddressAnswer> {
  if (address.countryCode !== 'DE')
    throw fail('refused', `${NAME} checks addresses in Germany only.`, { field: 'countryCode' });
  try {
    const messages = await tryOrder(trial(address, env), env, 'check address');
    return messages.length === 0
      ? { verdict: 'confirmed', level: 'street', suggestions: [], messages: [] }
      : unknown(messages);
  } catch (error) {
    // What cannot even be written down as an address of DHL is none.
    if (error instanceof ConnectorError && error.problem.kind === 'invalid-input')
      return unknown([error.problem.message]);
    throw error;
  }
}
