/** USPS's SCAN form of the shipments named. Which form a shipment is on, the shipment itself says. */
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { download } from '@scanship/connector-kit/http/vendor-call';
import { exchange, LINK } from './client.ts';
import { manifest } from './manifest.ts';
import { shipmentById } from './ship.ts';

const NAME = manifest.name;
const FORM = /^sf_[0-9a-f]{8,40}$/;

const ids = (kept: JsonObject): readonly string[] => {
  const { ids: all } = kept;
  if (!Array.isArray(all)) throw new RangeError('the shipments were not kept');
  return all.filter((each): each is string => typeof each === 'string');
};

const formOf = (shipment: ObjectReader): ObjectReader | undefined => {
  if (shipment.raw('scan_form') === undefined) throw new FieldProblem(shipment.at('scan_form'), 'is missing');
  return shipment.has('scan_form') ? shipment.object('scan_form') : undefined;
};

/** What is on a form already cannot go on another. */
async function look(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const free: string[] = [];
  for (const { carrierShipmentId } of input.shipments)
    if (!formOf(await shipmentById(env, carrierShipmentId, 'shipment'))) free.push(carrierShipmentId);
  if (free.length === 0) throw fail('refused', `${NAME} has these shipments on a SCAN form already.`);
  return { kind: 'done', keep: { ids: free } };
}

async function close(_input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  await exchange(env, {
    method: 'POST',
    path: '/v2/scan_forms',
    name: 'create scan form',
    json: { scan_form: { shipments: ids(kept).map((id) => ({ id })) } },
  });
  return { kind: 'done' };
}

async function recover(
  _input: EndOfDayInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  const [first = ''] = ids(kept);
  return formOf(await shipmentById(env, first, 'shipment')) ? { kind: 'found', step } : { kind: 'absent' };
}

async function paper(input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const [first = ''] = ids(kept);
  const form = formOf(await shipmentById(env, first, 'scan form'));
  if (!form) return { kind: 'wait', retryAfterMs: 2000 };
  const status = form.string('status');
  if (status === 'creating') return { kind: 'wait', retryAfterMs: 2000 };
  if (status !== 'created') throw fail('refused', `${NAME} could not make this SCAN form.`, { vendorCode: status });
  const bytes = await download(env, form.string('form_url', LINK), 'scan form file');
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== '%PDF')
    throw new FieldProblem(form.at('form_url'), 'does not lead to a PDF');
  const put = new Set(ids(kept));
  const leftOut = input.shipments
    .filter((s) => !put.has(s.carrierShipmentId))
    .map(({ reference }) => ({ reference, message: `${NAME} has this shipment on another SCAN form.` }));
  return {
    kind: 'done',
    result: {
      manifestNumbers: [form.string('id', FORM)],
      files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes }],
      leftOut,
    },
  };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'close', effect: 'create', run: close },
    { name: 'paper', effect: 'read', run: paper },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
