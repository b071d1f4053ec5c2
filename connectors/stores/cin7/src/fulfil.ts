/** Reports to whichever product the connection is to. Core picks, packs and ships; Omni is written to once. */
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { coreCreate, corePlan, corePrepare, coreRecover } from './core-fulfil.ts';
import { omniCreate, omniPlan, omniRecover } from './omni-fulfil.ts';
import { systemOf } from './system.ts';

type Outcome = Promise<StepOutcome<FulfilResult>>;

const plan = (input: FulfilInput, _kept: JsonObject, env: StoreEnv): Outcome =>
  systemOf(env) === 'core' ? corePlan(input, env) : omniPlan(input, env);

const prepare = (input: FulfilInput, kept: JsonObject, env: StoreEnv): Outcome =>
  systemOf(env) === 'core' ? corePrepare(input, kept, env) : Promise.resolve({ kind: 'done' });

const create = (input: FulfilInput, kept: JsonObject, env: StoreEnv): Outcome =>
  systemOf(env) === 'core' ? coreCreate(input, kept, env) : omniCreate(input, kept, env);

const recover = (input: FulfilInput, step: string, kept: JsonObject, env: StoreEnv): Promise<Recovery<FulfilResult>> =>
  systemOf(env) === 'core' ? coreRecover(input, step, kept, env) : omniRecover(input, step, kept, env);

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps: [
    { name: 'plan', effect: 'read', run: plan },
    // Picking and packing are drafts of the warehouse: nobody is told, and each is looked at before it is made.
    { name: 'prepare', effect: 'reserve', run: prepare },
    { name: 'create', effect: 'create', run: create },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 15_000,
};
