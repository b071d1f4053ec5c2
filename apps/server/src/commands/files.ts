/** `move-files` and `check-files`: the files of the whole installation, between the database and the bucket. */
import { BucketUnavailable } from '../platform/blobs/bucket.ts';
import { checkFiles, type FilesFound, moveToBucket, moveToDatabase } from '../operations/stored-files.ts';
import { StartError } from '../platform/start-error.ts';
import type { SealedBucket } from '../platform/blobs/sealed-bucket.ts';
import type { ObjectStorage } from '../config/object-storage.ts';
import { type Environment, openEnvironment, type Place, readConfig, say } from './environment.ts';

const SHOWN = 20;
const counted = (n: number): string => n.toLocaleString('en-CA');

/** @throws StartError where something is wrong, after all was done that could be */
function tell({ wrong }: FilesFound, what: string): void {
  if (wrong.length === 0) return;
  for (const each of wrong.slice(0, SHOWN)) say(`  ${each}`);
  throw new StartError(`${counted(wrong.length)} files ${what} (docs/runbooks/stored-file-damaged.md).`);
}

const withBucket = async (
  place: Place,
  work: (environment: Environment, bucket: SealedBucket, storage: ObjectStorage) => Promise<void>,
): Promise<void> => {
  const config = readConfig(place);
  if (!config.objectStorage) throw new StartError('There is no bucket: set S3_BUCKET (docs/configuration.md).');
  const environment = await openEnvironment(place, config, { migrate: 'when-empty' });
  try {
    if (environment.services.bucket) await work(environment, environment.services.bucket, config.objectStorage);
  } catch (error) {
    throw error instanceof BucketUnavailable
      ? new StartError(`The storage failed: ${error.message}. What is done stays done; run it again.`)
      : error;
  } finally {
    await environment.end();
  }
};

/** Said now and then: there may be millions. */
const progress = (): ((done: number) => void) => {
  let said = 0;
  return (done) => {
    if (done - said < 1_000) return;
    said = done;
    say(`${counted(done)} files ...`);
  };
};

export const moveFiles = (place: Place, direction: string): Promise<void> =>
  withBucket(place, async ({ services, log }, bucket, storage) => {
    const deps = { db: services.db, bucket, log };
    if (direction === 'to-bucket') {
      if (!storage.moving) throw new StartError('S3_MOVE is 0: nothing goes to the bucket. Set it to 1 first.');
      const found = await moveToBucket({ ...deps, olderMinutes: storage.moveAfterMinutes }, progress());
      say(`${counted(found.done)} files moved to the bucket ${storage.bucket}.`);
      if (found.left > 0)
        say(`${counted(found.left)} are in hand elsewhere, or were when an earlier run ended; a worker takes them.`);
      return tell(found, 'stay in the database, because they or their copy are not what their hash says');
    }
    if (direction === 'to-database') {
      if (storage.moving)
        throw new StartError('Set S3_MOVE=0 for every process first: else workers bring files to the bucket again.');
      const found = await moveToDatabase(deps, progress());
      say(
        `${counted(found.done)} files moved to the database. Their objects are removed after S3_KEEP_DAYS while a worker runs with the bucket.`,
      );
      return tell(found, 'are not in the bucket as they were stored');
    }
    throw new StartError(`move-files needs to-bucket or to-database, not "${direction}".`);
  });

const REMOVE_UNKNOWN = '--remove-unknown';

export const checkAllFiles = (place: Place, words: readonly string[]): Promise<void> =>
  withBucket(place, async ({ services }, bucket) => {
    const strange = words.find((word) => word !== REMOVE_UNKNOWN);
    if (strange !== undefined) throw new StartError(`check-files does not know "${strange}".`);
    const remove = words.includes(REMOVE_UNKNOWN);
    const found = await checkFiles({ db: services.db, bucket }, progress(), { remove });
    say(`${counted(found.done)} files are in the bucket as they were stored.`);
    if (found.unknown > 0)
      say(
        `${counted(found.unknown)} objects belong to no file of this database: of another installation, or of after the backup that was restored.${
          remove
            ? ' Those of our kind were removed.'
            : ` ${REMOVE_UNKNOWN} removes them; never where another installation uses this bucket and prefix.`
        }`,
      );
    tell(found, 'are not');
  });
