/** Files of very many orders and labels: memory stays flat, and nothing goes on for a client that went away. */
import { setTimeout as sleep } from 'node:timers/promises';
import { exportOrders } from '@scanship/contracts/orders/order-documents';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { labelPdf } from '@scanship/documents/labels/label-pdf';
import { type MergeDocument, mergeInOrder } from '@scanship/documents/labels/merge-in-order';
import { createTypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { embeddedConnections, withClient } from '@scanship/server/platform/database/connection';
import { openDatabase } from '@scanship/server/platform/database/database';
import { startEmbedded } from '@scanship/server/platform/database/embedded-postgres';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { seedManyOrders } from '../../apps/server/test/seed-orders.ts';
import { LABEL } from '../../packages/documents/test/samples.ts';
import { processorMs } from '../bench/processor.ts';
import { residentMb } from '../bench/program.ts';
import { startApp } from '../support/app.ts';
import { DEMO_PASSWORD } from '../support/demo.ts';
import { signInAs } from '../support/seller.ts';

/** The seeded ones lie before those of the demo, whose counters would be in the way. */
const YEAR_MS = 365 * 86_400_000;
const ALL_DATES = { fromDate: '2000-01-01 00:00:00', toDate: '2100-01-01 00:00:00' };
/** Two in a hundred are archived and not in the list. */
const SEEDED = 101_500;
const MOST_ABOVE_REST_MB = 100;

test('100,000 orders are exported with flat memory, and no further than somebody takes them', async () => {
  const app = await startApp({ readyWithinMs: 240_000, env: { RATE_LIMIT_PER_MINUTE: '1000000', SIMULATORS: '0' } });
  const seller = await signInAs({ origin: app.url, userName: 'aurora', password: DEMO_PASSWORD });
  try {
    const [order] = (await seller.must(listOrders, { body: {} })).orders;
    const server = embeddedConnections(await startEmbedded({ dataDir: app.dataDir }));
    const owner = await withClient(server.migrator(), async (client) => {
      const found = await client.query<{ tenant_id: string; store_id: string }>(
        'SELECT tenant_id, store_id FROM orders WHERE id = $1',
        [order?.id],
      );
      return found.rows[0];
    });
    if (!owner) throw new Error('The demo has no orders.');
    const db = openDatabase({ connection: server.app(), maxConnections: 2, statementTimeoutMs: 300_000 });
    await seedManyOrders(
      db,
      { tenantId: owner.tenant_id, storeId: owner.store_id },
      SEEDED,
      new Date(Date.now() - YEAR_MS),
    );
    await db.close();
    await withClient(server.migrator(), (client) => client.query('ANALYZE'));

    // What a first file loads stays loaded.
    await seller.call(exportOrders, { body: { filters: { fulfillmentStatus: 'cancelled', ...ALL_DATES } } });
    await sleep(2_000);
    const rest = residentMb(app.pid);
    const seen: number[] = [];
    const before = processorMs([app.pid]) ?? 0;
    const watching = new AbortController();
    const watch = (async () => {
      while (!watching.signal.aborted) {
        seen.push(residentMb(app.pid));
        await sleep(100);
      }
    })();
    const started = performance.now();
    const file = await seller.call(exportOrders, { body: { filters: ALL_DATES } });
    const seconds = (performance.now() - started) / 1000;
    watching.abort();
    await watch;
    const processor = ((processorMs([app.pid]) ?? 0) - before) / 1000;
    expect(file.status).toBe(200);
    const { sheets } = await readXlsx(file.bytes);
    const rows = (sheets[0]?.rows.length ?? 0) - 1;
    const above = Math.max(...seen) - rest;
    console.log(
      `${rows} orders: ${(file.bytes.length / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s CPU; ` +
        `memory ${rest.toFixed(0)} MB at rest, at most ${above.toFixed(0)} MB above`,
    );
    expect(rows).toBeGreaterThan(98_000);
    expect(new Set(sheets[0]?.rows.map((row) => row[0])).size).toBe(rows + 1);
    expect(above).toBeLessThanOrEqual(MOST_ABOVE_REST_MB);

    // A client that reads a little and goes: the server stops working soon after.
    await seller.leave(exportOrders, { body: { filters: ALL_DATES } });
    await sleep(1_500);
    const idleFrom = processorMs([app.pid]) ?? 0;
    await sleep(2_000);
    expect((processorMs([app.pid]) ?? 0) - idleFrom).toBeLessThan(600);
  } finally {
    await seller.close();
    await app.dispose();
  }
}, 600_000);

test('10,000 labels are merged into parts of 500 in the memory of one part', async () => {
  const renderer = createTypstRenderer();
  try {
    const samples: Uint8Array[] = [];
    for (let n = 0; n < 20; n += 1)
      samples.push(await labelPdf([{ ...LABEL, trackingNumber: `MS${String(n).padStart(10, '0')}CA` }], renderer));
    function* labels(): Generator<MergeDocument> {
      for (let n = 0; n < 10_000; n += 1) {
        const bytes = samples[n % samples.length];
        const group = { key: String(Math.floor(n / 700)), title: `SKU ${Math.floor(n / 700)}`, lines: [], count: 700 };
        if (bytes) yield { bytes: Uint8Array.from(bytes), format: 'pdf', group };
      }
    }
    const memory: number[] = [];
    let documents = 0;
    for await (const part of mergeInOrder(labels(), { renderer, separators: true })) {
      documents += part.documents;
      memory.push(process.memoryUsage().rss / 1e6);
    }
    const growth = Math.max(...memory.slice(5)) - Math.max(...memory.slice(0, 5));
    console.log(`memory after each part: ${memory.map((mb) => mb.toFixed(0)).join(' ')} MB`);
    expect([documents, memory.length]).toEqual([10_000, 20]);
    expect(growth).toBeLessThan(120);
  } finally {
    await renderer.close();
  }
}, 300_000);
