/** One connector for all marketplaces of the Selling Partner API; a manifest makes a store of it. */
import type { Store } from '@scanship/connector-kit/store/store';
import { authorisation, renew } from './authorise.ts';
import { fulfilment } from './fulfil.ts';
import type { AmazonManifest } from './manifest-family.ts';
import { orders, ordersById } from './orders.ts';
import { products } from './products.ts';
import { testConnection } from './seller.ts';

export const amazonStore = (manifest: AmazonManifest): Store => ({
  manifest,
  authorise: authorisation(manifest),
  renew,
  testConnection: (env) => testConnection(manifest, env),
  orders: (input, env) => orders(manifest, input, env),
  ordersById: (externalIds, env) => ordersById(manifest, externalIds, env),
  products: (input, env) => products(manifest, input, env),
  fulfil: fulfilment(manifest),
});
