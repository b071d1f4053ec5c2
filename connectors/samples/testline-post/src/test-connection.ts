import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { call, customerOf } from './client.ts';
import { manifest } from './manifest.ts';

/** Proves user, password and customer number without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const answer = (
    await call(env, { method: 'GET', path: path`/rs/${customerOf(env)}/account`, name: 'account', type: 'account' })
  ).object('account');
  const accountName = answer.maybe('name', (n) => answer.string(n));
  return {
    accountName,
    message: `Connected to ${manifest.name}${accountName === undefined ? '' : ` as ${accountName}`}.`,
  };
}
