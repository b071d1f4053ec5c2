/** Versions of terms: drafted, published, withdrawn. What is published is never changed. */
import type { TermsInput, TermsVersion } from '@scanship/contracts/access/terms';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { columnsOf, inForceAt, inputOf, readVersion, type TermsRow } from './terms-rows.ts';

type Deps = Pick<Services, 'db' | 'clock'>;
type Ctx = Pick<RequestContext, 'tenantId' | 'userId'>;

export interface Written {
  readonly view: TermsVersion;
  readonly told: Readonly<Record<string, string>>;
}

const MOST_LISTED = 200;

/** An address that a browser opens, without a login in it; nothing else is ever shown as a link. */
function isLink(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

/** What keeps a version from being published: who comes after it must have something to read. */
function missingOf({ name, en, fr }: TermsInput) {
  const errors: { field: string; message: string }[] = [];
  if (name === '') errors.push({ field: 'name', message: 'Give the version a name, such as its month.' });
  for (const [language, { link }] of Object.entries({ en, fr }))
    if (link !== '' && !isLink(link))
      errors.push({ field: `${language}.link`, message: 'Enter an address that begins with https://.' });
  if ([en, fr].every(({ text, link }) => text === '' && link === ''))
    errors.push({ field: 'en.text', message: 'Enter the terms, or a link to them.' });
  return errors;
}

const allOf = (tx: Tx, ownerId: string): Promise<TermsRow[]> =>
  tx
    .selectFrom('terms_versions')
    .selectAll()
    .where('tenant_id', '=', ownerId)
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute();

async function agreedOf(tx: Tx, ownerId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; agreed: number }>`
    SELECT version_id AS id, count(*)::int AS agreed FROM terms_consents WHERE tenant_id = ${ownerId}
    GROUP BY version_id`.execute(tx);
  return new Map(rows.map(({ id, agreed }) => [id, agreed]));
}

const viewOf = (row: TermsRow, current: string | undefined, agreed: number): TermsVersion => ({
  ...inputOf(row),
  id: row.id,
  state: row.state,
  current: row.id === current,
  number: row.number,
  publishedAt: row.published_at?.toISOString() ?? null,
  agreed,
  version: row.version,
});

export const listTerms = ({ db, clock }: Deps, ctx: Pick<Ctx, 'tenantId'>): Promise<TermsVersion[]> =>
  db.tenant(ctx, async (tx) => {
    const rows = await allOf(tx, ctx.tenantId);
    const agreed = await agreedOf(tx, ctx.tenantId);
    const current = inForceAt(rows, clock.now())?.current.id;
    return rows.map((row) => viewOf(row, current, agreed.get(row.id) ?? 0));
  });

/** One row after a change. */
async function seen({ clock }: Deps, tx: Tx, ctx: Ctx, row: TermsRow, act: string): Promise<Outcome<Written>> {
  const current = inForceAt(await allOf(tx, ctx.tenantId), clock.now())?.current.id;
  const agreed = (await agreedOf(tx, ctx.tenantId)).get(row.id) ?? 0;
  return {
    ok: true,
    value: {
      view: viewOf(row, current, agreed),
      told: { name: row.name, state: act, ...(row.number === null ? {} : { number: String(row.number) }) },
    },
  };
}

export const addTerms = (deps: Deps, ctx: Ctx, input: TermsInput): Promise<Outcome<Written>> =>
  deps.db.tenant(ctx, async (tx) => {
    const row = await tx
      .insertInto('terms_versions')
      .values({
        tenant_id: ctx.tenantId,
        id: newId(),
        ...columnsOf(input),
        created_by: ctx.userId,
        created_at: deps.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return seen(deps, tx, ctx, row, 'draft');
  });

/** Locks all versions of the level, in one order, so that numbers follow each other. */
const lockAll = (tx: Tx, ownerId: string) =>
  sql`SELECT 1 FROM terms_versions WHERE tenant_id = ${ownerId} ORDER BY id FOR UPDATE`.execute(tx);

async function change(
  deps: Deps,
  ctx: Ctx,
  id: string,
  next: (tx: Tx, row: TermsRow) => Promise<Outcome<Partial<TermsRow>>>,
): Promise<Outcome<Written>> {
  return deps.db.tenant(ctx, async (tx): Promise<Outcome<Written>> => {
    await lockAll(tx, ctx.tenantId);
    const row = await readVersion(tx, ctx.tenantId, id);
    if (!row) return problem('not_found');
    const changed = await next(tx, row);
    if (!changed.ok) return changed;
    const now = await tx
      .updateTable('terms_versions')
      .set({ ...changed.value, version: row.version + 1 })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return seen(deps, tx, ctx, now, row.state === now.state ? row.state : `${row.state} -> ${now.state}`);
  });
}

/** Problems: `not_found`, `stale_version`, also for what is published. */
export const changeTerms = (
  deps: Deps,
  ctx: Ctx,
  id: string,
  { version, ...input }: TermsInput & { readonly version: number },
): Promise<Outcome<Written>> =>
  change(deps, ctx, id, async (_tx, row) =>
    row.version === version && row.state === 'draft' ? { ok: true, value: columnsOf(input) } : problem('stale_version'),
  );

/** Problems: `not_found`, `stale_version`, `validation`. */
export const publishTerms = (deps: Deps, ctx: Ctx, id: string, version: number): Promise<Outcome<Written>> =>
  change(deps, ctx, id, async (tx, row) => {
    if (row.version !== version || row.state !== 'draft') return problem('stale_version');
    const errors = missingOf(inputOf(row));
    if (errors.length > 0) return problem('validation', { errors });
    const numbers = (await allOf(tx, ctx.tenantId)).map((each) => each.number ?? 0);
    const now = deps.clock.now();
    return {
      ok: true,
      value: {
        state: 'published',
        number: Math.max(0, ...numbers) + 1,
        published_at: now,
        // Nobody is asked for what held before they could read it.
        holds_from: row.holds_from < now ? now : row.holds_from,
      },
    };
  });

/** Problems: `not_found`, `stale_version` for what is not published. */
export const withdrawTerms = (deps: Deps, ctx: Ctx, id: string): Promise<Outcome<Written>> =>
  change(deps, ctx, id, async (_tx, row) =>
    row.state === 'published'
      ? { ok: true, value: { state: 'withdrawn', withdrawn_at: deps.clock.now() } }
      : problem('stale_version'),
  );

/** Problems: `not_found`, `stale_version` for what was published. */
export const deleteTerms = ({ db }: Deps, ctx: Ctx, id: string): Promise<Outcome<{ readonly name: string }>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<{ readonly name: string }>> => {
    const row = await readVersion(tx, ctx.tenantId, id);
    if (!row) return problem('not_found');
    const { numDeletedRows } = await tx
      .deleteFrom('terms_versions')
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .executeTakeFirst();
    return numDeletedRows > 0n ? { ok: true, value: { name: row.name } } : problem('stale_version');
  });
