import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { ask, customerOf } from './client.ts';
import { manifest } from './manifest.ts';

/** A price question: Nationex has no call that is smaller, and it changes nothing. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const customer = customerOf(env);
  const { body: answer } = await ask(env, {
    method: 'POST',
    path: path`/Customers/${customer}/rates`,
    name: 'connection test',
    readOnly: true,
    json: {
      CustomerId: customer,
      ExpeditionDate: env.now().toISOString().slice(0, 10),
      ShipmentType: 'Delivery',
      SourcePostalCode: 'J3Y5T7',
      DestinationPostalCode: 'H2H2S2',
      TotalWeight: 1,
      TotalParcels: 1,
      UnitsOfMeasurement: 'LI',
      Accessory: { InsuranceAmount: 0, FrozenProtection: false, DangerousGoods: false },
      Parcels: [{ NCV: false, Weight: 1, Dimensions: { Height: 6, Length: 6, Width: 6, Cubing: 0.13 } }],
    },
  });
  answer.number('Total');
  return { message: `Connected to ${manifest.name} as customer ${customer}.` };
}
