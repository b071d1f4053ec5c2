/** Franchises as the operator runs them: make, list, record, change, suspend. */
import type { FranchiseDetail, FranchiseSummary } from '@scanship/contracts/network/franchises';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { isTimeZone } from '../../platform/time-zone.ts';
import { openInvitations } from '../users/index.ts';
import { type AddedTenant, addFranchiseIn, type NewFranchise } from './add-tenant.ts';
import { readHosts } from './host-proof.ts';
import { readSender } from './sender-domain.ts';

type Deps = Pick<Services, 'db'>;

export const wireLocale = (stored: string): 'en-CA' | 'fr-CA' => (stored.startsWith('fr') ? 'fr-CA' : 'en-CA');
export const storedLocale = (wire: string | undefined): 'en' | 'fr' => (wire?.startsWith('fr') ? 'fr' : 'en');

interface Row {
  readonly id: string;
  readonly name: string;
  readonly state: 'active' | 'suspended' | 'closed';
  readonly currency: string;
  readonly time_zone: string;
  readonly locale: string;
  readonly version: number;
  readonly created_at: Date;
  readonly customers: number;
}

export interface FranchiseFilter {
  readonly search?: string | undefined;
  readonly state?: 'active' | 'suspended' | undefined;
  readonly page: number;
  readonly size: number;
}

/** Text in LIKE means itself. */
export const likeText = (text: string): string => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;

const COLUMNS = sql`t.id, t.name, t.state, t.currency, t.time_zone, t.locale, t.version, t.created_at,
  (SELECT count(*)::int FROM tenants c WHERE c.realm_id = t.id AND c.kind = 'customer' AND c.state <> 'closed') AS customers`;

export const listFranchises = async (
  { db }: Deps,
  filter: FranchiseFilter,
): Promise<{ readonly franchises: FranchiseSummary[]; readonly total: number }> => {
  const search = filter.search?.trim();
  const where = sql`t.kind = 'franchise' AND t.state <> 'closed'
    ${filter.state ? sql`AND t.state = ${filter.state}` : sql``}
    ${search ? sql`AND (t.name ILIKE ${likeText(search)} OR EXISTS (SELECT FROM hosts h WHERE h.tenant_id = t.id AND h.host LIKE ${likeText(search.toLowerCase())}))` : sql``}`;
  const { rows, total } = await db.reference(async (tx) => ({
    rows: (
      await sql<Row>`SELECT ${COLUMNS} FROM tenants t WHERE ${where} ORDER BY t.created_at DESC, t.id DESC
        LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`.execute(tx)
    ).rows,
    total:
      (await sql<{ n: number }>`SELECT count(*)::int AS n FROM tenants t WHERE ${where}`.execute(tx)).rows[0]?.n ?? 0,
  }));
  const franchises: FranchiseSummary[] = [];
  for (const row of rows) franchises.push(await summaryOf({ db }, row));
  return { franchises, total };
};

const summaryOf = async ({ db }: Deps, row: Row): Promise<FranchiseSummary> => {
  const brand = await db.tenant({ tenantId: row.id }, (tx) =>
    tx.selectFrom('branding').select('brand_name').where('tenant_id', '=', row.id).executeTakeFirst(),
  );
  const hosts = await readHosts({ db }, row.id);
  return {
    id: row.id,
    name: row.name,
    brandName: brand?.brand_name || row.name,
    state: row.state === 'active' ? 'active' : 'suspended',
    hosts: hosts.map(({ host, state }) => ({ host, state })),
    customers: row.customers,
    currency: row.currency,
    timeZone: row.time_zone,
    locale: wireLocale(row.locale),
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
};

/** Problem: `not_found`. */
export const readFranchise = async (
  { db, config }: Pick<Services, 'db' | 'config'>,
  franchiseId: string,
): Promise<Outcome<FranchiseDetail>> => {
  const { rows } = await db.reference((tx) =>
    sql<Row>`SELECT ${COLUMNS} FROM tenants t WHERE t.id = ${franchiseId} AND t.kind = 'franchise' AND t.state <> 'closed'`.execute(
      tx,
    ),
  );
  const [row] = rows;
  if (!row) return problem('not_found');
  const administrators = await db.identity({ realmId: franchiseId }, (tx) =>
    tx
      .selectFrom('memberships as m')
      .innerJoin('users as u', (join) => join.onRef('u.realm_id', '=', 'm.realm_id').onRef('u.id', '=', 'm.user_id'))
      .innerJoin('roles as r', (join) => join.onRef('r.tenant_id', '=', 'm.tenant_id').onRef('r.id', '=', 'm.role_id'))
      .select(['u.username', 'u.first_name', 'u.last_name', 'u.email'])
      .where('m.realm_id', '=', franchiseId)
      .where('m.tenant_id', '=', franchiseId)
      .where('r.base_role', '=', 'ROLE_FRANCHISE_ADMIN')
      .where('u.state', '=', 'active')
      .orderBy('u.username_key')
      .limit(50)
      .execute(),
  );
  const invited = await db.identity({ realmId: franchiseId }, (tx) => openInvitations(tx, franchiseId, franchiseId));
  return {
    ok: true,
    value: {
      ...(await summaryOf({ db }, row)),
      hosts: await readHosts({ db }, franchiseId),
      sender: await readSender({ db }, franchiseId),
      administrators: administrators.map((each) => ({
        userName: each.username,
        fullName: `${each.first_name} ${each.last_name}`.trim() || each.username,
        email: each.email,
      })),
      invited: invited.map(({ email, expiresAt }) => ({ email, expiresAt: expiresAt.toISOString() })),
      pointTo: config.publicOrigin === undefined ? null : new URL(config.publicOrigin).hostname,
    },
  };
};

const lockFranchise = (tx: Tx, franchiseId: string) =>
  tx
    .selectFrom('tenants')
    .select(['id', 'name', 'state', 'currency', 'version'])
    .where('id', '=', franchiseId)
    .where('kind', '=', 'franchise')
    .where('state', '<>', 'closed')
    .forUpdate()
    .executeTakeFirst();

export interface FranchiseChange {
  readonly name: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly locale: 'en-CA' | 'fr-CA';
  readonly version: number;
}

/** Problems: `not_found`, `stale_version`, `validation` (time zone; a currency that books are kept in already). */
export const updateFranchise = async (
  { db }: Deps,
  franchiseId: string,
  change: FranchiseChange,
): Promise<Outcome<void>> => {
  if (!isTimeZone(change.timeZone))
    return problem('validation', {
      errors: [{ field: 'timeZone', code: 'time_zone', message: 'There is no such time zone.' }],
    });
  const booked = await db.tenant({ tenantId: franchiseId }, (tx) =>
    tx.selectFrom('accounts').select('currency').where('tenant_id', '=', franchiseId).limit(1).executeTakeFirst(),
  );
  return db.system(async (tx): Promise<Outcome<void>> => {
    const row = await lockFranchise(tx, franchiseId);
    if (!row) return problem('not_found');
    if (row.version !== change.version) return problem('stale_version');
    if (booked && row.currency !== change.currency)
      return problem('validation', {
        errors: [
          {
            field: 'currency',
            code: 'in_use',
            message: 'The books are kept in another currency already; it cannot be changed.',
          },
        ],
      });
    await tx
      .updateTable('tenants')
      .set({
        name: change.name,
        currency: change.currency,
        time_zone: change.timeZone,
        locale: storedLocale(change.locale),
        version: row.version + 1,
      })
      .where('id', '=', franchiseId)
      .execute();
    return { ok: true, value: undefined };
  });
};

/** Franchises that are made or stopped at once come one after the other. */
const oneByOne = (tx: Tx) => sql`SELECT pg_advisory_xact_lock(hashtextextended('franchises', 0))`.execute(tx);

/** Whether somebody can sign in on a host of another franchise: the operator does, who has none of its own. */
const othersAreServed = async (tx: Tx, franchiseId: string): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM tenants t JOIN hosts h ON h.tenant_id = t.id AND h.state = 'verified'
    WHERE t.kind = 'franchise' AND t.state = 'active' AND t.id <> ${franchiseId} LIMIT 1`.execute(tx);
  return rows.length > 0;
};

/**
 * Repeating it changes nothing. Problems: `not_found`; `validation` for the last franchise that is served: nobody could sign in to take
 * it back.
 */
export const setFranchiseState = (
  { db }: Deps,
  franchiseId: string,
  state: 'active' | 'suspended',
): Promise<Outcome<void>> =>
  db.system(async (tx): Promise<Outcome<void>> => {
    await oneByOne(tx);
    const row = await lockFranchise(tx, franchiseId);
    if (!row) return problem('not_found');
    if (row.state === state) return { ok: true, value: undefined };
    if (state === 'suspended' && !(await othersAreServed(tx, franchiseId)))
      return problem('validation', {
        message: 'No other franchise has a verified host, so nobody could sign in any more, not even you.',
        advice: 'Verify a host of another franchise first, or suspend the customers of this one.',
      });
    await tx
      .updateTable('tenants')
      .set({ state, version: row.version + 1 })
      .where('id', '=', franchiseId)
      .execute();
    return { ok: true, value: undefined };
  });

/** The name of a franchise that is served on any host while it is the only one; undefined: all is well. */
const franchiseWithoutHost = async (tx: Tx): Promise<string | undefined> => {
  const { rows } = await sql<{
    name: string;
  }>`SELECT t.name FROM tenants t WHERE t.kind = 'franchise' AND t.state = 'active'
      AND NOT EXISTS (SELECT FROM hosts h WHERE h.tenant_id = t.id AND h.state = 'verified')
      AND (SELECT count(*) FROM tenants o WHERE o.kind = 'franchise' AND o.state <> 'closed') = 1`.execute(tx);
  return rows[0]?.name;
};

/**
 * With a second franchise every host must be known, so the first needs a verified one before. One after the other: two that are made
 * at once are a first and a second. Problem: `validation`.
 */
export const makeFranchise = ({ db }: Deps, input: Omit<NewFranchise, 'hosts'>): Promise<Outcome<AddedTenant>> =>
  db.system(async (tx): Promise<Outcome<AddedTenant>> => {
    await oneByOne(tx);
    const unreachable = await franchiseWithoutHost(tx);
    if (unreachable !== undefined)
      return problem('validation', {
        errors: [
          {
            field: 'name',
            code: 'name',
            message: `Verify a host of ${unreachable} first: with two franchises every host must be known.`,
          },
        ],
      });
    return { ok: true, value: await addFranchiseIn(tx, { ...input, hosts: [] }) };
  });
