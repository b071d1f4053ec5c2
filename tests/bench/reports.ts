/**
 * Reports over five million labels of a year on real PostgreSQL: roll-ups as the program keeps them, one row a customer, day and
 * service, on all three levels; the books beside them. `node --import tsx tests/bench/reports.ts 5000000` prints the table.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Report } from '@scanship/contracts/money/reports';
import { bootstrap } from '@scanship/server/platform/database/bootstrap';
import { embeddedConnections, withClient } from '@scanship/server/platform/database/connection';
import { type Database, openDatabase } from '@scanship/server/platform/database/database';
import { startEmbedded } from '@scanship/server/platform/database/embedded-postgres';
import { migrate } from '@scanship/server/platform/database/migrator';
import type { Client } from 'pg';
import { readBusinessReport } from '../../apps/server/src/modules/reports/business-report.ts';
import { readSpendReport } from '../../apps/server/src/modules/reports/spend-report.ts';
import { type BenchWorld, CUSTOMERS, makeWorld } from './month-close.ts';
import { median, type Row, tableText } from './table.ts';

const LABELS = 5_000_000;
const LIMIT_MS = 1_000;
/** A Monday. */
const NOW = new Date('2026-11-30T15:00:00Z');
const DAYS = 365;
const SERVICES = 6;
const TURNS = 5;
/** Labels whose purchases stand in the books: a report asks the books for what was booked later, and must step over all others. */
const BOOKED = 1_000_000;
/** What carriers charged later: one label in fifty. */
const ADJUSTED = 50;
/** More than there are lanes, whose labels are added up. */
const MOST = 1_000;
/** Columns of a month, in their order. */
const SUMMED =
  'labels orders voided spend_minor sold sold_minor cost_minor below below_minor delivered promised on_time compared_minor cheapest_minor'.split(
    ' ',
  );

const WEEKS = {
  now: { from: '2026-11-23', to: '2026-11-29' },
  before: { from: '2026-11-16', to: '2026-11-22' },
};
const YEAR = {
  now: { from: '2025-11-30', to: '2026-11-29' },
  before: { from: '2024-11-30', to: '2025-11-29' },
};

/** Days of every customer on all levels: what `makeLabelDay` leaves of so many labels. Answers how many rows the franchise has. */
async function fillDays(client: Client, { platformId, franchiseId }: BenchWorld, labels: number): Promise<number> {
  await client.query(
    `CREATE TEMP TABLE sums AS
      SELECT b.n AS buyer, b.id, d.day, s.n AS service, l.labels, l.labels * 1200 AS spend, l.labels * 1100 AS sold, l.labels * 900 AS cost
      FROM buyer b CROSS JOIN generate_series(0, ${DAYS - 1}) AS g(n) CROSS JOIN generate_series(0, ${SERVICES - 1}) AS s(n)
      CROSS JOIN LATERAL (SELECT date '${YEAR.now.from}' + g.n AS day) d
      -- The labels dealt out one by one, in turn.
      CROSS JOIN LATERAL (SELECT (b.n * ${DAYS} + g.n) * ${SERVICES} + s.n AS at, ${CUSTOMERS * DAYS * SERVICES} AS places) p
      CROSS JOIN LATERAL (SELECT ($1::int / p.places + CASE WHEN p.at < $1::int % p.places THEN 1 ELSE 0 END) AS labels) l
      WHERE l.labels > 0`,
    [labels],
  );
  const level = (tenant: string, party: string, store: string, told: boolean) =>
    client.query(
      `INSERT INTO label_days (tenant_id, customer_id, party_id, day, slug, service, store_id, test, currency, labels, orders, spend_minor,
         sold, sold_minor, cost_minor, below, below_minor, delivered, promised, on_time, compared_minor, cheapest_minor)
       SELECT ${tenant}, id, ${party}, day, (ARRAY['ups', 'fedex', 'canada-post'])[1 + service % 3], 'S' || service, ${store}, false, 'CAD',
         labels, labels, ${told ? 'spend' : '0'}, labels, sold, cost, labels / 10, labels * 5, labels, labels, labels - labels / 8,
         ${told ? 'spend' : '0'}, ${told ? 'spend * 9 / 10' : '0'} FROM sums ORDER BY day, id`,
    );
  const none = `'00000000-0000-0000-0000-000000000000'`;
  await level('id', 'id', `md5(id::text || service % 2)::uuid`, true);
  await level(`'${franchiseId}'`, 'id', none, true);
  await level(`'${platformId}'`, `'${franchiseId}'`, none, false);
  // Where they go: half stay, the others go to all provinces and states, so that each customer's day has some lanes.
  const lanes = `SELECT id, day, CASE WHEN (buyer + extract(doy FROM day)::int + service) % 2 = 0 THEN 'CA-ON>CA-ON'
      ELSE 'CA-' || (ARRAY['ON', 'QC', 'BC', 'AB'])[1 + buyer % 4] || '>' || (ARRAY['CA', 'US'])[1 + (buyer / 4 + service) % 2] || '-P'
        || (buyer * 7 + extract(doy FROM day)::int * 3 + service * 11) % 60 END AS lane, sum(labels)::int AS labels
    FROM sums GROUP BY 1, 2, 3`;
  for (const tenant of [franchiseId, platformId])
    await client.query(
      `INSERT INTO lane_days (tenant_id, customer_id, day, lane, test, currency, labels, voided, sold, sold_minor, cost_minor)
       SELECT $1, id, day, lane, false, 'CAD', labels, 0, labels, labels * 1100, labels * 900 FROM (${lanes}) AS l`,
      [tenant],
    );
  await client.query(
    `INSERT INTO zone_days (tenant_id, day, slug, zone, test, currency, labels, orders, voided, spend_minor)
     SELECT tenant_id, day, slug, (ARRAY['', '2', '5', '8'])[1 + extract(doy FROM day)::int % 4], false, 'CAD', sum(labels), sum(orders), 0, sum(spend_minor)
     FROM label_days WHERE tenant_id = customer_id GROUP BY 1, 2, 3, 4`,
  );
  // Triggers are off while it is seeded.
  for (const [months, starts] of [
    [false, 'day'],
    [true, `date_trunc('month', day)::date`],
  ] as const)
    await client.query(
      `INSERT INTO lane_sums SELECT tenant_id, ${months}, ${starts}, lane, test, currency, sum(labels), sum(voided), sum(sold), sum(sold_minor),
         sum(cost_minor) FROM lane_days GROUP BY 1, 2, 3, 4, 5, 6`,
    );
  await client.query(
    `INSERT INTO label_months SELECT tenant_id, customer_id, party_id, date_trunc('month', day)::date, slug, service, store_id, test, currency,
       ${SUMMED.map((column) => `sum(${column})`).join(', ')} FROM label_days GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
  );
  const { rows } = await client.query<{ n: number; labels: number }>(
    `SELECT count(*)::int AS n, sum(labels)::int AS labels FROM label_days WHERE tenant_id = $1`,
    [franchiseId],
  );
  if (rows[0]?.labels !== labels) throw new Error(`${rows[0]?.labels} labels were seeded`);
  return rows[0].n;
}

/** Entries and postings of the year in the books of both sellers, a month's invoices, and what carriers charged later. */
async function fillBooks(client: Client, { platformId, franchiseId }: BenchWorld, labels: number): Promise<void> {
  for (const [seller, party] of [
    [franchiseId, 'SELECT id AS party FROM buyer ORDER BY n'],
    [platformId, `SELECT '${franchiseId}'::uuid AS party`],
  ] as const) {
    await client.query(
      `CREATE TEMP TABLE owing AS SELECT row_number() OVER () - 1 AS n, party, gen_random_uuid() AS account FROM (${party}) p`,
    );
    await client.query(
      `CREATE TEMP TABLE own AS SELECT k AS kind, gen_random_uuid() AS id FROM unnest(ARRAY['revenue','tax','cost','payable']) k`,
    );
    await client.query(
      `INSERT INTO accounts (tenant_id, id, kind, party_tenant_id, currency)
       SELECT $1::uuid, account, 'receivable', party, 'CAD' FROM owing UNION ALL SELECT $1::uuid, id, kind, NULL, 'CAD' FROM own`,
      [seller],
    );
    const book = async (kind: string, many: number): Promise<void> => {
      await client.query(
        `CREATE TEMP TABLE made AS
          -- Ids in the order of time, as the program makes them.
          SELECT (lpad(to_hex(at), 12, '0') || '7' || substr(md5(g.n::text || $4), 1, 3) || '8' || substr(md5(g.n::text || $4), 5, 15))::uuid AS id,
            to_timestamp(at / 1000.0) AS at, o.account
          FROM generate_series(0, $1::int - 1) AS g(n)
          CROSS JOIN LATERAL (SELECT $2::int8 + g.n::int8 * ($3::int8 / $1::int8) AS at) t
          JOIN owing o ON o.n = g.n % (SELECT count(*) FROM owing)`,
        [many, Date.parse(`${YEAR.now.from}T05:00:00Z`), DAYS * 86_400_000, kind],
      );
      await client.query(
        `INSERT INTO entries (tenant_id, id, kind, source_kind, source_id, occurred_at) SELECT $1, id, $2, $2, id, at FROM made`,
        [seller, kind],
      );
      await client.query(
        `INSERT INTO postings (tenant_id, entry_id, no, account_id, amount_minor, currency)
         SELECT $1, made.id, p.no, p.account, p.minor, 'CAD' FROM made CROSS JOIN LATERAL (VALUES (1, made.account, 1155),
           (2, (SELECT id FROM own WHERE kind = 'revenue'), -1100), (3, (SELECT id FROM own WHERE kind = 'tax'), -55),
           (4, (SELECT id FROM own WHERE kind = 'cost'), 900), (5, (SELECT id FROM own WHERE kind = 'payable'), -900)) AS p(no, account, minor)`,
        [seller],
      );
      await client.query('DROP TABLE made');
    };
    if (seller === franchiseId) await book('purchase', Math.min(labels, BOOKED));
    await book('adjustment', Math.ceil(labels / ADJUSTED));
    // Triggers are off while it is seeded.
    await client.query(
      `INSERT INTO adjusted_entries (tenant_id, currency, occurred_at, entry_id, revenue_minor, cost_minor)
       SELECT tenant_id, 'CAD', occurred_at, id, 1100, 900 FROM entries WHERE tenant_id = $1 AND source_kind = 'adjustment'`,
      [seller],
    );
    await client.query(
      `INSERT INTO balances (tenant_id, account_id, amount_minor) SELECT tenant_id, account_id, sum(amount_minor) FROM postings
       WHERE tenant_id = $1 GROUP BY 1, 2`,
      [seller],
    );
    await client.query(
      `INSERT INTO invoices (tenant_id, id, number, month, account_id, party_id, party_name, currency, opening_minor, charges_minor, settled_minor,
         tax_minor, closing_minor, sections, taxes, entry_count, first_entry, last_entry, next_from, issued_day, due_day, terms_days)
       SELECT $1, gen_random_uuid(), 'INV-' || m || '-' || o.n, (date '2025-12-01' + m * interval '1 month')::date, o.account, o.party, 'Bench', 'CAD',
         0, 100000, 0, 5000, 100000, '[]', '[]', 10, gen_random_uuid(), gen_random_uuid(),
         (lpad(to_hex(extract(epoch FROM date '2026-01-01' + m * interval '1 month')::int8 * 1000), 12, '0') || '70008000000000000000')::uuid,
         (date '2026-01-01' + m * interval '1 month')::date, (date '2026-01-31' + m * interval '1 month')::date, 30
       FROM owing o CROSS JOIN generate_series(0, 10) AS g(m)`,
      [seller],
    );
    await client.query('DROP TABLE owing; DROP TABLE own');
  }
}

const NAMES = { carrier: (slug: string) => slug, service: (_: string, code: string) => code };
/** Lanes and zones hold every label as well. */
const labelsOf = ({ tables }: Report): number => {
  const sum = (of: string): number | undefined =>
    tables.find(({ id }) => id === of)?.rows.reduce((total, { now }) => total + (now[0] ?? 0), 0);
  const total = sum('total') ?? 0;
  const placed = sum('lanes') ?? sum('zones');
  if (placed !== total) throw new Error(`${placed} of ${total} labels are of a place`);
  return total;
};

/** The middle one of some turns after the first, which reads from the disk. */
async function timed(
  ask: () => Promise<Report>,
): Promise<{ readonly ms: number; readonly first: number; readonly labels: number }> {
  const times: number[] = [];
  let labels = 0;
  for (let n = 0; n < TURNS; n += 1) {
    const started = performance.now();
    labels = labelsOf(await ask());
    times.push(performance.now() - started);
  }
  return { ms: median(times.slice(1)), first: times[0] ?? Number.NaN, labels };
}

async function measure(db: Database, world: BenchWorld, labels: number): Promise<Row[]> {
  const rows: Row[] = [];
  const timeZone = 'America/Toronto';
  const common = { currency: 'CAD', withTest: false, now: NOW, most: MOST, names: NAMES, language: 'en' as const };
  const level = (tenantId: string, tenantKind: 'franchise' | 'platform') => ({
    tenantId,
    tenantKind,
    realmId: tenantId,
    timeZone,
  });
  const [customer = ''] = world.customers;
  const asked: readonly (readonly [string, number | undefined, () => Promise<Report>])[] = [
    [
      'a franchise, last week',
      undefined,
      () => readBusinessReport(db, { ...common, level: level(world.franchiseId, 'franchise'), days: WEEKS }),
    ],
    [
      'a franchise, a year',
      labels,
      () => readBusinessReport(db, { ...common, level: level(world.franchiseId, 'franchise'), days: YEAR }),
    ],
    [
      'the operator, last week',
      undefined,
      () => readBusinessReport(db, { ...common, level: level(world.platformId, 'platform'), days: WEEKS }),
    ],
    [
      'the operator, a year',
      labels,
      () => readBusinessReport(db, { ...common, level: level(world.platformId, 'platform'), days: YEAR }),
    ],
    [
      'spend of a seller, a year',
      undefined,
      () =>
        readSpendReport(db, {
          ...common,
          ctx: { tenantId: customer, timeZone },
          days: YEAR,
          carrierName: (slug) => slug,
        }),
    ],
  ];
  for (const [who, expected, ask] of asked) {
    const { ms, first, labels: counted } = await timed(ask);
    if (counted === 0 || (expected !== undefined && counted !== expected))
      throw new Error(`the report of ${who} has ${counted} labels`);
    rows.push({
      measure: `report over ${labels} labels: ${who}`,
      value: ms,
      unit: 'ms',
      limit: LIMIT_MS,
      kind: 'time',
      note: `the first time ${Math.round(first)} ms`,
    });
  }
  return rows;
}

export async function reportRows(labels = LABELS): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'scanship-bench-reports-'));
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
      await withClient(connections.admin(), async (client) => {
        await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
        await client.query(
          `CREATE TEMP TABLE buyer AS SELECT n - 1 AS n, id FROM unnest($1::uuid[]) WITH ORDINALITY AS u(id, n)`,
          [world.customers],
        );
        await fillDays(client, world, labels);
        await fillBooks(client, world, labels);
        await client.query('VACUUM (ANALYZE)');
      });
      return await measure(db, world, labels);
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(tableText(await reportRows(Number(process.argv[2] ?? LABELS)), []));
