/**
 * How much of what vendors answer is understood, by connector and operation. A vendor that changes its answers shows within the
 * hour as a share of `part` or `left-out` that was not there before (docs/connectors.md, "Real answers").
 */
import type { Metrics } from './metrics.ts';

export interface Reading {
  readonly whole: number;
  /** Prices with charges that are not named, events of an unknown kind. */
  readonly part?: number | undefined;
  /** Prices, events, orders that became a message. */
  readonly leftOut: number;
}

export type CountReading = (connector: string, operation: 'rate' | 'track' | 'orders', reading: Reading) => void;

export function createReadCounter(metrics: Metrics): CountReading {
  const read = metrics.counter('scanship_answers_read_total', 'What was understood of vendors’ answers', [
    'connector',
    'operation',
    'what',
  ]);
  return (connector, operation, { whole, part = 0, leftOut }) => {
    read.inc({ connector, operation, what: 'whole' }, whole);
    read.inc({ connector, operation, what: 'part' }, part);
    read.inc({ connector, operation, what: 'left-out' }, leftOut);
  };
}
