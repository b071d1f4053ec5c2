/** Contracts of the account with carriers, and what it can ship with. */
import type { CarrierService, ConnectionTest } from '@scanship/connector-kit/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { readList, readObject } from '@scanship/connector-kit/json-reader';
import type { Address } from '@scanship/domain/address';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { placeMessage } from './messages.ts';
import { readOption } from './options.ts';

const NAME = manifest.name;

/** Sendcloud's codes of the carriers the account has, each once. */
export async function carrierCodes(env: CarrierEnv, name: string): Promise<readonly string[]> {
  const response = await exchange(env, {
    method: 'GET',
    path: '/contracts',
    name,
    query: { is_active: 'true', page_size: 100 },
  });
  const { items, problems } = readList(response.json(), 'data', (c) => c.string('carrier_code', /^[a-z0-9_]+$/));
  const [problem] = problems;
  if (items.length === 0 && problem !== undefined)
    throw fail('vendor-broken', `${NAME} lists contracts that cannot be read: ${problem}`);
  return [...new Set(items)];
}

export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const codes = await carrierCodes(env, 'connection');
  return {
    message:
      codes.length === 0
        ? `${NAME} accepts the keys; no carrier is enabled yet, which is done in its settings under Carriers.`
        : `${NAME} accepts the keys and has ${codes.join(', ')} enabled.`,
  };
}

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
  return [...new Map(deliveries.map(({ code, name }) => [code, { code, name, scope: 'both' as const }])).values()];
}
