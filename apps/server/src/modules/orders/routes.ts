/** The calls of the order list, the order page and manual entry. */
import { listOrders as listOrdersCall } from '@scanship/contracts/orders/order-list';
import {
  addOrder as addOrderCall,
  getItemPicture,
  getOrder,
  getUnreadOrder,
  putOrderAddress,
  putOrderItems,
  type OrderDetail,
} from '@scanship/contracts/orders/orders';
import {
  putOrderLines,
  sendAgain as sendAgainCall,
  splitOrder as splitOrderCall,
} from '@scanship/contracts/orders/order-lines';
import { ok } from '@scanship/domain/values/result';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import { pictureAnswer } from '../../platform/outside-pictures/picture-answer.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { commandRoutes } from './command-routes.ts';
import { editRoutes } from './edit-routes.ts';
import { addOrder } from './commands/add-order.ts';
import { changeLines } from './commands/change-lines.ts';
import { editAddress } from './commands/edit-address.ts';
import { editItems } from './commands/edit-items.ts';
import { sendAgain } from './again/send-again.ts';
import { splitOrder } from './commands/split-order.ts';
import { readUnread } from './unread/unread-orders.ts';
import { allOrNothing } from './commands/transaction.ts';
import { listOrders } from './queries/list-orders.ts';
import { nameDetail, readOrderDetail, type UnnamedDetail, usersOf } from './queries/order-detail.ts';
import { pictureOfLine } from './queries/order-sides.ts';
import { nameRows, usersOfRows } from './queries/order-rows.ts';
import type { OrdersDeps } from './orders-deps.ts';

export function orderRoutes(
  { db, clock, pictures, sealer }: Pick<Services, 'db' | 'clock' | 'pictures' | 'sealer'>,
  deps: OrdersDeps,
): readonly Route[] {
  const names = (ctx: RequestContext, ids: readonly string[]) =>
    ids.length === 0 ? Promise.resolve(new Map<string, string>()) : deps.userNames(ctx, ids);
  const readDetail = (ctx: RequestContext, tx: Tx, id: string) => readOrderDetail(ctx, tx, deps, id);
  const named = async (ctx: RequestContext, detail: UnnamedDetail | undefined): Promise<Outcome<OrderDetail>> =>
    detail ? ok(nameDetail(detail, await names(ctx, usersOf(detail)), deps.carrier)) : problem('not_found');

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
      return data({ ...list.value, orders: nameRows(orders, await names(ctx, usersOfRows(orders)), deps.carrier) });
    }),

    route(getOrder, async ({ ctx, params }) => {
      const found = await named(ctx, await db.tenant(ctx, (tx) => readDetail(ctx, tx, params.id)));
      return found.ok ? data(found.value) : found;
    }),

    route(getUnreadOrder, async ({ ctx, params }) => {
      const kept = await readUnread(ctx, { db, sealer }, params.id);
      return kept ? data(kept) : problem('not_found', { message: 'Nothing is kept of what the store answered.' });
    }),

    route(getItemPicture, async ({ ctx, params }) => {
      const address = await db.tenant(ctx, (tx) => pictureOfLine(tx, params.id, params.line), { readOnly: true });
      if (address === undefined) return problem('not_found');
      const picture = await pictures.read(ctx, address);
      return picture.ok ? ok(pictureAnswer(picture.value)) : picture;
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

    route(putOrderLines, async ({ ctx, body }) =>
      changed(ctx, body.orderId, 'Items saved.', (tx) => changeLines(ctx, tx, { ...body, now: clock.now() })),
    ),

    route(splitOrderCall, async ({ ctx, body }) => {
      const split = await allOrNothing(db, ctx, async (tx) => {
        const part = await splitOrder(ctx, tx, { ...body, now: clock.now() });
        return part.ok ? ok(await readDetail(ctx, tx, part.value.id)) : part;
      });
      const detail = split.ok ? await named(ctx, split.value) : split;
      return detail.ok
        ? data(detail.value, { successMessage: `Order ${detail.value.ecomOrderNumber} was split off.` })
        : detail;
    }),

    route(sendAgainCall, async ({ ctx, body }) => {
      const sent = await allOrNothing(db, ctx, async (tx) => {
        const again = await sendAgain(ctx, tx, { ...body, now: clock.now() });
        return again.ok ? ok(await readDetail(ctx, tx, again.value.id)) : again;
      });
      const detail = sent.ok ? await named(ctx, sent.value) : sent;
      return detail.ok
        ? data(detail.value, { successMessage: `Order ${detail.value.ecomOrderNumber} sends it again.` })
        : detail;
    }),

    ...editRoutes({ db, clock }),
    ...commandRoutes({ db, clock }, deps, async (ctx, id) =>
      named(ctx, await db.tenant(ctx, (tx) => readDetail(ctx, tx, id))),
    ),
  ];
}
