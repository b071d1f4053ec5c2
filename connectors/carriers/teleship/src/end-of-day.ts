/** Manifest: shipments handed over together. Teleship works on it and makes no paper; its number is what there is. */
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { placeMessage } from './messages.ts';

const ID = /^[\w-]{4,80}$/;
const POLL_MS = 2000;

const stateOf = (answer: ObjectReader): 'working' | 'done' | 'failed' =>
  answer.choice('status', { created: 'working', processing: 'working', completed: 'done', failed: 'failed' } as const);

async function create(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/api/manifests',
    name: 'create manifest',
    json: {
      shipmentIds: input.shipments.map(({ carrierShipmentId }) => carrierShipmentId),
      reference: input.reference,
      address: placeMessage(input.from, 'from')['address'],
    },
  });
  const answer = readObject(response.json());
  const id = answer.string('id', ID);
  return { kind: 'done', keep: { manifestId: id }, result: { manifestNumbers: [id], files: [], leftOut: [] } };
}

async function settled(_input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const id = kept['manifestId'];
  if (typeof id !== 'string') throw new RangeError('manifestId was not kept');
  const response = await exchange(env, { method: 'GET', path: path`/api/manifests/${id}`, name: 'manifest' });
  const answer = readObject(response.json());
  if (answer.string('id', ID) !== id)
    throw new FieldProblem(answer.at('id'), 'is another manifest than the one asked for');
  const state = stateOf(answer);
  if (state === 'working') return { kind: 'wait', retryAfterMs: POLL_MS };
  if (state === 'failed')
    throw fail('refused', `${manifest.name} could not close manifest ${id}; look at it in the Shipper Portal.`);
  return { kind: 'done' };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'create', effect: 'create', run: create },
    { name: 'settled', effect: 'read', run: settled },
  ],
  recovery: 'none',
  settleAfterMs: 60_000,
};
