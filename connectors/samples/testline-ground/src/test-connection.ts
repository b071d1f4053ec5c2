import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { call } from './client.ts';
import { manifest } from './manifest.ts';

/** Proves the credentials without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const { answer } = await call(env, { action: 'account', name: 'account', body: {}, readOnly: true });
  const accountName = answer.maybe('AccountName', (n) => answer.string(n));
  return {
    accountName,
    message: `Connected to ${manifest.name}${accountName === undefined ? '' : ` as ${accountName}`}.`,
  };
}
