import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { hasTracking, mailPiece, send } from './client.ts';
import { manifest } from './manifest.ts';

/** A number that nobody has: the answer tells whether the keys are good. */
const NOBODYS = 'AA000000005GB';

/** Proves the keys without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const response = await send(env, { method: 'GET', path: '/orders', query: { pageSize: 1 }, name: 'list orders' });
  readObject(response.json()).list('orders', () => true, { optional: true });
  if (!hasTracking(env))
    return {
      message: `Connected to ${manifest.name}. Parcels on their way are followed once the keys of the Tracking API are added.`,
    };
  await mailPiece(env, NOBODYS, 'events');
  return { message: `Connected to ${manifest.name} and its Tracking API.` };
}
