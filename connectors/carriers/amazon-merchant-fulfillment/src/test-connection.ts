import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { exchangeRestricted } from './client.ts';
import { manifest } from './manifest.ts';

/** A shipment nobody has: Amazon looks for it only for an application with the role and the seller's consent. */
const NO_SHIPMENT = '00000000-0000-0000-0000-000000000000';

/** Proves keys, refresh token and role without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const response = await exchangeRestricted(env, {
    method: 'GET',
    path: `/mfn/v0/shipments/${NO_SHIPMENT}`,
    name: 'look for a shipment',
    accept: [400, 404],
    rate: 1,
  });
  // Not found in Amazon's own words; an error page of somebody else proves nothing.
  readObject(response.json()).strictList('errors', (error) => error.string('code'));
  return { message: `Connected to ${manifest.name}.` };
}
