/** What a station did without a line: each entry is stored under the id the station gave it, and applied when it is new. */
import type { DataOf } from '@scanship/contracts/call';
import type { JournalEntry, sendScanJournal } from '@scanship/contracts/printing/scan-shift';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { countPrinted } from '../../documents/index.ts';
import { endLeases } from '../../orders/index.ts';
import { recordOverride } from '../record-override.ts';
import { readShiftRow } from './shift-rows.ts';

type Result = DataOf<typeof sendScanJournal>['results'][number];
type Applied = Pick<Result, 'outcome' | 'why'>;

const APPLIED: Applied = { outcome: 'applied', why: null };
const refused = (why: string): Applied => ({ outcome: 'refused', why });

/**
 * Applies entries in the station's order, in one transaction: they are all there afterwards or none is. One that was
 * applied before answers what it answered then. A shift that is over takes its entries all the same: what was packed is
 * packed. Problem: `not_found`.
 */
export function applyJournal(
  db: Database,
  ctx: RequestContext,
  shiftId: string,
  entries: readonly JournalEntry[],
): Promise<Outcome<DataOf<typeof sendScanJournal>>> {
  const { tenantId } = ctx;
  return db.tenant(ctx, async (tx) => {
    // Held until the end, so that the same entries sent twice at once follow one another.
    const locked =
      await sql`SELECT 1 FROM scan_shifts WHERE tenant_id = ${tenantId} AND id = ${shiftId} FOR UPDATE`.execute(tx);
    if (locked.rows.length === 0 || !(await readShiftRow(tx, tenantId, shiftId)))
      return problem('not_found', { message: 'This shift was not found.' });
    const known = await tx
      .selectFrom('scan_journal')
      .select(['id', 'outcome', 'why'])
      .where('tenant_id', '=', tenantId)
      .where(
        'id',
        'in',
        entries.map(({ id }) => id),
      )
      .execute();
    const results = new Map<string, Applied>(known.map(({ id, outcome, why }) => [id, { outcome, why }]));
    const fresh = new Map<string, JournalEntry>();
    for (const entry of entries.toSorted((a, b) => a.no - b.no))
      if (!results.has(entry.id) && !fresh.has(entry.id)) fresh.set(entry.id, entry);
    for (const entry of fresh.values()) results.set(entry.id, await apply(tx, ctx, shiftId, entry));
    if (fresh.size > 0) await store(tx, ctx, shiftId, [...fresh.values()], results);
    return ok({
      results: entries.flatMap(({ id }) => {
        const result = results.get(id);
        return result ? [{ id, ...result }] : [];
      }),
    });
  });
}

async function store(
  tx: Tx,
  ctx: RequestContext,
  shiftId: string,
  entries: readonly JournalEntry[],
  results: ReadonlyMap<string, Applied>,
): Promise<void> {
  const rows = entries.map((entry) => ({
    id: entry.id,
    no: entry.no,
    at: entry.at,
    kind: entry.kind,
    order_id: entry.orderId ?? null,
    text: entry.text ?? null,
    verified: entry.verified ?? null,
    ...(results.get(entry.id) ?? APPLIED),
  }));
  await sql`INSERT INTO scan_journal (tenant_id, id, shift_id, no, at, kind, order_id, text, verified, outcome, why, user_id)
    SELECT ${ctx.tenantId}, x.id, ${shiftId}, x.no, x.at, x.kind, x.order_id, x.text, x.verified, x.outcome, x.why, ${ctx.userId}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x (id uuid, no bigint, at timestamptz, kind text, order_id uuid,
      text text, verified jsonb, outcome text, why text)`.execute(tx);
}

async function apply(tx: Tx, ctx: RequestContext, shiftId: string, entry: JournalEntry): Promise<Applied> {
  switch (entry.kind) {
    case 'scan':
    case 'verify':
      return APPLIED;
    case 'override':
      return override(tx, ctx, shiftId, entry);
    case 'packed':
      return packed(tx, ctx, shiftId, entry);
    case 'printed':
      return printed(tx, ctx, shiftId, entry);
    case 'aside':
      return aside(tx, ctx, shiftId, entry);
  }
}

interface Standing {
  readonly state: string;
  readonly number: string;
  readonly shipmentId: string | null;
  readonly shipmentState: string | null;
}

async function standingOf(
  tx: Tx,
  tenantId: string,
  shiftId: string,
  orderId: string | null | undefined,
): Promise<Standing | undefined> {
  if (!orderId) return undefined;
  const { rows } =
    await sql<Standing>`SELECT s.state, o.number, s.shipment_id AS "shipmentId", p.state AS "shipmentState"
    FROM scan_shift_orders s JOIN orders o ON o.tenant_id = s.tenant_id AND o.id = s.order_id
    LEFT JOIN shipments p ON p.tenant_id = s.tenant_id AND p.id = s.shipment_id
    WHERE s.tenant_id = ${tenantId} AND s.shift_id = ${shiftId} AND s.order_id = ${orderId}`.execute(tx);
  return rows[0];
}

const NOT_HERE = refused('This order is not one of the shift.');
/** Labels in these states are good on a parcel. */
const GOOD = new Set(['bought', 'partly_bought', 'handed_over', 'delivered']);

async function packed(tx: Tx, ctx: RequestContext, shiftId: string, entry: JournalEntry): Promise<Applied> {
  const found = await standingOf(tx, ctx.tenantId, shiftId, entry.orderId);
  if (!found) return NOT_HERE;
  if (found.state === 'packed') return refused(`Order ${found.number} was packed already: look for a second parcel.`);
  if (found.shipmentId === null) return refused(`Order ${found.number} has no label of this shift.`);
  if (!GOOD.has(found.shipmentState ?? ''))
    return refused(`The label of order ${found.number} was cancelled meanwhile: take its parcel back.`);
  await sql`UPDATE scan_shift_orders SET state = 'packed', packed_at = ${entry.at}
    WHERE tenant_id = ${ctx.tenantId} AND shift_id = ${shiftId} AND order_id = ${entry.orderId}`.execute(tx);
  await endLeases(tx, ctx.tenantId, shiftId, [entry.orderId ?? '']);
  return APPLIED;
}

async function printed(tx: Tx, ctx: RequestContext, shiftId: string, entry: JournalEntry): Promise<Applied> {
  const found = await standingOf(tx, ctx.tenantId, shiftId, entry.orderId);
  if (!found?.shipmentId) return NOT_HERE;
  await countPrinted(tx, ctx.tenantId, [found.shipmentId]);
  return APPLIED;
}

async function aside(tx: Tx, ctx: RequestContext, shiftId: string, entry: JournalEntry): Promise<Applied> {
  const found = await standingOf(tx, ctx.tenantId, shiftId, entry.orderId);
  if (!found) return NOT_HERE;
  if (found.state === 'packed') return refused(`Order ${found.number} is packed already.`);
  await endLeases(tx, ctx.tenantId, shiftId, [entry.orderId ?? '']);
  if (found.state === 'bought')
    return { outcome: 'applied', why: `Order ${found.number} has a label: cancel it, or pack it later.` };
  await sql`UPDATE scan_shift_orders SET state = 'released'
    WHERE tenant_id = ${ctx.tenantId} AND shift_id = ${shiftId} AND order_id = ${entry.orderId}`.execute(tx);
  return APPLIED;
}

async function override(tx: Tx, ctx: RequestContext, shiftId: string, entry: JournalEntry): Promise<Applied> {
  const found = await standingOf(tx, ctx.tenantId, shiftId, entry.orderId);
  if (!found || !entry.orderId) return NOT_HERE;
  await recordOverride(tx, ctx, { orderId: entry.orderId, number: found.number, reason: entry.text ?? '' });
  return APPLIED;
}
