/** Who the store is, and the places it sells and ships from. */
import { fail } from '@scanship/connector-kit/errors';
import type { Http } from '@scanship/connector-kit/http/http';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore, StoreLocation } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask, askWithToken, type SquareCall } from './client.ts';
import { MERCHANT_ID, readAddress } from './reading.ts';

const merchantCall: SquareCall = { name: 'merchant', path: '/v2/merchants/me' };
export const locationsCall: SquareCall = { name: 'locations', path: '/v2/locations' };

export const LOCATION_ID = /^[A-Za-z0-9]{1,32}$/;

const OTHER = 'Square let us in as another seller than the one that was asked for. Connect the store again.';

/** @throws ConnectorError `refused` when the answer is about another seller than the one that was asked for */
function readMerchant(merchant: ObjectReader, merchantId: string): string {
  if (merchant.string('id', MERCHANT_ID) !== merchantId) throw fail('refused', OTHER, { vendorCode: 'other-merchant' });
  return merchant.string('business_name');
}

const readLocation = (location: ObjectReader): StoreLocation => ({
  externalId: location.string('id', LOCATION_ID),
  name: location.maybe('name', (n) => location.string(n)) ?? location.string('id'),
  address: {
    ...location.maybe('address', (n) => readAddress(location.object(n))),
    phone: location.maybe('phone_number', (n) => location.string(n)),
    countryCode: location.maybe('country', (n) => location.string(n, /^[A-Z]{2}$/)),
  },
  active: location.maybe('status', (n) => location.string(n)) !== 'INACTIVE',
});

export async function locations(env: StoreEnv): Promise<readonly StoreLocation[]> {
  const answer = await ask(env, locationsCall);
  return answer.list('locations', readLocation, { optional: true });
}

/** Name, currency, and the main location's address and time zone. */
export async function readStore(
  http: Http,
  token: string,
  merchantId: string,
): Promise<Omit<ConnectedStore, 'credentials'>> {
  const merchant = (await askWithToken(http, token, merchantCall)).object('merchant');
  const name = readMerchant(merchant, merchantId);
  const mainId = merchant.maybe('main_location_id', (n) => merchant.string(n, LOCATION_ID));
  const answer = await askWithToken(http, token, locationsCall);
  const all = answer.list('locations', (location) => location, { optional: true });
  const main = all.find((location) => location.raw('id') === mainId) ?? all[0];
  const business = main?.maybe('business_name', (n) => main.string(n));
  return {
    externalAccount: merchantId,
    name,
    settings: { mainLocationId: mainId ?? null },
    address: main && { ...readLocation(main).address, companyName: business ?? name },
    currency: merchant.maybe('currency', (n) => merchant.currency(n)),
    timeZone: main?.maybe('timezone', (n) => main.string(n, /^[A-Za-z0-9_+/-]{1,60}$/)),
    problems: [...merchant.problems, ...answer.problems],
  };
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const name = readMerchant((await ask(env, merchantCall)).object('merchant'), env.externalAccount);
  return { accountName: name, message: `Connected to the Square account ${name}.` };
}
