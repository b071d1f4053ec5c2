/** What became of the orders of one batch, and the sum of all batches. */
import type { BulkOutcome } from '@scanship/contracts/orders/order-selection';
import type { OrderHead } from './heads.ts';

export interface BatchOutcome {
  readonly changed: readonly string[];
  readonly unchanged: number;
  readonly problems: BulkOutcome['problems'];
}

/** Problems that are told one by one; the others are counted. */
export const MOST_PROBLEMS = 200;

/** Orders of the tenant among the ids given, and a problem for each of the others. */
export function present(
  ids: readonly string[],
  heads: ReadonlyMap<string, OrderHead>,
): { readonly orders: readonly OrderHead[]; readonly missing: BulkOutcome['problems'] } {
  const wanted = [...new Set(ids)];
  return {
    orders: wanted.flatMap((id) => heads.get(id) ?? []),
    missing: wanted
      .filter((id) => !heads.has(id))
      .map((orderId) => ({ orderId, orderNumber: '', code: 'not_found', message: 'This order was not found.' })),
  };
}

export const refusal = (
  order: Pick<OrderHead, 'id' | 'number'>,
  code: string,
  message: string,
): BulkOutcome['problems'][number] => ({ orderId: order.id, orderNumber: order.number, code, message });

export const NOTHING: BulkOutcome = { changed: 0, unchanged: 0, refused: 0, problems: [] };

export const added = (sum: BulkOutcome, batch: BatchOutcome): BulkOutcome => ({
  changed: sum.changed + batch.changed.length,
  unchanged: sum.unchanged + batch.unchanged,
  refused: sum.refused + batch.problems.length,
  problems: [...sum.problems, ...batch.problems].slice(0, MOST_PROBLEMS),
});
