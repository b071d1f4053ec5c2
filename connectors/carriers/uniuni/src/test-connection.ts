import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ask } from './client.ts';
import { manifest } from './manifest.ts';

/** Proves the token without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const data = await ask(env, {
    method: 'GET',
    path: '/shipments',
    query: { page: 1, pageSize: 1 },
    name: 'list shipments',
  });
  data.object('pagination').integer('count', 0);
  return { message: `Connected to ${manifest.name}.` };
}
