/** The calls of the order list, the order page and manual entry. */
import { listOrders as listOrdersCall } from '@scanship/contracts/order-list';
import {
  addOrder as addOrderCall,
  getOrder,
  putOrderAddress,
  putOrderItems,
  type OrderDetail,
} from '@scanship/contracts/orders';
import { ok } from '@scanship/domain/result';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { commandRoutes } from './command-routes.ts';
import { addOrder } from './commands/add-order.ts';
import { editAddress } from './commands/edit-address.ts';
import { editItems } from './commands/edit-items.ts';
import { allOrNothing } from './commands/transaction.ts';
import { listOrders } from './queries/list-orders.ts';
import { type DetailParts, nameDetail, readOrderDetail, type UnnamedDetail, usersOf } from './queries/order-detail.ts';
import { nameRows, usersOfRows } from './queries/order-rows.ts';
import type { StoreEffects } from './store-effects.ts';

/** Shipments of an order come from the module of shipments, what its store was told from the one of stores. */
export interface OrdersDeps extends DetailParts {
  readonly stores: StoreEffects;
  /** People orders can be assigned to: those active at the customer, by name. */
  readonly people: (ctx: RequestContext) => Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Names of users by id, for history and claims; unknown ids are left out. The identity module provides it. */
  readonly userNames: (ctx: RequestContext, userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** The whole detail of one order, in a transaction of its own. */
export type ReadDetail = (ctx: RequestContext, id: string) => Promise<Outcome<OrderDetail>>;

export function orderRoutes({ db, clock }: Pick<Services, 'db' | 'clock'>, deps: OrdersDeps): readonly Route[] {
  const names = (ctx: RequestContext, ids: readonly string[]) =>
    ids.length === 0 ? Promise.resolve(new Map<string, string>()) : deps.userNames(ctx, ids);
  const readDetail = (ctx: RequestContext, tx: Tx, id: string) => readOrderDetail(ctx, tx, deps, id);
  const named = async (ctx: RequestContext, detail: UnnamedDetail | undefined): Promise<Outcome<OrderDetail>> =>
    detail ? ok(nameDetail(detail, await names(ctx, usersOf(detail)))) : problem('not_found');

  /** One order changed and answered again, in one transaction. */
  const changed = async (
    ctx: RequestContext,
    orderId: string,
    successMessage: string,
    work: (tx: Tx) => Promise<Outcome<void>>,
  ) => {
    const edited = await allOrNothing(db, ctx, async (tx) => {
      const done = await work(tx);
      return done.ok ? ok(await readDetail(ctx, tx, orderId)) : done;
    });
    const detail = edited.ok ? await named(ctx, edited.value) : edited;
    return detail.ok ? data(detail.value, { successMessage }) : detail;
  };

  return [
    route(listOrdersCall, async ({ ctx, query, body }) => {
      const list = await listOrders(db, ctx, clock.now(), query, body);
      if (!list.ok) return list;
      const { orders } = list.value;
      return data({ ...list.value, orders: nameRows(orders, await names(ctx, usersOfRows(orders))) });
    }),

    route(getOrder, async ({ ctx, params }) => {
      const found = await named(ctx, await db.tenant(ctx, (tx) => readDetail(ctx, tx, params.id)));
      return found.ok ? data(found.value) : found;
    }),

    route(addOrderCall, async ({ ctx, body }) => {
      const added = await allOrNothing(db, ctx, async (tx) => {
        const order = await addOrder(ctx, tx, body, clock.now());
        return order.ok ? ok(await readDetail(ctx, tx, order.value.id)) : order;
      });
      const detail = added.ok ? await named(ctx, added.value) : added;
      return detail.ok ? data(detail.value, { successMessage: 'Order Created Successfully' }) : detail;
    }),

    route(putOrderAddress, async ({ ctx, body }) =>
      changed(ctx, body.orderId, 'Address saved.', (tx) => editAddress(ctx, tx, { ...body, now: clock.now() })),
    ),

    route(putOrderItems, async ({ ctx, body }) =>
      changed(ctx, body.orderId, 'Items saved.', (tx) => editItems(ctx, tx, { ...body, now: clock.now() })),
    ),

    ...commandRoutes({ db, clock }, deps, async (ctx, id) =>
      named(ctx, await db.tenant(ctx, (tx) => readDetail(ctx, tx, id))),
    ),
  ];
}
