/** Moves what is old enough to the bucket and takes away what nothing refers to, round after round. */
import { inSpan, ITS_OWN } from '@scanship/connector-kit/spans';
import type { Database } from '../database/database.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ObjectStorage } from '../../config/object-storage.ts';
import type { Services } from '../services.ts';
import { BucketUnavailable } from './bucket.ts';
import { eachOf, type MoveDeps, toBucket, waitingBlobs } from './move-blobs.ts';
import { createRefusals, type Refusals } from './refusals.ts';
import { removeObjects } from './remove-objects.ts';
import type { SealedBucket } from './sealed-bucket.ts';

export interface FileWorker {
  start(): void;
  /** Waits for the files that are in hand. */
  stop(): Promise<void>;
  /** One round now. Never throws. */
  round(): Promise<void>;
}

export interface FileWorkerDeps extends Pick<MoveDeps, 'onPoint'> {
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly bucket: SealedBucket;
  readonly storage: Pick<ObjectStorage, 'moving' | 'moveAfterMinutes' | 'keepDays'>;
}

const ROUND_MS = 15_000;
/** Between rounds while the bucket is away. */
const LONGEST_REST_MS = 600_000;
const AT_ONCE = 4;

/** Ends a round between two files. */
class Stopped extends Error {}

export function createFileWorker({ db, log, metrics, bucket, storage, onPoint }: FileWorkerDeps): FileWorker {
  const moved = metrics.counter('scanship_files_moved_total', 'Files brought to the bucket, by outcome', ['outcome']);
  for (const outcome of ['moved', 'damaged']) moved.inc({ outcome }, 0);
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let stopping = false;
  let rest = ROUND_MS;

  async function moveAll(refusals: Refusals): Promise<void> {
    for await (const page of waitingBlobs(db, storage.moveAfterMinutes))
      await eachOf(page, AT_ONCE, (blob) =>
        refusals.past(async () => {
          if (stopping) throw new Stopped();
          const outcome = await inSpan(
            () => ({ name: 'job files', kind: 'job', below: ITS_OWN, values: { 'scanship.tenant_id': blob.tenantId } }),
            () => toBucket({ db, bucket, log, onPoint }, blob),
          );
          if (outcome !== 'not-mine') moved.inc({ outcome });
          return outcome !== 'not-mine';
        }),
      );
  }

  async function round(): Promise<void> {
    const refusals = createRefusals();
    try {
      await removeObjects({ db, bucket, refusals, stopping: () => stopping }, storage.keepDays);
      if (storage.moving) await moveAll(refusals);
      rest = ROUND_MS;
      const { count, last } = refusals;
      if (count > 0) log.warn({ err: last, files: count }, 'the bucket refused some files; they are tried again');
    } catch (error) {
      if (error instanceof Stopped) return;
      rest = Math.min(rest * 2, LONGEST_REST_MS);
      if (error instanceof BucketUnavailable)
        log.warn({ err: error, retryMs: rest }, 'the bucket is away; files stay in the database until it is back');
      else log.error({ err: error, retryMs: rest }, 'files could not be moved');
    }
  }

  const roundAndNext = async (): Promise<void> => {
    await round();
    if (!stopping) next(rest);
  };
  const next = (ms: number): void => {
    timer = setTimeout(() => {
      current = roundAndNext();
    }, ms);
    timer.unref();
  };
  return {
    round,
    start: () => next(ROUND_MS),
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await current;
    },
  };
}

const noFileWorker: FileWorker = {
  start: () => undefined,
  stop: () => Promise.resolve(),
  round: () => Promise.resolve(),
};

/** Does nothing where there is no bucket. */
export const fileWorkerOf = ({
  db,
  log,
  metrics,
  bucket,
  config,
}: Pick<Services, 'db' | 'log' | 'metrics' | 'bucket' | 'config'>): FileWorker =>
  bucket && config.objectStorage
    ? createFileWorker({ db, log, metrics, bucket, storage: config.objectStorage })
    : noFileWorker;
