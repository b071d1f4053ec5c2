import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';

const montreal = { postalCode: 'H9P2T7', provinceCode: 'QC', countryCode: 'CA' };

/** A price question: GLS Canada has no call that is smaller, and it changes nothing. It proves the billing account too. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const { billing = '' } = env.credentials;
  const response = await exchange(env, {
    method: 'POST',
    path: '/rate',
    name: 'connection test',
    readOnly: true,
    json: {
      category: 'Parcel',
      paymentType: 'Prepaid',
      deliveryType: 'GRD',
      unitOfMeasurement: 'K',
      billing,
      sender: { ...montreal, name: 'Connection test' },
      consignee: { ...montreal, name: 'Connection test' },
      parcels: [{ parcelType: 'Box', quantity: '1', weight: '1', length: '10', depth: '10', width: '10' }],
    },
  });
  readObject(response.json()).strictList('rates', (rate) => rate.money('total', 'CAD'));
  return { message: `Connected to ${manifest.name} with billing account ${billing}.` };
}
