import { fail } from '@scanship/connector-kit/errors';
import type { Store } from '@scanship/connector-kit/store/store';
import { authorise, renew } from './authorise.ts';
import { change, userErrors } from './client.ts';
import { UNINSTALL } from './documents.ts';
import { fulfil } from './fulfil.ts';
import { manifest } from './manifest.ts';
import { orders, ordersById } from './orders.ts';
import { products } from './products.ts';
import { refund, refundOffer } from './refund.ts';
import { locations, testConnection } from './shop.ts';
import { webhooks } from './webhooks.ts';
import { withdraw } from './withdraw.ts';

export const store: Store = {
  manifest,
  authorise,
  renew,
  testConnection,
  orders,
  ordersById,
  products,
  locations,
  fulfil,
  withdraw,
  refundOffer,
  refund,
  webhooks,
  async disconnect(env) {
    const { data } = await change(env, { name: 'uninstall', document: UNINSTALL });
    const [wrong] = userErrors(data.object('appUninstall'));
    if (wrong !== undefined) throw fail('refused', `Shopify did not uninstall the app: ${wrong}`);
  },
};
