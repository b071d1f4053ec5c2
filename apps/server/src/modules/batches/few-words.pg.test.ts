/** What one label of a running batch sends to PostgreSQL. A statement more is paid ten thousand times on a peak day. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BulkProcess, type BulkWorld, makeBulkWorld } from '../../../test/bulk-world.ts';
import { transactionsOf } from '../../../test/statements.ts';
import { withClient } from '../../platform/database/connection.ts';
import { lendFranchiseAccounts } from '../carriers/index.ts';

let world: BulkWorld;
let server: BulkProcess;
beforeAll(async () => {
  world = await makeBulkWorld();
  // Nothing looks for work by itself meanwhile, and no lease is prolonged.
  server = await world.process({ leaseMs: 120_000, sweepMs: 60_000, buyAtOnce: 4 }, { leaseMs: 120_000 });
});
afterAll(async () => {
  await world.close();
});

const FEW = 4;
const MANY = 20;

/** Transactions of the purchase of so many labels in one batch, from the start to the last paper. */
async function bought(count: number): Promise<readonly (readonly string[])[]> {
  const ids = await world.orders(count);
  const made = await server.batch('POST', '/batches', { kind: 'auto-ship', ids });
  const plan = await server.until(made.id, (batch) => batch.state !== 'planning');
  expect(plan.counts.willShip).toBe(count);
  await server.application.batches.worker.idle();
  const ref = { tenantId: world.seller.tenantId, id: plan.id };
  const sent = await transactionsOf(async () => {
    await world.database.db.tenant(ref, (tx) =>
      sql`UPDATE batches SET state = 'running', started_by = ${world.seller.userId}, started_at = now(), due_at = now(),
        started_by_session = created_by_session WHERE id = ${plan.id}`.execute(tx),
    );
    server.application.batches.worker.wake(ref);
    await server.application.batches.worker.idle();
  });
  // The very first label starts the thread that draws, and may be waited for longer than a label is.
  await server.until(plan.id, (batch) => batch.counts.done === count);
  return sent;
}

/** What is read of a label, and of its file, when somebody looks at it. */
async function looked(): Promise<readonly (readonly string[])[]> {
  const label = await world.database.db.tenant(world.seller, (tx) =>
    tx.selectFrom('documents').select(['id', 'shipment_id']).where('kind', '=', 'label').executeTakeFirstOrThrow(),
  );
  return transactionsOf(async () => {
    for (const path of [`/shipment/${label.shipment_id}`, `/documents/${label.id}`])
      expect((await server.call('GET', path)).status).toBe(200);
  });
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Tables and indexes of which a plan reads all that a tenant, or everybody, has. */
function readWhole(node: PlanNode): string[] {
  const name = node['Index Name'] ?? node['Relation Name'];
  const isScan = node['Node Type'].endsWith('Scan') && name !== undefined;
  const keys = new Set((node['Index Cond'] ?? '').match(/\b[a-z_][a-z_0-9]*(?= =)/g));
  keys.delete('tenant_id');
  return [...(isScan && keys.size === 0 ? [name] : []), ...(node.Plans ?? []).flatMap(readWhole)];
}

const short = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 150);

/** What differs between the two runs, by transaction and statement: so many times a label. */
function perLabel(few: readonly (readonly string[])[], many: readonly (readonly string[])[]): string {
  const counts = new Map<string, number>();
  const add = (runs: readonly (readonly string[])[], by: number): void => {
    for (const statements of runs) {
      const heading = short(statements[1] ?? '');
      for (const statement of statements) {
        const key = `${heading.slice(0, 60)} | ${short(statement)}`;
        counts.set(key, (counts.get(key) ?? 0) + by);
      }
    }
  };
  add(many, 1);
  add(few, -1);
  return [...counts]
    .filter(([, n]) => n !== 0)
    .map(([key, n]) => `${(n / (MANY - FEW)).toFixed(2)}  ${key}`)
    .join('\n');
}

async function expectFew(most: { readonly statements: number; readonly transactions: number }): Promise<void> {
  // The first one makes accounts and connections.
  await bought(2);
  const few = await bought(FEW);
  const many = await bought(MANY);
  const size = (runs: readonly (readonly string[])[]) => runs.reduce((total, each) => total + each.length, 0);
  const labels = MANY - FEW;
  const told = perLabel(few, many);
  expect((size(many) - size(few)) / labels, told).toBeLessThanOrEqual(most.statements);
  expect((many.length - few.length) / labels, told).toBeLessThanOrEqual(most.transactions);
}

it('a label of a batch on an own account takes few words', async () => {
  await expectFew({ statements: 60, transactions: 9 });
});

it('a label of a batch on a lent account takes few words', async () => {
  const { franchise, seller } = world;
  const added = await server.application.carriers.addAccount(
    { tenantId: franchise.tenantId, tenantKind: 'franchise' },
    {
      carrier: 'testline-ground',
      name: 'Lent',
      mode: 'simulator',
      credentials: { username: 'ground-alpha', password: 'alpha-pass-1' },
    },
  );
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
  await world.database.db.tenant(seller, async (tx) => {
    await sql`UPDATE account_grants SET valid_to = now() WHERE valid_to IS NULL`.execute(tx);
    await lendFranchiseAccounts(tx, franchise.tenantId, seller.tenantId);
  });
  // 66, by how often the batch looks at its own row and how often the account is opened while labels are under way.
  await expectFew({ statements: 70, transactions: 10 });
});

it('finds its rows by key in every table that grows with it, though all were small when that was planned', async () => {
  await bought(MANY);
  const planned = new Set<string>();
  const whole: string[] = [];
  await withClient(world.database.admin, async (client) => {
    await client.query('ANALYZE');
    const { rows: grown } = await client.query<{ name: string }>(
      `SELECT coalesce(i.indexrelid::regclass, c.oid::regclass)::text AS name FROM pg_class AS c
         LEFT JOIN pg_index AS i ON i.indrelid = c.oid AND i.indpred IS NULL
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.reltuples >= $1`,
      [MANY],
    );
    const grows = new Set(grown.map(({ name }) => name));
    expect(grows).toContain('purchases_pkey');
    const byKey = [...(await bought(FEW)), ...(await looked())].filter(([opening]) =>
      opening?.includes('enable_seqscan = off'),
    );
    for (const [opening = '', ...texts] of byKey) {
      // By the same role, for the same tenant, under the same settings.
      await client.query(opening);
      for (const text of texts) {
        // The name of another role stands in the values: what follows is planned without row security.
        if (text.includes("set_config('role'")) await client.query('RESET ROLE');
        if (!/^\s*(select|insert|update|delete|with)/i.test(text) || planned.has(text)) continue;
        planned.add(text);
        const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
          `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
        );
        for (const { 'QUERY PLAN': plans } of rows)
          for (const name of readWhole(plans[0].Plan)) if (grows.has(name)) whole.push(`${name}: ${short(text)}`);
      }
      await client.query('ROLLBACK');
    }
  });
  expect(planned.size).toBeGreaterThan(20);
  expect(whole).toEqual([]);
});
