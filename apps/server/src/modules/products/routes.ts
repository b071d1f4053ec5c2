/** The calls of products (product-spec section 7), of one and of many. */
import {
  addProduct as addProductCall,
  archiveProducts as archiveCall,
  bulkEditProducts,
  exportProducts as exportCall,
  fillOrders,
  getProduct,
  getProductPicture,
  listProducts as listCall,
  mergeProducts,
  previewBulkEdit,
  productByCode,
  type ProductDetail,
  putProductParts,
  putProductPicture,
  separateProduct as separateCall,
  updateProduct,
} from '@scanship/contracts/products/products';
import { saveProductsFromOrders } from '@scanship/contracts/products/products-from-orders';
import type { OrderSelection } from '@scanship/contracts/orders/order-selection';
import { ok } from '@scanship/domain/values/result';
import { DatabaseError } from 'pg';
import type { RequestContext } from '../../platform/context.ts';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import type { Tx } from '../../platform/database/database.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import { pictureAnswer } from '../../platform/outside-pictures/picture-answer.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { archiveProducts, bulkEdit, previewBulk } from './commands/bulk-edit.ts';
import { addProduct, editProduct, putPicture, readPicture } from './commands/edit-product.ts';
import { type ItemOfOrders, productOfItem, saveProducts } from './commands/save-products.ts';
import { fillFromProducts, type LineFacts } from './commands/fill-orders.ts';
import { mergeProduct, putParts, separateProduct } from './commands/parts.ts';
import { selectedIds } from './commands/selection.ts';
import { exportProducts } from './files/export-products.ts';
import { productsByCode } from './list/by-code.ts';
import { listProducts } from './list/list-products.ts';
import { readProduct, type UnnamedDetail } from './product-detail.ts';

export interface ProductsDeps {
  /** What the chosen orders say of their items, read in the caller's transaction. Problems as for every command on many. */
  readonly itemsOfOrders: (
    ctx: RequestContext,
    now: Date,
    selection: OrderSelection,
  ) => Promise<Outcome<(tx: Tx) => Promise<{ readonly facts: readonly ItemOfOrders[]; readonly withoutSku: number }>>>;
  /** Names of users by id; unknown ids are left out. */
  readonly userNames: (ctx: RequestContext, userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Completes lines of unfulfilled orders, or only counts the orders. */
  readonly fillOpenOrders: (
    ctx: RequestContext,
    tx: Tx,
    input: { readonly facts: readonly LineFacts[]; readonly fill: boolean; readonly now: Date },
  ) => Promise<number>;
}

/** Counting what could be filled must not hold up the answer it comes with. */
const COUNT_TIMEOUT_MS = 1_000;
/** Many products at once take longer than one statement of a page may. */
export const MANY_TIMEOUT_MS = 120_000;

/** How many orders could be filled; null when that takes too long to say. */
export async function countOpenOrders(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  deps: ProductsDeps,
  ctx: RequestContext,
  productIds: readonly string[],
): Promise<number | null> {
  try {
    return await db.tenant(
      ctx,
      (tx) =>
        fillFromProducts(tx, (inner, input) => deps.fillOpenOrders(ctx, inner, input), {
          productIds,
          fill: false,
          now: clock.now(),
        }),
      { readOnly: true, statementTimeoutMs: COUNT_TIMEOUT_MS },
    );
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '57014') return null;
    throw error;
  }
}

export function productRoutes(
  services: Pick<Services, 'db' | 'clock' | 'files' | 'pictures'>,
  deps: ProductsDeps,
): readonly Route[] {
  const { db, clock, files, pictures } = services;
  /** The product as it is after a command, with names. */
  const complete = async (ctx: RequestContext, found: UnnamedDetail | undefined): Promise<Outcome<ProductDetail>> => {
    if (!found) return problem('not_found');
    const ids = [...new Set(found.history.flatMap(({ userId }) => userId ?? []))];
    const names = ids.length === 0 ? new Map<string, string>() : await deps.userNames(ctx, ids);
    return ok({
      ...found,
      history: found.history.map(({ userId, actor, ...entry }) => ({
        ...entry,
        who: actor ?? (userId === null ? '' : (names.get(userId) ?? '')),
      })),
      openOrders: await countOpenOrders(services, deps, ctx, [found.id]),
    });
  };
  const change = async (
    ctx: RequestContext,
    id: (tx: Tx) => Promise<Outcome<string>>,
    successMessage: string,
  ): Promise<Outcome<ReturnType<typeof answerOf>>> => {
    const done = await allOrNothing(db, ctx, async (tx) => {
      const of = await id(tx);
      return of.ok ? ok(await readProduct(tx, of.value)) : of;
    });
    const detail = done.ok ? await complete(ctx, done.value) : done;
    return detail.ok ? ok(answerOf(detail.value, successMessage)) : detail;
  };
  const many = { statementTimeoutMs: MANY_TIMEOUT_MS };
  const products = (n: number): string => (n === 1 ? '1 product' : `${n} products`);

  return [
    route(listCall, async ({ ctx, query, body }) => {
      const list = await listProducts(db, ctx, query, body);
      return list.ok ? data(list.value) : list;
    }),
    route(productByCode, async ({ ctx, params }) =>
      data({ products: await db.tenant(ctx, (tx) => productsByCode(tx, params.value), { readOnly: true }) }),
    ),
    route(getProduct, async ({ ctx, params }) => {
      const detail = await complete(ctx, await db.tenant(ctx, (tx) => readProduct(tx, params.id), { readOnly: true }));
      return detail.ok ? data(detail.value) : detail;
    }),
    route(updateProduct, async ({ ctx, params, body }) =>
      change(
        ctx,
        async (tx) => then(await editProduct(ctx, tx, params.id, body, clock.now()), params.id),
        'Product saved.',
      ),
    ),
    route(addProductCall, async ({ ctx, body }) =>
      change(ctx, (tx) => addProduct(ctx, tx, body, clock.now()), 'Product created.'),
    ),
    route(putProductPicture, async ({ ctx, params, file }) => {
      const checked = await files.read(ctx, 'checkPicture', file.bytes);
      if (!checked.ok) return checked;
      return change(
        ctx,
        async (tx) => then(await putPicture(ctx, tx, params.id, file, checked.value, clock.now()), params.id),
        'Picture saved.',
      );
    }),
    route(getProductPicture, async ({ ctx, params }) => {
      const read = await db.tenant(ctx, (tx) => readPicture(tx, params.id), { readOnly: true });
      if (!read.ok) return read;
      const picture = 'bytes' in read.value ? ok(read.value) : await pictures.read(ctx, read.value.address);
      return picture.ok ? ok(pictureAnswer(picture.value)) : picture;
    }),
    route(previewBulkEdit, async ({ ctx, body }) => {
      const seen = await db.tenant(ctx, (tx) => previewBulk(ctx, tx, body), { readOnly: true, ...many });
      return seen.ok ? data(seen.value) : seen;
    }),
    route(bulkEditProducts, async ({ ctx, body }) => {
      const done = await allOrNothing(db, ctx, (tx) => bulkEdit(ctx, tx, body, clock.now()), many);
      return done.ok ? data(done.value, { successMessage: `${products(done.value.changed)} changed.` }) : done;
    }),
    route(archiveCall, async ({ ctx, body }) => {
      const done = await allOrNothing(db, ctx, (tx) => archiveProducts(ctx, tx, body, clock.now()), many);
      if (!done.ok) return done;
      return data(done.value, {
        successMessage: `${products(done.value.changed)} ${body.archived ? 'archived' : 'restored'}.`,
      });
    }),
    route(fillOrders, async ({ ctx, body }) => {
      const done = await allOrNothing(
        db,
        ctx,
        async (tx) => {
          const ids = await selectedIds(tx, body, ctx.timeZone);
          if (!ids.ok) return ids;
          return ok(
            await fillFromProducts(tx, (inner, input) => deps.fillOpenOrders(ctx, inner, input), {
              productIds: ids.value,
              fill: body.fill,
              now: clock.now(),
            }),
          );
        },
        many,
      );
      if (!done.ok) return done;
      const orders = done.value === 1 ? '1 order' : `${done.value} orders`;
      return data({ orders: done.value }, body.fill ? { successMessage: `${orders} completed.` } : {});
    }),
    route(saveProductsFromOrders, async ({ ctx, body: { replace, ...selection } }) => {
      const now = clock.now();
      const read = await deps.itemsOfOrders(ctx, now, selection);
      if (!read.ok) return read;
      const saved = await db.tenant(
        ctx,
        async (tx) => {
          const { facts, withoutSku } = await read.value(tx);
          const how = { replace, note: 'From orders', now };
          const { ids, created, changed } = await saveProducts(tx, ctx, facts.map(productOfItem), how);
          const orders = await fillFromProducts(tx, (inner, input) => deps.fillOpenOrders(ctx, inner, input), {
            productIds: ids,
            fill: true,
            now,
          });
          return { created, changed, unchanged: ids.length - created - changed, withoutSku, orders };
        },
        many,
      );
      return data(saved);
    }),
    route(mergeProducts, async ({ ctx, body }) =>
      change(ctx, async (tx) => then(await mergeProduct(ctx, tx, body, clock.now()), body.intoId), 'Alias added.'),
    ),
    route(separateCall, async ({ ctx, body }) =>
      change(
        ctx,
        (tx) => separateProduct(ctx, tx, body.aliasId, clock.now()),
        'The alias is a product of its own again.',
      ),
    ),
    route(putProductParts, async ({ ctx, params, body }) =>
      change(
        ctx,
        async (tx) => then(await putParts(ctx, tx, params.id, body, clock.now()), params.id),
        'Bundle saved.',
      ),
    ),
    route(exportCall, async ({ ctx, body }) => exportProducts(db, ctx, body)),
  ];
}

const answerOf = (detail: ProductDetail, successMessage: string) =>
  ({ kind: 'data', data: detail, successMessage }) as const;
const then = (outcome: Outcome<void>, id: string): Outcome<string> => (outcome.ok ? ok(id) : outcome);
