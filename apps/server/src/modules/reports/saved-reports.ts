/** Reports that people keep under a name, each their own, and to whom they are sent. */
import type { BodyOf } from '@scanship/contracts/call';
import {
  type addSavedReport,
  MOST_SAVED_REPORTS,
  type SavedReport,
  type SavedReports,
  type SavedSettings,
} from '@scanship/contracts/money/saved-reports';
import { askedDays } from '@scanship/domain/calendar/report-period';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { type Database, type Tx, violated } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { dayIn } from '../../platform/time-zone.ts';
import { peopleWith, type ToldPerson } from '../roles/index.ts';
import { userNames } from '../users/index.ts';
import { type Company, seesOf, tablesOf } from './read-report.ts';
import { reportDays } from './report-days.ts';
import { isTooLate, nextSending, sevenOn } from './sending-times.ts';

type Given = BodyOf<typeof addSavedReport>;
type Who = Company & Pick<RequestContext, 'userId'>;

export interface SavedRow {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly settings: SavedSettings;
  readonly schedule: SavedReport['schedule'];
  readonly on_day: number | null;
  readonly format: SavedReport['format'];
  readonly to_users: readonly string[];
  readonly due_day: string | null;
  readonly due_at: Date | null;
  readonly told_day: string | null;
  readonly told: NonNullable<SavedReport['last']>['outcome'] | null;
  readonly told_people: number;
  readonly version: number;
}

export const SAVED_COLUMNS = sql.raw(
  'id, user_id, name, settings, schedule, on_day, format, to_users, due_day, due_at, told_day, told, told_people, version',
);

const wrong = (field: string, message: string): Outcome<never> =>
  problem('validation', { message, errors: [{ field, message }] });

/** Everybody of a company who may see its report now, and can be written to. */
export async function whoSees(
  db: Database,
  company: Pick<Company, 'tenantId' | 'tenantKind'>,
): Promise<{ readonly franchiseId: string; readonly language: 'en' | 'fr'; readonly people: readonly ToldPerson[] }> {
  const { rights, among } = seesOf(company.tenantKind);
  const [first, ...more] = await Promise.all(rights.map((right) => peopleWith(db, company.tenantId, right, among)));
  if (!first) throw new Error('a report that nobody may see');
  const people = first.people.filter(({ userId }) =>
    more.every((each) => each.people.some((person) => person.userId === userId)),
  );
  return { ...first, people };
}

const view = (row: SavedRow, who: Who, names: ReadonlyMap<string, string>): SavedReport => ({
  id: row.id,
  version: row.version,
  name: row.name,
  ...row.settings,
  schedule: row.schedule,
  onDay: row.on_day ?? 1,
  format: row.format,
  toUsers: [...row.to_users],
  own: row.user_id === who.userId,
  ownerName: names.get(row.user_id) ?? '',
  nextOn: row.due_day,
  last: row.told && row.told_day ? { day: row.told_day, outcome: row.told, people: row.told_people } : null,
});

export async function listSaved(db: Database, who: Who): Promise<SavedReports> {
  const rows = await db.tenant(
    who,
    async (tx) =>
      (
        await sql<SavedRow>`SELECT ${SAVED_COLUMNS} FROM saved_reports WHERE tenant_id = ${who.tenantId}
          AND (user_id = ${who.userId} OR (schedule IS NOT NULL AND to_users ? ${who.userId})) ORDER BY name_key, id`.execute(
          tx,
        )
      ).rows,
    { readOnly: true },
  );
  const { people } = await whoSees(db, who);
  const names = await userNames(db, who, [
    ...new Set([...rows.map((row) => row.user_id), ...people.map(({ userId }) => userId)]),
  ]);
  return {
    reports: rows.map((row) => view(row, who, names)),
    people: people.map(({ userId, email }) => ({
      id: userId,
      name: names.get(userId) ?? email,
      me: userId === who.userId,
    })),
  };
}

interface Kept {
  readonly settings: SavedSettings;
  readonly due: { readonly day: string; readonly at: Date } | undefined;
}

/** Problems: `validation`. */
async function check(db: Database, who: Who, given: Given, now: Date): Promise<Outcome<Kept>> {
  const { tables, days, against, from, to, beforeFrom, beforeTo, currency } = given;
  const known = tablesOf(who.tenantKind);
  if (!tables.every((table) => known.includes(table))) return wrong('tables', 'This report has no such table.');
  const settings: SavedSettings = {
    tables: known.filter((table) => tables.includes(table)),
    days,
    against,
    ...(days === 'other' ? { from, to } : {}),
    ...(against === 'other' ? { beforeFrom, beforeTo } : {}),
    ...(currency ? { currency } : {}),
  };
  const asked = reportDays(askedDays(settings, dayIn(now, who.timeZone)), now, who.timeZone);
  if (!asked.ok) return asked;
  if (given.toUsers.length > 0) {
    const { people } = await whoSees(db, who);
    if (!given.toUsers.every((id) => people.some(({ userId }) => userId === id)))
      return wrong('toUsers', 'One of these people may not see this report, or has no confirmed e-mail address.');
  }
  if (given.schedule !== null && given.toUsers.length === 0) return wrong('toUsers', 'Choose who it is sent to.');
  return ok({
    settings,
    due: given.schedule ? nextSending({ every: given.schedule, onDay: given.onDay }, now, who.timeZone) : undefined,
  });
}

const values = (given: Given, { settings, due }: Kept) => ({
  name: given.name.trim(),
  settings: JSON.stringify(settings),
  schedule: given.schedule,
  onDay: given.schedule === null ? null : given.onDay,
  format: given.format,
  to: JSON.stringify([...new Set(given.toUsers)]),
  dueDay: due?.day ?? null,
  dueAt: due?.at ?? null,
});

const one = async (db: Database, who: Who, row: SavedRow): Promise<SavedReport> =>
  view(row, who, await userNames(db, who, [row.user_id]));

/** Problems: `validation`. */
export async function addSaved(db: Database, who: Who, given: Given, now: Date): Promise<Outcome<SavedReport>> {
  const kept = await check(db, who, given, now);
  if (!kept.ok) return kept;
  const it = values(given, kept.value);
  const added = await db
    .tenant(who, async (tx): Promise<Outcome<SavedRow>> => {
      const { rows: counted } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM saved_reports
        WHERE tenant_id = ${who.tenantId} AND user_id = ${who.userId}`.execute(tx);
      if ((counted[0]?.n ?? 0) >= MOST_SAVED_REPORTS)
        return wrong('name', `You keep ${MOST_SAVED_REPORTS} reports already; remove one first.`);
      const { rows } = await sql<SavedRow>`INSERT INTO saved_reports
          (tenant_id, id, user_id, name, settings, schedule, on_day, format, to_users, due_day, due_at)
        VALUES (${who.tenantId}, ${newId()}, ${who.userId}, ${it.name}, ${it.settings}::jsonb, ${it.schedule}, ${it.onDay}, ${it.format},
          ${it.to}::jsonb, ${it.dueDay}::date, ${it.dueAt}) RETURNING ${SAVED_COLUMNS}`.execute(tx);
      return rows[0] ? ok(rows[0]) : problem('not_found');
    })
    .catch(whyNot);
  return added.ok ? ok(await one(db, who, added.value)) : added;
}

/** Problems: `not_found`, `stale_version`, `validation`. */
export async function changeSaved(
  db: Database,
  who: Who,
  id: string,
  given: Given & { readonly version: number },
  now: Date,
): Promise<Outcome<SavedReport>> {
  const kept = await check(db, who, given, now);
  if (!kept.ok) return kept;
  const it = values(given, kept.value);
  const changed = await db
    .tenant(who, async (tx): Promise<Outcome<SavedRow>> => {
      const own = await lockOwn(tx, who, id);
      if (!own) return problem('not_found');
      if (own.version !== given.version) return problem('stale_version');
      const open = openSending(own, now, who.timeZone);
      const same = own.schedule === it.schedule && own.on_day === it.onDay;
      const [dueDay, dueAt] = open !== undefined && same ? [open, now] : [it.dueDay, it.dueAt];
      const missed = open !== undefined && !same;
      const { rows } = await sql<SavedRow>`UPDATE saved_reports SET name = ${it.name}, settings = ${it.settings}::jsonb,
          schedule = ${it.schedule}, on_day = ${it.onDay}, format = ${it.format}, to_users = ${it.to}::jsonb, due_day = ${dueDay}::date,
          due_at = ${dueAt}, told = CASE WHEN ${missed} THEN 'missed' ELSE told END,
          told_day = CASE WHEN ${missed} THEN ${open ?? null}::date ELSE told_day END,
          told_people = CASE WHEN ${missed} THEN 0 ELSE told_people END, version = version + 1, updated_at = now()
        WHERE tenant_id = ${who.tenantId} AND id = ${id} RETURNING ${SAVED_COLUMNS}`.execute(tx);
      return rows[0] ? ok(rows[0]) : problem('not_found');
    })
    .catch(whyNot);
  return changed.ok ? ok(await one(db, who, changed.value)) : changed;
}

/** Problems: `not_found`. */
export async function removeSaved(db: Database, who: Who, id: string): Promise<Outcome<SavedReports>> {
  const { numAffectedRows } = await db.tenant(who, (tx) =>
    sql`DELETE FROM saved_reports WHERE tenant_id = ${who.tenantId} AND id = ${id} AND user_id = ${who.userId}`.execute(
      tx,
    ),
  );
  return numAffectedRows ? ok(await listSaved(db, who)) : problem('not_found');
}

/** Takes the person off those a report is sent to; with the last of them it is sent no longer. Problems: `not_found`. */
export async function leaveSaved(db: Database, who: Who, id: string): Promise<Outcome<SavedReports>> {
  const { numAffectedRows } = await db.tenant(who, (tx) => {
    const alone = sql`jsonb_array_length(to_users - ${who.userId}::text) = 0`;
    return sql`UPDATE saved_reports SET to_users = to_users - ${who.userId}::text,
        schedule = CASE WHEN ${alone} THEN NULL ELSE schedule END, on_day = CASE WHEN ${alone} THEN NULL ELSE on_day END,
        due_day = CASE WHEN ${alone} THEN NULL ELSE due_day END, due_at = CASE WHEN ${alone} THEN NULL ELSE due_at END,
        version = version + 1, updated_at = now()
      WHERE tenant_id = ${who.tenantId} AND id = ${id} AND to_users ? ${who.userId}`.execute(tx);
  });
  return numAffectedRows ? ok(await listSaved(db, who)) : problem('not_found');
}

type Own = Pick<SavedRow, 'version' | 'schedule' | 'on_day' | 'due_day'>;

const lockOwn = async (tx: Tx, who: Who, id: string): Promise<Own | undefined> => {
  const { rows } = await sql<Own>`SELECT version, schedule, on_day, due_day FROM saved_reports
    WHERE tenant_id = ${who.tenantId} AND id = ${id} AND user_id = ${who.userId} FOR UPDATE`.execute(tx);
  return rows[0];
};

/** The day whose sending has come, is not done and may still be: whoever changes a report in that minute does not lose it. */
function openSending({ schedule, on_day: onDay, due_day: day }: Own, now: Date, timeZone: string): string | undefined {
  if (schedule === null || day === null || sevenOn(day, timeZone) > now) return undefined;
  return isTooLate({ every: schedule, onDay: onDay ?? 1 }, day, now, timeZone) ? undefined : day;
}

function whyNot(error: unknown): Outcome<never> {
  if (violated(error) === 'saved_reports_name') return wrong('name', 'You keep a report of this name already.');
  throw error;
}
