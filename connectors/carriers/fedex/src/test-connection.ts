/** Proves the keys by signing in, and the account number by a price question that costs nothing. */
import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { accountNumber, call, pickupType } from './client.ts';
import { rateMessage } from './messages.ts';
import { readRates } from './rate.ts';

/** Two public addresses a country: city halls. */
const PLACES: readonly (readonly [Address, Address])[] = [
  [
    place('100 Queen St W', 'Toronto', 'ON', 'M5H 2N2', 'CA'),
    place('110 Laurier Ave W', 'Ottawa', 'ON', 'K1P 1J1', 'CA'),
  ],
  [place('City Hall Park', 'New York', 'NY', '10007', 'US'), place('1 City Hall Sq', 'Boston', 'MA', '02201', 'US')],
];

function place(address1: string, city: string, provinceCode: string, zipcode: string, countryCode: string): Address {
  return { name: 'Connection test', address1, city, provinceCode, zipcode, countryCode };
}

const question = ([from, to]: readonly [Address, Address], now: Date): ShipmentRequest => ({
  from,
  to,
  parcels: [{ number: 1, weightGrams: 1000, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } }],
  shipDate: now.toISOString().slice(0, 10),
  options: {},
  references: [],
  language: 'en',
});

export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const account = accountNumber(env);
  let refused: ConnectorError | undefined;
  // An account belongs to one country: the other one may refuse it.
  for (const places of PLACES)
    try {
      const response = await call(env, {
        method: 'POST',
        path: '/rate/v1/rates/quotes',
        name: 'test prices',
        readOnly: true,
        json: rateMessage(question(places, env.now()), { account, pickup: pickupType(env) }),
      });
      const { offers } = readRates(response.json());
      const told = offers.length > 0 ? 'Prices are answered.' : 'It answers no prices yet.';
      return { accountName: account, message: `Connected to FedEx as account ${account}. ${told}` };
    } catch (error) {
      const declined =
        error instanceof ConnectorError && ['refused', 'invalid-input'].includes(error.problem.kind)
          ? error
          : undefined;
      if (!declined) throw error;
      refused ??= declined;
    }
  throw refused ?? new Error('no place to ask from');
}
