/** What one label of a running batch sends to PostgreSQL. A statement more is paid ten thousand times on a peak day. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BulkProcess, type BulkWorld, makeBulkWorld } from '../../../test/bulk-world.ts';
import { transactionsOf } from '../../../test/statements.ts';
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
