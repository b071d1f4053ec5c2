/**
 * A replay of 100,000 sold labels under other mark-ups, and the margins of the same month, on real PostgreSQL.
 * `node --import tsx tests/bench/what-if.ts 100000` prints the figures.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { bootstrap } from '@scanship/server/platform/database/bootstrap';
import { embeddedConnections, withClient } from '@scanship/server/platform/database/connection';
import { openDatabase } from '@scanship/server/platform/database/database';
import { startEmbedded } from '@scanship/server/platform/database/embedded-postgres';
import { migrate } from '@scanship/server/platform/database/migrator';
import type { Client } from 'pg';
import { makeTenantTree } from '../../apps/server/test/tenant-tree.ts';
import { readMarginRows, readMarginTotal } from '../../apps/server/src/modules/margins/read-margins.ts';
import { replaySales } from '../../apps/server/src/modules/pricing/what-if/replay.ts';
import type { Row } from './table.ts';

const LABELS = 100_000;
const LIMIT_S = 10;

/** Sales of a franchise over 30 days as `confirmPurchase` leaves them: entry, postings, price chain; one in fifty cancelled. */
export async function seedSales(
  client: Client,
  franchiseId: string,
  customerId: string,
  labels: number,
): Promise<void> {
  const account = (kind: string, party: string | null) =>
    client.query<{ id: string }>(
      `INSERT INTO accounts (tenant_id, id, kind, party_tenant_id, currency) VALUES ($1, gen_random_uuid(), $2, $3, 'CAD') RETURNING id`,
      [franchiseId, kind, party],
    );
  const ids: string[] = [];
  for (const [kind, party] of [
    ['receivable', customerId],
    ['revenue', null],
    ['tax', null],
    ['cost', null],
    ['payable', null],
  ] as const)
    ids.push((await account(kind, party)).rows[0]?.id ?? '');
  await client.query(`CREATE TEMP TABLE made AS SELECT gen_random_uuid() AS purchase, gen_random_uuid() AS entry, gen_random_uuid() AS gone,
    n, 900 + n % 400 AS cost, timestamptz '2026-10-01 12:00Z' + n * interval '26 seconds' AS at FROM generate_series(1, ${labels}) n`);
  await client.query(
    `INSERT INTO price_chain (tenant_id, id, purchase_id, from_tenant, to_tenant, cost_minor, price_minor, currency, lines, markup_versions,
       created_at, carrier, service, zones, billable_g, ship_day, cost_lines, piece, piece_weights, cost_tax_minor, price_tax_minor)
     SELECT $1, gen_random_uuid(), purchase, $1, $2, cost * 113 / 100, (cost + 200) * 113 / 100, 'CAD', '[]', '["r1"]', at,
       (ARRAY['ups', 'fedex', 'canada-post'])[1 + n % 3], 'S' || n % 7,
       CASE n % 3 WHEN 0 THEN '["domestic","CA","CA-ON"]' WHEN 1 THEN '["domestic","CA","CA-BC"]' ELSE '["international","US","US-NY"]' END::jsonb,
       200 + n % 20000, at::date,
       jsonb_build_array(
         jsonb_build_object('kind', 'base', 'code', 'freight', 'label', 'Shipping', 'amount', jsonb_build_object('minor', cost - 150, 'currency', 'CAD')),
         jsonb_build_object('kind', 'fuel', 'code', 'fuel', 'label', 'Fuel', 'amount', jsonb_build_object('minor', 150, 'currency', 'CAD')),
         jsonb_build_object('kind', 'tax', 'code', 'HST-ON', 'label', 'HST 13 %', 'ratePpm', 130000, 'amount',
           jsonb_build_object('minor', cost * 113 / 100 - cost, 'currency', 'CAD'))),
       1, '[1000]', cost * 113 / 100 - cost, (cost + 200) * 113 / 100 - (cost + 200) FROM made`,
    [franchiseId, customerId],
  );
  for (const [kind, column, sign, where] of [
    ['purchase', 'entry', 1, 'true'],
    ['void', 'gone', -1, 'n % 50 = 0'],
  ] as const) {
    await client.query(
      `INSERT INTO entries (tenant_id, id, kind, source_kind, source_id, occurred_at)
       SELECT $1, ${column}, '${kind}', '${kind}', purchase, at FROM made WHERE ${where}`,
      [franchiseId],
    );
    await client.query(
      `INSERT INTO postings (tenant_id, entry_id, no, account_id, amount_minor, currency)
       SELECT $1, ${column}, p.no, p.account, ${sign} * p.amount, 'CAD' FROM made
       CROSS JOIN LATERAL (VALUES (1, $2::uuid, (cost + 200) * 113 / 100), (2, $3::uuid, -(cost + 200)),
         (3, $4::uuid, (cost + 200) - (cost + 200) * 113 / 100), (4, $5::uuid, cost * 113 / 100), (5, $6::uuid, -(cost * 113 / 100)))
         AS p(no, account, amount) WHERE ${where}`,
      [franchiseId, ...ids],
    );
  }
  await client.query('ANALYZE');
}

const RULES = Array.from({ length: 6 }, (_, index) => ({
  id: String(index),
  position: index,
  scope: index % 2 === 0 ? { carriers: ['ups', 'fedex'] } : { zones: ['CA', 'US-NY'], minGrams: 500 * index },
  percentBp: 300 + index * 100,
  fixedMinor: 25,
  floorMinor: 40,
  capMinor: 900,
}));

export async function whatIfRows(labels = LABELS): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'scanship-what-if-'));
  const server = await startEmbedded({ dataDir: join(dir, 'pg') });
  try {
    const connections = embeddedConnections(server);
    await withClient(connections.admin('postgres'), (client) =>
      client.query(`CREATE DATABASE "${connections.database}"`),
    );
    await bootstrap(connections.admin());
    await migrate(connections.migrator());
    const db = openDatabase({ connection: connections.app(), statementTimeoutMs: 120_000 });
    const tree = await makeTenantTree(db);
    const [sellerId] = tree.franchises;
    const [{ tenantId: buyerId }] = tree.customers;
    await withClient(connections.admin(), (client) => seedSales(client, sellerId, buyerId, labels));
    const names = {
      buyers: () => Promise.resolve(new Map<string, string>()),
      carrier: (slug: string) => slug,
      service: (_: string, code: string) => code,
    };
    const replay = {
      sellerId,
      from: new Date('2026-10-01T00:00:00Z'),
      until: new Date('2026-11-15T00:00:00Z'),
      withTest: false,
      rules: RULES,
      rulesCurrency: 'CAD',
      whoseId: null,
    };
    const began = performance.now();
    let priced = 0;
    for await (const event of replaySales(db, replay, names, new AbortController().signal))
      if (event.type === 'result') priced = (event.result.totals[0]?.labels ?? 0) + event.result.voided;
    const replayed = (performance.now() - began) / 1000;
    if (priced !== labels) throw new Error(`${priced} of ${labels} labels were replayed`);
    const ask = {
      tenantId: sellerId,
      timeZone: 'America/Toronto',
      currency: 'CAD',
      from: '2026-10-01',
      to: '2026-10-31',
      withTest: false,
    };
    const asked = performance.now();
    await db.tenant({ tenantId: sellerId }, async (tx) => {
      await readMarginRows(tx, ask);
      await readMarginTotal(tx, { ...ask, from: '2026-09-01', to: '2026-09-30' });
    });
    const shown = (performance.now() - asked) / 1000;
    await db.close();
    return [
      { measure: `what-if over ${labels} labels, 6 rules`, value: replayed, unit: 's', limit: LIMIT_S, kind: 'time' },
      { measure: `margins of a month with ${labels} labels`, value: shown, unit: 's', kind: 'time' },
    ];
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(await whatIfRows(Number(process.argv[2] ?? LABELS)));
