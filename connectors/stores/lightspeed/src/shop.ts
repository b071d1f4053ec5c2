/** Whose key it is, and the money that its orders and products are in: no order says. */
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore } from '@scanship/connector-kit/store/store';
import { ACCESS_TOKEN, type ConnectEnv, type StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import { accountOf, ask, askWithPair, pairOf, type Call } from './client.ts';
import { country, ID, text } from './reading.ts';

const shopCall: Call = { name: 'shop', path: 'shop' };

const currencyIn = (shop: ObjectReader): string => shop.object('currency').currency('shortcode');

/** A shop's own domain may come later, or change; its name at Lightspeed stays. */
const nameOf = (shop: ObjectReader): string => shop.string('subDomain');

/** @throws ConnectorError `refused` when the key opens another shop than the one that was connected */
async function checkedShop(env: StoreEnv): Promise<ObjectReader> {
  const shop = (await ask(env, shopCall)).object('shop');
  if (accountOf(env.externalAccount.slice(0, 3), shop.id('id', ID)) !== env.externalAccount)
    throw fail('refused', 'This API key is of another Lightspeed shop. Connect the store again.', {
      vendorCode: 'other-shop',
    });
  return shop;
}

/** Asked for with every page: the seller may change it. */
export const currencyOf = async (env: StoreEnv): Promise<string> => currencyIn(await checkedShop(env));

const readAddress = (shop: ObjectReader): Partial<Address> => ({
  address1: text(shop, 'street'),
  address2: text(shop, 'street2'),
  city: text(shop, 'city'),
  // A name in words, which is no code.
  provinceCode: /^[A-Z]{2,3}$/.test(text(shop, 'region') ?? '') ? text(shop, 'region') : undefined,
  zipcode: text(shop, 'zipcode'),
  countryCode: country(shop, 'country'),
  phone: text(shop, 'phone'),
  email: text(shop, 'email'),
});

/** Tries the pair at the cluster and in the language that were given. */
export async function connect(credentials: Readonly<Record<string, string>>, env: ConnectEnv): Promise<ConnectedStore> {
  const given = (name: string): string => credentials[name]?.trim() ?? '';
  const [cluster, language] = [given('cluster'), given('language')];
  const pair = pairOf(given('apiKey'), given('apiSecret'));
  const answer = await askWithPair(env.http, { mode: env.mode, cluster, language }, pair, shopCall);
  const shop = answer.object('shop');
  return {
    externalAccount: accountOf(cluster, shop.id('id', ID)),
    name: nameOf(shop),
    credentials: { [ACCESS_TOKEN]: pair },
    settings: { language },
    address: readAddress(shop),
    currency: currencyIn(shop),
    problems: shop.problems,
  };
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const accountName = nameOf(await checkedShop(env));
  return { accountName, message: `Lightspeed accepts the API key of ${accountName}.` };
}
