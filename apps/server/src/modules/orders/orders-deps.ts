/** What the calls about orders are made with. */
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { RequestContext } from '../../platform/context.ts';
import type { Outcome } from '../../platform/problem.ts';
import type { DetailParts } from './queries/order-detail.ts';
import type { CarrierFacts } from './queries/order-shipping.ts';
import type { StoreEffects } from './store-effects.ts';

/** Shipments of an order come from the module of shipments, what its store was told from the one of stores. */
export interface OrdersDeps extends DetailParts {
  readonly stores: StoreEffects;
  readonly carrier: CarrierFacts;
  /** People orders can be assigned to: those active at the customer, by name. */
  readonly people: (ctx: RequestContext) => Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Names of users by id, for history and claims; unknown ids are left out. The identity module provides it. */
  readonly userNames: (ctx: RequestContext, userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** The whole detail of one order, in a transaction of its own. */
export type ReadDetail = (ctx: RequestContext, id: string) => Promise<Outcome<OrderDetail>>;
