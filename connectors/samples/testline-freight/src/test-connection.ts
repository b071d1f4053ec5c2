import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { call } from './client.ts';
import { manifest } from './manifest.ts';

/** Proves the key without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const answer = readObject((await call(env, { method: 'GET', path: '/me', name: 'account' })).json());
  const accountName = answer.maybe('account', (n) => answer.string(n));
  return {
    accountName,
    message: `Connected to ${manifest.name}${accountName === undefined ? '' : ` as ${accountName}`}.`,
  };
}
