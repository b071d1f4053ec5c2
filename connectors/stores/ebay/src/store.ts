import type { Store } from '@scanship/connector-kit/store/store';
import { authorise, renew } from './authorise.ts';
import { fulfil } from './fulfil.ts';
import { manifest } from './manifest.ts';
import { notices } from './notices.ts';
import { orders, ordersById } from './orders.ts';
import { products } from './products.ts';
import { refund, refundOffer } from './refund.ts';
import { locations, testConnection } from './seller.ts';

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
  refundOffer,
  refund,
  notices,
};
