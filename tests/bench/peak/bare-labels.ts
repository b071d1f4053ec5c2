/**
 * What the labels of a run cost without the platform: each drawn, and the rows that the run left written again by one plain
 * transaction a label, into tables with the same indexes.
 */
import { pathToFileURL } from 'node:url';
import process from 'node:process';
import type { LabelModel } from '@scanship/domain/printing/label';
import { labelPdf } from '@scanship/documents/labels/label-pdf';
import { createTypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { Client } from 'pg';
import { BUYER, SHIP_FROM } from '../../../apps/server/test/order-fixture.ts';
import { watchPostgres } from './watch.ts';
import type { PeakWorld } from './world.ts';

/** Rows of each table so far; what it inserts, changes and removes is counted a moment after a transaction ends. */
export async function writtenSoFar(
  client: Client,
): Promise<ReadonlyMap<string, { readonly kept: number; readonly changed: number }>> {
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ relname: string; kept: number; changed: number }>(
    `SELECT relname, (n_tup_ins - n_tup_del)::int AS kept, n_tup_upd::int AS changed FROM pg_stat_user_tables WHERE schemaname = 'public'`,
  );
  return new Map(rows.map(({ relname, kept, changed }) => [relname, { kept, changed }]));
}

export type Written = Awaited<ReturnType<typeof writtenSoFar>>;

/** Rows a label left in each table: new ones, or one that it changed. */
function rowsOfLabel(before: Written, after: Written, labels: number): readonly (readonly [string, number])[] {
  return [...after].flatMap(([table, { kept, changed }]) => {
    const from = before.get(table) ?? { kept: 0, changed: 0 };
    const rows = Math.max(kept - from.kept, Math.min(labels, changed - from.changed));
    const each = Math.round(rows / labels);
    return each > 0 ? [[table, each] as const] : [];
  });
}

const label = (n: number): LabelModel => ({
  language: 'en',
  carrierName: 'Maple Local Courier',
  serviceName: 'Maple Next Day',
  trackingNumber: `ML${String(n).padStart(11, '0')}`,
  from: SHIP_FROM,
  to: { ...BUYER, name: `Buyer ${n}` },
  sortCode: 'GTA',
  weightGrams: 800,
  shipDate: '2026-11-28',
  parcelNumber: 1,
  parcelCount: 1,
  references: [`P1-${n}`],
  test: false,
});

export interface BareLabels {
  /** Processor time of this process and of PostgreSQL together, a label. Milliseconds. */
  readonly processorMs: number;
  /** Rows a label. */
  readonly rows: number;
}

export async function bareLabels(
  world: PeakWorld,
  client: Client,
  before: Written,
  after: Written,
  labels: number,
): Promise<BareLabels> {
  const tables = rowsOfLabel(before, after, labels);
  const columns = new Map<string, string>();
  for (const [table, each] of tables) {
    const { rows } = await client.query<{ columns: string }>(
      `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
      [table],
    );
    columns.set(table, rows[0]?.columns ?? '*');
    await client.query(`CREATE UNLOGGED TABLE bare_from_${table} AS
      SELECT row_number() OVER () AS bare_no, * FROM (SELECT * FROM ${table} ORDER BY ctid DESC LIMIT ${labels * each}) AS t`);
    await client.query(`CREATE INDEX ON bare_from_${table} (bare_no)`);
    await client.query(`ANALYZE bare_from_${table}`);
    // Columns that are made of others are written by PostgreSQL itself.
    await client.query(
      `CREATE TABLE bare_${table} (LIKE ${table} INCLUDING DEFAULTS INCLUDING INDEXES INCLUDING STORAGE INCLUDING COMPRESSION)`,
    );
  }
  const renderer = createTypstRenderer({ workerUrl: pathToFileURL(world.bundle.documentWorker) });
  try {
    for (let n = 0; n < 5; n += 1) await labelPdf([label(n)], renderer);
    const watch = await watchPostgres(world.embedded.pid, world.server.admin());
    const own = process.cpuUsage();
    for (let n = 0; n < labels; n += 1) {
      await labelPdf([label(n)], renderer);
      const inserts = tables.map(
        ([table, each]) =>
          `INSERT INTO bare_${table} (${columns.get(table)}) SELECT ${columns.get(table)} FROM bare_from_${table}
            WHERE bare_no > ${n * each} AND bare_no <= ${(n + 1) * each}`,
      );
      await client.query(`BEGIN; ${inserts.join('; ')}; COMMIT`);
    }
    const { user, system } = process.cpuUsage(own);
    const postgres = await watch.end();
    return {
      processorMs: ((user + system) / 1_000 + postgres.processorMs) / labels,
      rows: tables.reduce((sum, [, each]) => sum + each, 0),
    };
  } finally {
    await renderer.close();
    for (const [table] of tables) await client.query(`DROP TABLE bare_from_${table}, bare_${table}`);
  }
}
