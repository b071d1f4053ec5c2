/** Writing, publishing and taking back announcements. */
import type { Announcement, AnnouncementInput } from '@scanship/contracts/network/announcements';
import { sql } from 'kysely';
import { tenantNames } from '../../platform/buyer-below.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { type AnnouncementRow, type Author, columnsOf, inputOf, nameOf } from './announcement-rows.ts';
import { buyersAmong, countReach, listBuyers, type Reach } from './companies.ts';

type Deps = Pick<Services, 'db' | 'clock'>;
type Ctx = Author & Pick<RequestContext, 'userId'>;

const MOST_LISTED = 200;
const MOST_READERS = 1_000;

/** What a change did, for its answer and the audit log. */
export interface Written {
  readonly view: Announcement;
  readonly told: Readonly<Record<string, string>>;
}

const isBefore = (earlier: string, later: string): boolean => Date.parse(earlier) < Date.parse(later);

/** What can be said of an input whatever its state. */
function faultsOf(ctx: Author, input: AnnouncementInput) {
  const { kind, shown, work, audience } = input;
  const errors: { field: string; message: string }[] = [];
  const not = (field: string, message: string) => errors.push({ field, message });
  if (!isBefore(shown.from, shown.until)) not('shown.until', 'The end must be after the beginning.');
  if (kind === 'maintenance' && !work) not('work.from', 'Say from when until when the work is done.');
  if (kind !== 'maintenance' && work) not('work.from', 'Only planned maintenance has a time of work.');
  if (work && !isBefore(work.from, work.until)) not('work.until', 'The end must be after the beginning.');
  if (audience === 'everybody' && ctx.tenantKind !== 'platform')
    not('audience', 'Only the operator can reach everybody below its franchises.');
  if (audience === 'plans' && ctx.tenantKind === 'platform') not('audience', 'Franchises have no plan.');
  return errors;
}

/** The same, and whether all that were chosen are the level's. One that is suspended by now still is. */
async function faultsWithChosen({ db }: Deps, ctx: Author, input: AnnouncementInput) {
  const buyers = await db.reference((tx) => buyersAmong(tx, ctx, input.chosen));
  return [
    ...faultsOf(ctx, input),
    ...(input.chosen.some((each) => !buyers.has(each))
      ? [{ field: 'chosen', message: 'One of the companies selected is not yours.' }]
      : []),
  ];
}

/** What must be there before anybody sees it. */
function missingOf(input: AnnouncementInput, now: Date) {
  const { en, fr, shown, work, audience, plans, chosen } = input;
  const errors: { field: string; message: string }[] = [];
  const not = (field: string, message: string) => errors.push({ field, message });
  for (const [name, words] of [['en', en] as const, ['fr', fr] as const]) {
    if (words.title !== '' && words.text === '') not(`${name}.text`, 'Enter the text, or leave the title empty.');
    if (words.title === '' && words.text !== '') not(`${name}.title`, 'Enter a title.');
  }
  if ([en, fr].every(({ title, text }) => title === '' && text === ''))
    not('en.title', 'Write it in English, in French or in both.');
  if (Date.parse(shown.until) <= now.getTime()) not('shown.until', 'This time has passed already.');
  if (work && isBefore(work.from, shown.from)) not('shown.from', 'Show it before the work begins.');
  if (work && isBefore(shown.until, work.until)) not('shown.until', 'Show it until the work is done.');
  if (audience === 'plans' && plans.length === 0) not('plans', 'Choose a plan.');
  if (audience === 'chosen' && chosen.length === 0) not('chosen', 'Choose at least one.');
  return errors;
}

const lock = (tx: Tx, ctx: Author, id: string): Promise<AnnouncementRow | undefined> =>
  tx
    .selectFrom('announcements')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

interface Reads {
  readonly companies: number;
  readonly people: number;
}

async function readsOf(tx: Tx, ctx: Author, ids: readonly string[]): Promise<ReadonlyMap<string, Reads>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string } & Reads>`
    SELECT announcement_id AS id, count(*)::int AS people, count(DISTINCT company_id)::int AS companies
    FROM announcement_reads WHERE tenant_id = ${ctx.tenantId} AND announcement_id = ANY (${[...ids]}::uuid[])
    GROUP BY announcement_id`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

const viewOf = (row: AnnouncementRow, reach: Reach, read: Reads | undefined): Announcement => ({
  ...inputOf(row),
  id: row.id,
  state: row.state,
  companies: reach(row),
  read: { companies: read?.companies ?? 0, people: read?.people ?? 0 },
  mailed: row.by_mail ? row.mailed : null,
  publishedAt: row.published_at?.toISOString() ?? null,
  version: row.version,
});

export async function listAnnouncements({ db }: Deps, ctx: Author) {
  const { rows, reads } = await db.tenant(ctx, async (tx) => {
    const found: AnnouncementRow[] = await tx
      .selectFrom('announcements')
      .selectAll()
      .where('tenant_id', '=', ctx.tenantId)
      .orderBy('id', 'desc')
      .limit(MOST_LISTED)
      .execute();
    const ids = found.map(({ id }) => id);
    return { rows: found, reads: await readsOf(tx, ctx, ids) };
  });
  return db.reference(async (tx) => {
    const reach = await countReach(tx, ctx, rows);
    return {
      announcements: rows.map((row) => viewOf(row, reach, reads.get(row.id))),
      buyers: await listBuyers(tx, ctx),
    };
  });
}

type Changed = Partial<ReturnType<typeof columnsOf>> &
  Partial<Pick<AnnouncementRow, 'state' | 'published_at' | 'mail_due_at' | 'mail_after' | 'repeated_at'>>;

/** Under the row's lock: what stands there becomes what `next` says. */
async function change(
  deps: Deps,
  ctx: Ctx,
  id: string,
  next: (row: AnnouncementRow) => Outcome<Changed>,
): Promise<Outcome<Written>> {
  const { db } = deps;
  const done = await db.tenant(ctx, async (tx) => {
    const row = await lock(tx, ctx, id);
    if (!row) return problem('not_found');
    const changed = next(row);
    if (!changed.ok) return changed;
    const now: AnnouncementRow = await tx
      .updateTable('announcements')
      .set({ ...changed.value, version: row.version + 1 })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ok: true as const, value: { row, now, reads: await readsOf(tx, ctx, [id]) } };
  });
  if (!done.ok) return done;
  const { row, now, reads } = done.value;
  const reach = await db.reference((tx) => countReach(tx, ctx, [now]));
  return {
    ok: true,
    value: { view: viewOf(now, reach, reads.get(id)), told: { name: nameOf(now), ...changesOf(row, now) } },
  };
}

/** "draft -> published" and the like, for the audit log. */
function changesOf(was: AnnouncementRow, is: AnnouncementRow): Readonly<Record<string, string>> {
  const values = (row: AnnouncementRow): Readonly<Record<string, string>> => ({
    state: row.state,
    title: [row.title_en, row.title_fr].filter(Boolean).join(' / '),
    audience: row.audience,
    from: row.shown_from.toISOString(),
    until: row.shown_until.toISOString(),
  });
  const [before, after] = [values(was), values(is)];
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) =>
      before[name] === value ? [] : [[name, `${before[name] ?? ''} -> ${value}`]],
    ),
  );
}

export async function addAnnouncement(deps: Deps, ctx: Ctx, input: AnnouncementInput): Promise<Outcome<Written>> {
  const errors = await faultsWithChosen(deps, ctx, input);
  if (errors.length > 0) return problem('validation', { errors });
  const row: AnnouncementRow = await deps.db.tenant(ctx, (tx) =>
    tx
      .insertInto('announcements')
      .values({
        tenant_id: ctx.tenantId,
        id: newId(),
        ...columnsOf(input),
        created_by: ctx.userId,
        created_at: deps.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  const reach = await deps.db.reference((tx) => countReach(tx, ctx, [row]));
  return { ok: true, value: { view: viewOf(row, reach, undefined), told: { name: nameOf(row) } } };
}

/** Whom it is for, in one text. */
const audienceIn = ({ audience, plans, chosen }: Pick<AnnouncementInput, 'audience' | 'plans' | 'chosen'>): string =>
  [audience, ...plans.toSorted(), ...chosen.toSorted()].join();

/**
 * What a change of what is published means for its mails: those that were asked for, or are now, are due. For others than before
 * all companies are gone over again: nobody gets a second mail, and who is new to it gets theirs.
 */
function mailOf(row: AnnouncementRow, input: AnnouncementInput): Pick<AnnouncementRow, 'mail_due_at' | 'mail_after'> {
  const others = audienceIn(input) !== audienceIn(inputOf(row));
  const done = row.by_mail && row.mail_due_at === null && !others;
  return {
    mail_due_at: input.byMail && !done ? new Date(input.shown.from) : null,
    mail_after: others ? null : row.mail_after,
  };
}

/** Problems: `not_found`, `stale_version`, `validation`; taken back, nothing of it is changed any more. */
export async function changeAnnouncement(
  deps: Deps,
  ctx: Ctx,
  id: string,
  {
    version,
    again = false,
    ...input
  }: AnnouncementInput & { readonly version: number; readonly again?: boolean | undefined },
): Promise<Outcome<Written>> {
  const faults = await faultsWithChosen(deps, ctx, input);
  return change(deps, ctx, id, (row) => {
    if (row.version !== version || row.state === 'withdrawn') return problem('stale_version');
    const published = row.state === 'published';
    const errors = [...faults, ...(published ? missingOf(input, deps.clock.now()) : [])];
    if (errors.length > 0) return problem('validation', { errors });
    return {
      ok: true,
      value: {
        ...columnsOf(input),
        ...(published ? mailOf(row, input) : {}),
        ...(published && again ? { repeated_at: deps.clock.now() } : {}),
      },
    };
  });
}

/** Problems: `not_found`, `stale_version`, `validation`. */
export const publishAnnouncement = (deps: Deps, ctx: Ctx, id: string, version: number): Promise<Outcome<Written>> =>
  change(deps, ctx, id, (row) => {
    if (row.version !== version || row.state !== 'draft') return problem('stale_version');
    const input = inputOf(row);
    const errors = [...faultsOf(ctx, input), ...missingOf(input, deps.clock.now())];
    if (errors.length > 0) return problem('validation', { errors });
    return {
      ok: true,
      value: {
        state: 'published',
        published_at: deps.clock.now(),
        mail_due_at: row.by_mail ? row.shown_from : null,
      },
    };
  });

/** Problems: `not_found`, `stale_version` for what is not published. */
export const withdrawAnnouncement = (deps: Deps, ctx: Ctx, id: string): Promise<Outcome<Written>> =>
  change(deps, ctx, id, (row) =>
    row.state === 'published'
      ? { ok: true, value: { state: 'withdrawn', mail_due_at: null } }
      : problem('stale_version'),
  );

/** Problems: `not_found`; `stale_version` for what was published: taken back, it stays for the record. */
export const deleteAnnouncement = ({ db }: Deps, ctx: Ctx, id: string): Promise<Outcome<{ readonly name: string }>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<{ readonly name: string }>> => {
    const row = await lock(tx, ctx, id);
    if (!row) return problem('not_found');
    if (row.state !== 'draft') return problem('stale_version');
    await tx.deleteFrom('announcements').where('tenant_id', '=', ctx.tenantId).where('id', '=', id).execute();
    return { ok: true, value: { name: nameOf(row) } };
  });

/** Problem: `not_found`. Names of people stand in their own realms and are read there. */
export async function listReaders({ db }: Deps, ctx: Author, id: string) {
  const reads = await db.tenant(ctx, async (tx) => {
    const row = await tx
      .selectFrom('announcements')
      .select('id')
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    return tx
      .selectFrom('announcement_reads')
      .select(['realm_id', 'user_id', 'company_id', 'read_at'])
      .where('tenant_id', '=', ctx.tenantId)
      .where('announcement_id', '=', id)
      .orderBy('read_at', 'desc')
      .limit(MOST_READERS + 1)
      .execute();
  });
  if (!reads) return problem('not_found');
  const shown = reads.slice(0, MOST_READERS);
  const names = new Map<string, string>();
  for (const realmId of new Set(shown.map((row) => row.realm_id))) {
    const people = await db.identity({ realmId }, (tx) =>
      tx
        .selectFrom('users')
        .select(['id', 'username', 'first_name', 'last_name'])
        .where('realm_id', '=', realmId)
        .where(
          'id',
          'in',
          shown.filter((row) => row.realm_id === realmId).map((row) => row.user_id),
        )
        .execute(),
    );
    for (const { id: userId, username, first_name: first, last_name: last } of people)
      names.set(userId, `${first} ${last}`.trim() || username);
  }
  const companies = await tenantNames(
    db,
    shown.map((row) => row.company_id),
  );
  return {
    ok: true as const,
    value: {
      readers: shown.map((row) => ({
        name: names.get(row.user_id) ?? '',
        company: companies.get(row.company_id) ?? '',
        readAt: row.read_at.toISOString(),
      })),
      more: reads.length > MOST_READERS,
    },
  };
}
