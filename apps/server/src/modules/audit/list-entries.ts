/** The log as a person reads it: an act and its outcome are one entry. */
import { type AuditEntry } from '@scanship/contracts/access/audit';
import { ROLES } from '@scanship/contracts/access/pages';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { firstIdAt } from '../../platform/database/ids.ts';
import { addDays, startOfDay } from '../../platform/time-zone.ts';
import { userNames } from '../users/index.ts';
import { OUTCOME, OUTCOME_SUBJECT } from './record.ts';

export interface AuditFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly userName?: string | undefined;
  readonly action?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly impersonated?: boolean | undefined;
  readonly before?: string | undefined;
  readonly size: number;
}

interface StoredActor {
  readonly userId?: string;
  readonly userName?: string;
  readonly fullName?: string;
  readonly role?: string;
  readonly tenantName?: string;
  readonly reason?: string;
}

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly actors: StoredActor[];
  readonly action: string;
  readonly subject_kind: string | null;
  readonly subject_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly ip: string | null;
  readonly request_id: string | null;
  readonly ending: Readonly<Record<string, unknown>> | null;
  readonly seal_no: number | null;
}

const OUTCOMES = ['done', 'refused', 'failed'] as const;
/** Acts are named in so many entries, newest first. */
const ACTIONS_FROM = 5_000;

export const listEntries = async (
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'realmId' | 'timeZone'>,
  filter: AuditFilter,
): Promise<{ entries: AuditEntry[]; next: string | null; actions: string[] }> => {
  const conditions = [
    sql`e.tenant_id = ${ctx.tenantId} AND e.action <> ${OUTCOME}`,
    ...(filter.from === undefined ? [] : [sql`e.id >= ${firstIdAt(startOfDay(filter.from, ctx.timeZone))}::uuid`]),
    ...(filter.to === undefined
      ? []
      : [sql`e.id < ${firstIdAt(startOfDay(addDays(filter.to, 1), ctx.timeZone))}::uuid`]),
    ...(filter.before === undefined ? [] : [sql`e.id < ${filter.before}::uuid`]),
    ...(filter.action === undefined ? [] : [sql`e.action = ${filter.action}`]),
    ...(filter.subjectId === undefined ? [] : [sql`e.subject_id = ${filter.subjectId}`]),
    ...(filter.impersonated === undefined ? [] : [sql`(jsonb_array_length(e.actors) > 1) = ${filter.impersonated}`]),
    ...(filter.userName === undefined
      ? []
      : [
          sql`EXISTS (SELECT FROM jsonb_array_elements(e.actors) a WHERE lower(a ->> 'userName') = ${filter.userName.trim().toLowerCase()})`,
        ]),
  ];
  const { rows, actions } = await db.tenant(
    ctx,
    async (tx) => ({
      rows: (
        await sql<Row>`
          SELECT e.id, e.at, e.actors, e.action, e.subject_kind, e.subject_id, e.details, e.ip, e.request_id, l.seal_no,
                 (SELECT o.details FROM audit_events o WHERE o.tenant_id = e.tenant_id AND o.subject_kind = ${OUTCOME_SUBJECT}
                    AND o.subject_id = e.id AND o.action = ${OUTCOME} ORDER BY o.id LIMIT 1) AS ending
          FROM audit_events e LEFT JOIN audit_leaves l ON l.tenant_id = e.tenant_id AND l.event_id = e.id
          WHERE ${sql.join(conditions, sql` AND `)}
          ORDER BY e.id DESC LIMIT ${filter.size + 1}`.execute(tx)
      ).rows,
      actions: (
        await sql<{ action: string }>`
          SELECT DISTINCT action FROM (SELECT action FROM audit_events WHERE tenant_id = ${ctx.tenantId} ORDER BY id DESC
            LIMIT ${ACTIONS_FROM}) AS recent WHERE action <> ${OUTCOME} ORDER BY action`.execute(tx)
      ).rows,
    }),
    { readOnly: 'standby' },
  );
  const page = rows.slice(0, filter.size);
  // Entries of before names were kept say who by id only.
  const nameless = page.flatMap(({ actors }) =>
    actors.flatMap((actor) => (actor.userName === undefined && actor.userId ? [actor.userId] : [])),
  );
  const names = await userNames(db, ctx, [...new Set(nameless)]);
  return {
    entries: page.map((row) => entryOf(row, names)),
    next: rows.length > filter.size ? (page.at(-1)?.id ?? null) : null,
    actions: actions.map(({ action }) => action),
  };
};

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const objectOf = (value: unknown): object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

const entryOf = (row: Row, names: ReadonlyMap<string, string>): AuditEntry => {
  const { summary, ...own } = row.details;
  const told = { ...objectOf(own['told']), ...objectOf(row.ending?.['told']) };
  const details = Object.keys(told).length > 0 ? { ...own, told } : own;
  const ending = row.ending?.['outcome'];
  // Events that record something already done (a decision, an impersonation) have no ending of their own.
  const ownEnding = summary === undefined || row.action.includes('.') ? 'done' : 'started';
  return {
    id: row.id,
    at: row.at.toISOString(),
    actors: row.actors.map((actor) => {
      const name = actor.fullName ?? names.get(actor.userId ?? '') ?? actor.userName ?? '';
      return {
        userName: actor.userName ?? name,
        fullName: name,
        roleName: ROLES.find((role) => role === actor.role) ?? null,
        tenantName: actor.tenantName ?? '',
      };
    }),
    impersonated: row.actors.length > 1,
    reason: text(row.actors.at(-2)?.reason),
    action: row.action,
    summary: text(summary) ?? row.action,
    subject:
      row.subject_kind !== null && row.subject_id !== null ? { kind: row.subject_kind, id: row.subject_id } : null,
    outcome: OUTCOMES.find((each) => each === ending) ?? ownEnding,
    message: text(row.ending?.['message']) ?? text(row.ending?.['code']),
    details,
    ip: row.ip,
    reference: row.request_id,
    seal: row.seal_no,
  };
};
