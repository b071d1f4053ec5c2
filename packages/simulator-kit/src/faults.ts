/** Faults a test asks for: which calls they hit, how often, and what happens then. */
import { z } from 'zod';

export const FAULT_KINDS = [
  /** Answers `ms` later, with the effect done at the end of the wait. The client may have given up by then. */
  'latency',
  /** Never answers and does nothing. */
  'hang',
  /** Cuts the connection and does nothing. */
  'drop-before-effect',
  /** Does it, then cuts the connection. */
  'drop-after-effect',
  /** Answers `status` (500) and does nothing. */
  'status-before-effect',
  /** Does it, then answers `status` (500). */
  'status-after-effect',
  /** Answers 429 with Retry-After and does nothing. */
  'quota',
  /** Does it, then answers bytes that are no message at all. */
  'garbage',
  /** Does it, then answers an HTML error page with status 200. */
  'html',
  /** Does it, then answers half of the body and cuts the connection. */
  'truncate',
  /** Does it, then answers the body in small pieces spread over `ms`. */
  'slow-body',
  /** Does it, then answers with the member or element `member` under another name, as a vendor's next version may. */
  'renamed',
] as const;

export const faultSchema = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  /** Name of a route; absent means every route that `effect` lets through. */
  route: z.string().optional(),
  /** `any` leaves sign-in calls alone; name them by `auth`. */
  effect: z.enum(['read', 'effect', 'auth', 'any']).default('any'),
  /** How many calls it hits; absent means every one until it is taken away. */
  times: z.int().positive().optional(),
  /** Calls let through first. */
  skip: z.int().nonnegative().default(0),
  /** 0 to 1; with `seed` the same calls are hit in every run. */
  probability: z.number().min(0).max(1).default(1),
  seed: z.int().default(1),
  member: z
    .string()
    .regex(/^[\w:.-]{1,60}$/)
    .optional(),
  ms: z.number().nonnegative().default(1000),
  status: z.int().min(400).max(599).default(500),
  retryAfterSeconds: z.number().nonnegative().default(1),
});
export type Fault = z.infer<typeof faultSchema>;
export type FaultInput = z.input<typeof faultSchema>;

export interface FaultScript {
  set(faults: readonly Fault[]): void;
  /** What happens to this call; counts it. */
  next(call: { readonly route: string; readonly effect: 'read' | 'effect' | 'auth' }): Fault | undefined;
  /** Faults and how often each has hit. */
  state(): { readonly fault: Fault; readonly hits: number }[];
}

/** Mulberry32: small, good enough to choose calls, the same everywhere. */
function random(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function createFaultScript(): FaultScript {
  let active: { fault: Fault; hits: number; seen: number; dice: () => number }[] = [];
  return {
    set(faults) {
      active = faults.map((fault) => ({ fault, hits: 0, seen: 0, dice: random(fault.seed) }));
    },
    next(call) {
      for (const one of active) {
        const { fault } = one;
        const effectFits =
          fault.effect === 'any' ? call.effect !== 'auth' || fault.route === call.route : fault.effect === call.effect;
        if (!effectFits || (fault.route !== undefined && fault.route !== call.route)) continue;
        if (fault.times !== undefined && one.hits >= fault.times) continue;
        one.seen += 1;
        if (one.seen <= fault.skip || one.dice() >= fault.probability) continue;
        one.hits += 1;
        return fault;
      }
      return undefined;
    },
    state: () => active.map(({ fault, hits }) => ({ fault, hits })),
  };
}
