/** Proves user name, password and account number with a question for products that costs nothing. */
import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { accountNumber } from './client.ts';
import { productsBetween } from './products.ts';
import { todayAt } from './times.ts';

type Place = Pick<Address, 'city' | 'zipcode' | 'countryCode' | 'provinceCode'>;

/** Two public places a country. */
const PLACES: readonly (readonly [Place, Place])[] = [
  [
    { city: 'Toronto', zipcode: 'M5H 2N2', provinceCode: 'ON', countryCode: 'CA' },
    { city: 'London', zipcode: 'SW1A 2AA', provinceCode: '', countryCode: 'GB' },
  ],
  [
    { city: 'Bonn', zipcode: '53113', provinceCode: '', countryCode: 'DE' },
    { city: 'London', zipcode: 'SW1A 2AA', provinceCode: '', countryCode: 'GB' },
  ],
];

export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const account = accountNumber(env);
  let refused: ConnectorError | undefined;
  for (const [from, to] of PLACES)
    try {
      const { products } = await productsBetween(from, to, { day: todayAt(from, env.now()), dutiable: true }, env);
      const many = products.length === 1 ? '1 product' : `${products.length} products`;
      return {
        accountName: account,
        message: `Connected to DHL Express as account ${account}; ${many} from ${from.city} to ${to.city} today.`,
      };
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
