/** Query plans under row security: a list query that walks a whole table is a defect, however fast it is on test data. */
import { type Compilable, CompiledQuery, sql } from 'kysely';
import type { Tx } from '../src/platform/database/database.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The nodes of the plan PostgreSQL chooses for a query in this transaction, the root first. */
export async function planOf(tx: Tx, query: Compilable): Promise<PlanNode[]> {
  const compiled = query.compile();
  const explain = CompiledQuery.raw(`EXPLAIN (FORMAT JSON) ${compiled.sql}`, [...compiled.parameters]);
  const { rows } = await tx.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(explain);
  const root = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!root) throw new Error('EXPLAIN answered nothing.');
  const nodes: PlanNode[] = [];
  const walk = (node: PlanNode): void => {
    nodes.push(node);
    node.Plans?.forEach(walk);
  };
  walk(root);
  return nodes;
}

/**
 * Throws when a query would read a table from end to end. Call it inside `db.tenant(...)` on a table with enough rows
 * (and ANALYZE run) that an index pays: `await assertNoSeqScan(tx, tx.selectFrom('orders')...)`.
 * @returns the indexes used, so that a test can name the one it expects
 */
export async function assertNoSeqScan(tx: Tx, query: Compilable): Promise<string[]> {
  const role = await sql<{ role: string }>`SELECT current_user AS role`.execute(tx);
  if (role.rows[0]?.role !== 'app_tenant')
    throw new Error('Plans are only telling under app_tenant: use db.tenant(...).');
  const nodes = await planOf(tx, query);
  const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
  if (scanned.length > 0) throw new Error(`Sequential scan of ${scanned.join(', ')}:\n${query.compile().sql}`);
  return nodes.flatMap((node) => node['Index Name'] ?? []);
}

/** Whether PostgreSQL sorts rows for a query instead of reading them in order from an index. */
export const sorts = (nodes: readonly PlanNode[]): boolean => nodes.some((node) => node['Node Type'].includes('Sort'));
