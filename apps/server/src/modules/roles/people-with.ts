/** Who of a company is told something by mail. */
import type { BaseRole } from '@scanship/contracts/access/pages';
import type { ActionRight } from '@scanship/contracts/access/rights';
import type { Database } from '../../platform/database/database.ts';
import { readMembers } from '../users/index.ts';
import { readRoles } from './held-roles.ts';

export interface ToldCompany {
  /** Whose brand its mails wear: its franchise, or the operator itself. */
  readonly franchiseId: string;
  readonly language: 'en' | 'fr';
  readonly people: readonly { readonly userId: string; readonly email: string }[];
}

/** Those of a company who hold a right, with a proved address. @param among only people with one of these roles */
export async function peopleWith(
  db: Database,
  tenantId: string,
  right: ActionRight,
  among?: readonly BaseRole[],
): Promise<ToldCompany> {
  const tenant = await db.reference((tx) =>
    tx
      .selectFrom('tenants')
      .select(['realm_id', 'locale', 'plan_code'])
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow(),
  );
  const roles = await db.tenant({ tenantId }, (tx) => readRoles(tx, tenantId, tenant.plan_code ?? ''));
  const members = await db.identity({ realmId: tenant.realm_id }, (tx) =>
    readMembers(tx, { realmId: tenant.realm_id, tenantId }),
  );
  const holding = new Set(
    roles
      .filter(({ rights, baseRole }) => rights.has(right) && (among?.includes(baseRole) ?? true))
      .map(({ id }) => id),
  );
  return {
    franchiseId: tenant.realm_id,
    language: tenant.locale.startsWith('fr') ? 'fr' : 'en',
    people: members
      .filter((each) => each.state === 'active' && each.verified_at !== null && holding.has(each.role_id))
      .map((each) => ({ userId: each.id, email: each.email })),
  };
}
