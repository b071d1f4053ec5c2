/** The built program as `npm start` runs it: how soon it is ready, what memory it takes, how fast a file comes in. */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkImport, commitImport, uploadOrders } from '@scanship/contracts/orders/order-import';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { DEMO_PASSWORD } from '@scanship/server/demo/demo-data';
import { root, type RunningApp, startApp } from '../support/app.ts';
import { dataFolder } from '../../apps/server/test/folders/data-folder.ts';
import { signInAs } from '../support/seller.ts';
import { ordersCsv } from './csv.ts';
import { pageRows } from './page.ts';
import type { Left, Row } from './table.ts';

const IMPORTED = 10_000;
/** 100,000 orders in 60 s. */
const IMPORT_SECONDS = (IMPORTED / 100_000) * 60;
const REST_MS = 60_000;
const REST_LIMIT_MB = 200;
const BUILT = path.join(root, 'apps/server/dist/main.js');

/** Resident memory of one process in megabytes, without its children (PostgreSQL, simulators). */
export const residentMb = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) / 1024;

export async function programRows(options: { readonly quick: boolean }, left: Left[]): Promise<Row[]> {
  if (!existsSync(BUILT)) throw new Error('The server is not built: node scripts/build.mjs');
  const dataDir = dataFolder('bench-program');
  const rows: Row[] = [];
  const start = async (measure: string, limit: number, note?: string): Promise<RunningApp> => {
    const started = performance.now();
    const app = await startApp({ dataDir, readyWithinMs: 120_000, env: { RATE_LIMIT_PER_MINUTE: '1000000' } });
    const value = (performance.now() - started) / 1000;
    rows.push({ measure, value, unit: 's', limit, kind: 'time', note });
    return app;
  };
  try {
    const first = await start(
      'ready on a fresh folder',
      120,
      'cluster made, migrated, demo seeded; without npm ci and build',
    );
    if (options.quick) left.push({ measure: 'server memory 60 s after ready', why: '--quick does not wait' });
    else {
      await sleep(REST_MS);
      rows.push({
        measure: 'server memory 60 s after ready',
        value: residentMb(first.pid),
        unit: 'MB',
        limit: REST_LIMIT_MB,
        kind: 'size',
        note: 'without PostgreSQL and simulators',
      });
    }
    const stopping = performance.now();
    await first.stop();
    rows.push({ measure: 'stopped in order', value: (performance.now() - stopping) / 1000, unit: 's', kind: 'time' });
    const second = await start('ready on existing data', 3);
    try {
      rows.push(...(await importRows(second)));
      rows.push(...(await pageRows(second)));
    } finally {
      await second.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return rows;
}

async function importRows(app: RunningApp): Promise<Row[]> {
  const seller = await signInAs({ origin: app.url, userName: 'corner', password: DEMO_PASSWORD });
  try {
    const bytes = ordersCsv({ orders: IMPORTED, prefix: 'B-' });
    const timed = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
      const started = performance.now();
      const value = await work();
      return [value, (performance.now() - started) / 1000];
    };
    const [upload, uploading] = await timed(() =>
      seller.must(uploadOrders, { file: { name: 'orders.csv', type: 'text/csv', bytes } }),
    );
    const params = { id: upload.importId };
    const [check, checking] = await timed(() => seller.must(checkImport, { params, body: upload.mapping }));
    if (check.readyCount !== IMPORTED)
      throw new Error(`${check.readyCount} of ${IMPORTED} orders are ready: ${check.problems[0]?.message}`);
    const body = { mapping: upload.mapping, skipBlocked: false, expectedReady: check.readyCount };
    const [made, committing] = await timed(() => seller.must(commitImport, { params, body }));
    const list = await seller.must(listOrders, { body: { defaultFilter: true } });
    if (made.created !== IMPORTED || list.totalRecords !== IMPORTED)
      throw new Error(`${made.created} orders were created and ${list.totalRecords} are listed, not ${IMPORTED}.`);
    return [
      {
        measure: `import of ${IMPORTED} orders, 20,000 lines: upload, check, create`,
        value: uploading + checking + committing,
        unit: 's',
        limit: IMPORT_SECONDS,
        kind: 'time',
        note: `upload ${uploading.toFixed(1)}, check ${checking.toFixed(1)}, create ${committing.toFixed(1)}`,
      },
      {
        measure: 'server memory after that import',
        value: residentMb(app.pid),
        unit: 'MB',
        kind: 'size',
      },
    ];
  } finally {
    await seller.close();
  }
}
