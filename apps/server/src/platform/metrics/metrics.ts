/**
 * Prometheus metrics. Any part asks for its own by name (`services.metrics.counter(...)`); asking twice gives the same
 * one. Labels are closed sets (route, carrier slug, outcome), never ids of tenants or people.
 */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface Metrics {
  counter<L extends string>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  histogram<L extends string>(
    name: string,
    help: string,
    labels?: readonly L[],
    buckets?: readonly number[],
  ): Histogram<L>;
  /** `collect` is asked at each scrape. */
  gauge<L extends string>(
    name: string,
    help: string,
    labels?: readonly L[],
    collect?: (gauge: Gauge<L>) => void | Promise<void>,
  ): Gauge<L>;
  /** Text format of Prometheus. */
  render(): Promise<string>;
  readonly contentType: string;
}

/** Seconds, from a fast point read to a slow carrier. */
export const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** @param withProcess also memory, CPU and event loop of this process; once a process. */
export const createMetrics = (withProcess = false): Metrics => {
  const registry = new Registry();
  if (withProcess) collectDefaultMetrics({ register: registry });
  const once = <M>(name: string, make: () => M): M => (registry.getSingleMetric(name) as M | undefined) ?? make();
  return {
    counter: (name, help, labels = []) =>
      once(name, () => new Counter({ name, help, labelNames: [...labels], registers: [registry] })),
    histogram: (name, help, labels = [], buckets = DURATION_BUCKETS) =>
      once(
        name,
        () => new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] }),
      ),
    gauge: (name, help, labels = [], collect) =>
      once(
        name,
        () =>
          new Gauge({
            name,
            help,
            labelNames: [...labels],
            registers: [registry],
            collect() {
              return collect?.(this);
            },
          }),
      ),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
