/**
 * The manifest: from then on the orders are billed. Click & Drop puts every order on it that has a label, so what is closed may
 * be more than what was asked for. After a cut-off the orders tell whether they are on one; its number is not told then.
 */
import { pdfIn } from '@scanship/connector-kit/answers/pdf-file';
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { send } from './client.ts';
import { manifest } from './manifest.ts';
import { findOrders, ORDER } from './orders.ts';

const NAME = manifest.name;
const MANIFEST = /^\d{1,15}$/;
const ASK_AGAIN_MS = 3000;
/** A paper that is not there after so many questions is left to be printed in Click & Drop. */
const MOST_QUESTIONS = 40;

const idsOf = (input: EndOfDayInput): readonly string[] => input.shipments.map((one) => one.carrierShipmentId);

async function look(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const orders = await findOrders(env, idsOf(input), 'orders to manifest');
  const open = orders.filter((order) => order.manifestedOn === undefined).map((order) => order.id);
  if (open.length === 0)
    throw fail('refused', `${NAME} has none of these orders left to manifest; they are on a manifest or deleted.`);
  return { kind: 'done', keep: { open } };
}

const openOf = (kept: JsonObject): readonly string[] =>
  Array.isArray(kept['open']) ? kept['open'].filter((id): id is string => typeof id === 'string') : [];

async function create(_input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const carrierName = env.credentials['carrierName'] ?? '';
  const response = await send(env, {
    method: 'POST',
    path: '/manifests',
    name: 'manifest orders',
    json: carrierName === '' ? {} : { carrierName },
  });
  return { kind: 'done', keep: { manifestNumber: readObject(response.json()).id('manifestNumber', MANIFEST) } };
}

async function paper(input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const open = openOf(kept);
  const leftOut = input.shipments
    .filter((one) => !open.includes(one.carrierShipmentId))
    .map((one) => ({ reference: one.reference, message: `${NAME} has this order on another manifest, or no more.` }));
  const { manifestNumber } = kept;
  // Found by the orders alone: its paper is in Click & Drop under Orders, Manifests.
  if (typeof manifestNumber !== 'string') return { kind: 'done', result: { manifestNumbers: [], files: [], leftOut } };
  const response = await send(env, { method: 'GET', path: path`/manifests/${manifestNumber}`, name: 'manifest paper' });
  const body = readObject(response.json());
  if (body.id('manifestNumber', MANIFEST) !== manifestNumber)
    throw new FieldProblem('manifestNumber', 'is another manifest than the one asked for');
  const status = body.choice('status', { 'In Progress': 'waits', Completed: 'done', Failed: 'failed' });
  if (status === 'failed')
    throw fail(
      'refused',
      `${NAME} could not finish manifest ${manifestNumber}. Try it again in Click & Drop under Orders, Manifests.`,
    );
  const asked = typeof kept['asked'] === 'number' ? kept['asked'] : 0;
  if (!body.has('documentPdf')) {
    if (asked < MOST_QUESTIONS) return { kind: 'wait', retryAfterMs: ASK_AGAIN_MS, keep: { asked: asked + 1 } };
    return { kind: 'done', result: { manifestNumbers: [manifestNumber], files: [], leftOut } };
  }
  const bytes = pdfIn(body, 'documentPdf');
  return {
    kind: 'done',
    result: {
      manifestNumbers: [manifestNumber],
      files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes }],
      leftOut,
    },
  };
}

async function recover(
  _input: EndOfDayInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  const open = openOf(kept).filter((id) => ORDER.test(id));
  const orders = await findOrders(env, open, 'find manifested orders');
  return orders.some((order) => order.manifestedOn !== undefined) ? { kind: 'found', step } : { kind: 'absent' };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'create', effect: 'create', run: create },
    { name: 'paper', effect: 'read', run: paper },
  ],
  recovery: 'listing',
  recover,
  settleAfterMs: 60_000,
};
