/** What a text finds for staff of a franchise or of the operator: exactly what their role may see of everybody below them. */
import type { Found, HitOwner, SearchGroup } from '@scanship/contracts/network/search';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { hasWords, type Sought } from '../../platform/sought.ts';
import { customersOfAgent, findCustomers } from '../customers/index.ts';
import { mayActAs } from '../impersonation/index.ts';
import { findInvoices } from '../statements/index.ts';
import { findUsers, type Whose } from '../users/index.ts';
import { ordersBelowSql, shipmentsBelowSql } from './below.ts';
import { firstOf, orderHit, personHit, shipmentHit } from './hits.ts';

const STATEMENT_TIMEOUT_MS = 2_000;

const isOperator = (ctx: RequestContext): boolean => ctx.tenantKind === 'platform';
/** Whoever may act for a customer's people may look for what these would open. */
const mayOpenOrders = (ctx: RequestContext): boolean =>
  ctx.rights.has('customers.impersonate') && mayActAs(ctx.role, 'customer');
const seesCustomers = (ctx: RequestContext): boolean =>
  ctx.rights.has(isOperator(ctx) ? 'platform.franchises' : 'customers.view');

export const staffGroups = (ctx: RequestContext): readonly SearchGroup[] => [
  ...(mayOpenOrders(ctx) ? (['orders', 'shipments'] as const) : []),
  ...(isOperator(ctx) && seesCustomers(ctx) ? (['franchises'] as const) : []),
  ...(seesCustomers(ctx) ? (['customers'] as const) : []),
  ...(seesCustomers(ctx) || ctx.rights.has('users.manage') ? (['people'] as const) : []),
  ...(ctx.rights.has('money.view') ? (['invoices'] as const) : []),
];

export async function searchStaff(
  deps: { readonly db: Database; readonly carrierName: (slug: string) => string },
  ctx: RequestContext,
  sought: Sought,
  groups: readonly SearchGroup[],
  limit: number,
): Promise<Partial<Found>> {
  const { db } = deps;
  const more = limit + 1;
  const wants = (group: SearchGroup): boolean => groups.includes(group);
  const orders = wants('orders') ? ordersBelowSql(ctx.tenantId, sought, more) : undefined;
  const shipments = wants('shipments') ? shipmentsBelowSql(ctx.tenantId, sought.text, more) : undefined;
  const limits = { readOnly: 'standby', statementTimeoutMs: STATEMENT_TIMEOUT_MS } as const;
  // Each on a connection of its own: both enter the indexes of every customer below.
  const [orderRows, shipmentRows, companies, people, invoices] = await Promise.all([
    orders ? db.system((tx) => orders.execute(tx), limits) : { rows: [] },
    shipments ? db.system((tx) => shipments.execute(tx), limits) : { rows: [] },
    wants('customers') || wants('franchises')
      ? findCompanies(db, ctx, sought, more)
      : { franchises: [], customers: [] },
    wants('people') ? findPeople(db, ctx, sought, more) : [],
    wants('invoices') ? findInvoices(db, ctx.tenantId, 'sold', sought.text, more) : [],
  ]);
  const ownerOf = (row: { tenant_id: string; tenant_name: string; franchise_id: string }): HitOwner => ({
    id: row.tenant_id,
    name: row.tenant_name,
    franchiseId: isOperator(ctx) ? row.franchise_id : null,
  });
  return {
    orders: firstOf(orderRows.rows, limit, (row) => orderHit(row, ownerOf(row))),
    shipments: firstOf(shipmentRows.rows, limit, (row) => shipmentHit(row, deps.carrierName, ownerOf(row))),
    franchises: firstOf(companies.franchises, limit, ({ id, name }) => ({ id, name })),
    customers: firstOf(companies.customers, limit, (row) => row),
    people: firstOf(people, limit, (hit) => hit),
    invoices: firstOf(invoices, limit, ({ id, number, month, party_name }) => ({
      id,
      number,
      month,
      partyName: party_name,
    })),
  };
}

type Customer = Found['customers']['hits'][number];
interface Companies {
  readonly franchises: readonly { readonly id: string; readonly name: string }[];
  readonly customers: readonly Customer[];
}

async function findCompanies(db: Database, ctx: RequestContext, sought: Sought, limit: number): Promise<Companies> {
  if (!isOperator(ctx)) {
    const customers = await findCustomers(db, ctx, sought, limit);
    return { franchises: [], customers: customers.map((customer) => ({ ...customer, franchise: null })) };
  }
  // The names of all companies below, read one by one: there is no franchise whose record could be searched instead.
  const { rows } = await db.reference((tx) =>
    sql<{
      id: string;
      name: string;
      kind: string;
      state: string;
      franchise_id: string;
      franchise: string;
    }>`SELECT * FROM (
        SELECT t.id, t.name, t.kind, t.state, f.id AS franchise_id, f.name AS franchise,
          lower(regexp_replace(normalize(t.name, NFKD), '[\u0300-\u036f]', '', 'g')) AS key,
          row_number() OVER (PARTITION BY t.kind ORDER BY lower(t.name), t.id) AS n
        FROM tenant_closure b JOIN tenants t ON t.id = b.descendant_id JOIN tenants f ON f.id = t.realm_id
        WHERE b.ancestor_id = ${ctx.tenantId}::uuid AND t.kind IN ('franchise', 'customer') AND t.state <> 'closed'
          AND (${hasWords(sql`lower(regexp_replace(normalize(t.name, NFKD), '[\u0300-\u036f]', '', 'g'))`, sought.words)})) found
      WHERE n <= ${limit} ORDER BY n`.execute(tx),
  );
  return {
    franchises: rows.filter(({ kind }) => kind === 'franchise'),
    customers: rows
      .filter(({ kind }) => kind === 'customer')
      .map(({ id, name, state, franchise, franchise_id }) => ({
        id,
        name,
        suspended: state === 'suspended',
        franchise: { id: franchise_id, name: franchise },
      })),
  };
}

type Person = Found['people']['hits'][number];

/**
 * A franchise's staff find the people of the customers they see, and each other with the right to manage people. The operator's
 * find their own colleagues and everybody below, realm by realm: nobody may read the people of two realms at once.
 */
async function findPeople(
  db: Database,
  ctx: RequestContext,
  sought: Sought,
  limit: number,
): Promise<readonly Person[]> {
  const of = async (realmId: string, whose?: Whose) => {
    const people = await db.identity({ realmId }, (tx) => findUsers(tx, realmId, sought, limit, whose), {
      readOnly: 'standby',
    });
    return people.map((person) => personHit(person, ctx.tenantId, isOperator(ctx) ? realmId : null));
  };
  const own = ctx.rights.has('users.manage') ? await of(ctx.realmId, { tenantIds: [ctx.tenantId] }) : [];
  if (!seesCustomers(ctx)) return own;
  if (!isOperator(ctx)) {
    const tenantIds = ctx.role === 'ROLE_SALES_AGENT' ? await customersOfAgent(db, ctx) : undefined;
    return [...own, ...(await of(ctx.realmId, { tenantIds, ofCustomers: true }))].slice(0, limit);
  }
  const realms = await db.reference((tx) =>
    tx.selectFrom('tenants').select('id').where('kind', '=', 'franchise').where('state', '<>', 'closed').execute(),
  );
  const found = [...own];
  for (const { id } of realms) if (found.length < limit) found.push(...(await of(id)));
  return found.slice(0, limit);
}
