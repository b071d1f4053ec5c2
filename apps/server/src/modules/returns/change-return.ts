/** What a seller's people do to returns: decide, have labels bought, take in, check, finish. */
import type { BodyOf } from '@scanship/contracts/call';
import type { checkReturn } from '@scanship/contracts/shipping/returns';
import { orderNumberKey } from '@scanship/domain/orders/order-search';
import { lacksLabel, type StoredReturnState } from '@scanship/domain/shipping/returns';
import type { ShipmentState } from '@scanship/domain/shipping/shipment-states';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { askerOf, type ReturnAsker } from './rules.ts';

interface Locked {
  readonly state: StoredReturnState;
  readonly due: boolean;
  readonly shipment_state: ShipmentState | null;
}

async function lock(tx: Tx, tenantId: string, id: string): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`SELECT r.state, r.due_at IS NOT NULL AS due, (SELECT s.state FROM shipments AS s
      WHERE s.tenant_id = r.tenant_id AND s.id = r.shipment_id) AS shipment_state
    FROM returns AS r WHERE r.tenant_id = ${tenantId} AND r.id = ${id} FOR UPDATE OF r`.execute(tx);
  return rows[0];
}

const done: Outcome<void> = { ok: true, value: undefined };

/** @returns ids of those that were open until now */
export async function decide(
  tx: Tx,
  ctx: ReturnAsker & Pick<RequestContext, 'tenantId'>,
  input: { readonly ids: readonly string[]; readonly approve: boolean; readonly answer: string | null },
  now: Date,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE returns SET state = ${input.approve ? 'approved' : 'refused'}, answer = ${input.answer},
      decided_at = ${now.toISOString()}::timestamptz, decided_by = ${ctx.userId},
      asker = ${input.approve ? json({ ...askerOf(ctx) }) : null},
      due_at = CASE WHEN ${input.approve} THEN clock_timestamp() END
    WHERE tenant_id = ${ctx.tenantId} AND id = ANY (${[...input.ids]}::uuid[]) AND state = 'asked' RETURNING id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Another try, in the name of who presses the button. */
export async function orderLabel(tx: Tx, ctx: RequestContext, id: string): Promise<Outcome<void>> {
  const row = await lock(tx, ctx.tenantId, id);
  if (!row) return problem('not_found');
  if (row.state !== 'approved' || !lacksLabel(row.shipment_state)) return problem('return_state');
  if (!row.due)
    await sql`UPDATE returns SET asker = ${json({ ...askerOf(ctx) })}, problem = NULL, due_at = clock_timestamp()
      WHERE tenant_id = ${ctx.tenantId} AND id = ${id}`.execute(tx);
  return done;
}

/** A code that a scanner read: the label's tracking number, or the number of the return. Undefined: it is no return's. */
export async function findScanned(tx: Tx, tenantId: string, code: string): Promise<string | undefined> {
  const typed = code.trim();
  const key = typed.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();
  const byLabel = await sql<{ id: string }>`SELECT r.id FROM parcels AS c
    JOIN returns AS r ON r.tenant_id = c.tenant_id AND r.shipment_id = c.shipment_id
    WHERE c.tenant_id = ${tenantId} AND c.tracking_number IN (${typed}, ${key}) LIMIT 1`.execute(tx);
  if (byLabel.rows[0]) return byLabel.rows[0].id;
  const named = /^(.+)-R(\d{1,6})$/i.exec(typed);
  if (!named) return undefined;
  const byNumber = await sql<{ id: string }>`SELECT id FROM returns WHERE tenant_id = ${tenantId}
    AND number_key = ${orderNumberKey(named[1] ?? '')} AND no = ${Number(named[2])} ORDER BY id DESC LIMIT 1`.execute(
    tx,
  );
  return byNumber.rows[0]?.id;
}

/** Repeatable: what is on the table twice arrived once. */
export async function takeIn(tx: Tx, tenantId: string, id: string, now: Date): Promise<Outcome<void>> {
  const row = await lock(tx, tenantId, id);
  if (!row) return problem('not_found');
  if (row.state === 'refused')
    return problem('return_state', { message: 'This return was refused, and its parcel is here anyway.' });
  if (row.state === 'asked')
    return problem('return_state', {
      message: 'This return is not approved yet.',
      advice: 'Approve it under Returns.',
    });
  if (row.state === 'approved')
    await sql`UPDATE returns SET state = 'arrived', arrived_at = ${now.toISOString()}::timestamptz, due_at = NULL
      WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
  return done;
}

export async function check(
  tx: Tx,
  tenantId: string,
  id: string,
  input: BodyOf<typeof checkReturn>,
  now: Date,
): Promise<Outcome<void>> {
  const row = await lock(tx, tenantId, id);
  if (!row) return problem('not_found');
  if (row.state !== 'arrived' && row.state !== 'checked') return problem('return_state');
  const items = await sql<{ line: number; qty: number }>`SELECT line, qty FROM return_items
    WHERE tenant_id = ${tenantId} AND return_id = ${id}`.execute(tx);
  const asked = new Map(items.rows.map(({ line, qty }) => [line, qty]));
  const errors = input.items.flatMap(({ line, received }, at) => {
    const most = asked.get(line);
    if (most === undefined) return [{ field: `items.${at}.line`, message: 'This item is not part of the return.' }];
    return received > most
      ? [{ field: `items.${at}.received`, message: `The buyer asked to return ${most}, not ${received}.` }]
      : [];
  });
  if (errors.length > 0) return problem('validation', { errors });
  if (new Set(input.items.map(({ line }) => line)).size !== asked.size)
    return problem('validation', { errors: [{ field: 'items', message: 'Say of every item what came back.' }] });
  const rows = JSON.stringify(input.items.map(({ line, received, condition }) => ({ line, received, condition })));
  await sql`UPDATE return_items AS i SET received = c.received, condition = c.condition
    FROM jsonb_to_recordset(${rows}::jsonb) AS c (line int, received int, condition text)
    WHERE i.tenant_id = ${tenantId} AND i.return_id = ${id} AND i.line = c.line`.execute(tx);
  await sql`UPDATE returns SET state = 'checked', checked_at = ${now.toISOString()}::timestamptz,
      check_note = ${input.note?.trim() || null} WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
  return done;
}

/** Also what never came: a seller may leave a cheap item with its buyer. */
export async function finish(tx: Tx, tenantId: string, id: string, now: Date): Promise<Outcome<void>> {
  const row = await lock(tx, tenantId, id);
  if (!row) return problem('not_found');
  if (row.state === 'done') return done;
  if (row.state === 'asked' || row.state === 'refused') return problem('return_state');
  await sql`UPDATE returns SET state = 'done', done_at = ${now.toISOString()}::timestamptz, due_at = NULL
    WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
  return done;
}
