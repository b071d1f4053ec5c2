/** What blocked orders of a batch lack, once for each product, and giving it to them. */
import type { BodyOf, DataOf } from '@scanship/contracts/call';
import { type listBatchGaps, type mendBatch as mendCall, MOST_GAPS } from '@scanship/contracts/shipping/batch-mending';
import { hsDigits } from '@scanship/domain/customs/order-customs';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { fillOpenOrders, lineGaps, mendLines, type ProductMend } from '../../orders/index.ts';
import { fillFromProducts, saveProducts } from '../../products/index.ts';

/** Orders whose address is to be corrected, of one answer. */
const MOST_ADDRESSES = 200;

const blocked = (tenantId: string, batchId: string) =>
  sql`i.tenant_id = ${tenantId} AND i.batch_id = ${batchId} AND i.state = 'blocked'`;

/** Orders that lack something of their items, whatever was said first of them. */
async function lackingOrders(tx: Tx, tenantId: string, batchId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`SELECT i.order_id AS id FROM batch_items AS i
    WHERE ${blocked(tenantId, batchId)} AND i.cause IN ('no-weight', 'customs') ORDER BY i.position`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function readGaps(tx: Tx, tenantId: string, batchId: string): Promise<DataOf<typeof listBatchGaps>> {
  const ids = await lackingOrders(tx, tenantId, batchId);
  const products = ids.length === 0 ? [] : await lineGaps(tx, ids, MOST_GAPS + 1);
  const addresses = await sql<DataOf<typeof listBatchGaps>['addresses'][number]>`SELECT i.order_id AS "orderId",
      o.number AS "orderNumber", o.ship_to_name AS recipient, coalesce(i.message, '') AS message
    FROM batch_items AS i JOIN orders AS o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
    WHERE ${blocked(tenantId, batchId)} AND i.cause = 'address' ORDER BY i.position LIMIT ${sql.lit(MOST_ADDRESSES)}`.execute(
    tx,
  );
  return {
    products: products
      .slice(0, MOST_GAPS)
      .map((each) => ({ ...each, lacks: [...each.lacks], currencies: [...each.currencies] })),
    more: products.length > MOST_GAPS,
    addresses: addresses.rows,
  };
}

type Mend = BodyOf<typeof mendCall>['products'][number];

/** Part of the caller's transaction, which a problem undoes. Problems: `forbidden`, `validation`. */
export async function mendBatch(
  ctx: RequestContext,
  tx: Tx,
  batchId: string,
  body: BodyOf<typeof mendCall>,
  now: Date,
): Promise<Outcome<DataOf<typeof mendCall>>> {
  if (body.saveToProducts && !ctx.rights.has('products.edit'))
    return problem('forbidden', { message: 'Your role does not allow to change products.' });
  const wrong = body.products.flatMap(({ hsCode }, index) =>
    hsCode && hsDigits(hsCode) === undefined
      ? [{ field: `products.${index}.hsCode`, message: 'An HS code has 6 to 12 digits.' }]
      : [],
  );
  if (wrong.length > 0) return problem('validation', { errors: wrong });
  const mends = body.products
    .map((each): ProductMend => ({ ...each, hsCode: hsDigits(each.hsCode) }))
    .filter(saysSomething);
  if (mends.length === 0)
    return problem('validation', { errors: [{ field: 'products', message: 'Fill in at least one field.' }] });
  const orders = await mendLines(ctx, tx, { orderIds: await lackingOrders(tx, ctx.tenantId, batchId), mends, now });
  if (!body.saveToProducts) return ok({ orders: orders.length, products: 0, otherOrders: 0 });
  const saved = await saveProducts(tx, ctx, body.products.map(asProduct), {
    replace: false,
    note: 'From a plan',
    now,
  });
  // The orders of this batch have theirs: who gets something now are others.
  const otherOrders = await fillFromProducts(tx, (inner, input) => fillOpenOrders(ctx, inner, input), {
    productIds: saved.ids,
    fill: true,
    now,
  });
  return ok({ orders: orders.length, products: saved.created + saved.changed, otherOrders });
}

const saysSomething = ({ sku: _sku, title: _title, ...facts }: ProductMend): boolean =>
  Object.values(facts).some((value) => value !== undefined);

/** A value is of one order's currency, and stays with the order. */
const asProduct = ({ sku, title, weightGrams, hsCode, originCountry, customsDescription }: Mend) => ({
  sku,
  changes: {
    title: title.slice(0, 500),
    ...(weightGrams === undefined ? {} : { weightGrams }),
    ...(hsCode === undefined ? {} : { hsCode: hsDigits(hsCode) ?? null }),
    ...(originCountry === undefined ? {} : { originCountry }),
    ...(customsDescription === undefined ? {} : { customsText: customsDescription }),
  },
});
