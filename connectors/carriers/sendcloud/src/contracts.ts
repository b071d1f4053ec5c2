/** Contracts of the account with carriers, and what it can ship with. */
import type { CarrierService, ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { type ObjectReader, readList, readObject } from '@scanship/connector-kit/answers/json-reader';
import { carrierNamed } from '@scanship/connector-kit/rates/carried-by';
import type { Address } from '@scanship/domain/addresses/address';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { placeMessage } from './messages.ts';
import { readOption, type ShippingOption } from './options.ts';
import { carrierOf } from './rate.ts';

const NAME = manifest.name;

export interface Contract {
  readonly id: number;
  /** Sendcloud's code of the carrier. */
  readonly carrierCode: string;
}

const CARRIER = /^[a-z0-9_]+$/;

/** The carrier stands as an object in every example of the contracts' own document, as a bare code in those of other documents. */
const readContract = (c: ObjectReader): Contract => ({
  id: c.integer('id', 1),
  carrierCode: c.has('carrier') ? c.object('carrier').string('code', CARRIER) : c.string('carrier_code', CARRIER),
});

/** Active contracts, of one carrier where it is named. */
export async function contractsOf(env: CarrierEnv, name: string, carrierCode?: string): Promise<readonly Contract[]> {
  const response = await exchange(env, {
    method: 'GET',
    path: '/contracts',
    name,
    query: { is_active: 'true', page_size: 100, carrier_code: carrierCode },
  });
  const { items, problems } = readList(response.json(), 'data', readContract);
  const [problem] = problems;
  if (items.length === 0 && problem !== undefined)
    throw fail('vendor-broken', `${NAME} lists contracts that cannot be read: ${problem}`);
  return items;
}

/** Sendcloud's codes of the carriers the account has, each once. */
export const carrierCodes = async (env: CarrierEnv, name: string): Promise<readonly string[]> => [
  ...new Set((await contractsOf(env, name)).map((each) => each.carrierCode)),
];

export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const codes = await carrierCodes(env, 'connection');
  return {
    message:
      codes.length === 0
        ? `${NAME} accepts the keys; no carrier is enabled yet, which is done in its settings under Carriers.`
        : `${NAME} accepts the keys and has ${codes.join(', ')} enabled.`,
  };
}

const listedService = (option: ShippingOption): CarrierService => ({
  code: option.code,
  name: option.name,
  scope: 'both',
  carrier: carrierNamed(carrierOf(option)).slug,
});

/** All or none: a service that is not on the list counts as gone. */
export async function discoverServices(from: Address, env: CarrierEnv): Promise<readonly CarrierService[]> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/shipping-options',
    name: 'services',
    readOnly: true,
    json: { from_address: placeMessage(from, 'from'), calculate_quotes: false },
  });
  const answer = readObject(response.json());
  if (answer.raw('data') === null) return [];
  const deliveries = answer.strictList('data', readOption).filter(({ isDelivery }) => isDelivery);
  return [...new Map(deliveries.map((option) => [option.code, listedService(option)])).values()];
}
