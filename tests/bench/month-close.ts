/**
 * The close of a month with very many shipments: books of one franchise and 500 customers made in bulk as the ledger writes
 * them, closed by the real worker on real PostgreSQL, and each invoice held to the books afterwards.
 * `node --import tsx tests/bench/month-close.ts 1000000` prints the figures.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createCloseWorker, verifyInvoice } from '@scanship/server/modules/statements/index';
import { addCustomer, addFranchise, addPlatform } from '@scanship/server/modules/tenants/index';
import { bootstrap } from '@scanship/server/platform/database/bootstrap';
import { embeddedConnections, withClient } from '@scanship/server/platform/database/connection';
import { type Database, openDatabase } from '@scanship/server/platform/database/database';
import { startEmbedded } from '@scanship/server/platform/database/embedded-postgres';
import { newId } from '@scanship/server/platform/database/ids';
import { migrate } from '@scanship/server/platform/database/migrator';
import { silentLogger } from '@scanship/server/platform/logging/logger';
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Row } from './table.ts';

export const CUSTOMERS = 500;
const LIMIT_SECONDS = 300;
const CHUNK = 100_000;
const NOW = new Date('2026-07-03T12:00:00Z');
const AGENT = newId();

export interface BenchWorld {
  readonly platformId: string;
  readonly franchiseId: string;
  readonly customers: readonly string[];
}

export const makeWorld = async (db: Database): Promise<BenchWorld> => {
  const platform = await addPlatform(db, { name: 'Bench platform' });
  const franchise = await addFranchise(db, {
    platformId: platform.tenantId,
    name: 'Bench franchise',
    hosts: ['bench.test'],
  });
  const customers: string[] = [];
  for (let n = 0; n < CUSTOMERS; n += 1)
    customers.push(
      (await addCustomer(db, { name: `Customer ${n}`, franchiseId: franchise.tenantId, planName: 'Advanced' }))
        .tenantId,
    );
  await db.tenant({ tenantId: franchise.tenantId }, async (tx) => {
    await tx.updateTable('franchise_customers').set({ agent_user_id: AGENT }).execute();
    await tx
      .insertInto('commission_plans')
      .values({
        tenant_id: franchise.tenantId,
        id: newId(),
        agent_user_id: AGENT,
        basis: 'margin',
        rate_bp: 1_000,
        currency: 'CAD',
        first_day: '2026-01-01',
      })
      .execute();
  });
  return { platformId: platform.tenantId, franchiseId: franchise.tenantId, customers };
};

/** Labels of June with GST, every fiftieth voided: entries, postings and the price chain of the franchise's book. */
async function fillBooks(client: Client, { franchiseId, customers }: BenchWorld, labels: number): Promise<void> {
  await client.query(`SET session_replication_role = replica`);
  await client.query(`CREATE TEMP TABLE buyer (n int PRIMARY KEY, id uuid, account uuid)`);
  await client.query(
    `INSERT INTO buyer SELECT n - 1, id, gen_random_uuid() FROM unnest($1::uuid[]) WITH ORDINALITY AS u(id, n)`,
    [customers],
  );
  await client.query(
    `INSERT INTO accounts (tenant_id, id, kind, party_tenant_id, currency) SELECT $1, account, 'receivable', id, 'CAD' FROM buyer`,
    [franchiseId],
  );
  await client.query(`CREATE TEMP TABLE own (kind text PRIMARY KEY, id uuid)`);
  await client.query(
    `INSERT INTO own SELECT k, gen_random_uuid() FROM unnest(ARRAY['revenue','tax','cost','payable']) AS k`,
  );
  await client.query(`INSERT INTO accounts (tenant_id, id, kind, currency) SELECT $1, id, kind, 'CAD' FROM own`, [
    franchiseId,
  ]);
  const june = Date.parse('2026-06-01T12:00:00Z');
  for (let from = 0; from < labels; from += CHUNK) {
    await client.query(
      `CREATE TEMP TABLE label AS
        SELECT g.n, b.id AS buyer, b.account, gen_random_uuid() AS purchase, 800 + g.n % 700 AS net, (800 + g.n % 700) * 8 / 10 AS cost,
          -- Ids in the order of time, as the program makes them.
          (lpad(to_hex($1::int8 + g.n), 12, '0') || '7' || substr(md5(g.n::text), 1, 3) || '8' || substr(md5(g.n::text), 5, 15))::uuid AS entry,
          to_timestamp(($1::int8 + (g.n::int8 * 2400000000) / $2::int8) / 1000.0) AS at
        FROM generate_series($3::int, $4::int) AS g(n) JOIN buyer b ON b.n = g.n % ${CUSTOMERS}`,
      [june, labels, from, Math.min(labels, from + CHUNK) - 1],
    );
    await client.query(`ALTER TABLE label ADD COLUMN tax int; UPDATE label SET tax = round(net * 0.05)`);
    const entries = async (kind: 'purchase' | 'void', id: string, sign: 1 | -1, only: string): Promise<void> => {
      await client.query(
        `INSERT INTO entries (tenant_id, id, kind, source_kind, source_id, occurred_at)
         SELECT '${franchiseId}', ${id}, '${kind}', '${kind}', purchase, at FROM label ${only}`,
      );
      await client.query(
        `INSERT INTO postings (tenant_id, entry_id, no, account_id, amount_minor, currency)
         SELECT '${franchiseId}', ${id}, p.no, p.account, ${sign} * p.minor, 'CAD' FROM label CROSS JOIN LATERAL (VALUES
           (1, label.account, net + tax),
           (2, (SELECT id FROM own WHERE kind = 'revenue'), -net),
           (3, (SELECT id FROM own WHERE kind = 'tax'), -tax),
           (4, (SELECT id FROM own WHERE kind = 'cost'), cost),
           (5, (SELECT id FROM own WHERE kind = 'payable'), -cost)) AS p(no, account, minor) ${only}`,
      );
    };
    await entries('purchase', 'entry', 1, '');
    await entries('void', `overlay(entry::text placing 'ffff' from 20)::uuid`, -1, 'WHERE n % 50 = 0');
    await client.query(
      `INSERT INTO price_chain (tenant_id, id, purchase_id, from_tenant, to_tenant, cost_minor, price_minor, currency, lines)
       SELECT $1, gen_random_uuid(), purchase, $1, buyer, cost, net + tax, 'CAD', jsonb_build_array(
         jsonb_build_object('kind', 'base', 'code', 'freight', 'label', 'Shipping', 'amount', jsonb_build_object('minor', net, 'currency', 'CAD')),
         jsonb_build_object('kind', 'tax', 'code', 'GST-CA', 'label', 'GST', 'ratePpm', 50000,
           'amount', jsonb_build_object('minor', tax, 'currency', 'CAD'))) FROM label`,
      [franchiseId],
    );
    await client.query('DROP TABLE label');
  }
  await client.query(`INSERT INTO balances (tenant_id, account_id, amount_minor)
    SELECT tenant_id, account_id, sum(amount_minor) FROM postings GROUP BY 1, 2`);
  await client.query('ANALYZE');
}

export interface CloseFigures {
  readonly labels: number;
  readonly seconds: number;
  readonly invoices: number;
  readonly faults: number;
  readonly verifySeconds: number;
}

export async function measureClose(labels: number): Promise<CloseFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'scanship-bench-close-'));
  const server = await startEmbedded({ dataDir: join(folder, 'db') });
  const connections = embeddedConnections(server);
  try {
    await withClient(connections.admin('postgres'), (client) =>
      client.query(`CREATE DATABASE "${connections.database}"`),
    );
    await bootstrap(connections.admin());
    await migrate(connections.migrator());
    const db = openDatabase({ connection: connections.app() });
    try {
      const world = await makeWorld(db);
      await withClient(connections.admin(), (client) => fillBooks(client, world, labels));
      const seller = { tenantId: world.franchiseId };
      const worker = createCloseWorker({ db, clock: { now: () => NOW }, log: silentLogger() });
      await worker.plan();
      const started = performance.now();
      const outcome = await worker.close(world.franchiseId, '2026-06-01');
      const seconds = (performance.now() - started) / 1_000;
      if (outcome.state !== 'closed') throw new Error(`the month was not closed: ${JSON.stringify(outcome)}`);
      const invoices = await db.tenant(seller, (tx) => tx.selectFrom('invoices').select('id').execute());
      const again = performance.now();
      let faults = 0;
      for (const { id } of invoices)
        faults += (await db.tenant(seller, (tx) => verifyInvoice(tx, world.franchiseId, id))).length;
      const { rows } = await db.tenant(seller, (tx) =>
        sql<{ n: number }>`SELECT count(*)::int AS n FROM invoice_entries`.execute(tx),
      );
      if (rows[0]?.n !== labels + Math.ceil(labels / 50)) faults += 1;
      return { labels, seconds, invoices: invoices.length, faults, verifySeconds: (performance.now() - again) / 1_000 };
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** For `npm run bench`: a tenth of the promised month, with a tenth of its time. */
export async function monthCloseRows(): Promise<Row[]> {
  const labels = 100_000;
  const figures = await measureClose(labels);
  return [
    {
      measure: `month close, ${labels} labels of ${CUSTOMERS} customers`,
      value: figures.seconds,
      unit: 's',
      limit: (LIMIT_SECONDS * labels) / 1_000_000,
      kind: 'time',
    },
    {
      measure: 'invoices of that month that differ from the books',
      value: figures.faults,
      unit: '',
      limit: 0,
      kind: 'count',
    },
  ];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const figures = await measureClose(Number(process.argv[2] ?? 1_000_000));
  console.log(JSON.stringify(figures));
  process.exitCode = figures.faults > 0 ? 1 : 0;
}
