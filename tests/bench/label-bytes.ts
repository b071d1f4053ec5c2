/**
 * What one label leaves behind in the database, table by table: orders are imported, planned, rated and bought through the built server,
 * and every table is measured before and after, packed (VACUUM FULL), with its indexes and its long values. docs/scale.md counts with it.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkImport, commitImport, uploadOrders } from '@scanship/contracts/orders/order-import';
import { addPreset } from '@scanship/contracts/shipping/automation';
import { type Batch, createBatch, getBatch, leaveOutAccount, startBatch } from '@scanship/contracts/shipping/batches';
import { KEPT, KEPT_NAMES } from '@scanship/server/platform/retention/retention-table';
import type { Client } from 'pg';
import type { Seller } from '../support/seller.ts';
import { withBenchServer } from './bench-server.ts';
import { ordersCsv } from './csv.ts';
import type { Row } from './table.ts';

const ORDERS = 300;
const WITHIN_MS = 15 * 60_000;
/** What follows a label: counters, reports to the store, moves of the order. */
const SETTLES_MS = 10_000;
const MOST_WAIT_S = 60;
/** Smaller ones are told as one. */
const SHOWN_FROM = 100;
const CARRIERS = ['testline-express', 'testline-ground'] as const;

/** Tables that end with the month, by the name under which RETENTION knows them. */
const ENDS = new Map(KEPT_NAMES.flatMap((name) => (KEPT[name].months ?? []).map((table) => [table, name])));

export const labelBytesRows = (): Promise<Row[]> =>
  withBenchServer('label-bytes', async ({ seller, client }) => {
    const before = await sizes(client);
    const log = await position(client);
    await buy(seller);
    await sleep(SETTLES_MS);
    const written = (await position(client)) - log;
    const after = await sizes(client);
    const grown = [...after]
      .map(([table, bytes]) => ({ table, bytes: (bytes - (before.get(table) ?? 0)) / ORDERS }))
      .toSorted((a, b) => b.bytes - a.bytes);
    const sum = (of: (table: string) => boolean): number =>
      grown.reduce((total, { table, bytes }) => total + (of(table) ? bytes : 0), 0);
    const row = (measure: string, value: number, note?: string): Row => ({
      measure,
      value: Math.round(value),
      unit: 'B',
      kind: 'size',
      note,
    });
    const small = grown.filter(({ bytes }) => bytes < SHOWN_FROM);
    return [
      row(
        'all that a label leaves',
        sum(() => true),
        `${ORDERS} orders of one to three lines, bought as one job`,
      ),
      row(
        'of it what stays, but for the label file',
        sum((table) => table !== 'blobs' && !ENDS.has(table)),
      ),
      row(
        'of it what ends after its time',
        sum((table) => ENDS.has(table)),
      ),
      ...grown
        .filter(({ bytes }) => bytes >= SHOWN_FROM)
        .map(({ table, bytes }) => row(`\`${table}\``, bytes, ENDS.get(table) && `ends: \`${ENDS.get(table)}\``)),
      row(
        `${small.length} other tables together`,
        small.reduce((total, { bytes }) => total + bytes, 0),
      ),
      row('write-ahead log', written / ORDERS, '`wal_level = minimal`: a standby needs some more'),
    ];
  });

/** Bytes of each table, partitions counted with the one they are part of. */
async function sizes(client: Client): Promise<ReadonlyMap<string, number>> {
  await client.query('VACUUM FULL');
  const { rows } = await client.query<{ table: string; bytes: string }>(
    `SELECT coalesce(parent.relname, c.relname) AS "table", sum(pg_total_relation_size(c.oid)) AS bytes
     FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
     LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
     LEFT JOIN pg_class parent ON parent.oid = i.inhparent
     WHERE c.relkind = 'r' GROUP BY 1`,
  );
  return new Map(rows.map(({ table, bytes }) => [table, Number(bytes)]));
}

async function position(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes`,
  );
  return Number(rows[0]?.bytes);
}

async function buy(seller: Seller): Promise<void> {
  const upload = await seller.must(uploadOrders, {
    file: {
      name: 'orders.csv',
      type: 'text/csv',
      bytes: ordersCsv({ orders: ORDERS, prefix: 'BYTES-', domestic: true }),
    },
  });
  const imported = { id: upload.importId };
  const check = await seller.must(checkImport, { params: imported, body: upload.mapping });
  await seller.must(commitImport, {
    params: imported,
    body: { mapping: upload.mapping, skipBlocked: false, expectedReady: check.readyCount },
  });
  const preset = await seller.must(addPreset, {
    body: {
      name: 'Bytes',
      hotkey: null,
      choice: {
        service: { services: CARRIERS.map((carrier) => ({ carrier, grantId: null, service: null })), pick: 'cheapest' },
        grantIds: null,
        packageId: null,
        insurance: null,
        signature: null,
        saturdayDelivery: null,
      },
    },
    idempotencyKey: randomUUID(),
  });
  const made = await seller.must(createBatch, {
    body: {
      kind: 'preset',
      presetId: preset.id,
      filters: { search: { key: 'orderNumber', value: 'BYTES-' } },
      name: 'Bytes',
      dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 },
      documents: ['labels'],
    },
    idempotencyKey: randomUUID(),
  });
  const params = { id: made.id };
  const until = Date.now() + WITHIN_MS;
  const waitFor = async (wanted: (batch: Batch) => boolean): Promise<Batch> => {
    for (;;) {
      const batch = await seller.must(getBatch, { params });
      if (wanted(batch)) return batch;
      if (Date.now() > until) throw new Error(`the job is not done in time: ${batch.state}`);
      // As a person does who does not want to wait for accounts of a few calls a second.
      const waits = batch.state === 'planning' ? batch.plan.waits.filter(({ seconds }) => seconds > MOST_WAIT_S) : [];
      for (const { grantId } of waits)
        await seller.must(leaveOutAccount, { params, body: { grantId }, idempotencyKey: randomUUID() });
      await sleep(500);
    }
  };
  const plan = await waitFor(({ state }) => state !== 'planning');
  if (plan.counts.willShip !== ORDERS) throw new Error(`only ${plan.counts.willShip} of ${ORDERS} can be shipped`);
  await seller.must(startBatch, {
    params,
    body: { version: plan.version, totals: plan.plan.totals },
    idempotencyKey: randomUUID(),
  });
  const done = await waitFor(({ state }) => !['planned', 'running'].includes(state));
  if (done.counts.done !== ORDERS)
    throw new Error(`${done.counts.done} of ${ORDERS} labels were bought: ${done.state}`);
}
