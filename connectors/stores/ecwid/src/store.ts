import type { Store } from '@scanship/connector-kit/store/store';
import { authorise } from './authorise.ts';
import { fulfil } from './fulfil.ts';
import { manifest } from './manifest.ts';
import { orders, ordersById } from './orders.ts';
import { products } from './products.ts';
import { testConnection } from './profile.ts';
import { webhooks } from './webhooks.ts';
import { withdraw } from './withdraw.ts';

export const store: Store = {
  manifest,
  authorise,
  testConnection,
  orders,
  ordersById,
  products,
  fulfil,
  withdraw,
  webhooks,
};
