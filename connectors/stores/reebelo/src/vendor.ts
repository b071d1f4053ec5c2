/** Whose key it is. Reebelo says nothing about a vendor, so the key tells vendors apart and the seller gives the name. */
import { createHash } from 'node:crypto';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore } from '@scanship/connector-kit/store/store';
import { ACCESS_TOKEN, type ConnectEnv, type StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask, askWithKey, type Call } from './client.ts';

const newest: Call = {
  name: 'newest order',
  path: '/sockets/orders',
  query: { page: 1, pageSize: 1, sortBy: 'orderDate-desc' },
};

/** A vendor's id here: a digest of the key, from which the key cannot be found. */
export const vendorOf = (key: string): string =>
  `vendor-${createHash('sha256').update(`reebelo vendor ${key}`).digest('hex').slice(0, 20)}`;

/** Reebelo sells in several countries, each in its own money; a vendor's last order says in which. */
function currencyOf(answer: ObjectReader): string | undefined {
  const [order] = answer.strictList('orders', (one) => one.isolated());
  return order?.maybe('currency', (n) => order.currency(n));
}

const anOffer: Call = { name: 'an offer', path: '/sockets/offers', query: { page: 1, pageSize: 1 } };

/** Tries the key on orders and on offers. */
export async function connect(credentials: Readonly<Record<string, string>>, env: ConnectEnv): Promise<ConnectedStore> {
  const key = credentials['apiKey']?.trim() ?? '';
  const name = credentials['shopName']?.trim() ?? '';
  const currency = currencyOf(await askWithKey(env.http, key, newest));
  await askWithKey(env.http, key, anOffer);
  return {
    externalAccount: vendorOf(key),
    name,
    credentials: { [ACCESS_TOKEN]: key },
    settings: { name, ...(currency === undefined ? {} : { currency }) },
    currency,
    problems: [],
  };
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  currencyOf(await ask(env, newest));
  const { name } = env.settings;
  const accountName = typeof name === 'string' && name !== '' ? name : 'your vendor account';
  return { accountName, message: `Reebelo accepts the API key of ${accountName}.` };
}
