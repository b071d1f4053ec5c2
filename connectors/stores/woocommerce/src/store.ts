import type { Store } from '@scanship/connector-kit/store/store';
import { fulfil } from './fulfil.ts';
import { manifest } from './manifest.ts';
import { orders, ordersById } from './orders.ts';
import { products } from './products.ts';
import { refund, refundOffer } from './refund.ts';
import { connect, testConnection } from './shop.ts';
import { disconnect, webhooks } from './webhooks.ts';
import { withdraw } from './withdraw.ts';

export const store: Store = {
  manifest,
  connect,
  testConnection,
  orders,
  ordersById,
  products,
  fulfil,
  withdraw,
  refundOffer,
  refund,
  webhooks,
  disconnect,
};
