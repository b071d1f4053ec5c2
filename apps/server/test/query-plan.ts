/** Query plans under row security: a list query that walks a whole table is a defect, however fast it is on test data. */
import { type Compilable, CompiledQuery, sql } from 'kysely';
import type { Tx } from '../src/platform/database/database.ts';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** `values`: for the values of this query. `general`: for any, as a prepared statement may be run. */
export type PlanFor = 'values' | 'general';

/** The plan PostgreSQL chooses for a query in this transaction. */
async function explain(tx: Tx, query: Compilable, of: PlanFor = 'values'): Promise<PlanNode> {
  const compiled = query.compile();
  const { rows } = await tx.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
    of === 'general'
      ? CompiledQuery.raw(`EXPLAIN (FORMAT JSON, GENERIC_PLAN) ${compiled.sql}`)
      : CompiledQuery.raw(`EXPLAIN (FORMAT JSON) ${compiled.sql}`, [...compiled.parameters]),
  );
  const root = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!root) throw new Error('EXPLAIN answered nothing.');
  return root;
}

/** All nodes of the plan, the root first. */
export async function planOf(tx: Tx, query: Compilable, of: PlanFor = 'values'): Promise<PlanNode[]> {
  const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
  return flatten(await explain(tx, query, of));
}

/**
 * Throws when a query would read a table from end to end, or every row of the tenant: an index entered by nothing but
 * the tenant is no better than a sequential scan, unless its order is the one asked for and a LIMIT ends the walk.
 *
 * Call it inside `db.tenant(...)` on a table with enough rows (ANALYZE run) that an index pays:
 * `await assertNoSeqScan(tx, tx.selectFrom('orders')...)`.
 * @param small tables that have few rows per tenant (settings, stores), which may be read whole
 * @returns the indexes used, so that a test can name the one it expects
 */
export async function assertNoSeqScan(
  tx: Tx,
  query: Compilable,
  small: readonly string[] = [],
  of: PlanFor = 'values',
): Promise<string[]> {
  const role = await sql<{ role: string }>`SELECT current_user AS role`.execute(tx);
  if (role.rows[0]?.role !== 'app_tenant')
    throw new Error('Plans are only telling under app_tenant: use db.tenant(...).');
  const problems: string[] = [];
  const indexes: string[] = [];
  const visit = (node: PlanNode, table: string | undefined, ended: boolean): void => {
    const type = node['Node Type'];
    const relation = node['Relation Name'] ?? table;
    const exempt = relation !== undefined && small.includes(relation);
    if (type === 'Seq Scan' && !exempt) problems.push(`sequential scan of ${relation}`);
    if (node['Index Name'] !== undefined) {
      indexes.push(node['Index Name']);
      const byTenantOnly = !(node['Index Cond'] ?? '').includes(' AND ');
      if (byTenantOnly && !ended && !exempt) {
        problems.push(`${node['Index Name']} is entered by the tenant alone: every row of ${relation} is read`);
      }
    }
    // What must see all its rows before it gives the first one takes away the LIMIT above it.
    const reads = /Sort|Aggregate|Hash|Bitmap|Materialize|WindowAgg|Unique/.test(type);
    for (const child of node.Plans ?? []) visit(child, relation, type === 'Limit' || (ended && !reads));
  };
  visit(await explain(tx, query, of), undefined, false);
  if (problems.length > 0) throw new Error(`${problems.join('; ')}\n${query.compile().sql}`);
  return indexes;
}

/** Whether PostgreSQL sorts rows for a query instead of reading them in order from an index. */
export const sorts = (nodes: readonly PlanNode[]): boolean => nodes.some((node) => node['Node Type'].includes('Sort'));
