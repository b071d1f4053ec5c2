import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';

/** Proves client and token without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const response = await exchange(env, { method: 'GET', path: '/shipments/count', name: 'count shipments' });
  readObject(response.json()).integer('count', 0);
  return { message: `Connected to ${manifest.name} as client ${env.credentials.client}.` };
}
