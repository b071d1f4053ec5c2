import type { Store } from '@scanship/connector-kit/store/store';
import { fulfil } from './fulfil.ts';
import { manifest } from './manifest.ts';
import { orders, ordersById } from './orders.ts';
import { products } from './products.ts';
import { connect, locations, renew, testConnection } from './warehouse.ts';
import { withdraw } from './withdraw.ts';

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
  withdraw,
};
