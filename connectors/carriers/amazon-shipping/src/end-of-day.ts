/**
 * Collection form: one paper for everything that waits at an address and stands on none yet. Amazon takes our key, so that a
 * form that was cut off is asked for again and stays one. Its number is only found in the list of forms.
 */
import { pdfIn } from '@scanship/connector-kit/answers/pdf-file';
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { addressMessage } from './address.ts';
import { exchange, payloadOf, placeOf } from './client.ts';
import { manifest } from './manifest.ts';

const POLL_MS = 1000;

/** Forms of Amazon's own network, newest first as Amazon lists them. */
async function history(env: CarrierEnv): Promise<readonly { readonly id: string; readonly ready: boolean }[]> {
  const response = await exchange(env, {
    method: 'PUT',
    path: '/shipping/v2/collectionForms/history',
    name: 'list collection forms',
    readOnly: true,
    json: { carrierId: placeOf(env).carrierId, maxResults: 50 },
  });
  const answer = payloadOf(response);
  if (!answer.has('collectionFormsHistoryRecordList')) return [];
  return answer.strictList('collectionFormsHistoryRecordList', (form) => ({
    id: form.string('collectionFormId', /^[\w-]{6,80}$/),
    // The contract says Completed, Amazon's example COMPLETED.
    ready: form.string('generationStatus').toLowerCase() === 'completed',
  }));
}

async function look(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  addressMessage(input.from, 'from');
  const response = await exchange(env, {
    method: 'PUT',
    path: '/shipping/v2/unmanifestedShipments',
    name: 'open shipments',
    readOnly: true,
    json: {},
  });
  const answer = payloadOf(response);
  const { carrierId } = placeOf(env);
  const waiting = answer.has('unmanifestedCarrierInformationList')
    ? answer.strictList('unmanifestedCarrierInformationList', (one) => one.string('carrierId'))
    : [];
  if (!waiting.includes(carrierId))
    throw fail('refused', `${manifest.name} has no shipments waiting for a collection form.`, {
      vendorCode: 'nothing-waiting',
    });
  return { kind: 'done', keep: { before: (await history(env)).map(({ id }) => id) } };
}

async function form(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/shipping/v2/collectionForms',
    name: 'make collection form',
    repeatable: true,
    headers: { 'x-amzn-IdempotencyKey': input.uuid },
    declined: 'refused',
    json: { carrierId: placeOf(env).carrierId, shipFromAddress: addressMessage(input.from, 'from') },
  });
  const paper = payloadOf(response).object('collectionsFormDocument');
  const bytes = pdfIn(paper, 'base64EncodedContent');
  return {
    kind: 'done',
    result: { files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes }], leftOut: [] },
  };
}

async function number(_input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const before: readonly unknown[] = Array.isArray(kept['before']) ? kept['before'] : [];
  const fresh = (await history(env)).filter(({ id }) => !before.includes(id));
  if (fresh.some(({ ready }) => !ready)) return { kind: 'wait', retryAfterMs: POLL_MS };
  return { kind: 'done', result: { manifestNumbers: fresh.map(({ id }) => id) } };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'form', effect: 'create', run: form },
    { name: 'number', effect: 'read', run: number },
  ],
  recovery: 'own-key',
  settleAfterMs: 60_000,
};
