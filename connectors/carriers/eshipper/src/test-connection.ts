import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { signedIn } from './client.ts';
import { manifest } from './manifest.ts';

/** Proves user name and password without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  await signedIn(env);
  return { message: `Connected to ${manifest.name} as ${env.credentials.principal}.` };
}
