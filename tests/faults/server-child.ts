/**
 * The real application as a process that can be told to die: the parent names a fault point of the journal and how many
 * times it may be passed; at the next passing the process ends as `kill -9` ends it.
 */
import { createApplication } from '@scanship/server/application';
import { loadConfig } from '@scanship/server/config/config';
import { seedDemo } from '@scanship/server/demo/seed-demo';
import { databaseBlobs } from '@scanship/server/platform/blobs/blobs';
import { createBudgets } from '@scanship/server/platform/budgets/budgets';
import { systemClock } from '@scanship/server/platform/clock';
import { createSealer } from '@scanship/server/platform/crypto/sealer';
import { embeddedConnections } from '@scanship/server/platform/database/connection';
import { openDatabase } from '@scanship/server/platform/database/database';
import { createLogger } from '@scanship/server/platform/logging/logger';
import { createFileReader } from '@scanship/server/platform/file-reading/file-reader';
import { createMetrics } from '@scanship/server/platform/metrics/metrics';
import { createOutsidePictures } from '@scanship/server/platform/outside-pictures/outside-pictures';
import type { ChildOrder, ChildReport, ChildSettings } from './child-protocol.ts';

const settings = JSON.parse(process.env['FAULT_CHILD'] ?? '{}') as ChildSettings;
const config = loadConfig(
  {
    DATA_DIR: settings.dataDir,
    RATE_LIMIT_PER_MINUTE: '1000000',
    DATABASE_POOL_SIZE: '16',
    LOG_LEVEL: settings.logLevel,
    ...settings.env,
  },
  process.cwd(),
);
if (!config.ok) throw new Error(config.problem.join('\n'));

let armed: { readonly point: string; readonly table: string | undefined; left: number } | undefined;
const tell = (report: ChildReport): void => void process.send?.(report);

const log = createLogger(settings.logLevel);
const db = openDatabase({ connection: embeddedConnections(settings.database).app(), maxConnections: 16 });
const files = createFileReader({ log });
const application = createApplication(
  {
    config: config.value,
    db,
    blobs: databaseBlobs,
    clock: systemClock,
    log,
    sealer: createSealer([Buffer.from(settings.key, 'hex')]),
    metrics: createMetrics(),
    budgets: createBudgets(db, config.value),
    cookieSecret: settings.key,
    files,
    pictures: createOutsidePictures({ files, clock: systemClock }),
    documentWorker: settings.documentWorker,
  },
  {
    version: '0.0.0-faults',
    simulators: {
      addressOf: (slug) => Promise.resolve(`${settings.simulators}/${slug}`),
      owns: (hostAndPort) => settings.simulators === `http://${hostAndPort}`,
    },
    batches: {
      leaseMs: settings.leaseMs,
      sweepMs: 150,
      waitMs: 3_000,
      retryAfterMs: [500, 1_000, 2_000, 4_000, 8_000],
    },
    journal: {
      leaseMs: settings.leaseMs,
      sweepMs: 150,
      timeScale: settings.timeScale,
      onPoint(point, { table }) {
        if (armed?.point !== point || (armed.table !== undefined && armed.table !== table)) return;
        armed.left -= 1;
        if (armed.left < 0) process.kill(process.pid, 'SIGKILL');
      },
    },
  },
);
if (settings.seed) await seedDemo(application);
const app = await application.http();
await app.listen({ port: 0, host: '127.0.0.1' });
await application.startJobs();
const address = app.server.address();
process.on('message', (order: ChildOrder) => {
  if (order.kind === 'arm') armed = { point: order.point, table: order.table, left: order.passes };
  if (order.kind === 'disarm') armed = undefined;
  tell({ kind: 'heard' });
});
process.on('disconnect', () => process.exit(0));
tell({ kind: 'ready', port: typeof address === 'object' && address ? address.port : 0 });
