/** Files with everything stored of a customer, as its franchise asks for and downloads them. */
import { type CustomerExport, EXPORT_KEPT_DAYS } from '@scanship/contracts/network/customer-data';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import type { DownloadAnswer } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { dayIn } from '../../platform/time-zone.ts';
import { visibleCustomers } from '../customers/index.ts';
import { userNames } from '../users/index.ts';

const DAY_MS = 86_400_000;
const MOST_SHOWN = 20;

/** When a file that was made is removed again. */
export const goneAt = (readyAt: Date): Date => new Date(readyAt.getTime() + EXPORT_KEPT_DAYS * DAY_MS);

/** The name of a customer that this person may see. Runs as the franchise. */
export const nameOfCustomer = async (tx: Tx, ctx: RequestContext, customerId: string): Promise<string | undefined> =>
  (
    await sql<{ name: string }>`SELECT c.name FROM franchise_customers c
      WHERE ${visibleCustomers(ctx)} AND c.customer_id = ${customerId}::uuid`.execute(tx)
  ).rows[0]?.name;

/** Problem: `not_found`. */
export const listExports = async (
  db: Database,
  ctx: RequestContext,
  customerId: string,
): Promise<Outcome<{ exports: CustomerExport[] }>> => {
  const rows = await db.tenant(
    ctx,
    async (tx) =>
      (await nameOfCustomer(tx, ctx, customerId)) === undefined
        ? undefined
        : tx
            .selectFrom('customer_exports')
            .select(['id', 'state', 'asked_at', 'asked_by', 'by_actor', 'ready_at', 'size'])
            .where('tenant_id', '=', ctx.tenantId)
            .where('customer_id', '=', customerId)
            .orderBy('id', 'desc')
            .limit(MOST_SHOWN)
            .execute(),
    { readOnly: true },
  );
  if (!rows) return problem('not_found');
  const names = await userNames(
    db,
    ctx,
    rows.map((row) => row.asked_by),
  );
  const exports = rows.map((row) => ({
    id: row.id,
    state: row.state,
    askedAt: row.asked_at.toISOString(),
    askedBy: row.by_actor ?? names.get(row.asked_by) ?? '',
    readyAt: row.ready_at?.toISOString() ?? null,
    size: row.size,
    goneAt: row.ready_at ? goneAt(row.ready_at).toISOString() : null,
  }));
  return { ok: true, value: { exports } };
};

/** The name is the customer's. One that is being made already is the answer. Problem: `not_found`. */
export const startExport = (
  db: Database,
  ctx: RequestContext,
  customerId: string,
  now: Date,
): Promise<Outcome<{ readonly name: string }>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<{ readonly name: string }>> => {
    const name = await nameOfCustomer(tx, ctx, customerId);
    if (name === undefined) return problem('not_found');
    const [first] = ctx.actors;
    await tx
      .insertInto('customer_exports')
      .values({
        tenant_id: ctx.tenantId,
        id: newId(),
        customer_id: customerId,
        asked_by: ctx.userId,
        by_actor: first ? `${first.fullName || first.userName}, ${first.tenantName}` : null,
        asked_at: now,
        due_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { ok: true, value: { name } };
  });

/** Problem: `not_found`, also where it is not made yet or gone again. */
export const openExport = (
  db: Database,
  ctx: RequestContext,
  wish: { readonly id: string; readonly exportId: string },
): Promise<Outcome<DownloadAnswer>> =>
  db.tenant(
    ctx,
    async (tx): Promise<Outcome<DownloadAnswer>> => {
      if ((await nameOfCustomer(tx, ctx, wish.id)) === undefined) return problem('not_found');
      const { rows } = await sql<{ parts: number; ready_at: Date }>`SELECT e.parts, e.ready_at FROM customer_exports e
        WHERE e.tenant_id = ${ctx.tenantId} AND e.id = ${wish.exportId} AND e.customer_id = ${wish.id} AND e.state = 'ready'
          AND e.parts = (SELECT count(*) FROM customer_export_parts p WHERE p.tenant_id = e.tenant_id AND p.export_id = e.id)`.execute(
        tx,
      );
      const [found] = rows;
      if (!found)
        return problem('not_found', {
          message: 'This file is not there any more.',
          advice: 'Have it made again.',
        });
      const word = ctx.locale.startsWith('fr') ? 'Client' : 'Customer';
      return {
        ok: true,
        value: {
          kind: 'download',
          chunks: partsOf(db, ctx.tenantId, wish.exportId, found.parts),
          contentType: 'application/gzip',
          fileName: `${word} ${dayIn(found.ready_at, ctx.timeZone)}.tar.gz`,
        },
      };
    },
    { readOnly: true },
  );

/** A part at a time, each by itself: a slow reader holds no transaction open. */
async function* partsOf(db: Database, tenantId: string, exportId: string, parts: number): AsyncGenerator<Uint8Array> {
  for (let no = 1; no <= parts; no += 1) {
    const part = await db.tenant(
      { tenantId },
      (tx) =>
        tx
          .selectFrom('customer_export_parts')
          .select('bytes')
          .where('tenant_id', '=', tenantId)
          .where('export_id', '=', exportId)
          .where('no', '=', no)
          .executeTakeFirstOrThrow(),
      { readOnly: true },
    );
    yield part.bytes;
  }
}
