/** A buyer asks to send something back. Everything a form may say is looked at again under the order's lock. */
import { MOST_INSTEAD } from '@scanship/contracts/shipping/returns';
import { orderNumberKey } from '@scanship/domain/orders/order-search';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { type OrderOfBuyer, readPortal } from './portal.ts';
import { readRules } from './rules.ts';

export interface AskedReturn {
  readonly shipmentId: string;
  /** `instead` counts where an exchange is wanted; empty: the same again. */
  readonly items: readonly { readonly line: number; readonly quantity: number; readonly instead?: string }[];
  readonly reason: string;
  readonly wish: string;
  readonly note: string;
  /** Counts where the rules let the buyer choose. */
  readonly handOver?: string;
}

/** What is wrong with the form. */
export type AskFault = 'closed' | 'items' | 'too-many' | 'reason' | 'wish';
export type Asking = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly fault: AskFault };

const MOST_NOTE = 1_000;
/** Control characters and what turns the direction of text say nothing. */
const cleaned = (text: string, most: number): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, most);

const fault = (what: AskFault): Asking => ({ ok: false, fault: what });

export async function askReturn(
  tx: Tx,
  order: OrderOfBuyer,
  asked: AskedReturn,
  at: { readonly withTest: boolean; readonly now: Date },
): Promise<Asking> {
  const { tenantId, orderId } = order;
  // Two forms at once take the same units one after the other.
  const locked = await sql<{
    number: string;
  }>`SELECT number FROM orders WHERE tenant_id = ${tenantId} AND id = ${orderId}
    FOR NO KEY UPDATE`.execute(tx);
  const number = locked.rows[0]?.number;
  const stored = await readRules(tx, tenantId);
  const { rules } = stored;
  if (number === undefined || !rules.open) return fault('closed');
  const portal = await readPortal(tx, order, { ...at, french: false, stored });
  const shipment = portal.shipments.find(({ id }) => id === asked.shipmentId);
  const items = asked.items.filter(({ quantity }) => quantity !== 0);
  if (!shipment || items.length === 0) return fault('items');
  for (const { line, quantity } of items) {
    const offered = shipment.lines.find((each) => each.line === line);
    if (!offered || offered.why !== undefined || !Number.isInteger(quantity) || quantity < 0) return fault('items');
    if (quantity > offered.left) return fault('too-many');
  }
  if (new Set(items.map(({ line }) => line)).size !== items.length) return fault('items');
  const reason = rules.reasons.find(({ code }) => code === asked.reason);
  if (!reason) return fault('reason');
  const wish = rules.wishes.find((each) => each === asked.wish);
  if (!wish) return fault('wish');

  const id = newId();
  const { handOver: ruled = 'drop_off' } = rules;
  const handOver = ruled === 'buyer' ? (asked.handOver === 'pickup' ? 'pickup' : 'drop_off') : ruled;
  const asker = rules.approval === 'at-once' ? stored.setBy : undefined;
  const note = cleaned(asked.note, MOST_NOTE);
  await sql`INSERT INTO returns (tenant_id, id, order_id, no, return_of, state, reason, reason_words, payer, wish, note, number_key,
      asked_at, decided_at, asker, due_at, hand_over)
    VALUES (${tenantId}, ${id}, ${orderId},
      (SELECT coalesce(max(no), 0) + 1 FROM returns WHERE tenant_id = ${tenantId} AND order_id = ${orderId}),
      ${shipment.id}, ${asker ? 'approved' : 'asked'}, ${reason.code}, ${asker?.locale === 'fr-CA' ? reason.fr : reason.en},
      ${reason.payer}, ${wish}, ${note === '' ? null : note}, ${orderNumberKey(number)}, ${at.now.toISOString()}::timestamptz,
      ${asker ? at.now.toISOString() : null}::timestamptz, ${asker ? json({ ...asker }) : null},
      CASE WHEN ${asker !== undefined} THEN clock_timestamp() END, ${handOver})`.execute(tx);
  await tx
    .insertInto('return_items')
    .values(
      items.map(({ line, quantity, instead = '' }) => ({
        tenant_id: tenantId,
        return_id: id,
        line,
        qty: quantity,
        instead: (wish === 'exchange' && cleaned(instead, MOST_INSTEAD)) || null,
      })),
    )
    .execute();
  return { ok: true, id };
}
