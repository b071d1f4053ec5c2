/**
 * Runs ONE step, one recovery or one question of a connector, catches once, and says what it means. It stores nothing and
 * never loops over steps: the caller's journal does, before and after each step.
 */
import { err, ok, type Result } from '@scanship/domain/values/result';
import type { CarrierEnv } from '../environment.ts';
import { ConnectorError, type ConnectorProblem } from '../errors.ts';
import { jsonProblem } from '../answers/json-value.ts';
import { FieldProblem } from '../answers/json-reader.ts';
import type { JsonObject, Recovery, Step, StepOutcome, SteppedOperation } from './steps.ts';
import { watchEnv, type EffectWatch } from './watched-env.ts';

export interface RunOptions {
  /** Time for the whole step. Milliseconds. */
  readonly deadlineMs: number;
  /** Name for messages ("Canada Post"). */
  readonly vendor: string;
}

/** After the deadline a connector has this long to end with its own, better words. */
const GRACE_MS = 250;
const KEEP_LIMIT = 64_000;

/** Code of the problem with which a look-up says that nobody can be asked: at all, or about this one. */
export const CANNOT_BE_ASKED = 'cannot-be-asked';

/** True when the other side may have done what was asked: the purchase must be settled by asking, not by repeating. */
export const mayHaveHappened = (problem: ConnectorProblem): boolean =>
  problem.kind === 'unknown-effect' || problem.kind === 'vendor-broken';

/**
 * The first step that is not finished, or undefined when all are.
 * @throws RangeError when a finished name is not a step of the operation: it was renamed, and going on by position could
 *   repeat a paid call.
 */
export function nextStep<I, R, E extends CarrierEnv = CarrierEnv>(
  operation: SteppedOperation<I, R, E>,
  finishedNames: readonly string[],
): Step<I, R, E> | undefined {
  const names = operation.steps.map((s) => s.name);
  const unknown = finishedNames.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new RangeError(`finished step "${unknown}" is not a step of this operation (${names.join(', ')})`);
  return operation.steps.find((s) => !finishedNames.includes(s.name));
}

function stepNamed<I, R, E extends CarrierEnv>(operation: SteppedOperation<I, R, E>, name: string): Step<I, R, E> {
  const step = operation.steps.find((s) => s.name === name);
  if (!step)
    throw new RangeError(
      `there is no step "${name}" in this operation (${operation.steps.map((s) => s.name).join(', ')})`,
    );
  return step;
}

const costly = (step: { readonly effect: string }): boolean => step.effect === 'create' || step.effect === 'pay';

/** What an error of a step means, given what was really sent. */
function readError(error: unknown, vendor: string, effectful: boolean, watch: EffectWatch): ConnectorProblem {
  if (error instanceof ConnectorError) {
    const { problem } = error;
    if (!effectful || problem.kind === 'unknown-effect') return problem;
    // The vendor's answer to the effect itself was lost, whatever the connector made of it.
    if (watch.unknown) return { ...problem, kind: 'unknown-effect' };
    if (problem.kind === 'vendor-broken')
      return { ...problem, kind: watch.mayHave() ? 'unknown-effect' : 'temporary-before-effect' };
    return problem;
  }
  const said = error instanceof Error ? error.message : String(error);
  if (error instanceof FieldProblem) {
    const kind = effectful ? (watch.mayHave() ? 'unknown-effect' : 'temporary-before-effect') : 'vendor-broken';
    return { kind, message: `${vendor} sent an answer that cannot be read: ${said}`, vendorCode: 'unreadable' };
  }
  // A mistake in the connector itself.
  if (effectful && watch.mayHave())
    return {
      kind: 'unknown-effect',
      message: `The answer of ${vendor} could not be processed; whether it took effect is being checked.`,
      vendorCode: 'connector-fault',
      vendorMessage: said,
    };
  return {
    kind: effectful ? 'refused' : 'vendor-broken',
    message: `The connector of ${vendor} failed before it could finish${effectful ? '; nothing was sent' : ''}. Please report this.`,
    vendorCode: 'connector-fault',
    vendorMessage: said,
  };
}

function timeOver(vendor: string, deadlineMs: number, effectful: boolean, watch: EffectWatch): ConnectorProblem {
  const seconds = Math.round(deadlineMs / 100) / 10;
  if (effectful && watch.mayHave())
    return {
      kind: 'unknown-effect',
      message: `${vendor} did not finish within ${seconds} s; whether it took effect is being checked.`,
    };
  return { kind: 'temporary-before-effect', message: `${vendor} did not finish within ${seconds} s.` };
}

const TIME_OVER = Symbol('time over');

/** Runs anything of a connector under a deadline; the only place where a connector's errors are caught. */
export async function runGuarded<T, E extends CarrierEnv = CarrierEnv>(
  env: E,
  options: RunOptions,
  effectful: boolean,
  work: (env: E) => Promise<T>,
): Promise<Result<T, ConnectorProblem>> {
  const { env: watched, watch, expire } = watchEnv(env, options.vendor);
  let late: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => expire(), options.deadlineMs);
  const over = new Promise<typeof TIME_OVER>((resolve) => {
    late = setTimeout(() => resolve(TIME_OVER), options.deadlineMs + GRACE_MS);
  });
  try {
    const running = work(watched);
    const value = await Promise.race([running, over]);
    if (value === TIME_OVER) {
      // It may still end one day; its sends are refused by now and nobody listens to its error.
      running.catch(() => undefined);
      return err(timeOver(options.vendor, options.deadlineMs, effectful, watch));
    }
    return ok(value as T);
  } catch (error) {
    return err(readError(error, options.vendor, effectful, watch));
  } finally {
    clearTimeout(timer);
    clearTimeout(late);
    expire();
  }
}

function outcomeProblem<R>(
  step: { readonly name: string; readonly effect: string },
  outcome: StepOutcome<R>,
): string | undefined {
  if (outcome.kind === 'wait' && step.effect !== 'read')
    return `step "${step.name}" may not wait, because it does not only read`;
  if (outcome.kind === 'wait' && !(Number.isFinite(outcome.retryAfterMs) && outcome.retryAfterMs > 0))
    return `step "${step.name}" waits for ${outcome.retryAfterMs} ms`;
  return outcome.keep === undefined ? undefined : jsonProblem(outcome.keep, KEEP_LIMIT);
}

/**
 * Runs one step once.
 * @returns its outcome, or the problem with a kind that says whether the step can have had its effect.
 * @throws RangeError when there is no such step: a fault of the caller.
 */
export async function runStep<I, R, E extends CarrierEnv = CarrierEnv>(
  operation: SteppedOperation<I, R, E>,
  stepName: string,
  input: I,
  kept: JsonObject,
  env: E,
  options: RunOptions,
): Promise<Result<StepOutcome<R>, ConnectorProblem>> {
  const step = stepNamed(operation, stepName);
  const result = await runGuarded(env, options, costly(step), (watched) => step.run(input, kept, watched));
  if (!result.ok) return result;
  const wrong = outcomeProblem(step, result.value);
  if (wrong === undefined) return result;
  const kind = costly(step) ? 'unknown-effect' : 'vendor-broken';
  return err({
    kind,
    message: `The connector of ${options.vendor} gave an outcome that cannot be stored.`,
    vendorCode: 'connector-fault',
    vendorMessage: wrong,
  });
}

/**
 * Asks what became of a `create` or `pay` step whose outcome is unknown: by repeating it where the vendor takes our own
 * key, by the connector's look-up else. `absent` counts only after `settleAfterMs`, which the caller watches.
 * @returns a problem of kind `unknown-effect` with code `cannot-be-asked` where nothing can be asked and a person decides.
 */
export async function recoverStep<I, R, E extends CarrierEnv = CarrierEnv>(
  operation: SteppedOperation<I, R, E>,
  stepName: string,
  input: I,
  kept: JsonObject,
  env: E,
  options: RunOptions,
): Promise<Result<Recovery<R>, ConnectorProblem>> {
  const step = stepNamed(operation, stepName);
  if (operation.recovery === 'own-key') {
    const repeated = await runStep(operation, stepName, input, kept, env, options);
    if (!repeated.ok) {
      const declined = repeated.problem.kind === 'refused' || repeated.problem.kind === 'invalid-input';
      return declined && repeated.problem.vendorCode !== 'connector-fault' ? ok({ kind: 'absent' }) : repeated;
    }
    if (repeated.value.kind === 'wait') return ok({ kind: 'not-yet', retryAfterMs: repeated.value.retryAfterMs });
    return ok({ kind: 'found', step: step.name, keep: repeated.value.keep, result: repeated.value.result });
  }
  if (operation.recovery === 'none' || !operation.recover)
    return err({
      kind: 'unknown-effect',
      vendorCode: CANNOT_BE_ASKED,
      message: `${options.vendor} offers no way to ask whether this took effect; a person has to look it up and decide.`,
    });
  const recover = operation.recover.bind(operation);
  const result = await runGuarded(env, options, false, (watched) => recover(input, step.name, kept, watched));
  if (!result.ok || result.value.kind !== 'found') return result;
  const found = result.value;
  const wrong = found.keep === undefined ? undefined : jsonProblem(found.keep, KEEP_LIMIT);
  if (wrong === undefined && operation.steps.some((s) => s.name === found.step)) return result;
  return err({
    kind: 'vendor-broken',
    message: `The connector of ${options.vendor} found the shipment but could not describe it.`,
    vendorCode: 'connector-fault',
    vendorMessage: wrong ?? `there is no step "${found.step}"`,
  });
}
