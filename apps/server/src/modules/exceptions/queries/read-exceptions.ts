/** The list, its counts, and one exception with its history. Names of people are put in by the caller's port. */
import {
  EXCEPTION_KINDS,
  type ExceptionAction,
  type ExceptionDetail,
  type ExceptionKind,
  type ExceptionRow,
} from '@scanship/contracts/shipping/exceptions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { Evidence, Subject } from '../book.ts';

export interface ExceptionRecord {
  readonly id: string;
  readonly key: string;
  readonly kind: ExceptionKind;
  readonly reason: string;
  readonly summary: string;
  readonly next_step: string;
  readonly actions: readonly ExceptionAction[];
  readonly subject: Subject;
  readonly evidence: readonly Evidence[];
  readonly operation_id: string | null;
  readonly reference: string | null;
  readonly owner_id: string | null;
  readonly snoozed_until: Date | null;
  readonly snoozed: boolean;
  readonly last_note: string | null;
  readonly since: Date;
  readonly resolved_at: Date | null;
  readonly resolved_how: 'cause-gone' | 'handled' | null;
  readonly version: number;
}

const COLUMNS = sql`id, key, kind, reason, summary, next_step, actions, subject, evidence, operation_id, reference, owner_id,
  snoozed_until, resolved_at IS NULL AND coalesce(snoozed_until > now(), false) AS snoozed, last_note, since, resolved_at,
  resolved_how, version`;

export interface ListFilter {
  readonly kind?: ExceptionKind | undefined;
  /** A user's id, or null for those of nobody; absent: all. */
  readonly ownerId?: string | null | undefined;
  readonly state: 'open' | 'snoozed' | 'resolved';
}

const STATE: Readonly<Record<ListFilter['state'], RawBuilder<unknown>>> = {
  open: sql`resolved_at IS NULL AND (snoozed_until IS NULL OR snoozed_until <= now())`,
  snoozed: sql`resolved_at IS NULL AND snoozed_until > now()`,
  resolved: sql`resolved_at IS NOT NULL`,
};
/** More are not counted. */
const MOST = 10_000;

/** One page, and the count that stands above it. */
export function listSql(
  tenantId: string,
  filter: ListFilter,
  page: number,
  size: number,
): { readonly rows: RawBuilder<ExceptionRecord>; readonly total: RawBuilder<{ n: number }> } {
  const kind = filter.kind === undefined ? sql`` : sql`AND kind = ${filter.kind}`;
  const owner =
    filter.ownerId === undefined
      ? sql``
      : filter.ownerId === null
        ? sql`AND owner_id IS NULL`
        : sql`AND owner_id = ${filter.ownerId}`;
  const where = sql`tenant_id = ${tenantId} AND ${STATE[filter.state]} ${kind} ${owner}`;
  const order = filter.state === 'resolved' ? sql`resolved_at DESC, id DESC` : sql`since, id`;
  return {
    rows: sql<ExceptionRecord>`SELECT ${COLUMNS} FROM exceptions WHERE ${where}
      ORDER BY ${order} LIMIT ${size} OFFSET ${(page - 1) * size}`,
    total: sql<{ n: number }>`SELECT count(*)::int AS n FROM
      (SELECT 1 FROM exceptions WHERE ${where} LIMIT ${MOST}) AS found`,
  };
}

export async function listRecords(
  tx: Tx,
  tenantId: string,
  filter: ListFilter,
  page: number,
  size: number,
): Promise<{ readonly records: readonly ExceptionRecord[]; readonly total: number }> {
  const query = listSql(tenantId, filter, page, size);
  const rows = await query.rows.execute(tx);
  const total = await query.total.execute(tx);
  return { records: rows.rows, total: total.rows[0]?.n ?? 0 };
}

export interface Counts {
  readonly open: number;
  readonly mine: number;
  readonly unowned: number;
  readonly snoozed: number;
  readonly kinds: Record<ExceptionKind, number>;
}

/** Of the open ones, which are few: resolved ones are not looked at. */
export async function countRecords(tx: Tx, tenantId: string, userId: string): Promise<Counts> {
  const found = await sql<{ kind: ExceptionKind; snoozed: boolean; n: number; mine: number; unowned: number }>`
    SELECT kind, coalesce(snoozed_until > now(), false) AS snoozed, count(*)::int AS n,
      (count(*) FILTER (WHERE owner_id = ${userId}))::int AS mine, (count(*) FILTER (WHERE owner_id IS NULL))::int AS unowned
    FROM exceptions WHERE tenant_id = ${tenantId} AND resolved_at IS NULL GROUP BY 1, 2`.execute(tx);
  const awake = found.rows.filter((row) => !row.snoozed);
  const sum = (rows: readonly { readonly n: number }[]): number => rows.reduce((total, row) => total + row.n, 0);
  return {
    open: sum(awake),
    mine: awake.reduce((total, row) => total + row.mine, 0),
    unowned: awake.reduce((total, row) => total + row.unowned, 0),
    snoozed: sum(found.rows.filter((row) => row.snoozed)),
    kinds: Object.fromEntries(
      EXCEPTION_KINDS.map((kind) => [kind, sum(awake.filter((row) => row.kind === kind))]),
    ) as Record<ExceptionKind, number>,
  };
}

export async function findRecord(tx: Tx, tenantId: string, id: string): Promise<ExceptionRecord | undefined> {
  const found = await sql<ExceptionRecord>`SELECT ${COLUMNS} FROM exceptions
    WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
  return found.rows[0];
}

export interface HistoryRecord {
  readonly at: Date;
  readonly what: ExceptionDetail['history'][number]['what'];
  readonly by_user: string | null;
  readonly note: string | null;
}

/** The newest 500, oldest first. */
export async function historyOf(tx: Tx, tenantId: string, exceptionId: string): Promise<readonly HistoryRecord[]> {
  const rows = await tx
    .selectFrom('exception_events')
    .select(['at', 'what', 'by_user', 'note'])
    .where('tenant_id', '=', tenantId)
    .where('exception_id', '=', exceptionId)
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  return rows.toReversed();
}

export const peopleIn = (
  records: readonly ExceptionRecord[],
  history: readonly HistoryRecord[] = [],
): readonly string[] => [
  ...new Set([...records.map((row) => row.owner_id), ...history.map((row) => row.by_user)].flatMap((id) => id ?? [])),
];

const SOMEBODY = 'Somebody else';

export function rowOf(record: ExceptionRecord, names: ReadonlyMap<string, string>): ExceptionRow {
  const { subject } = record;
  return {
    id: record.id,
    kind: record.kind,
    reason: record.reason,
    state: record.resolved_at ? 'resolved' : record.snoozed ? 'snoozed' : 'open',
    summary: record.summary,
    nextStep: record.next_step,
    actions: record.resolved_at ? [] : [...record.actions],
    subject: {
      order: subject.order ?? null,
      shipment: subject.shipment ?? null,
      store: subject.store ?? null,
      carrier: subject.carrier ?? null,
      import: subject.import ?? null,
      operationId: record.operation_id,
    },
    since: record.since.toISOString(),
    owner: record.owner_id === null ? null : { id: record.owner_id, name: names.get(record.owner_id) ?? SOMEBODY },
    snoozedUntil: record.snoozed ? (record.snoozed_until?.toISOString() ?? null) : null,
    lastNote: record.last_note,
    resolved:
      record.resolved_at && record.resolved_how
        ? { at: record.resolved_at.toISOString(), how: record.resolved_how }
        : null,
    version: record.version,
  };
}

export const historyView = (
  history: readonly HistoryRecord[],
  names: ReadonlyMap<string, string>,
): ExceptionDetail['history'] =>
  history.map((row) => ({
    at: row.at.toISOString(),
    who: row.by_user === null ? 'ScanShip' : (names.get(row.by_user) ?? SOMEBODY),
    what: row.what,
    note: row.note,
  }));
