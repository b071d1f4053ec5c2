import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { Address } from '@scanship/domain/addresses/address';
import { billingNumberOf } from './account.ts';
import { tryOrder } from './check-address.ts';
import { manifest } from './manifest.ts';
import { today } from './messages.ts';

/** Sender of the examples in DHL's own documents. */
const EXAMPLE: Address = {
  name: 'My Online Shop GmbH',
  address1: 'Sträßchensweg 10',
  city: 'Bonn',
  provinceCode: '',
  zipcode: '53113',
  countryCode: 'DE',
};

/** Proves the keys, the user and the billing number of DHL Paket by an order that is tried out and not made. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  await tryOrder(
    {
      from: EXAMPLE,
      to: EXAMPLE,
      parcels: [{ number: 1, weightGrams: 1000 }],
      shipDate: today(env),
      options: {},
      references: [],
      language: 'en',
    },
    env,
    'try out an order',
  );
  return { message: `Connected to ${manifest.name} with billing number ${billingNumberOf(env, 'V01PAK')}.` };
}
