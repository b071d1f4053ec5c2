/**
 * Lending beyond one account at a time: what a new customer ships with from the first day, and the operator's accounts
 * that franchises may use (docs/decisions/0023-lent-accounts.md).
 */
import { sql } from 'kysely';
import { actAs, type Database, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { lendAccount } from './account-commands.ts';

const inForce = (tx: Tx) =>
  tx
    .selectFrom('account_grants')
    .select(['owner_tenant_id', 'account_id', 'slug', 'name', 'mode'])
    .where('valid_from', '<=', sql<Date>`now()`)
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>', sql<Date>`now()`)]));

/**
 * Grants a new customer every account its franchise ships with: the franchise's own and those lent to it. Part of the
 * transaction that makes the customer; works as the customer afterwards.
 */
export const lendFranchiseAccounts = async (tx: Tx, franchiseId: string, customerId: string): Promise<void> => {
  await actAs(tx, { role: 'app_tenant', tenantId: franchiseId });
  const grants = await inForce(tx).execute();
  await actAs(tx, { role: 'app_tenant', tenantId: customerId });
  if (grants.length === 0) return;
  await tx
    .insertInto('account_grants')
    .values(grants.map((grant) => ({ ...grant, tenant_id: customerId, id: newId() })))
    .execute();
};

const franchisesOf = (db: Database) =>
  db.reference((tx) =>
    tx
      .selectFrom('tenants')
      .select(['id', 'name'])
      .where('kind', '=', 'franchise')
      .where('state', '<>', 'closed')
      .orderBy('name')
      .execute(),
  );

export interface LentAccount {
  readonly accountId: string;
  readonly franchises: readonly { readonly franchiseId: string; readonly name: string }[];
}

/** Which franchises ship with each account of the owner. */
export const lendingOf = async (
  db: Database,
  ownerTenantId: string,
): Promise<ReadonlyMap<string, LentAccount['franchises']>> => {
  const lent = new Map<string, LentAccount['franchises']>();
  for (const { id: franchiseId, name } of await franchisesOf(db)) {
    const grants = await db.tenant({ tenantId: franchiseId }, (tx) =>
      inForce(tx).where('owner_tenant_id', '=', ownerTenantId).execute(),
    );
    for (const { account_id: account } of grants)
      lent.set(account, [...(lent.get(account) ?? []), { franchiseId, name }]);
  }
  return lent;
};

/**
 * Lends an account to exactly these franchises and all their customers, and takes it back from the others; what was
 * bought with it can still be settled and voided. Safe to repeat.
 */
export const lendToFranchises = async (
  db: Database,
  ownerTenantId: string,
  accountId: string,
  franchiseIds: readonly string[],
): Promise<void> => {
  const wanted = new Set(franchiseIds);
  for (const { id } of await franchisesOf(db)) {
    if (!wanted.has(id)) {
      await takeBack(db, ownerTenantId, accountId, id);
      continue;
    }
    await lendAccount(db, { ownerTenantId, accountId, toTenantId: id });
    for (const customer of await customersOf(db, id))
      await lendAccount(db, { ownerTenantId, accountId, toTenantId: customer });
  }
};

const customersOf = async (db: Database, franchiseId: string): Promise<readonly string[]> => {
  const rows = await db.reference((tx) =>
    tx.selectFrom('tenants').select('id').where('realm_id', '=', franchiseId).where('kind', '=', 'customer').execute(),
  );
  return rows.map(({ id }) => id);
};

const takeBack = async (db: Database, ownerTenantId: string, accountId: string, franchiseId: string): Promise<void> => {
  for (const tenantId of [franchiseId, ...(await customersOf(db, franchiseId))])
    await db.tenant({ tenantId }, (tx) =>
      tx
        .updateTable('account_grants')
        .set({ valid_to: sql<Date>`now()` })
        .where('owner_tenant_id', '=', ownerTenantId)
        .where('account_id', '=', accountId)
        .where('valid_to', 'is', null)
        .execute(),
    );
};
