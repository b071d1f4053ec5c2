/** Sends a buyer something in exchange: an order of the seller's own, made once for each return. */
import type { BodyOf } from '@scanship/contracts/call';
import type { exchangeReturn, ReturnAtStore } from '@scanship/contracts/shipping/returns';
import type { ReturnWish, StoredReturnState } from '@scanship/domain/shipping/returns';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type ExchangedLine, makeExchangeOrder } from '../orders/index.ts';
import { productNamed } from './instead.ts';
import { EXCHANGE } from '../stores/index.ts';
import { numberOf } from './portal.ts';

interface Returned {
  readonly order_id: string;
  readonly order_number: string;
  readonly no: number;
  readonly state: StoredReturnState;
  readonly arrived_at: Date | null;
  readonly wish: ReturnWish;
  readonly exchange: { readonly id: string; readonly number: string } | null;
}

/** One may be finished without: a seller leaves a cheap item with its buyer. */
export const cameBack = ({ state, arrived_at }: Pick<Returned, 'state' | 'arrived_at'>): boolean =>
  state === 'arrived' || state === 'checked' || (state === 'done' && arrived_at !== null);

/** Money went back, goes back, or may have. */
export const isPaidBack = (report: ReturnAtStore['report'] | undefined): boolean =>
  report !== null && report !== undefined && report.amount.minor > 0 && (report.state !== 'failed' || report.open);

/**
 * Undone by the caller where it answers a problem.
 * @param at.storeTold what the order's store was told of this return; asked under the order's lock, as refunds are planned
 */
export async function exchange(
  tx: Tx,
  ctx: RequestContext,
  id: string,
  lines: BodyOf<typeof exchangeReturn>['lines'],
  at: { readonly now: Date; readonly storeTold: (orderId: string) => Promise<ReturnAtStore | null> },
): Promise<Outcome<{ readonly number: string }>> {
  const { tenantId } = ctx;
  // First the locks, then what is true under them: an order that another press made is not seen by the statement that waited for it.
  await sql`SELECT 1 FROM returns AS r JOIN orders AS o ON o.tenant_id = r.tenant_id AND o.id = r.order_id
    WHERE r.tenant_id = ${tenantId} AND r.id = ${id} FOR UPDATE OF r, o`.execute(tx);
  const found =
    await sql<Returned>`SELECT r.order_id, o.number AS order_number, r.no, r.state, r.arrived_at, r.wish, ${EXCHANGE} AS exchange
    FROM returns AS r JOIN orders AS o ON o.tenant_id = r.tenant_id AND o.id = r.order_id
    WHERE r.tenant_id = ${tenantId} AND r.id = ${id}`.execute(tx);
  const [row] = found.rows;
  if (!row) return problem('not_found', { message: 'This return was not found.' });
  if (row.wish !== 'exchange') return problem('return_state', { message: 'The buyer asked for no exchange.' });
  if (row.exchange)
    return problem('return_state', { message: `Order ${row.exchange.number} was made in exchange already.` });
  if (!cameBack(row)) return problem('return_state', { message: 'Nothing has come back yet.' });
  if (isPaidBack((await at.storeTold(row.order_id))?.report))
    return problem('return_state', {
      message: 'The store was told to refund this return.',
      advice: 'Send an exchange only where no money goes back.',
    });
  const chosen = await chosenLines(tx, tenantId, id, lines);
  if (!chosen.ok) return chosen;
  const made = await makeExchangeOrder(ctx, tx, {
    orderId: row.order_id,
    returnNumber: numberOf(row.order_number, row.no),
    lines: chosen.value,
    now: at.now,
  });
  if (!made.ok) return made;
  await sql`UPDATE returns SET exchange_order = ${made.value.id},
      state = CASE WHEN state = 'checked' THEN 'done' ELSE state END,
      done_at = CASE WHEN state = 'checked' THEN ${at.now.toISOString()}::timestamptz ELSE done_at END
    WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
  return { ok: true, value: made.value };
}

async function chosenLines(
  tx: Tx,
  tenantId: string,
  id: string,
  lines: BodyOf<typeof exchangeReturn>['lines'],
): Promise<Outcome<readonly ExchangedLine[]>> {
  const { rows } = await sql<{
    line: number;
    most: number;
  }>`SELECT line, coalesce(received, qty) AS most FROM return_items
    WHERE tenant_id = ${tenantId} AND return_id = ${id}`.execute(tx);
  const back = new Map(rows.map(({ line, most }) => [line, most]));
  const errors = lines.flatMap(({ line, quantity }, at) => {
    const most = back.get(line);
    if (most === undefined) return [{ field: `lines.${at}.line`, message: 'This item is not part of the return.' }];
    return quantity > most ? [{ field: `lines.${at}.quantity`, message: `${most} of this item came back.` }] : [];
  });
  if (new Set(lines.map(({ line }) => line)).size < lines.length)
    errors.push({ field: 'lines', message: 'Each item may be named once.' });
  if (errors.length > 0) return problem('validation', { errors });
  const chosen: ExchangedLine[] = [];
  for (const { line, quantity, instead } of lines) {
    const words = instead?.trim() ?? '';
    const product = words === '' ? undefined : await productNamed(tx, tenantId, words);
    chosen.push({
      line,
      quantity,
      instead: words === '' ? { kind: 'same' } : product ? { kind: 'product', product } : { kind: 'words', words },
    });
  }
  return { ok: true, value: chosen };
}
