/** What every module is made with: `createOrdersModule(services)`. Made once in main.ts; tests make their own. */
import type { Config } from '../config/config.ts';
import type { Budgets } from './budgets/budgets.ts';
import type { Blobs } from './blobs/blobs.ts';
import type { SealedBucket } from './blobs/sealed-bucket.ts';
import type { Clock } from './clock.ts';
import type { Sealer } from './crypto/sealer.ts';
import type { Database } from './database/database.ts';
import type { FileReader } from './file-reading/file-reader.ts';
import type { Logger } from './logging/logger.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { OutsidePictures } from './outside-pictures/outside-pictures.ts';

export interface Services {
  readonly config: Config;
  readonly db: Database;
  /** Opens stored files, wherever their bytes are. */
  readonly blobs: Blobs;
  /** Absent: all bytes are in the database. */
  readonly bucket?: SealedBucket | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly sealer: Sealer;
  readonly metrics: Metrics;
  /** Reads what people and others sent, in threads of its own. */
  readonly files: FileReader;
  /** Shows pictures that lie elsewhere from here. */
  readonly pictures: OutsidePictures;
  /** How much everybody may use of what all share. */
  readonly budgets: Budgets;
  /** Signs the cross-site token. */
  readonly cookieSecret: string;
  /** Script of the thread that draws documents; absent when run from source. */
  readonly documentWorker?: string | undefined;
}
