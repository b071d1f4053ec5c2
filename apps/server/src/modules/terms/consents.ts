/** Agreeing to terms: what is shown to a person, what is kept of it, and who has not. */
import type { OwnTerms, ShownTerms } from '@scanship/contracts/access/terms';
import { streamCsv } from '@scanship/documents/tables/table-stream';
import type { TableValue } from '@scanship/documents/tables/table-writer';
import { sql } from 'kysely';
import { tenantNames } from '../../platform/buyer-below.ts';
import type { RequestContext } from '../../platform/context.ts';
import { actAs, type Database, type Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { inForceAt, readDated, readVersion, shownIn } from './terms-rows.ts';

type Deps = Pick<Services, 'db' | 'clock'>;
export type Person = Pick<RequestContext, 'tenantId' | 'tenantKind' | 'realmId' | 'userId' | 'role'>;

const NONE: OwnTerms = { terms: null, due: false, closesAt: null, agreedAt: null };

interface Owner {
  readonly id: string;
  readonly name: string;
}

/** Whose terms a person agrees to: of the franchise, or, of a franchise's administrators, of the operator. */
export async function ownerOf(db: Database, person: Person): Promise<Owner | undefined> {
  const { tenantKind: kind, role } = person;
  if (kind !== 'customer' && !(kind === 'franchise' && role === 'ROLE_FRANCHISE_ADMIN')) return undefined;
  return db.reference((tx) => {
    const query = tx.selectFrom('tenants').select(['id', 'name']);
    return kind === 'customer'
      ? query.where('id', '=', person.realmId).executeTakeFirst()
      : query.where('kind', '=', 'platform').executeTakeFirst();
  });
}

/** When a person agreed to one of these versions, last. Runs as the owner. */
export const agreedTo = async (
  tx: Tx,
  ownerId: string,
  userId: string,
  versions: readonly string[],
): Promise<Date | undefined> =>
  (
    await tx
      .selectFrom('terms_consents')
      .select('at')
      .where('tenant_id', '=', ownerId)
      .where('user_id', '=', userId)
      .where('version_id', 'in', versions)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.at;

export async function ownTerms({ db, clock }: Deps, person: Person, language: 'en' | 'fr'): Promise<OwnTerms> {
  const owner = await ownerOf(db, person);
  if (!owner) return NONE;
  return db.tenant({ tenantId: owner.id }, async (tx) => {
    const holds = inForceAt(await readDated(tx, owner.id), clock.now());
    const row = holds && (await readVersion(tx, owner.id, holds.current.id));
    if (!row) return NONE;
    const agreedAt = await agreedTo(tx, owner.id, person.userId, holds.enough);
    const due = agreedAt === undefined;
    return {
      terms: shownIn(row, language, owner.name),
      due,
      closesAt: due ? holds.closesAt.toISOString() : null,
      agreedAt: agreedAt?.toISOString() ?? null,
    };
  });
}

/** What a sign-up at a franchise agrees to. */
export const siteTerms = ({ db, clock }: Deps, franchise: Owner, language: 'en' | 'fr'): Promise<ShownTerms | null> =>
  db.tenant({ tenantId: franchise.id }, async (tx) => {
    const holds = inForceAt(await readDated(tx, franchise.id), clock.now());
    const row = holds && (await readVersion(tx, franchise.id, holds.current.id));
    return row ? shownIn(row, language, franchise.name) : null;
  });

export interface Agreement {
  readonly ownerId: string;
  /** What the browser says was shown. */
  readonly shown: { readonly id: string; readonly hash: string };
  readonly who: {
    readonly realmId: string;
    readonly userId: string;
    readonly companyId: string;
    readonly userName: string;
    readonly fullName: string;
  };
  readonly ip: string;
  readonly atSignUp: boolean;
}

/** Keeps an agreement to the version in force, once; ends as the owner. @returns false where something else is in force or was shown */
export async function keepAgreement(
  tx: Tx,
  { ownerId, shown, who, ip, atSignUp }: Agreement,
  now: Date,
): Promise<boolean> {
  await actAs(tx, { role: 'app_tenant', tenantId: ownerId });
  const holds = inForceAt(await readDated(tx, ownerId), now);
  if (holds?.current.id !== shown.id) return false;
  const row = await readVersion(tx, ownerId, shown.id);
  const language = row && (['en', 'fr'] as const).find((each) => shownIn(row, each, '').hash === shown.hash);
  if (!row || !language) return false;
  await tx
    .insertInto('terms_consents')
    .values({
      tenant_id: ownerId,
      version_id: row.id,
      realm_id: who.realmId,
      user_id: who.userId,
      number: row.number ?? 0,
      company_id: who.companyId,
      user_name: who.userName,
      full_name: who.fullName,
      language: shownIn(row, language, '').language,
      hash: shown.hash,
      at: now,
      ip,
      at_sign_up: atSignUp,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/** Problems: `not_found` for whom no terms are, `stale_version`. */
export async function agree(
  { db, clock }: Deps,
  person: Person & Pick<RequestContext, 'userName'>,
  shown: Agreement['shown'],
  ip: string,
): Promise<Outcome<void>> {
  const owner = await ownerOf(db, person);
  if (!owner) return problem('not_found');
  const kept = await db.identity(person, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('realm_id', '=', person.realmId)
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    const who = {
      realmId: person.realmId,
      userId: person.userId,
      companyId: person.tenantId,
      userName: person.userName,
      fullName: `${user.first_name} ${user.last_name}`.trim(),
    };
    return keepAgreement(tx, { ownerId: owner.id, shown, who, ip, atSignUp: false }, clock.now());
  });
  return kept
    ? { ok: true, value: undefined }
    : problem('stale_version', {
        message: 'Other terms are in force by now.',
        advice: 'Load the page again and read them.',
      });
}

const MOST_MISSING = 500;
/** People of a realm that are looked at; more than any franchise has. */
const MOST_PEOPLE = 100_000;

interface Missing {
  readonly name: string;
  readonly userName: string;
  readonly company: string;
  readonly lastSignInAt: string | null;
}

/** Who must agree and has not. Their names stand in their realms, their consents with the owner. */
export async function missingConsents(
  { db, clock }: Deps,
  ctx: Pick<RequestContext, 'tenantId' | 'tenantKind'>,
): Promise<{ readonly people: Missing[]; readonly total: number }> {
  const agreed = await db.tenant(ctx, async (tx) => {
    const holds = inForceAt(await readDated(tx, ctx.tenantId), clock.now());
    if (!holds) return undefined;
    const rows = await tx
      .selectFrom('terms_consents')
      .select('user_id')
      .where('tenant_id', '=', ctx.tenantId)
      .where('version_id', 'in', holds.enough)
      .execute();
    return new Set(rows.map((row) => row.user_id));
  });
  if (!agreed) return { people: [], total: 0 };
  const kind = ctx.tenantKind === 'platform' ? 'franchise' : 'customer';
  const realms =
    kind === 'customer'
      ? [ctx.tenantId]
      : (
          await db.reference((tx) =>
            tx
              .selectFrom('tenants')
              .select('id')
              .where('kind', '=', 'franchise')
              .where('state', '=', 'active')
              .execute(),
          )
        ).map(({ id }) => id);
  const missing: Missing[] = [];
  for (const realmId of realms) {
    const people = await db.identity({ realmId }, async (tx) => {
      const { rows } = await sql<{
        id: string;
        username: string;
        full_name: string;
        company: string;
        last_sign_in_at: Date | null;
      }>`
        SELECT u.id, u.username, trim(u.first_name || ' ' || u.last_name) AS full_name, t.name AS company, u.last_sign_in_at
        FROM memberships m JOIN users u ON u.realm_id = m.realm_id AND u.id = m.user_id
        JOIN tenants t ON t.id = m.tenant_id
        ${kind === 'franchise' ? sql`JOIN roles r ON r.tenant_id = m.tenant_id AND r.id = m.role_id AND r.base_role = 'ROLE_FRANCHISE_ADMIN'` : sql``}
        WHERE m.realm_id = ${realmId} AND t.kind = ${kind} AND t.state = 'active' AND u.state = 'active'
          AND u.verified_at IS NOT NULL
        ORDER BY lower(t.name), u.username_key LIMIT ${MOST_PEOPLE}`.execute(tx);
      return rows;
    });
    for (const person of people)
      if (!agreed.has(person.id))
        missing.push({
          name: person.full_name || person.username,
          userName: person.username,
          company: person.company,
          lastSignInAt: person.last_sign_in_at?.toISOString() ?? null,
        });
  }
  return { people: missing.slice(0, MOST_MISSING), total: missing.length };
}

const HEADERS = {
  en: [
    'Time (UTC)',
    'User name',
    'Name',
    'Company',
    'Version',
    'Name of the version',
    'Language',
    'SHA-256',
    'Address',
    'At sign-up',
  ],
  fr: [
    'Heure (UTC)',
    'Nom d’utilisateur',
    'Nom',
    'Entreprise',
    'Version',
    'Nom de la version',
    'Langue',
    'SHA-256',
    'Adresse',
    'À l’inscription',
  ],
} as const;

const PAGE = 1_000;

async function* lines(db: Database, ctx: Pick<RequestContext, 'tenantId'>): AsyncGenerator<readonly TableValue[]> {
  let after: { readonly at: Date; readonly user: string } | undefined;
  for (;;) {
    const rows = await db.tenant(ctx, async (tx) => {
      const found = await sql<{
        at: Date;
        user_id: string;
        user_name: string;
        full_name: string;
        company_id: string;
        number: number;
        name: string;
        language: string;
        hash: string;
        ip: string;
        at_sign_up: boolean;
      }>`
        SELECT c.at, c.user_id, c.user_name, c.full_name, c.company_id, c.number, v.name, c.language, c.hash, c.ip, c.at_sign_up
        FROM terms_consents c JOIN terms_versions v ON v.tenant_id = c.tenant_id AND v.id = c.version_id
        WHERE c.tenant_id = ${ctx.tenantId} ${after ? sql`AND (c.at, c.user_id) > (${after.at}, ${after.user}::uuid)` : sql``}
        ORDER BY c.at, c.user_id LIMIT ${PAGE}`.execute(tx);
      return found.rows;
    });
    const companies = await tenantNames(
      db,
      rows.map((row) => row.company_id),
    );
    for (const row of rows)
      yield [
        row.at.toISOString(),
        row.user_name,
        row.full_name,
        companies.get(row.company_id) ?? '',
        row.number,
        row.name,
        row.language,
        row.hash,
        row.ip,
        row.at_sign_up ? 'x' : '',
      ];
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = { at: last.at, user: last.user_id };
  }
}

export const consentsFile = (
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'locale'>,
): AsyncGenerator<Uint8Array> => streamCsv(HEADERS[ctx.locale.startsWith('fr') ? 'fr' : 'en'], lines(db, ctx));
