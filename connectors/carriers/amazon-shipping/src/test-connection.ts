import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { exchange, payloadOf, placeOf } from './client.ts';
import { manifest } from './manifest.ts';

/** Proves keys, refresh token and the application's role without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const response = await exchange(env, {
    method: 'PUT',
    path: '/shipping/v2/unmanifestedShipments',
    name: 'open shipments',
    readOnly: true,
    json: {},
  });
  payloadOf(response);
  return { message: `Connected to ${manifest.name} in ${placeOf(env).country}.` };
}
