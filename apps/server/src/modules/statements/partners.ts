/** With whom a company has accounts, and in which currencies: as its own books say. */
import type { Database } from '../../platform/database/database.ts';

export interface Partner {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
}
export type Side = 'owed' | 'sold';

/** Sellers (owed) or buyers (sold) of a company, by name. */
export const readPartners = async (db: Database, companyId: string, side: Side): Promise<readonly Partner[]> => {
  const accounts = await db.tenant(
    { tenantId: companyId },
    (tx) =>
      tx
        .selectFrom('accounts')
        .select(['party_tenant_id', 'currency'])
        .where('tenant_id', '=', companyId)
        .where('kind', '=', side === 'owed' ? 'payable' : 'receivable')
        .where('party_tenant_id', 'is not', null)
        .execute(),
    { readOnly: true },
  );
  const ids = [...new Set(accounts.flatMap(({ party_tenant_id: id }) => id ?? []))];
  if (ids.length === 0) return [];
  const names = await db.reference((tx) =>
    tx.selectFrom('tenants').select(['id', 'name']).where('id', 'in', ids).execute(),
  );
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return accounts
    .flatMap(({ party_tenant_id: id, currency }) => (id === null ? [] : [{ id, name: nameOf.get(id) ?? '', currency }]))
    .toSorted((a, b) => a.name.localeCompare(b.name) || (a.currency < b.currency ? -1 : 1));
};
