/**
 * The import of very many orders of one store, without a platform: pages of 250 through the real taking over and order creation on
 * real PostgreSQL with its disk waited for. `node --import tsx tests/bench/store-import.ts 100000` prints the figure.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { money } from '@scanship/domain/money/money';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { bootstrap } from '@scanship/server/platform/database/bootstrap';
import { embeddedConnections, withClient } from '@scanship/server/platform/database/connection';
import { openDatabase } from '@scanship/server/platform/database/database';
import { startEmbedded } from '@scanship/server/platform/database/embedded-postgres';
import { newId } from '@scanship/server/platform/database/ids';
import { migrate } from '@scanship/server/platform/database/migrator';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { statementsOf } from '../../apps/server/test/statements.ts';
import { makeTenantTree } from '../../apps/server/test/tenant-tree.ts';
import { readStore } from '../../apps/server/src/modules/stores/store-rows.ts';
import { takeOrders } from '../../apps/server/src/modules/stores/sync/take-orders.ts';
import type { Row } from './table.ts';

const PAGE = 250;
const CITIES = [
  ['Toronto', 'ON', 'M5V 2T6'],
  ['Montréal', 'QC', 'H2X 3J7'],
  ['Vancouver', 'BC', 'V6B 1A1'],
  ['Halifax', 'NS', 'B3H 4R2'],
] as const;

/** Two lines, a note on every tenth, a hold on every fiftieth; all buyers different. */
export function madeOrder(index: number, from: number): StoreOrder {
  const at = new Date(from + index * 60_000).toISOString();
  const [city, provinceCode, zipcode] = CITIES[index % CITIES.length] ?? CITIES[0];
  const line = (n: number) => ({
    externalLineId: `${index}-${n}`,
    externalProductId: `P${(index * 7 + n) % 500}`,
    sku: `SKU-${(index * 7 + n) % 500}`,
    title: `Thing number ${(index * 7 + n) % 500}`,
    quantity: 1 + (index % 3),
    cancelled: 0,
    shipped: 0,
    unitPrice: money(1_250, 'CAD'),
    unitGrams: 250,
    hsCode: '950300',
    originCountry: 'CA',
    needsShipping: true,
  });
  return {
    externalId: `gid://bench/Order/${index}`,
    number: `#${100_000 + index}`,
    placedAt: at,
    updatedAt: at,
    shipTo: {
      name: `Buyer Number${index} Person`,
      address1: `${index % 9_999} Sender Road`,
      city,
      provinceCode,
      zipcode,
      countryCode: 'CA',
      phone: `+1416${String(5_550_000 + (index % 9_999)).padStart(7, '0')}`,
      email: `buyer${index}@example.com`,
    },
    buyerNote: index % 10 === 0 ? 'Ring twice.' : undefined,
    hold: index % 50 === 0 ? { code: 'payment-pending', reason: 'Not paid yet.' } : undefined,
    gift: false,
    tags: index % 5 === 0 ? ['wholesale'] : [],
    total: money(2_500 * (1 + (index % 3)), 'CAD'),
    requestedService: { code: 'standard', name: 'Standard shipping' },
    lines: [line(1), line(2)],
  };
}

export interface ImportRate {
  readonly orders: number;
  readonly seconds: number;
  /** Processor time of this process alone; the database's comes on top. */
  readonly processorSeconds: number;
  /** Sent to PostgreSQL for the last page, BEGIN and COMMIT included. */
  readonly statements: number;
  /** PostgreSQL alone writing the same rows, page by page, with their indexes and without any rule. */
  readonly bareSeconds: number;
}

const TABLES = [
  ['orders', 'id'],
  ['order_details', 'order_id'],
  ['order_items', 'order_id'],
  ['order_tags', 'order_id'],
  ['order_tokens', 'order_id'],
] as const;

/** @param pages ids of the orders of each page */
async function writeBare(admin: Client, pages: readonly (readonly string[])[]): Promise<number> {
  for (const [table] of TABLES) {
    await admin.query(`CREATE UNLOGGED TABLE bare_from_${table} AS SELECT * FROM ${table}`);
    await admin.query(`CREATE INDEX ON bare_from_${table} (${table === 'orders' ? 'id' : 'order_id'})`);
    await admin.query(`ANALYZE bare_from_${table}`);
    await admin.query(`CREATE TABLE bare_${table} (LIKE ${table} INCLUDING DEFAULTS INCLUDING INDEXES)`);
  }
  const started = performance.now();
  for (const ids of pages) {
    await admin.query('BEGIN');
    for (const [table, key] of TABLES)
      await admin.query(`INSERT INTO bare_${table} SELECT * FROM bare_from_${table} WHERE ${key} = ANY ($1::uuid[])`, [
        ids,
      ]);
    await admin.query('COMMIT');
  }
  return (performance.now() - started) / 1000;
}

export async function measureImport(count: number): Promise<ImportRate> {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-import-'));
  const server = await startEmbedded({ dataDir });
  const connections = embeddedConnections(server);
  await withClient(connections.admin('postgres'), (client) =>
    client.query(`CREATE DATABASE "${connections.database}"`),
  );
  await bootstrap(connections.admin());
  await migrate(connections.migrator());
  const db = openDatabase({ connection: connections.app(), maxConnections: 4, statementTimeoutMs: 120_000 });
  try {
    const [customer] = (await makeTenantTree(db)).customers;
    const { tenantId } = customer;
    const storeId = newId();
    await db.tenant({ tenantId }, (tx) =>
      sql`INSERT INTO stores (tenant_id, id, platform_code, external_account, mode, name, state, currency)
        VALUES (${tenantId}, ${storeId}, 'shopify', 'bench.myshopify.com', 'simulator', 'Bench', 'connected', 'CAD')`.execute(
        tx,
      ),
    );
    const store = await db.tenant({ tenantId }, (tx) => readStore(tx, tenantId, storeId));
    if (!store) throw new Error('no store');
    const from = Date.now() - count * 60_000;
    const cpu = process.cpuUsage();
    const started = performance.now();
    let statements = 0;
    for (let at = 0; at < count; at += PAGE) {
      const items = Array.from({ length: Math.min(PAGE, count - at) }, (_v, index) => madeOrder(at + index, from));
      const sent = await statementsOf(async () => {
        const { created } = await db.tenant({ tenantId }, (tx) =>
          takeOrders(tx, store, { items, problems: [] }, new Date()),
        );
        if (created !== items.length) throw new Error(`${created} of ${items.length} were created`);
      });
      statements = sent.length;
      // As the engine does after each page.
      await db.system((tx) => sql`SELECT maintenance.refresh_order_statistics()`.execute(tx));
    }
    const seconds = (performance.now() - started) / 1000;
    const used = process.cpuUsage(cpu);
    const bareSeconds = await withClient(connections.admin(), async (admin) => {
      const { rows } = await admin.query<{ id: string }>('SELECT id FROM orders WHERE store_id = $1 ORDER BY id', [
        storeId,
      ]);
      const ids = rows.map((row) => row.id);
      return writeBare(
        admin,
        Array.from({ length: Math.ceil(ids.length / PAGE) }, (_v, page) => ids.slice(page * PAGE, (page + 1) * PAGE)),
      );
    });
    return {
      orders: count,
      seconds,
      processorSeconds: (used.user + used.system) / 1e6,
      statements,
      bareSeconds,
    };
  } finally {
    await db.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const IMPORTED = 5_000;
/** 100,000 orders in 60 s. */
const LIMIT_SECONDS = (IMPORTED / 100_000) * 60;
/** Of what PostgreSQL alone needs for these rows: checks, history, counters, search keys and our own work are the rest. */
const MOST_RATIO = 6;
const MOST_STATEMENTS = 20;

export async function storeImportRows(): Promise<Row[]> {
  const rate = await measureImport(IMPORTED);
  const measure = `orders of one store, ${rate.orders} with ${rate.orders * 2} lines, our part`;
  return [
    {
      measure,
      value: rate.seconds,
      unit: 's',
      limit: LIMIT_SECONDS,
      kind: 'time',
      note: `${rate.processorSeconds.toFixed(1)} s of processor in this process`,
    },
    {
      measure: `${measure}: against PostgreSQL writing the same rows by itself`,
      value: rate.seconds / rate.bareSeconds,
      unit: 'x',
      limit: MOST_RATIO,
      kind: 'time',
      note: `${rate.bareSeconds.toFixed(1)} s by itself`,
    },
    {
      measure: `statements for a page of ${PAGE} of these orders`,
      value: rate.statements,
      unit: 'statements',
      limit: MOST_STATEMENTS,
      kind: 'count',
    },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [before = 0] = os.loadavg();
  const rate = await measureImport(Number(process.argv[2] ?? 100_000));
  process.stdout.write(
    `${rate.orders} orders with ${rate.orders * 2} lines in ${rate.seconds.toFixed(1)} s ` +
      `(${rate.processorSeconds.toFixed(1)} s of it this process at work; PostgreSQL by itself ${rate.bareSeconds.toFixed(1)} s; ` +
      `${rate.statements} statements a page), load ${before.toFixed(1)} before and ${(os.loadavg()[0] ?? 0).toFixed(1)} after on ${os.cpus().length} cores\n`,
  );
}
