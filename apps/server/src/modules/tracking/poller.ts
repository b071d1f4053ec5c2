/**
 * Asks carriers about parcels that are due. Lanes (one carrier account each) go in parallel, each with one question at a
 * time and a few for each carrier, so a carrier that hangs or refuses delays nobody else's parcels. Truth is in the rows;
 * several processes may poll one database.
 */
import { inSpan, ITS_OWN } from '@scanship/connector-kit/spans';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { type AskDeps, askCarrier } from './ask-carrier.ts';
import { type DueTracker, dueTrackers, laneKey, leaseTrackers } from './due-trackers.ts';

export interface PollerOptions extends AskDeps {
  readonly log: Logger;
  readonly metrics?: Metrics | undefined;
  readonly sweepMs?: number | undefined;
  /** Longer than any carrier's deadline. Milliseconds. */
  readonly leaseMs?: number | undefined;
  /** Lanes of one carrier that are asked at once. */
  readonly perCarrier?: number | undefined;
  /** First pause of a lane whose question failed as a whole; doubles to half an hour. Milliseconds. */
  readonly firstPauseMs?: number | undefined;
  /** Before a lane's parcels are asked about; may have the carrier push from now on. Its failure stops nothing. */
  readonly beforeLane?: ((lane: DueTracker) => Promise<void>) | undefined;
}

export interface Poller {
  /** Looks once for what is due and asks about it; answers how many parcels it asked about. */
  sweep(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

/** Half of an account's calls stay for rates and purchases. */
export const KEEP_FREE = 0.5;
/** Parcels of a lane taken with one look, so that what becomes due meanwhile has its turn. */
const PER_LANE = 200;
const LONGEST_PAUSE_MS = 30 * 60_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

export function createPoller(options: PollerOptions): Poller {
  const { db, log } = options;
  const sweepMs = options.sweepMs ?? 5_000;
  const leaseMs = options.leaseMs ?? 120_000;
  const perCarrier = options.perCarrier ?? 4;
  const firstPauseMs = options.firstPauseMs ?? 60_000;
  const halt = { asked: false };
  const busy = new Map<string, { readonly slug: string; readonly task: Promise<number> }>();
  const paused = new Map<string, { readonly until: number; readonly faults: number }>();
  let timer: NodeJS.Timeout | undefined;
  const asked = options.metrics?.counter('scanship_tracking_asked_total', 'Parcels asked about', [
    'carrier',
    'outcome',
  ]);

  /** Groups of parcels that fit into one call: of one customer and grant, as many as the carrier takes. */
  function batchesOf(due: readonly DueTracker[]): readonly (readonly DueTracker[])[] {
    const groups = new Map<string, DueTracker[]>();
    for (const each of due) {
      const key = `${each.tenantId}/${each.grantId}`;
      groups.set(key, [...(groups.get(key) ?? []), each]);
    }
    const size = options.carriers.registry.find(due[0]?.slug ?? '')?.manifest.tracking?.numbersPerCall ?? 1;
    return [...groups.values()].flatMap((group) =>
      Array.from({ length: Math.ceil(group.length / size) }, (_, index) =>
        group.slice(index * size, (index + 1) * size),
      ),
    );
  }

  async function workLane(due: readonly DueTracker[]): Promise<number> {
    const [first] = due;
    if (!first) return 0;
    const key = laneKey(first);
    let done = 0;
    try {
      await options
        .beforeLane?.(first)
        ?.catch((error: unknown) =>
          log.warn({ err: error, carrier: first.slug }, 'a carrier could not be asked for pushes; it is polled'),
        );
      for (const batch of batchesOf(due)) {
        if (halt.asked) break;
        const held = await leaseTrackers(db, batch, leaseMs);
        const grantId = batch[0]?.grantId;
        if (held.length === 0 || grantId === undefined) continue;
        const tenantId = batch[0]?.tenantId ?? '';
        const problem = await inSpan(
          () => ({ name: 'job tracking', kind: 'job', below: ITS_OWN, values: { 'scanship.tenant_id': tenantId } }),
          () => askCarrier(options, { tenantId, grantId, trackers: held, keepFree: KEEP_FREE }),
        );
        done += held.length;
        asked?.inc({ carrier: first.slug, outcome: problem?.kind ?? 'answered' }, held.length);
        if (!problem) {
          paused.delete(key);
          continue;
        }
        // What fails for one batch fails for the next; the rest of the lane stays due.
        const faults = problem.kind === 'quota' ? 0 : (paused.get(key)?.faults ?? 0) + 1;
        const wait = Math.max(
          problem.retryAfterMs ?? 0,
          Math.min(LONGEST_PAUSE_MS, firstPauseMs * 2 ** Math.max(0, faults - 1)),
        );
        // A refused account of one customer says nothing about the others of a lent one.
        if (problem.vendorCode === 'no-account') continue;
        paused.set(key, { until: Date.now() + wait, faults });
        break;
      }
    } catch (error) {
      // What was leased is taken up again when its lease lapses.
      log.error({ err: error, carrier: first.slug }, 'polling of a carrier account broke off');
      paused.set(key, { until: Date.now() + firstPauseMs, faults: 1 });
    }
    return done;
  }

  /** Begins what may begin now; answers how many lanes. */
  async function begin(): Promise<number> {
    const lanes = new Map<string, DueTracker[]>();
    for (const each of await dueTrackers(db, PER_LANE)) {
      const key = laneKey(each);
      lanes.set(key, [...(lanes.get(key) ?? []), each]);
    }
    let begun = 0;
    const now = Date.now();
    // By lot, where a carrier has more accounts than places.
    for (const [key, due] of shuffled([...lanes])) {
      const slug = due[0]?.slug ?? '';
      const here = [...busy.values()].filter((each) => each.slug === slug).length;
      if (halt.asked || busy.has(key) || here >= perCarrier || (paused.get(key)?.until ?? 0) > now) continue;
      const task = workLane(due).finally(() => busy.delete(key));
      busy.set(key, { slug, task });
      begun += 1;
    }
    return begun;
  }

  async function turn(): Promise<void> {
    try {
      // A place that is free again is taken at once; a lane that hangs holds its own place only.
      while (!halt.asked && (await begin()) > 0)
        await Promise.race([...[...busy.values()].map(({ task }) => task), pause(sweepMs)]);
    } catch (error) {
      log.error({ err: error }, 'due parcels could not be looked for');
    }
    if (!halt.asked) timer = setTimeout(() => void turn(), sweepMs).unref();
  }

  return {
    async sweep() {
      let total = 0;
      for (;;) {
        if ((await begin()) === 0) return total;
        const done = await Promise.all([...busy.values()].map(({ task }) => task));
        total += done.reduce((sum, each) => sum + each, 0);
      }
    },
    start() {
      timer ??= setTimeout(() => void turn(), 500).unref();
    },
    async stop() {
      halt.asked = true;
      clearTimeout(timer);
      await Promise.allSettled([...busy.values()].map(({ task }) => task));
    },
  };
}

/** A different order each time, so that no lane is always first. */
function shuffled<T>(list: readonly T[]): readonly T[] {
  return list
    .map((value) => ({ value, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
