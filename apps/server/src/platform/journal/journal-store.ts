/**
 * The journal's SQL: one set of statements for the tables that share its columns. Every write that follows a lease names
 * the lease's fencing number, so a worker whose lease lapsed writes nothing.
 */
import type { JsonObject } from '@scanship/domain/values/json';
import type { JournalRecord, StepRecord } from '@scanship/domain/shipping/purchase';
import type { PurchaseState } from '@scanship/domain/shipping/shipment-states';
import { type RawBuilder, sql } from 'kysely';
import type { Sealer } from '../crypto/sealer.ts';
import { actAs, type Database, type Tx } from '../database/database.ts';
import { together } from '../database/together.ts';
import { newId } from '../database/ids.ts';
import { isOlder, lineage, noteBranch } from '../database/lineage.ts';
import { json } from '../database/json-column.ts';
import { fromNow } from '../jobs/leased-rows.ts';
import type { JournalRef, JournalRow, JournalTable, StoredProblem } from './handler.ts';
import { decodeStepValue } from './step-values.ts';

export const SUBJECTS: Readonly<Record<JournalTable, 'purchase' | 'void' | 'effect'>> = {
  purchases: 'purchase',
  voids: 'void',
  effects: 'effect',
};

/** Purposes under which the intent and a step's answer are sealed. */
export const REQUEST_SEAL = 'journal-request';
export const stepSeal = (name: string): string => `journal-step:${name}`;

export interface Leased {
  readonly row: JournalRow;
  readonly attempt: number;
  readonly record: JournalRecord;
  readonly kept: JsonObject;
  /** Merged results of the steps; file bytes stand in it as bytes, everything else is JSON. */
  readonly result: JsonObject;
  /** When the database went back to an earlier moment, by its clock; only within a month of it. */
  readonly rewoundAt: number | undefined;
  /** The database's clock when the lease was taken. */
  readonly now: number;
}

interface LeaseRow {
  readonly id: string;
  readonly state: PurchaseState;
  readonly attempt: number;
  readonly sent_at: Date | null;
  readonly kind: string;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly forgotten: boolean;
  readonly unnoted: boolean;
  readonly rewound_at: Date | null;
  readonly now: Date;
}

const kindColumn = (table: JournalTable): RawBuilder<string> => (table === 'effects' ? sql`kind` : sql`${table}::text`);

/** Since it was last sent, as far as is known here. */
const forgotten = isOlder(sql`coalesce(sent_at, created_at)`);

export interface LeaseOptions {
  readonly leaseMs: number;
  /** Take it even from a worker that holds it: an answer has come that is better than what that worker can find out. */
  readonly force?: boolean;
}

/**
 * Leases of what may be forgotten number on by so many: a worker of before the database went back may hold one whose number is given out
 * here again, and must not write under it.
 */
const BEYOND_OTHERS = 1_000;

/** Takes the row when it is due and nobody holds it; undefined otherwise. */
export async function lease(
  db: Database,
  sealer: Sealer,
  ref: JournalRef,
  options: LeaseOptions,
): Promise<Leased | undefined> {
  const free = options.force
    ? sql`true`
    : sql`due_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until <= clock_timestamp())`;
  const states = options.force
    ? sql`('planned', 'reserved', 'sending', 'unknown', 'disputed', 'confirmed', 'absent')`
    : sql`('planned', 'reserved', 'sending', 'unknown', 'confirmed')`;
  const until = sql`clock_timestamp() + ${options.leaseMs} * interval '1 millisecond'`;
  const leased = await db.tenant(
    { tenantId: ref.tenantId },
    async (tx) => {
      const taking = sql<LeaseRow>`
      WITH lineage AS MATERIALIZED (${lineage})
      UPDATE ${sql.table(ref.table)} SET attempt = attempt + CASE WHEN ${forgotten} THEN ${sql.lit(BEYOND_OTHERS)} ELSE 1 END,
        lease_until = ${until}, due_at = ${until} FROM lineage
      WHERE tenant_id = ${ref.tenantId} AND id = ${ref.id} AND state IN ${states} AND ${free}
      RETURNING id, state, attempt, sent_at, ${kindColumn(ref.table)} AS kind, created_by, created_at, ${forgotten} AS forgotten,
        unnoted, rewound_at, clock_timestamp() AS now
    `.execute(tx);
      // Behind the lease, which another may be giving up: what it wrote is seen.
      const [taken, stored] = await together([taking, readOperation(tx, ref)]);
      const row = taken.rows[0];
      return row && { ...leasedOf(sealer, ref, row, stored), unnoted: row.unnoted };
    },
    { byKey: true },
  );
  // At once, so that only what is older than this counts as perhaps forgotten.
  if (leased?.unnoted) await noteBranch(db);
  return leased;
}

/** Reads a row's steps under `app_tenant`, then what is sealed under `app_secrets`; the transaction ends there. */
async function readOperation(tx: Tx, ref: JournalRef) {
  const subject = SUBJECTS[ref.table];
  const steps = tx
    .selectFrom('effect_steps')
    .select(['no', 'name', 'state', 'attempt'])
    .where('tenant_id', '=', ref.tenantId)
    .where('subject_kind', '=', subject)
    .where('subject_id', '=', ref.id)
    .orderBy('no')
    .execute();
  const acting = actAs(tx, { role: 'app_secrets', tenantId: ref.tenantId });
  // The request stands beside the first answer only, so that it travels once.
  const answers = sql<{ no: number | null; request: Buffer | null; vendor_result: Buffer | null }>`
    SELECT s.no, s.vendor_result, CASE WHEN row_number() OVER (ORDER BY s.no) = 1 THEN o.sealed END AS request
    FROM ${sql.table(ref.table)} AS o LEFT JOIN effect_steps AS s
      ON s.tenant_id = o.tenant_id AND s.subject_kind = ${subject} AND s.subject_id = o.id
    WHERE o.tenant_id = ${ref.tenantId} AND o.id = ${ref.id} ORDER BY s.no`.execute(tx);
  const [stored, , { rows }] = await together([steps, acting, answers]);
  return { steps: stored, answers: rows };
}

function leasedOf(
  sealer: Sealer,
  ref: JournalRef,
  row: LeaseRow,
  { steps, answers }: Awaited<ReturnType<typeof readOperation>>,
): Leased {
  let kept: JsonObject = {};
  let result: JsonObject = {};
  for (const answer of answers) {
    const name = steps.find((step) => step.no === answer.no)?.name;
    if (!name || !answer.vendor_result) continue;
    const value = decodeStepValue(sealer.openJson(ref.tenantId, ref.id, stepSeal(name), answer.vendor_result));
    kept = { ...kept, ...value.keep };
    result = { ...result, ...value.result };
  }
  const sealed = answers[0]?.request;
  return {
    row: {
      ...ref,
      state: row.state,
      kind: row.kind,
      createdBy: row.created_by,
      mayBeForgotten: row.forgotten,
      createdAt: row.created_at,
      request: sealed ? sealer.openJson(ref.tenantId, ref.id, REQUEST_SEAL, sealed) : {},
    },
    attempt: row.attempt,
    record: {
      state: row.state,
      sentAt: row.sent_at?.getTime(),
      steps: steps.map(({ name, state, attempt }) => ({ name, state, attempt })),
    },
    kept,
    result,
    rewoundAt: row.rewound_at?.getTime(),
    now: row.now.getTime(),
  };
}

export interface Held extends JournalRef {
  readonly attempt: number;
}

/**
 * Thrown inside a transaction to undo it: another worker holds the operation now. Not the error of other leases: what is written with an
 * outcome may lose one of its own.
 */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export interface RowChange {
  readonly state: PurchaseState;
  /** Milliseconds from the database's now until somebody looks again; null: nothing is due; undefined: keep the lease. */
  readonly dueInMs?: number | null | undefined;
  readonly sentNow?: { readonly settleAfterMs: number } | undefined;
  readonly problem?: StoredProblem | null | undefined;
  readonly leaseMs: number;
}

/** What is written together with the row. */
export interface WrittenBeside {
  readonly step?: StepWrite | undefined;
  readonly told?: readonly ChangeRow[] | undefined;
}

/**
 * Writes the row under its fencing number, and beside it a step and the history, in one statement: without the row nothing.
 * @throws LeaseLost when somebody else has it. @returns the database's now
 */
export async function writeRow(tx: Tx, held: Held, change: RowChange, beside: WrittenBeside = {}): Promise<number> {
  const { dueInMs } = change;
  const times =
    dueInMs === undefined
      ? sql`lease_until = ${fromNow(change.leaseMs)}, due_at = ${fromNow(change.leaseMs)}`
      : dueInMs === null
        ? sql`lease_until = NULL, due_at = NULL`
        : sql`lease_until = NULL, due_at = ${fromNow(dueInMs)}`;
  const sent = change.sentNow
    ? sql`, sent_at = clock_timestamp(), settle_after = ${fromNow(change.sentNow.settleAfterMs)}`
    : sql``;
  const said =
    change.problem === undefined ? sql`` : sql`, problem = ${change.problem === null ? null : json(change.problem)}`;
  const step = beside.step ? sql`, step AS (${stepSql(held, beside.step, sql`FROM written`)})` : sql``;
  const told = beside.told && beside.told.length > 0 ? sql`, told AS (${toldSql(beside.told)})` : sql``;
  const written = await sql<{ now: Date }>`
    WITH written AS (UPDATE ${sql.table(held.table)} SET state = ${change.state}, updated_at = now(), ${times}${sent}${said}
      WHERE tenant_id = ${held.tenantId} AND id = ${held.id} AND attempt = ${held.attempt}
      RETURNING clock_timestamp() AS now)${step}${told}
    SELECT now FROM written
  `.execute(tx);
  const row = written.rows[0];
  if (!row) throw new LeaseLost();
  return row.now.getTime();
}

export interface StepWrite {
  readonly no: number;
  readonly step: StepRecord;
  readonly effect: 'none' | 'reserve' | 'create' | 'pay' | 'read';
  readonly sealed?: Uint8Array | undefined;
  readonly problem?: StoredProblem | null | undefined;
  /** `begin` sets the start and clears the end, `end` sets the end. */
  readonly moment: 'begin' | 'end';
}

/** @param from where the values come from: nothing is written where that is empty */
const stepSql = (ref: JournalRef, write: StepWrite, from: RawBuilder<unknown>) => {
  const { step } = write;
  const said = write.problem ? json(write.problem) : null;
  return sql`
    INSERT INTO effect_steps AS s (tenant_id, subject_kind, subject_id, no, name, effect, state, attempt, vendor_result,
      problem, started_at, ended_at)
    SELECT ${ref.tenantId}::uuid, ${SUBJECTS[ref.table]}::text, ${ref.id}::uuid, ${write.no}::int, ${step.name}::text,
      ${write.effect}::text, ${step.state}::text, ${step.attempt}::int, ${write.sealed ?? null}::sealed, ${said}::jsonb,
      clock_timestamp(), ${write.moment === 'end' ? sql`clock_timestamp()` : sql`NULL::timestamptz`} ${from}
    ON CONFLICT (tenant_id, subject_kind, subject_id, no) DO UPDATE SET
      state = excluded.state, attempt = excluded.attempt
      ${write.moment === 'begin' ? sql`, started_at = clock_timestamp(), ended_at = NULL` : sql`, ended_at = clock_timestamp()`}
      ${write.sealed ? sql`, vendor_result = ${write.sealed}` : sql``}
      ${write.problem === undefined ? sql`` : sql`, problem = excluded.problem`}`;
};

export async function writeStep(tx: Tx, ref: JournalRef, write: StepWrite): Promise<void> {
  await stepSql(ref, write, sql``).execute(tx);
}

export interface WhoAndWhy {
  readonly userId?: string | null | undefined;
  readonly sessionId?: string | null | undefined;
  readonly why?: string | undefined;
}

interface Subject {
  readonly kind: string;
  readonly id: string;
}

/** Appends one change of state to the history. */
export const recordChange = (
  tx: Tx,
  tenantId: string,
  subject: Subject,
  from: string | null,
  to: string,
  by: WhoAndWhy = {},
): Promise<void> => recordPath(tx, tenantId, subject, from, [to], by);

/** Appends changes of state that follow one another, in one statement. */
export async function recordPath(
  tx: Tx,
  tenantId: string,
  subject: Subject,
  from: string | null,
  path: readonly string[],
  by: WhoAndWhy = {},
): Promise<void> {
  if (path.length > 0)
    await tx
      .insertInto('state_changes')
      .values(changeRows(tenantId, subject, from, path, by))
      .execute();
}

type ChangeRow = ReturnType<typeof changeRows>[number];

/** One of them for the row that is written beside it; two and more in their order. */
const toldSql = (rows: readonly ChangeRow[]) => sql`
  INSERT INTO state_changes (tenant_id, subject_kind, subject_id, at, id, from_state, to_state, by_user, by_session, why)
  SELECT v.* FROM written, (VALUES ${sql.join(
    rows.map(
      (
        row,
      ) => sql`(${row.tenant_id}::uuid, ${row.subject_kind}::text, ${row.subject_id}::uuid, ${row.at}, ${row.id}::uuid,
        ${row.from_state}::text, ${row.to_state}::text, ${row.by_user}::uuid, ${row.by_session}::uuid, ${row.why}::text)`,
    ),
  )}) AS v`;

/** Rows of the history, for a statement that also does what they tell of. */
export const changeRows = (
  tenantId: string,
  subject: Subject,
  from: string | null,
  path: readonly string[],
  by: WhoAndWhy = {},
) =>
  path.map((to, index) => ({
    tenant_id: tenantId,
    subject_kind: subject.kind,
    subject_id: subject.id,
    // The history is read by its time, and two rows of one statement may be made in the same microsecond.
    at: sql<Date>`clock_timestamp() + ${index} * interval '1 microsecond'`,
    id: newId(),
    from_state: path[index - 1] ?? from,
    to_state: to,
    by_user: by.userId ?? null,
    by_session: by.sessionId ?? null,
    why: by.why?.slice(0, 500) ?? null,
  }));

/** Prolongs a lease while a call is under way. False when it was lost. */
export async function keepLease(db: Database, held: Held, leaseMs: number): Promise<boolean> {
  const until = sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;
  const kept = await db.tenant(
    { tenantId: held.tenantId },
    (tx) =>
      sql`UPDATE ${sql.table(held.table)} SET lease_until = ${until}, due_at = ${until}
        WHERE tenant_id = ${held.tenantId} AND id = ${held.id} AND attempt = ${held.attempt}`.execute(tx),
    { byKey: true },
  );
  return (kept.numAffectedRows ?? 0n) > 0n;
}

export interface DueRow extends JournalRef {
  /** Work of one lane is done a few at a time, so that no tenant's backlog keeps the others waiting. */
  readonly lane: string;
}

const due = (table: JournalTable, lane: RawBuilder<string>) => sql`
  SELECT ${sql.lit(table)} AS "table", tenant_id, id, ${lane} AS lane, due_at,
    row_number() OVER (PARTITION BY tenant_id, ${lane} ORDER BY due_at) AS place
  FROM ${sql.table(table)} WHERE due_at <= now()
      AND state IN ('planned', 'reserved', 'sending', 'unknown', 'confirmed')`;

/**
 * What is due, of all tenants: of each lane its oldest few, tenants taking turns and their lanes too, so that a backlog of one never
 * hides the rest, over however many carriers it is spread. Ids and lanes only.
 */
export function dueRows(db: Database, perLane: number, limit: number): Promise<readonly DueRow[]> {
  return db.system(async (tx) => {
    const found = await sql<{ table: JournalTable; tenant_id: string; id: string; lane: string }>`
      SELECT "table", tenant_id, id, lane FROM (
        SELECT work.*, row_number() OVER (PARTITION BY tenant_id ORDER BY place, due_at) AS turn FROM (
          ${due('purchases', sql`slug`)} UNION ALL ${due('voids', sql`'void'`)} UNION ALL ${due('effects', sql`kind`)}
        ) AS work WHERE place <= ${perLane}
      ) AS fair ORDER BY turn, due_at LIMIT ${limit}`.execute(tx);
    return found.rows.map(({ table, tenant_id, id, lane }) => ({
      table,
      tenantId: tenant_id,
      id,
      lane: `${tenant_id}/${table}/${lane}`,
    }));
  });
}

/** Puts off a row that cannot be worked on by anybody now, so that the sweeper does not turn in circles over it. */
export async function putOff(db: Database, held: Held, ms: number, problem: StoredProblem): Promise<void> {
  await db.tenant({ tenantId: held.tenantId }, async (tx) => {
    await sql`UPDATE ${sql.table(held.table)} SET lease_until = NULL, problem = ${json(problem)},
        due_at = clock_timestamp() + ${ms} * interval '1 millisecond'
      WHERE tenant_id = ${held.tenantId} AND id = ${held.id} AND attempt = ${held.attempt}`.execute(tx);
  });
}

/** It was seen at the other side: an outcome that is open is asked about now, not when it would have been. */
export const makeDue = (db: Database, ref: JournalRef): Promise<unknown> =>
  db.tenant({ tenantId: ref.tenantId }, (tx) =>
    sql`UPDATE ${sql.table(ref.table)} SET due_at = clock_timestamp() WHERE tenant_id = ${ref.tenantId} AND id = ${ref.id}
      AND state IN ('sending', 'unknown') AND (lease_until IS NULL OR lease_until <= clock_timestamp())`.execute(tx),
  );

/**
 * Milliseconds until a row that nobody has is due by the database's clock; undefined when it is leased or not due at all.
 * A timer of this process may run a little ahead of that clock, and must look once more then.
 */
export async function dueIn(db: Database, ref: JournalRef): Promise<number | undefined> {
  const found = await db.tenant({ tenantId: ref.tenantId }, (tx) =>
    sql<{ ms: number }>`SELECT greatest(0, extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS ms
      FROM ${sql.table(ref.table)} WHERE tenant_id = ${ref.tenantId} AND id = ${ref.id}
        AND due_at IS NOT NULL AND (lease_until IS NULL OR lease_until <= clock_timestamp())`.execute(tx),
  );
  const ms = found.rows[0]?.ms;
  return ms === undefined ? undefined : Math.max(50, ms);
}
