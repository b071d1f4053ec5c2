/** What every module is made with: `createOrdersModule(services)`. Made once in main.ts; tests make their own. */
import type { Config } from '../config/config.ts';
import type { Clock } from './clock.ts';
import type { Sealer } from './crypto/sealer.ts';
import type { Database } from './database/database.ts';
import type { Logger } from './logging/logger.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { CarriersModule } from '../modules/carriers/index.ts';

export interface Services {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly sealer: Sealer;
  readonly metrics: Metrics;
  /** Signs the cross-site token. */
  readonly cookieSecret: string;
  /** Script of the thread that draws documents; absent when run from source. */
  readonly documentWorker?: string | undefined;
  /** Set once the carriers module is made; modules that come after it rely on it. */
  readonly carriers?: CarriersModule | undefined;
}
