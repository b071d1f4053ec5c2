/**
 * What a store answered about orders that could not be read. It is kept sealed and without secrets while that is so, and shown on the
 * order's page: a seller sees what the store has to correct, support what a connector has to learn.
 */
import { createRedactor } from '@scanship/connector-kit/http/redact';
import { sql } from 'kysely';
import type { Sealer } from '../../../platform/crypto/sealer.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/services.ts';
import type { OrderContext } from '../commands/order-context.ts';
import { cleanText } from '../commands/rows.ts';

const PURPOSE = 'unread-order';
/** Characters. A usual order has two to ten thousand. */
const LONGEST = 65_536;
/** Levels; orders have about ten. */
const DEEPEST = 40;

/** What keeping needs. */
export interface UnreadKeeper {
  readonly sealer: Sealer;
  /** Values that no text may show: the access to the store. */
  readonly secrets: readonly string[];
}

export interface UnreadOrder {
  readonly externalId?: string | undefined;
  readonly message: string;
  /** As the platform answered it; absent where nothing of it could be told apart. */
  readonly raw?: unknown;
}

interface Kept {
  readonly orderId: string;
  readonly message: string;
  readonly raw: unknown;
}

/** The answer without secrets, in lines where that is no more than a page; shortened at its end where it is too long. */
export function rawText(
  raw: unknown,
  secrets: readonly string[],
): { readonly text: string; readonly shortened: boolean } {
  const whole = written(raw);
  // A secret that the cut would halve could not be recognised, so what is redacted is longer than what is kept.
  const safe = createRedactor(secrets).text(whole.slice(0, LONGEST * 2));
  return {
    text: safe.slice(0, LONGEST),
    shortened: whole === '' || whole.length > LONGEST * 2 || safe.length > LONGEST,
  };
}

function written(raw: unknown): string {
  let whole: string;
  try {
    whole = raw === undefined ? '' : JSON.stringify(raw);
  } catch {
    // Deeper than the stack: an answer made to be so.
    return '';
  }
  // Indents cost the square of the depth.
  return whole !== '' && whole.length <= LONGEST && depthOf(whole) <= DEEPEST ? JSON.stringify(raw, null, 2) : whole;
}

/** At least the depth of a JSON text: brackets in strings count as well. */
function depthOf(text: string): number {
  let deepest = 0;
  let depth = 0;
  for (const bracket of text.matchAll(/[[\]{}]/g)) {
    depth += '[{'.includes(bracket[0]) ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Replaces what was kept of these orders; of one whose buyer was erased nothing is kept again. */
export async function keepUnread(
  { tenantId }: OrderContext,
  tx: Tx,
  orders: readonly Kept[],
  { sealer, secrets }: UnreadKeeper,
  now: Date,
): Promise<void> {
  if (orders.length === 0) return;
  // Of an order that came twice the last counts.
  const newest = new Map(orders.map((order) => [order.orderId, order]));
  const erased = await sql<{ id: string }>`SELECT order_id AS id FROM order_details
    WHERE order_id = ANY (${[...newest.keys()]}::uuid[]) AND imported ->> 'erasedAt' IS NOT NULL`.execute(tx);
  for (const { id } of erased.rows) newest.delete(id);
  const rows = [...newest.values()].map(({ orderId, message, raw }) => {
    const { text, shortened } = rawText(raw, secrets);
    return {
      tenant_id: tenantId,
      order_id: orderId,
      message: cleanText(message),
      shortened,
      seen_at: now,
      sealed: sealer.seal(tenantId, orderId, PURPOSE, Buffer.from(text)).sealed,
    };
  });
  if (rows.length === 0) return;
  await dropUnread(tx, [...newest.keys()]);
  await tx.insertInto('unread_orders').values(rows).execute();
}

/** They were read, or must not be known any more. */
export async function dropUnread(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0)
    await sql`DELETE FROM unread_orders WHERE order_id = ANY (${[...orderIds]}::uuid[])`.execute(tx);
}

/** Undefined where nothing is kept of the order. @throws SealError when its key is gone */
export async function readUnread(
  { tenantId }: OrderContext,
  { db, sealer }: Pick<Services, 'db' | 'sealer'>,
  orderId: string,
): Promise<{ readonly text: string; readonly shortened: boolean; readonly seenAt: string } | undefined> {
  const about = await db.tenant(
    { tenantId },
    (tx) =>
      tx
        .selectFrom('unread_orders')
        .select(['shortened', 'seen_at'])
        .where('order_id', '=', orderId)
        .executeTakeFirst(),
    { readOnly: true },
  );
  if (!about) return undefined;
  const row = await db.secrets({ tenantId }, (tx) =>
    tx
      .selectFrom('unread_orders')
      .select('sealed')
      .where('tenant_id', '=', tenantId)
      .where('order_id', '=', orderId)
      .executeTakeFirst(),
  );
  return (
    row && {
      text: sealer.open(tenantId, orderId, PURPOSE, row.sealed).toString('utf8'),
      shortened: about.shortened,
      seenAt: about.seen_at.toISOString(),
    }
  );
}

/** What the order's page says of it: why it (or its newest version) could not be read, and whether the answer is kept. */
export async function whyUnread(
  tx: Tx,
  orderId: string,
): Promise<{ readonly message: string; readonly seenAt: string | null; readonly kept: boolean } | null> {
  const { rows } = await sql<{ message: string | null; seen_at: Date | null }>`SELECT
      coalesce(u.message, CASE WHEN o.import_state = 'failed' THEN coalesce(d.imported ->> 'problem', '') END) AS message, u.seen_at
    FROM orders o JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
    LEFT JOIN unread_orders u ON u.tenant_id = o.tenant_id AND u.order_id = o.id WHERE o.id = ${orderId}`.execute(tx);
  const [row] = rows;
  if (row?.message === null || row?.message === undefined) return null;
  return { message: row.message, seenAt: row.seen_at?.toISOString() ?? null, kept: row.seen_at !== null };
}
