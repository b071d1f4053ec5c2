/** A store of one of Walmart's markets. */
import type { Store } from '@scanship/connector-kit/store/store';
import { fulfilOf } from './fulfil.ts';
import type { Market } from './market.ts';
import { ordersByIdOf, ordersOf } from './orders.ts';
import { productsOf } from './products.ts';
import { connectWith, locationsOf, renewWith, testWith } from './seller.ts';
import { disconnectFrom, webhooksOf } from './webhooks.ts';

/** What the manifest declares, and nothing else. */
export function storeOf(market: Market): Store {
  const { manifest } = market;
  const { capabilities } = manifest;
  return {
    manifest,
    connect: connectWith(market),
    renew: renewWith(market),
    testConnection: testWith(market),
    orders: ordersOf(market),
    ordersById: ordersByIdOf(market),
    products: productsOf(market),
    ...(capabilities.locations && { locations: locationsOf(market) }),
    fulfil: fulfilOf(market),
    ...(capabilities.webhooks && { webhooks: webhooksOf(market) }),
    ...(capabilities.disconnect && { disconnect: disconnectFrom(market) }),
  };
}
