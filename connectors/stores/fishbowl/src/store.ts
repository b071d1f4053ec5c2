import type { Store } from '@scanship/connector-kit/store/store';
import { fulfil } from './fulfil.ts';
import { manifest } from './manifest.ts';
import { orders, ordersById } from './orders.ts';
import { products } from './products.ts';
import { connect, locations, testConnection } from './server.ts';

export const store: Store = { manifest, connect, testConnection, orders, ordersById, products, locations, fulfil };
