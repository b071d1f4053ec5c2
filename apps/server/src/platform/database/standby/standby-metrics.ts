/** What `/metrics` and the log say of the standby that is read on. */
import type { Logger } from '../../logging/logger.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Database } from '../database.ts';
import type { ReadOutcome, StandbyOptions } from './standby.ts';

const OUTCOMES: readonly ReadOutcome[] = ['standby', 'behind', 'away', 'failed'];

/** Counts reads and logs turns of the standby. */
export function watchStandby(metrics: Metrics, log: Logger): Pick<StandbyOptions, 'tell' | 'count'> {
  const reads = metrics.counter(
    'db_standby_reads_total',
    'Reads a standby may take: on the standby, or on the primary because it was behind, away or failed in the middle.',
    ['outcome'],
  );
  for (const outcome of OUTCOMES) reads.inc({ outcome }, 0);
  return {
    count: (outcome) => reads.inc({ outcome }),
    tell: (sentence, error) => (error === undefined ? log.info(sentence) : log.warn({ err: error }, sentence)),
  };
}

/** Nothing where there is no standby to read on. */
export function measureStandby(metrics: Metrics, db: Database): void {
  if (!db.standby()) return;
  metrics.gauge('db_standby_used', '1 while reads go to the standby.', [], (gauge) =>
    gauge.set(db.standby()?.use === 'used' ? 1 : 0),
  );
  const lag = (name: string, help: string, of: (lag: { seconds: number; bytes: number }) => number): void => {
    metrics.gauge(name, help, [], (gauge) => {
      const now = db.standby()?.lag;
      if (now) gauge.set(of(now));
      else gauge.remove();
    });
  };
  lag('db_standby_lag_seconds', 'Age of what the standby lacks; no value while it is away.', ({ seconds }) => seconds);
  lag('db_standby_lag_bytes', 'Log that the standby lacks; no value while it is away.', ({ bytes }) => bytes);
}
