import type { Store } from '@scanship/connector-kit/store/store';
import { connect, renew } from './access.ts';
import { locations, testConnection } from './account.ts';
import { fulfil } from './fulfil.ts';
import { manifest } from './manifest.ts';
import { orders, ordersById } from './orders.ts';
import { products } from './products.ts';
import { disconnect, webhooks } from './webhooks.ts';

export const store: Store = {
  manifest,
  connect,
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
