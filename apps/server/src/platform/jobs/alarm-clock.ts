/**
 * pg-boss as the alarm clock of the journal: it wakes some process when an operation is due. It carries ids only and is
 * never the truth: without it the sweeper finds the same rows a little later (docs/decisions/0022-alarm-clock.md).
 */
import type { ClientConfig } from 'pg';
import { type Job, PgBoss } from 'pg-boss';
import type { JournalRef } from '../journal/handler.ts';
import type { Alarm } from '../journal/journal.ts';
import type { Logger } from '../logging/logger.ts';

const QUEUE = 'journal';

export interface AlarmClock extends Alarm {
  /** Begins to hand out alarms. */
  listen(onRing: (ref: JournalRef) => void): Promise<void>;
  /** Takes no more alarms and closes the connections. */
  stop(): Promise<void>;
}

/**
 * Opens the queue; its tables are made on first use in the schema `pgboss`.
 * @param connection of the application's account; works as `app_system`, which owns that schema's contents
 */
export async function openAlarmClock(connection: ClientConfig, log: Logger): Promise<AlarmClock> {
  const boss = new PgBoss({
    ...plain(connection),
    options: '-c role=app_system',
    application_name: 'scanship jobs',
    schema: 'pgboss',
    createSchema: false,
    max: 3,
    schedule: false,
    useListenNotify: true,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the alarm clock has a fault; the sweeper goes on'));
  await boss.start();
  await boss.createQueue(QUEUE, {
    policy: 'standard',
    notify: true,
    // An alarm that is missed is not worth repeating: the row is still due.
    retryLimit: 0,
    expireInSeconds: 60,
    retentionSeconds: 24 * 3_600,
    deleteAfterSeconds: 60,
  });
  return {
    async ring(ref, inMs) {
      const startAfter = new Date(Date.now() + inMs);
      await boss.send(QUEUE, { table: ref.table, tenantId: ref.tenantId, id: ref.id }, { startAfter });
    },
    async listen(onRing) {
      await boss.work<JournalRef>(
        QUEUE,
        { batchSize: 10, localConcurrency: 4, burstWhenBatchFull: true, pollingIntervalSeconds: 1 },
        (jobs: Job<JournalRef>[]) => {
          for (const { data } of jobs) onRing(data);
          return Promise.resolve();
        },
      );
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** Only what pg-boss knows of a connection; value parsers are its own. */
const plain = ({ host, port, user, password, database, connectionString, ssl }: ClientConfig) =>
  Object.fromEntries(
    Object.entries({ host, port, user, password, database, connectionString, ssl }).filter(
      ([, value]) => value !== undefined,
    ),
  );
