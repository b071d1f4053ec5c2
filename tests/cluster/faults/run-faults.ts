/** One fault after the other against a cluster under load; each ends with everything settled and judged by the vendors' own books. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, Installation } from '../cluster.ts';
import type { Fault } from './catalogue.ts';
import { type Load, signIn, startLoad } from './load.ts';
import { settleAndJudge } from './verdict.ts';

export interface FaultResult {
  readonly name: string;
  readonly what: string;
  readonly breaches: readonly string[];
  /** From the beginning of the fault until people were answered again for good; 0: nobody noticed; null: they never were. */
  readonly recoverSeconds: number | null;
  /** How long it went on, mending included. */
  readonly faultSeconds: number;
  readonly settleSeconds: number;
  /** Requests that had to be repeated. */
  readonly missed: number;
  /** Labels that were bought while it went on, and until everything had settled. */
  readonly labels: number;
}

/** A fault with a load and a verdict of its own. */
export interface FaultStory {
  readonly name: string;
  readonly what: string;
  /** Why it cannot be tried on this machine. */
  readonly missing?: () => string | undefined;
  tell(cluster: Cluster, say: (line: string) => void): Promise<FaultResult>;
}

const WARM_UP_MS = 6_000;
const CALM_MS = 5_000;
const CALM_WITHIN_MS = 180_000;

const paidSince = async (cluster: Installation, at: number): Promise<number> => {
  const [row] = await cluster.ask<{ n: number }>(
    `SELECT count(*)::int AS n FROM shipments WHERE bought_at > to_timestamp($1 / 1000.0)`,
    [at],
  );
  return row?.n ?? 0;
};

/** Waits until people are answered without a break. @returns when the last of them was not, undefined: all were */
async function calm(load: Load, since: number): Promise<number | undefined> {
  const until = Date.now() + CALM_WITHIN_MS;
  const begun = Date.now();
  for (;;) {
    const last = load.pulses.findLast(({ at, ok }) => !ok && at >= since)?.at;
    if (Date.now() - Math.max(begun, last ?? 0) > CALM_MS) return last;
    if (Date.now() > until) throw new Error(`people are not answered: ${load.pulses.at(-1)?.what}`);
    await sleep(250);
  }
}

export async function runFault<I extends Installation>(
  cluster: I,
  fault: Pick<Fault, 'name' | 'what' | 'unnoticed'> & { run(broken: I, say: (line: string) => void): Promise<void> },
  seed: number,
  say: (line: string) => void,
): Promise<FaultResult> {
  const load = await startLoad(cluster, seed);
  await sleep(WARM_UP_MS);
  const begun = Date.now();
  await fault.run(cluster, say);
  const ended = Date.now();
  say(`mended after ${((ended - begun) / 1_000).toFixed(1)} s`);
  const last = await calm(load, begun);
  const back = load.pulses.find(({ at, ok }) => ok && at > (last ?? Number.POSITIVE_INFINITY));
  await load.stop();
  say('the load has ended; settling');
  const people = await Promise.all((['aurora', 'boreal', 'corner'] as const).map((user) => signIn(cluster, user)));
  const verdict = await settleAndJudge(cluster, people);
  await Promise.all(people.map((each) => each.close()));
  const missed = load.missed.filter(({ at }) => at >= begun - 60_000);
  const failed = fault.unnoticed ? [...load.missed, ...load.pulses.filter(({ ok }) => !ok)] : [];
  for (const { what } of new Map(missed.map((each) => [each.what, each])).values()) say(`repeated: ${what}`);
  const ours = load.missed.filter(({ status }) => status === 500);
  return {
    name: fault.name,
    what: fault.what,
    breaches: [
      ...verdict.breaches,
      ...load.wrong,
      ...ours.map(({ what }) => `answered as a fault of ours: ${what}`),
      ...failed.map(({ what }) => `a request failed: ${what}`),
    ],
    recoverSeconds: last === undefined ? 0 : ((back?.at ?? ended) - begun) / 1_000,
    faultSeconds: (ended - begun) / 1_000,
    settleSeconds: verdict.settleSeconds,
    missed: missed.length,
    labels: await paidSince(cluster, begun),
  };
}
