/** What goes wrong at the carriers, and when: drawn from a seed, so that a run can be repeated. */
import type { FaultInput } from '@scanship/simulator-kit/faults';

/** Numbers from 0 to 1, the same for the same seed. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 4_294_967_296;
  };
}

/** One plan at a time per carrier; half of the plans are a good day. Each hits a share of the calls. */
const PLANS: readonly (readonly FaultInput[])[] = [
  [],
  [],
  [],
  [],
  [{ kind: 'latency', ms: 1_500, probability: 0.3 }],
  [{ kind: 'quota', probability: 0.3, retryAfterSeconds: 1 }],
  [{ kind: 'status-before-effect', probability: 0.2, status: 500 }],
  [{ kind: 'status-after-effect', effect: 'effect', probability: 0.3, status: 500 }],
  [{ kind: 'hang', probability: 0.05 }],
  [{ kind: 'garbage', probability: 0.15 }],
  [{ kind: 'drop-after-effect', effect: 'effect', probability: 0.3 }],
  [
    { kind: 'drop-before-effect', probability: 0.1 },
    { kind: 'html', probability: 0.1 },
    { kind: 'truncate', probability: 0.1 },
  ],
];

/** The plan of one carrier for the next stretch of time. */
export function nextPlan(roll: () => number): readonly FaultInput[] {
  const plan = PLANS[Math.floor(roll() * PLANS.length)] ?? [];
  const seed = Math.floor(roll() * 1_000_000) + 1;
  return plan.map((fault) => ({ ...fault, seed }));
}
