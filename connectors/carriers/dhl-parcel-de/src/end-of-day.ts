/**
 * Closes shipments out before DHL does so by itself in the evening, and fetches the manifest of the day. After a cut-off the
 * manifest tells which of them are closed.
 */
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import type { ClosingShipment, EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { profileOf } from './account.ts';
import { call } from './client.ts';
import { dailyManifest } from './daily-manifest.ts';
import { SHIPMENT } from './documents.ts';
import { manifest } from './manifest.ts';
import { today } from './messages.ts';
import { sentence, statusOf, statusWords } from './problems.ts';

const POLL_MS = 5000;
/** So often the paper is asked for before the close is told without it. */
const MOST_POLLS = 12;

const numberOf = (one: ClosingShipment): string => one.carrierShipmentId;

async function close(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const day = today(env);
  const response = await call(env, {
    api: 'shipping',
    method: 'POST',
    path: '/manifests',
    name: 'close out',
    declined: 'refused',
    json: { profile: profileOf(env), shipmentNumbers: input.shipments.map(numberOf) },
  });
  const items = readObject(response.json()).strictList('items', (one) => {
    const status = one.object('sstatus');
    return { number: one.id('shipmentNo', SHIPMENT), status: statusOf(status), words: statusWords(status) };
  });
  const leftOut: { reference: string; message: string }[] = [];
  for (const one of input.shipments) {
    const said = items.find(({ number }) => number === numberOf(one));
    if (!said) throw new FieldProblem('items', `do not tell what became of ${numberOf(one)}`);
    if (said.status !== 200) leftOut.push({ reference: one.reference, message: sentence(said.words) });
  }
  if (leftOut.length === input.shipments.length)
    throw fail('refused', leftOut[0]?.message ?? `${manifest.name} closed none of these shipments.`);
  return { kind: 'done', keep: { day, leftOut, polls: 0 } };
}

const isLeftOut = (one: unknown): one is { readonly reference: string; readonly message: string } =>
  typeof one === 'object' && one !== null && 'reference' in one && 'message' in one;

function keptLeftOut(kept: JsonObject): EndOfDayResult['leftOut'] {
  const { leftOut } = kept;
  return Array.isArray(leftOut) ? (leftOut as readonly unknown[]).filter(isLeftOut) : [];
}

async function paper(input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const { day, polls } = kept;
  if (typeof day !== 'string') throw new RangeError('the day of the close was not kept');
  const leftOut = keptLeftOut(kept);
  const closed = input.shipments.filter(({ reference }) => !leftOut.some((one) => one.reference === reference));
  const found = await dailyManifest(day, env, 'include');
  const asked = typeof polls === 'number' ? polls : 0;
  const missing = found === undefined || closed.some((one) => !found.sheets.has(numberOf(one)));
  if (missing && asked < MOST_POLLS) return { kind: 'wait', retryAfterMs: POLL_MS, keep: { polls: asked + 1 } };
  const sheets = closed.map((one) => found?.sheets.get(numberOf(one))).filter((sheet) => sheet !== undefined);
  return {
    kind: 'done',
    result: {
      manifestNumbers: [...new Set(sheets.length > 0 ? sheets.map((sheet) => `${day}/${sheet}`) : [day])],
      files: (found?.papers ?? []).map(
        (bytes): CarrierFile => ({ kind: 'bytes', document: 'manifest', format: 'pdf', bytes }),
      ),
      leftOut,
    },
  };
}

async function recover(
  input: EndOfDayInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  const day = today(env);
  const found = await dailyManifest(day, env, 'URL');
  const open = input.shipments.filter((one) => found?.sheets.has(numberOf(one)) !== true);
  if (open.length === input.shipments.length) return { kind: 'absent' };
  const leftOut = open.map(({ reference }) => ({
    reference,
    message: `${manifest.name} has this shipment on no manifest of ${day}.`,
  }));
  return { kind: 'found', step, keep: { day, leftOut, polls: 0 } };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'close', effect: 'create', run: close },
    { name: 'paper', effect: 'read', run: paper },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 300_000,
};
