/** People of a realm by any part of their names, user name or e-mail, or by the end of their telephone. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { endsLike, hasWords, type Sought } from '../../platform/sought.ts';

export interface FoundUser {
  readonly id: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly tenant_kind: 'platform' | 'franchise' | 'group' | 'customer';
}

export interface Whose {
  /** Only people of these companies. */
  readonly tenantIds?: readonly string[] | undefined;
  /** Not those of the franchise itself. */
  readonly ofCustomers?: boolean | undefined;
}

/** People with the company each works for, by user name. A realm has some thousands of people, who are read one by one. */
export async function findUsers(
  tx: Tx,
  realmId: string,
  sought: Sought,
  limit: number,
  { tenantIds, ofCustomers = false }: Whose = {},
): Promise<readonly FoundUser[]> {
  if (tenantIds?.length === 0) return [];
  const { rows } = await sql<FoundUser>`SELECT u.id, u.username, u.first_name, u.last_name, u.email, t.id AS tenant_id,
      t.name AS tenant_name, t.kind AS tenant_kind
    FROM users u JOIN memberships m ON m.realm_id = u.realm_id AND m.user_id = u.id JOIN tenants t ON t.id = m.tenant_id
    WHERE u.realm_id = ${realmId} AND u.state <> 'erased' AND t.state <> 'closed'
      AND ((${hasWords(sql`u.search_key`, sought.words)}) OR ${endsLike(sql`u.phone_digits`, sought.phone)})
      ${ofCustomers ? sql`AND t.kind = 'customer'` : sql``}
      ${tenantIds ? sql`AND m.tenant_id = ANY (${[...tenantIds]}::uuid[])` : sql``}
    ORDER BY u.username_key, t.name, t.id LIMIT ${limit}`.execute(tx);
  return rows;
}
