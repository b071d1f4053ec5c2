/** Orders of whichever product the connection is to. */
import type { Store } from '@scanship/connector-kit/store/store';
import { coreOrders, coreOrdersById } from './core-orders.ts';
import { omniOrders, omniOrdersById } from './omni-orders.ts';
import { systemOf } from './system.ts';

export const orders: NonNullable<Store['orders']> = (input, env) =>
  systemOf(env) === 'core' ? coreOrders(input, env) : omniOrders(input, env);

export const ordersById: NonNullable<Store['ordersById']> = (ids, env) =>
  systemOf(env) === 'core' ? coreOrdersById(ids, env) : omniOrdersById(ids, env);
