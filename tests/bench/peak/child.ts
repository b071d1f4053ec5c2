/** The application as a process of its own that says how busy, late and large it was. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import process from 'node:process';
import { processGivesWay } from '@scanship/documents/typst/give-way';
import { createApplication } from '@scanship/server/application';
import { loadConfig } from '@scanship/server/config/config';
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
import type { PeakOrder, PeakReport, PeakSettings } from './protocol.ts';
import { peakRegistry } from './slow-carrier.ts';

const settings = JSON.parse(process.env['PEAK_CHILD'] ?? '{}') as PeakSettings;
const config = loadConfig(
  {
    DATA_DIR: settings.dataDir,
    RATE_LIMIT_PER_MINUTE: '1000000',
    ROLE: settings.role,
    SIMULATORS: '1',
    LOG_LEVEL: 'error',
    PORT: '0',
  },
  process.cwd(),
);
if (!config.ok) throw new Error(config.problem.join('\n'));
// As `serve` does.
if (settings.role === 'worker') processGivesWay();

const log = createLogger('error');
const db = openDatabase({
  connection: embeddedConnections(settings.database).app(),
  maxConnections: config.value.databasePoolSize,
});
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
    version: '0.0.0-peak',
    registry: peakRegistry(),
    simulators: {
      addressOf: async (slug) => {
        const address = settings.vendors[slug];
        if (!address) throw new Error(`There is no slow vendor for ${slug}.`);
        return address;
      },
      owns: (hostAndPort) => Object.values(settings.vendors).some((address) => new URL(address).host === hostAndPort),
    },
  },
);
const app = await application.http(settings.role === 'worker');
await app.listen({ port: 0, host: '127.0.0.1' });
if (settings.role !== 'web') await application.startJobs();

/** How often the loop is looked at; what is recorded contains it. */
const RESOLUTION_MS = 10;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
let from = { cpu: process.cpuUsage(), loop: performance.eventLoopUtilization(), bytes: 0 };
let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 500).unref();

const tell = (report: PeakReport): void => void process.send?.(report);
process.on('message', (order: PeakOrder) => {
  if (order === 'begin') {
    globalThis.gc?.();
    delay.reset();
    peak = process.memoryUsage.rss();
    from = { cpu: process.cpuUsage(), loop: performance.eventLoopUtilization(), bytes: peak };
    return tell({ kind: 'begun' });
  }
  const { user, system } = process.cpuUsage(from.cpu);
  tell({
    kind: 'reading',
    reading: {
      processorMs: (user + system) / 1_000,
      loopMs: performance.eventLoopUtilization(from.loop).active,
      delayP99Ms: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS),
      peakBytes: peak,
      restBytes: from.bytes,
    },
  });
});
process.on('disconnect', () => process.exit(0));
// Asked to end in order, so that a profile of it is written.
process.on('SIGTERM', () => process.exit(0));
const address = app.server.address();
tell({ kind: 'ready', port: typeof address === 'object' && address ? address.port : 0 });
