/** Taking reports back, one fulfilment a step. What is cancelled already counts as done. */
import { fail } from '@scanship/connector-kit/errors';
import type { Recovery, Step, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { WithdrawInput, WithdrawResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask, change, userErrors } from './client.ts';
import { FULFILMENT, FULFILMENT_CANCEL } from './documents.ts';
import { MOST_LOCATIONS } from './fulfil.ts';
import { FULFILMENT_ID } from './ids.ts';

async function isCancelled(id: string, env: StoreEnv): Promise<boolean> {
  const { data } = await ask(env, { name: 'fulfilment', document: FULFILMENT, variables: { id } });
  if (!data.has('fulfillment'))
    throw fail('refused', 'Shopify does not know this fulfilment.', { vendorCode: 'fulfilment-unknown' });
  return data.object('fulfillment').string('status', /^[A-Z_]+$/) === 'CANCELLED';
}

const cancelStep = (index: number): Step<WithdrawInput, WithdrawResult, StoreEnv> => ({
  name: index === 0 ? 'cancel' : `cancel-${index + 1}`,
  effect: 'create',
  async run(input, _kept, env) {
    if (input.fulfilmentIds.length > MOST_LOCATIONS)
      throw fail('invalid-input', `At most ${MOST_LOCATIONS} fulfilments can be taken back at once.`);
    const id = input.fulfilmentIds[index];
    if (id === undefined || (await isCancelled(id, env))) return { kind: 'done', result: {} };
    const { data } = await change(env, {
      name: 'take the report back',
      document: FULFILMENT_CANCEL,
      variables: { id },
    });
    const payload = data.object('fulfillmentCancel');
    const [wrong] = userErrors(payload);
    if (wrong !== undefined)
      throw fail(
        'refused',
        `Shopify did not take the report back: ${wrong.replace(/[<>{}]/g, ' ').replace(/\.?$/, '.')}`,
        { vendorCode: 'user-error', vendorMessage: wrong },
      );
    payload.object('fulfillment').string('id', FULFILMENT_ID);
    return { kind: 'done', result: {} };
  },
});

const steps = Array.from({ length: MOST_LOCATIONS }, (_v, index) => cancelStep(index));

async function recover(
  input: WithdrawInput,
  step: string,
  _kept: unknown,
  env: StoreEnv,
): Promise<Recovery<WithdrawResult>> {
  const id = input.fulfilmentIds[steps.findIndex((s) => s.name === step)];
  return id === undefined || (await isCancelled(id, env)) ? { kind: 'found', step, result: {} } : { kind: 'absent' };
}

export const withdraw: SteppedOperation<WithdrawInput, WithdrawResult, StoreEnv> = {
  steps,
  recovery: 'by-reference',
  recover,
  settleAfterMs: 10_000,
};
