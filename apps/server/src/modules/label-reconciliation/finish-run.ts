/** The end of a comparison whose list was read whole: what the carrier lacks, what is gone, and who is told of it. */
import { compareLabels } from '@scanship/domain/shipping/label-reconciliation';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import { markAsked } from '../../platform/database/unasked-accounts.ts';
import { keepFindings } from './keep-page.ts';
import { type KnownPurchase, readBoughtBetween, readShippers } from './read-ours.ts';
import { agedBefore, EDGE_MS, forgetLabels, type HeldRun, MOST_DAYS, type RunRow, writeRun } from './run-rows.ts';
import { type Naming, tellFindings } from './tell-findings.ts';

export interface FinishDeps extends Naming {
  readonly db: Database;
  readonly leaseMs: number;
}

const CHUNK = 2_000;
/** So many may be missing where the list shows none of ours at all; more, and it is the list of another account. */
const MOST_WITHOUT_ANY = 3;
const MOST_WITHOUT_REFERENCE = 20;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Results and findings that are gone are kept so long. Days. */
const KEPT_DAYS = 180;

export async function finishRun(
  deps: FinishDeps,
  run: HeldRun,
  row: RunRow,
  list: { readonly carrierName: string; readonly showsReferences: boolean },
): Promise<void> {
  const { db, leaseMs } = deps;
  // A list that could not be read in part proves nothing about what is missing in it.
  const readable = row.problems.length === 0;
  const span = { from: new Date(row.since.getTime() + EDGE_MS), to: new Date(row.until.getTime() - EDGE_MS) };
  const lacking = readable && span.from < span.to ? await keepLacking(deps, run, span) : 'unsure';
  const others = list.showsReferences ? 0 : await withoutReference(db, run);
  const said = [
    ...(lacking === 'another-list'
      ? [
          `The list of ${list.carrierName} has none of the labels bought here, so it is probably of another account: check the credentials.`,
        ]
      : []),
    ...(others > 0
      ? [
          `${list.carrierName} lists ${others} labels that are not known here, without references: another program uses this account.`,
        ]
      : []),
  ];
  const aged = agedBefore(row);
  const agedOut = await db.tenant(run, async (tx) => {
    await writeRun(tx, run, leaseMs, sql`tries = 0`);
    await sql`UPDATE label_findings SET staged = false
      WHERE tenant_id = ${run.tenantId} AND account_id = ${run.accountId} AND run_id = ${run.id} AND staged`.execute(
      tx,
    );
    if (readable)
      await sql`UPDATE label_findings SET gone_at = clock_timestamp(), run_id = ${run.id}
        WHERE tenant_id = ${run.tenantId} AND account_id = ${run.accountId} AND gone_at IS NULL AND run_id <> ${run.id}
          AND CASE WHEN kind <> 'unknown-there' THEN made_at BETWEEN ${row.since} AND ${row.until}
            ELSE ${lacking === 'kept'} AND made_at BETWEEN ${span.from} AND ${span.to} END`.execute(tx);
    await sql`UPDATE label_findings SET gone_at = clock_timestamp(), run_id = ${run.id}
      WHERE tenant_id = ${run.tenantId} AND account_id = ${run.accountId} AND gone_at IS NULL AND made_at < ${aged}`.execute(
      tx,
    );
    // Counted anew, so that a comparison that goes on here after a crash says the same.
    const { rows } = await sql<{ many: number }>`SELECT count(*)::int AS many FROM label_findings
      WHERE tenant_id = ${run.tenantId} AND account_id = ${run.accountId} AND run_id = ${run.id} AND made_at < ${aged}`.execute(
      tx,
    );
    return rows[0]?.many ?? 0;
  });
  await tellFindings(deps, run, aged);
  // Everything that may be missing here was asked for and told: the account is bought with again.
  if (row.why === 'restore' && readable && said.length === 0)
    await markAsked(db, run, { id: run.id, since: row.since });
  const noted = [
    ...said,
    ...(agedOut > 0
      ? [
          `Differences of labels that are older than ${MOST_DAYS} days were closed, because they are compared no more: ${agedOut}.`,
        ]
      : []),
  ];
  await db.tenant(run, async (tx) => {
    await writeRun(
      tx,
      run,
      leaseMs,
      sql`state = 'done', ended_at = clock_timestamp(), due_at = NULL, problems = problems || ${json(noted)}, found = (SELECT count(*) FROM label_findings
        WHERE tenant_id = ${run.tenantId} AND run_id = ${run.id} AND gone_at IS NULL)`,
    );
    await forgetLabels(tx, run);
    await sql`DELETE FROM label_runs WHERE tenant_id = ${run.tenantId} AND account_id = ${run.accountId}
      AND created_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`.execute(tx);
    await sql`DELETE FROM label_findings WHERE tenant_id = ${run.tenantId} AND account_id = ${run.accountId}
      AND gone_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`.execute(tx);
  });
}

/**
 * In a list without references a label that another program made looks like one that was lost here. Many of them are told in one
 * sentence and not one by one.
 * @returns how many were taken out of the findings
 */
const withoutReference = (db: Database, run: HeldRun): Promise<number> =>
  db.tenant(run, async (tx) => {
    const { rows } = await sql<{ many: number }>`SELECT count(*)::int AS many FROM label_findings AS f
      JOIN label_run_labels AS l ON l.tenant_id = f.tenant_id AND l.run_id = f.run_id AND l.carrier_shipment_id = f.subject
      WHERE f.tenant_id = ${run.tenantId} AND f.run_id = ${run.id} AND f.kind = 'unknown-here'`.execute(tx);
    const many = rows[0]?.many ?? 0;
    if (many <= MOST_WITHOUT_REFERENCE) return 0;
    await sql`UPDATE label_findings SET gone_at = clock_timestamp()
      WHERE tenant_id = ${run.tenantId} AND run_id = ${run.id} AND kind = 'unknown-here'`.execute(tx);
    return many;
  });

/** Good here and not in the list. */
async function keepLacking(
  deps: FinishDeps,
  run: HeldRun,
  span: { readonly from: Date; readonly to: Date },
): Promise<'kept' | 'another-list'> {
  const { db, leaseMs } = deps;
  const showsOurs = await db.tenant(
    run,
    async (tx) =>
      (await tx
        .selectFrom('label_run_labels')
        .select('run_id')
        .where('tenant_id', '=', run.tenantId)
        .where('run_id', '=', run.id)
        .where('purchase_id', 'is not', null)
        .limit(1)
        .executeTakeFirst()) !== undefined,
    { readOnly: true },
  );
  const held: KnownPurchase[] = [];
  for (const shipperId of await readShippers(db, run)) {
    let after = FIRST_ID;
    for (;;) {
      const bought = await readBoughtBetween(db, run, shipperId, { ...span, after, most: CHUNK });
      const last = bought.at(-1);
      if (!last) break;
      after = last.purchaseId;
      const missing = await unlisted(db, run, bought);
      if (showsOurs) await keep(deps, run, missing, span, leaseMs);
      else {
        held.push(...missing.filter(({ state }) => state === 'bought'));
        if (held.length > MOST_WITHOUT_ANY) return 'another-list';
      }
      if (bought.length < CHUNK) break;
    }
  }
  await keep(deps, run, held, span, leaseMs);
  return 'kept';
}

async function unlisted(
  db: Database,
  run: HeldRun,
  bought: readonly KnownPurchase[],
): Promise<readonly KnownPurchase[]> {
  const ids = bought.map(({ purchaseId }) => purchaseId);
  const { rows } = await db.tenant(
    run,
    (tx) =>
      sql<{ purchase_id: string }>`SELECT purchase_id FROM label_run_labels
        WHERE tenant_id = ${run.tenantId} AND run_id = ${run.id} AND purchase_id = ANY (${ids}::uuid[])`.execute(tx),
    { readOnly: true },
  );
  const listed = new Set(rows.map((each) => each.purchase_id));
  return bought.filter(({ purchaseId }) => !listed.has(purchaseId));
}

async function keep(
  { db }: FinishDeps,
  run: HeldRun,
  missing: readonly KnownPurchase[],
  span: { readonly from: Date; readonly to: Date },
  leaseMs: number,
): Promise<void> {
  const { findings } = compareLabels(missing, [], {
    showsReferences: true,
    whole: { from: span.from.getTime(), to: span.to.getTime() },
  });
  await db.tenant(run, async (tx) => {
    await writeRun(tx, run, leaseMs, sql`tries = 0`);
    await keepFindings(
      tx,
      run,
      findings.map((found) => ({ ...found, theirs: undefined })),
    );
  });
}
