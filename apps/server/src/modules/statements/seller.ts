/** Who sells to whom, as the tenants tree says it, and the months of a seller. */
import { monthAfter } from '@scanship/domain/money/statement';
import type { Database } from '../../platform/database/database.ts';
import { startOfDay } from '../../platform/time-zone.ts';

export interface Company {
  readonly id: string;
  readonly parentId: string | null;
  readonly realmId: string;
  readonly kind: 'platform' | 'franchise' | 'group' | 'customer';
  readonly name: string;
  readonly language: 'en' | 'fr';
  readonly timeZone: string;
  readonly currency: string;
}

const COLUMNS = ['id', 'parent_id', 'realm_id', 'kind', 'name', 'locale', 'time_zone', 'currency'] as const;
interface Row {
  readonly id: string;
  readonly parent_id: string | null;
  readonly realm_id: string;
  readonly kind: Company['kind'];
  readonly name: string;
  readonly locale: string;
  readonly time_zone: string;
  readonly currency: string;
}
const company = (row: Row): Company => ({
  id: row.id,
  parentId: row.parent_id,
  realmId: row.realm_id,
  kind: row.kind,
  name: row.name,
  language: row.locale.startsWith('fr') ? 'fr' : 'en',
  timeZone: row.time_zone,
  currency: row.currency,
});

export const readCompany = async (db: Database, id: string): Promise<Company | undefined> => {
  const row = await db.reference((tx) =>
    tx.selectFrom('tenants').select(COLUMNS).where('id', '=', id).executeTakeFirst(),
  );
  return row && company(row);
};

/** Those who are directly below a company, by id. */
export const readBuyers = async (db: Database, sellerId: string): Promise<ReadonlyMap<string, Company>> => {
  const rows = await db.reference((tx) =>
    tx.selectFrom('tenants').select(COLUMNS).where('parent_id', '=', sellerId).execute(),
  );
  return new Map(rows.map((row) => [row.id, company(row)]));
};

/** Companies that sell to others: all but customers, closed ones left out. */
export const readSellers = async (db: Database): Promise<readonly Company[]> => {
  const rows = await db.reference((tx) =>
    tx
      .selectFrom('tenants')
      .select(COLUMNS)
      .where('kind', '<>', 'customer')
      .where('state', '<>', 'closed')
      .orderBy('id')
      .execute(),
  );
  return rows.map(company);
};

/** Shippers below a company, itself among them where it is a customer. */
export const readShippers = async (db: Database, companyId: string): Promise<readonly string[]> => {
  const rows = await db.reference((tx) =>
    tx
      .selectFrom('tenant_closure')
      .innerJoin('tenants', 'tenants.id', 'tenant_closure.descendant_id')
      .select('tenants.id')
      .where('ancestor_id', '=', companyId)
      .where('tenants.kind', '=', 'customer')
      .execute(),
  );
  return rows.map(({ id }) => id);
};

/** The moment a month (its first day) of a seller is over. */
export const monthEnd = (month: string, timeZone: string): Date => startOfDay(monthAfter(month), timeZone);
