import type { Store } from '@scanship/connector-kit/store/store';
import { authorise, renew } from './authorise.ts';
import { fulfil } from './fulfil.ts';
import { manifest } from './manifest.ts';
import { orders, ordersById } from './orders.ts';
import { products } from './products.ts';
import { testConnection } from './shop.ts';

export const store: Store = {
  manifest,
  authorise,
  renew,
  testConnection,
  orders,
  ordersById,
  products,
  fulfil,
};
