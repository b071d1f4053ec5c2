import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { manifest } from './manifest.ts';
import { find } from './track.ts';

/** A number that no parcel has: being told so proves user name, password and client ID, without any effect. */
const NOBODY = 'LTN000000000N0';

export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  await find(NOBODY, env);
  return { message: `Connected to ${manifest.name}.` };
}
