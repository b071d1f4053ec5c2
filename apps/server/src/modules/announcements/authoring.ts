/** Writing, publishing and taking back announcements. */
import type { Announcement, AnnouncementInput } from '@scanship/contracts/network/announcements';
import { sql } from 'kysely';
import { tenantNames } from '../../platform/buyer-below.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import {
  addressed,
  type AnnouncementRow,
  type Author,
  columnsOf,
  type Company,
  companiesBelow,
  inputOf,
  nameOf,
} from './announcement-rows.ts';
import { reaches } from './reach.ts';

type Deps = Pick<Services, 'db' | 'clock'>;
type Ctx = Author & Pick<RequestContext, 'userId'>;

const MOST_LISTED = 200;
const MOST_READERS = 1_000;

/** What a change did, for its answer and the audit log. */
export interface Written {
  readonly view: Announcement;
  readonly told: Readonly<Record<string, string>>;
}

/** What can be said of an input whatever its state. @param buyers ids of those the level sells to */
function faultsOf(ctx: Author, input: AnnouncementInput, buyers: ReadonlySet<string>) {
  const { kind, shown, work, audience, chosen } = input;
  const errors: { field: string; message: string }[] = [];
  const not = (field: string, message: string) => errors.push({ field, message });
  if (shown.from >= shown.until) not('shown.until', 'The end must be after the beginning.');
  if (kind === 'maintenance' && !work) not('work.from', 'Say from when until when the work is done.');
  if (kind !== 'maintenance' && work) not('work.from', 'Only planned maintenance has a time of work.');
  if (work && work.from >= work.until) not('work.until', 'The end must be after the beginning.');
  if (audience === 'everybody' && ctx.tenantKind !== 'platform')
    not('audience', 'Only the operator can reach everybody below its franchises.');
  if (audience === 'plans' && ctx.tenantKind === 'platform') not('audience', 'Franchises have no plan.');
  if (chosen.some((each) => !buyers.has(each))) not('chosen', 'One of the companies selected is not yours.');
  return errors;
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
  if (work && work.from < shown.from) not('shown.from', 'Show it before the work begins.');
  if (work && work.until > shown.until) not('shown.until', 'Show it until the work is done.');
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

const viewOf = (
  ctx: Author,
  row: AnnouncementRow,
  below: readonly Company[],
  read: Reads | undefined,
): Announcement => ({
  ...inputOf(row),
  id: row.id,
  state: row.state,
  companies: below.filter((company) => reaches(addressed(ctx, row), company)).length,
  read: { companies: read?.companies ?? 0, people: read?.people ?? 0 },
  mailed: row.by_mail ? row.mailed : null,
  publishedAt: row.published_at?.toISOString() ?? null,
  version: row.version,
});

const isBuyer = (ctx: Author, { kind }: Company): boolean =>
  kind === (ctx.tenantKind === 'platform' ? 'franchise' : 'customer');
const belowOf = ({ db }: Deps, ctx: Author): Promise<readonly Company[]> =>
  db.reference((tx) => companiesBelow(tx, ctx.tenantId));

export async function listAnnouncements(deps: Deps, ctx: Author) {
  const below = await belowOf(deps, ctx);
  const announcements = await deps.db.tenant(ctx, async (tx) => {
    const rows: AnnouncementRow[] = await tx
      .selectFrom('announcements')
      .selectAll()
      .where('tenant_id', '=', ctx.tenantId)
      .orderBy('id', 'desc')
      .limit(MOST_LISTED)
      .execute();
    const reads = await readsOf(
      tx,
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => viewOf(ctx, row, below, reads.get(row.id)));
  });
  const buyers = below.filter((company) => isBuyer(ctx, company)).map(({ id, name }) => ({ id, name }));
  return { announcements, buyers: buyers.toSorted((a, b) => a.name.localeCompare(b.name)) };
}

type Changed = Partial<ReturnType<typeof columnsOf>> &
  Partial<Pick<AnnouncementRow, 'state' | 'published_at' | 'mail_due_at' | 'repeated_at'>>;

/** Under the row's lock: what stands there becomes what `next` says. */
async function change(
  deps: Deps,
  ctx: Ctx,
  id: string,
  next: (row: AnnouncementRow, below: readonly Company[]) => Outcome<Changed>,
): Promise<Outcome<Written>> {
  const below = await belowOf(deps, ctx);
  return deps.db.tenant(ctx, async (tx): Promise<Outcome<Written>> => {
    const row = await lock(tx, ctx, id);
    if (!row) return problem('not_found');
    const changed = next(row, below);
    if (!changed.ok) return changed;
    const now: AnnouncementRow = await tx
      .updateTable('announcements')
      .set({ ...changed.value, version: row.version + 1 })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const reads = await readsOf(tx, ctx, [id]);
    return {
      ok: true,
      value: { view: viewOf(ctx, now, below, reads.get(id)), told: { name: nameOf(now), ...changesOf(row, now) } },
    };
  });
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

const buyersIn = (ctx: Author, below: readonly Company[]): ReadonlySet<string> =>
  new Set(below.filter((company) => isBuyer(ctx, company)).map(({ id }) => id));

export async function addAnnouncement(deps: Deps, ctx: Ctx, input: AnnouncementInput): Promise<Outcome<Written>> {
  const below = await belowOf(deps, ctx);
  const errors = faultsOf(ctx, input, buyersIn(ctx, below));
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
  return { ok: true, value: { view: viewOf(ctx, row, below, undefined), told: { name: nameOf(row) } } };
}

/** When mails are due: those that were asked for when it was published, or are now. */
const mailOf = (row: AnnouncementRow, byMail: boolean, shownFrom: Date): Date | null =>
  byMail && !(row.by_mail && row.published_at !== null && row.mail_due_at === null) ? shownFrom : null;

/** Problems: `not_found`, `stale_version`, `validation`; taken back, nothing of it is changed any more. */
export const changeAnnouncement = (
  deps: Deps,
  ctx: Ctx,
  id: string,
  {
    version,
    again = false,
    ...input
  }: AnnouncementInput & { readonly version: number; readonly again?: boolean | undefined },
): Promise<Outcome<Written>> =>
  change(deps, ctx, id, (row, below) => {
    if (row.version !== version || row.state === 'withdrawn') return problem('stale_version');
    const errors = faultsOf(ctx, input, buyersIn(ctx, below));
    if (row.state === 'published') errors.push(...missingOf(input, deps.clock.now()));
    if (errors.length > 0) return problem('validation', { errors });
    const columns = columnsOf(input);
    const published = row.state === 'published';
    return {
      ok: true,
      value: {
        ...columns,
        ...(published ? { mail_due_at: mailOf(row, input.byMail, columns.shown_from) } : {}),
        ...(published && again ? { repeated_at: deps.clock.now() } : {}),
      },
    };
  });

/** Problems: `not_found`, `stale_version`, `validation`. */
export const publishAnnouncement = (deps: Deps, ctx: Ctx, id: string, version: number): Promise<Outcome<Written>> =>
  change(deps, ctx, id, (row, below) => {
    if (row.version !== version || row.state !== 'draft') return problem('stale_version');
    const input = inputOf(row);
    const errors = [...faultsOf(ctx, input, buyersIn(ctx, below)), ...missingOf(input, deps.clock.now())];
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
