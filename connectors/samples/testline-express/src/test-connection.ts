/** Proves the credentials by reading the account's own name. */
import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { call } from './client.ts';
import { manifest } from './manifest.ts';

export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const response = await call(env, { method: 'GET', path: '/v1/account', name: 'account' });
  const answer = readObject(response.json());
  const accountName = answer.maybe('name', (n) => answer.string(n));
  return {
    accountName,
    message: `Connected to ${manifest.name}${accountName === undefined ? '' : ` as ${accountName}`}.`,
  };
}
