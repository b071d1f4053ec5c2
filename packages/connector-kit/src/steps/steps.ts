/**
 * An operation that changes something outside is a list of steps, because carriers differ in how many calls a paid label
 * takes: one (UPS), two (Canada Post: create, then fetch the label), three (Freightcom: create, poll, fetch). The caller
 * stores each step before and after it runs and resumes at the first unfinished one; a connector never loops over steps.
 */
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { CarrierEnv } from '../environment.ts';

/**
 * What a step can do to the world.
 * - `none`: pure preparation; - `read`: asks only, repeat freely;
 * - `reserve`: makes something that costs nothing and may be abandoned (a draft); repeatable, may leave litter;
 * - `create`: makes the thing that costs money or is seen by others; - `pay`: commits money for a thing that exists.
 * `create` and `pay` are never repeated without a look-up or the vendor's own idempotency key.
 */
export const STEP_EFFECTS = ['none', 'reserve', 'create', 'pay', 'read'] as const;
export type StepEffect = (typeof STEP_EFFECTS)[number];

export type StepOutcome<R> =
  /** `keep` is merged into what later steps and recovery see; it must be JSON. `result` is merged into the whole result. */
  | { readonly kind: 'done'; readonly keep?: JsonObject; readonly result?: Partial<R> }
  /** Not ready yet (polled carriers): run this step again after the given time. Only for `read` steps. */
  | { readonly kind: 'wait'; readonly retryAfterMs: number; readonly keep?: JsonObject };

/** `E` is the environment the steps need; what runs them hands theirs back, as it does with inputs. */
export interface Step<I, R, E extends CarrierEnv = CarrierEnv> {
  /** Unique within the operation; stored, so renaming one needs care for operations under way. */
  readonly name: string;
  readonly effect: StepEffect;
  run(input: I, kept: JsonObject, env: E): Promise<StepOutcome<R>>;
}

/** What asking the other side about an unknown outcome found. */
export type Recovery<R> =
  /** It exists: the named step counts as done with this outcome. */
  | { readonly kind: 'found'; readonly step: string; readonly keep?: JsonObject; readonly result?: Partial<R> }
  /** It certainly does not exist. The caller believes this only after the settle time. */
  | { readonly kind: 'absent' }
  /** The other side cannot tell yet; ask again. */
  | { readonly kind: 'not-yet'; readonly retryAfterMs: number };

export interface SteppedOperation<I, R, E extends CarrierEnv = CarrierEnv> {
  readonly steps: readonly Step<I, R, E>[];
  /**
   * How the outcome of a `create` or `pay` step that was cut off is found out.
   * - `own-key`: the vendor takes our key and answers the same thing twice, so the step itself is repeated;
   * - `by-reference`, `listing`: `recover` asks; - `none`: nothing can be asked, a person decides.
   */
  readonly recovery: 'own-key' | 'by-reference' | 'listing' | 'none';
  /**
   * Present when recovery is `by-reference` or `listing`. `step` is the name of the step whose outcome is unknown. Where nobody can be asked
   * about this one (a return among shipments), it throws `unknown-effect` with the code `cannot-be-asked`.
   */
  recover?(input: I, step: string, kept: JsonObject, env: E): Promise<Recovery<R>>;
  /** After a cut-off, "not found" is believed only this long after the call was sent. Milliseconds. */
  readonly settleAfterMs: number;
}

export type { Json, JsonObject };
