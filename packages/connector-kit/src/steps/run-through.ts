/**
 * Runs all steps of an operation in one go, storing nothing: for effects that cost nothing and whose repetition does no harm
 * (a customs document sent again). Everything else belongs to the journal.
 */
import type { JsonObject } from '@scanship/domain/values/json';
import type { Result } from '@scanship/domain/values/result';
import { err, ok } from '@scanship/domain/values/result';
import type { CarrierEnv } from '../environment.ts';
import type { ConnectorProblem } from '../errors.ts';
import { pause } from '../http/http-client.ts';
import { nextStep, runStep } from './step-runner.ts';
import type { SteppedOperation } from './steps.ts';

/** More turns than any carrier's polling takes within its deadline. */
const MOST_TURNS = 100;

export async function runThrough<I, R>(
  operation: SteppedOperation<I, R>,
  input: I,
  env: CarrierEnv,
  options: { readonly deadlineMs: number; readonly vendor: string },
): Promise<Result<Partial<R>, ConnectorProblem>> {
  const finished: string[] = [];
  let kept: JsonObject = {};
  let result: Partial<R> = {};
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const step = nextStep(operation, finished);
    if (!step) return ok(result);
    const outcome = await runStep(operation, step.name, input, kept, env, options);
    if (!outcome.ok) return outcome;
    kept = { ...kept, ...outcome.value.keep };
    if (outcome.value.kind === 'wait') {
      await (env.pause ?? pause)(outcome.value.retryAfterMs);
      continue;
    }
    result = { ...result, ...outcome.value.result };
    finished.push(step.name);
  }
  return err({
    kind: 'temporary-before-effect',
    message: `${options.vendor} is still working; try again in a moment.`,
  });
}
