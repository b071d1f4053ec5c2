/** Who the store is. */
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask, type EtsyCall } from './client.ts';
import { ID } from './reading.ts';

/** Whose token it is: user and shop. */
export const selfCall: EtsyCall = { name: 'who am I', path: '/users/me' };

export const shopCall = (shopId: string): EtsyCall => ({ name: 'shop', path: `/shops/${shopId}` });

/** @throws ConnectorError `refused` when the answer is about another shop than the one that was asked for */
export function readShop(shop: ObjectReader, shopId: string): Omit<ConnectedStore, 'credentials'> {
  if (shop.id('shop_id', ID) !== shopId)
    throw fail('refused', 'Etsy answered for another shop than the one that was asked for.', {
      vendorCode: 'other-shop',
    });
  return {
    externalAccount: shopId,
    name: shop.string('shop_name'),
    settings: { userId: shop.maybe('user_id', (n) => shop.id(n, ID)) },
    currency: shop.maybe('currency_code', (n) => shop.currency(n)),
    problems: [...shop.problems],
  };
}

/** Asks with the seller's token too: the shop alone would be told to anybody with the app's key. */
export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const self = await ask(env, selfCall);
  if (self.id('shop_id', ID) !== env.externalAccount)
    throw fail('refused', 'Etsy let us in as the owner of another shop. Connect the store again.', {
      vendorCode: 'other-shop',
    });
  const { name } = readShop(await ask(env, shopCall(env.externalAccount)), env.externalAccount);
  return { accountName: name, message: `Connected to the Etsy shop ${name}.` };
}
