import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { exchange, pickupOf } from './client.ts';
import { manifest } from './manifest.ts';

/** Proves the keys, and that they may see the pickup account, without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const response = await exchange(env, {
    method: 'GET',
    path: '/tracking/v4/package/open',
    query: { packageId: 'CONNECTIONTEST', pickup: pickupOf(env) },
    name: 'look at the pickup',
  });
  readObject(response.json()).strictList('packages', (one) => one);
  return { message: `Connected to ${manifest.name} with pickup account ${pickupOf(env)}.` };
}
