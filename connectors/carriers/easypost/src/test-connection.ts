import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';

/** A short list that every key may read; accounts are listed for production keys alone. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const response = await exchange(env, {
    method: 'GET',
    path: '/v2/shipments',
    name: 'connection',
    query: { page_size: 1 },
  });
  readObject(response.json()).boolean('has_more');
  const kind = (env.credentials.apiKey ?? '').startsWith('EZTK') ? 'a test key' : 'a production key';
  return { message: `${manifest.name} accepts the API key, which is ${kind}.` };
}
