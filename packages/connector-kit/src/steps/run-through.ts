/**
 * Runs all steps of an operation in one go, storing nothing: for effects that cost nothing and whose repetition does no harm
 * (a customs document sent again, a label of the vendor's test system). Everything else belongs to the journal.
 */
import type { JsonObject } from '@scanship/domain/values/json';
import type { Result } from '@scanship/domain/values/result';
import { err, ok } from '@scanship/domain/values/result';
import type { CarrierEnv } from '../environment.ts';
import type { ConnectorProblem } from '../errors.ts';
import { pause } from '../http/http-client.ts';
import { mayHaveHappened, nextStep, runStep } from './step-runner.ts';
import type { SteppedOperation } from './steps.ts';

/** More turns than any carrier's polling takes within its deadline. */
const MOST_TURNS = 100;

interface Options {
  readonly deadlineMs: number;
  readonly vendor: string;
}

/** How far a run came, with all that is needed to undo what it did. */
export interface KeptRun<R> {
  readonly result: Partial<R>;
  /** What the steps that finished kept. */
  readonly kept: JsonObject;
  /** Whether the other side did what costs money there: `perhaps` where its answer was lost. */
  readonly effect: 'none' | 'perhaps' | 'had';
  /** Why it ended before its last step. */
  readonly problem?: ConnectorProblem | undefined;
}

/** @returns also of a run that failed on the way, how far it came */
export async function runKeeping<I, R>(
  operation: SteppedOperation<I, R>,
  input: I,
  env: CarrierEnv,
  options: Options,
): Promise<KeptRun<R>> {
  const finished: string[] = [];
  let run: KeptRun<R> = { result: {}, kept: {}, effect: 'none' };
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const step = nextStep(operation, finished);
    if (!step) return run;
    const costly = step.effect === 'create' || step.effect === 'pay';
    const outcome = await runStep(operation, step.name, input, run.kept, env, options);
    if (!outcome.ok) {
      const { problem } = outcome;
      return { ...run, problem, ...(costly && run.effect === 'none' && mayHaveHappened(problem) && PERHAPS) };
    }
    run = { ...run, kept: { ...run.kept, ...outcome.value.keep } };
    if (outcome.value.kind === 'wait') {
      await (env.pause ?? pause)(outcome.value.retryAfterMs);
      continue;
    }
    run = { ...run, result: { ...run.result, ...outcome.value.result }, ...(costly && HAD) };
    finished.push(step.name);
  }
  return {
    ...run,
    problem: {
      kind: 'temporary-before-effect',
      message: `${options.vendor} is still working; try again in a moment.`,
    },
  };
}

const PERHAPS = { effect: 'perhaps' } as const;
const HAD = { effect: 'had' } as const;

export async function runThrough<I, R>(
  operation: SteppedOperation<I, R>,
  input: I,
  env: CarrierEnv,
  options: Options,
): Promise<Result<Partial<R>, ConnectorProblem>> {
  const { problem, result } = await runKeeping(operation, input, env, options);
  return problem ? err(problem) : ok(result);
}
