import type { Store } from '@scanship/connector-kit/store/store';
import { authorise, disconnect, renew } from './authorise.ts';
import { fulfil } from './fulfil.ts';
import { manifest } from './manifest.ts';
import { orders, ordersById } from './orders.ts';
import { testConnection } from './organization.ts';
import { products } from './products.ts';
import { withdraw } from './withdraw.ts';

export const store: Store = {
  manifest,
  authorise,
  renew,
  testConnection,
  orders,
  ordersById,
  products,
  fulfil,
  withdraw,
  disconnect,
};
