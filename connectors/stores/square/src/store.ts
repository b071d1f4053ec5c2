import type { Store } from '@scanship/connector-kit/store/store';
import { authorise, disconnect, renew } from './authorise.ts';
import { fulfil } from './fulfil.ts';
import { manifest } from './manifest.ts';
import { locations, testConnection } from './merchant.ts';
import { orders, ordersById } from './orders.ts';
import { products } from './products.ts';
import { webhooks } from './webhooks.ts';

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
  webhooks,
  disconnect,
};
