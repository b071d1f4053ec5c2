/** Who of a company is told something by mail. */
import type { BaseRole } from '@scanship/contracts/access/pages';
import type { ActionRight } from '@scanship/contracts/access/rights';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { permissionsOf } from '../../platform/http/session-context.ts';

export interface ToldPerson {
  readonly userId: string;
  readonly email: string;
}

export interface ToldCompany {
  /** Whose brand its mails wear: its franchise, or the operator itself. */
  readonly franchiseId: string;
  readonly language: 'en' | 'fr';
  readonly people: readonly ToldPerson[];
}

interface Row {
  readonly tenant_id: string;
  readonly id: string;
  readonly email: string;
  readonly plan_code: string | null;
  readonly base_role: BaseRole;
  readonly built_in: boolean;
  readonly permissions: readonly string[];
}

/**
 * Those of several companies of a realm who hold a right, with a proved address; companies without one are left out. Runs as the realm.
 * @param among only people with one of these roles
 */
export async function readPeopleWith(
  tx: Tx,
  realmId: string,
  tenantIds: readonly string[],
  right: ActionRight,
  among?: readonly BaseRole[],
): Promise<ReadonlyMap<string, readonly ToldPerson[]>> {
  if (tenantIds.length === 0) return new Map();
  const { rows } = await sql<Row>`
    SELECT m.tenant_id, u.id, u.email, t.plan_code, r.base_role, r.built_in,
      ARRAY(SELECT p.permission FROM role_permissions p WHERE p.tenant_id = r.tenant_id AND p.role_id = r.id) AS permissions
    FROM memberships m JOIN users u ON u.realm_id = m.realm_id AND u.id = m.user_id
      JOIN tenants t ON t.id = m.tenant_id JOIN roles r ON r.tenant_id = m.tenant_id AND r.id = m.role_id
    WHERE m.realm_id = ${realmId} AND m.tenant_id = ANY (${[...tenantIds]}::uuid[])
      AND u.state = 'active' AND u.verified_at IS NOT NULL
    ORDER BY u.username_key`.execute(tx);
  const told = new Map<string, ToldPerson[]>();
  for (const row of rows) {
    const role = { baseRole: row.base_role, builtIn: row.built_in, permissions: row.permissions };
    if (!permissionsOf(role, row.plan_code ?? '').rights.has(right) || among?.includes(row.base_role) === false)
      continue;
    const own = told.get(row.tenant_id) ?? [];
    own.push({ userId: row.id, email: row.email });
    told.set(row.tenant_id, own);
  }
  return told;
}

/** The same of one company, with what its mails need. */
export async function peopleWith(
  db: Database,
  tenantId: string,
  right: ActionRight,
  among?: readonly BaseRole[],
): Promise<ToldCompany> {
  const tenant = await db.reference((tx) =>
    tx.selectFrom('tenants').select(['realm_id', 'locale']).where('id', '=', tenantId).executeTakeFirstOrThrow(),
  );
  const { realm_id: realmId } = tenant;
  const told = await db.identity({ realmId }, (tx) => readPeopleWith(tx, realmId, [tenantId], right, among), {
    readOnly: true,
  });
  return {
    franchiseId: realmId,
    language: tenant.locale.startsWith('fr') ? 'fr' : 'en',
    people: told.get(tenantId) ?? [],
  };
}
