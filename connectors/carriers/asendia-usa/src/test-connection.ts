import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { accountOf, ask } from './client.ts';
import { manifest } from './manifest.ts';

/** Proves user name, password, key and account number by asking the prices of a pound to London, which has no effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const { accountNumber, subAccountNumber, processingLocation } = accountOf(env);
  const given = (value: string | undefined): string | undefined => (value === '' ? undefined : value);
  await ask(env, {
    method: 'GET',
    path: '/v1.0/ShippingPlatform/ShippingRate',
    name: 'test connection',
    query: {
      accountNumber,
      subAccountNumber: given(subAccountNumber),
      processingLocation: given(processingLocation),
      recipientPostalCode: 'SW1A 1AA',
      recipientCountryCode: 'GB',
      totalPackageWeight: 1,
      weightUnit: 'Lb',
      productCode: '*',
    },
  });
  return { message: `Connected to ${manifest.name}.` };
}
