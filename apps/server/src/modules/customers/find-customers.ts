/** Customers by their name, and by what their people and stores are called. */
import { type RawBuilder, sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/database/ids.ts';
import { hasWords, type Sought } from '../../platform/sought.ts';
import { findUsers } from '../users/index.ts';

/** The customers a person may see at all; `franchise_customers c`. */
export const visibleCustomers = (ctx: RequestContext): RawBuilder<unknown> =>
  sql`c.tenant_id = ${ctx.tenantId} AND c.state <> 'closed' ${ctx.role === 'ROLE_SALES_AGENT' ? sql`AND c.agent_user_id = ${ctx.userId}` : sql``}`;

/** Companies that a search finds by something else than their name. */
const MOST_COMPANIES = 200;

/** Companies whose people have the words in their names, user name or e-mail, or the telephone. */
const companiesOfPeople = async (db: Database, ctx: RequestContext, sought: Sought): Promise<string[]> => {
  const people = await db.identity(
    ctx,
    (tx) => findUsers(tx, ctx.realmId, sought, MOST_COMPANIES, { ofCustomers: true }),
    { readOnly: true },
  );
  return people.map((person) => person.tenant_id);
};

/** Companies below the franchise with a store at this address or of this name. */
const companiesOfStores = async (db: Database, ctx: RequestContext, sought: Sought): Promise<string[]> => {
  const { rows } = await db.system(
    (tx) =>
      sql<{ tenant_id: string }>`SELECT DISTINCT s.tenant_id FROM stores s
      JOIN tenant_closure b ON b.descendant_id = s.tenant_id AND b.ancestor_id = ${ctx.tenantId}::uuid
      WHERE s.deleted_at IS NULL AND s.platform_code NOT IN ('manual', 'file')
        AND (${hasWords(sql`lower(s.external_account || ' ' || s.name)`, sought.words)}) LIMIT ${MOST_COMPANIES}`.execute(
        tx,
      ),
    { readOnly: true },
  );
  return rows.map((row) => row.tenant_id);
};

/** Condition on `franchise_customers c`: the name has all words, or the company is found by its people or stores. */
export async function customerMatch(db: Database, ctx: RequestContext, sought: Sought): Promise<RawBuilder<unknown>> {
  const [people, stores] = await Promise.all([companiesOfPeople(db, ctx, sought), companiesOfStores(db, ctx, sought)]);
  const ids = [...new Set([...people, ...stores, ...(isUuid(sought.text) ? [sought.text] : [])])];
  return sql`((${hasWords(sql`c.search_key`, sought.words)}) ${ids.length > 0 ? sql`OR c.customer_id = ANY (${ids}::uuid[])` : sql``})`;
}

export interface FoundCustomer {
  readonly id: string;
  readonly name: string;
  readonly suspended: boolean;
}

/** Customers that the caller may see, by name; those whose own name has the words come first. */
export async function findCustomers(
  db: Database,
  ctx: RequestContext,
  sought: Sought,
  limit: number,
): Promise<readonly FoundCustomer[]> {
  const match = await customerMatch(db, ctx, sought);
  const { rows } = await db.tenant(
    ctx,
    (tx) =>
      sql<FoundCustomer>`SELECT c.customer_id AS id, c.name, c.state = 'suspended' AS suspended
      FROM franchise_customers c WHERE ${visibleCustomers(ctx)} AND ${match}
      ORDER BY (${hasWords(sql`c.search_key`, sought.words)}) DESC, c.name_key, c.customer_id LIMIT ${limit}`.execute(
        tx,
      ),
    { readOnly: true },
  );
  return rows;
}

/** Whether a person of the franchise may see a customer, a closed one never. */
export const mayReachCustomer = async (db: Database, ctx: RequestContext, customerId: string): Promise<boolean> => {
  const { rows } = await db.tenant(
    ctx,
    (tx) =>
      sql`SELECT 1 FROM franchise_customers c WHERE ${visibleCustomers(ctx)} AND c.customer_id = ${customerId}`.execute(
        tx,
      ),
    { readOnly: true },
  );
  return rows.length > 0;
};

/** Ids of the customers assigned to a sales agent. */
export const customersOfAgent = async (db: Database, ctx: RequestContext): Promise<readonly string[]> => {
  const { rows } = await db.tenant(
    ctx,
    (tx) =>
      sql<{ id: string }>`SELECT c.customer_id AS id FROM franchise_customers c WHERE ${visibleCustomers(ctx)}`.execute(
        tx,
      ),
    { readOnly: true },
  );
  return rows.map(({ id }) => id);
};
