/**
 * A shipment can be voided until it is on a manifest, and is then never billed. It is looked at first, since Canpar's
 * refusals are bare words; a cut-off void is read from the shipment too.
 */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';
import { manifest } from './manifest.ts';
import { manifestOf, searchShipments } from './search.ts';

const { name } = manifest;

async function find(input: CancelInput, env: CarrierEnv): Promise<ObjectReader | undefined> {
  const { shipDate } = input.kept;
  const found = await searchShipments(env, input.reference, typeof shipDate === 'string' ? shipDate : undefined);
  return found.find((s) => s.string('id') === input.carrierShipmentId);
}

async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const shipment = await find(input, env);
  if (!shipment) throw fail('refused', `${name} does not know this shipment.`);
  if (shipment.boolean('voided')) throw fail('refused', 'This shipment has already been voided.');
  const number = manifestOf(shipment);
  if (number !== undefined)
    throw fail('refused', `This shipment is on manifest ${number}; ${name} voids only before the end of day.`);
  return { kind: 'done' };
}

async function voidShipment(
  input: CancelInput,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<CancelResult>> {
  await call(env, {
    service: 'business',
    method: 'voidShipment',
    name: 'void shipment',
    request: { id: input.carrierShipmentId },
    readOnly: false,
  });
  return { kind: 'done', result: { refund: 'now' } };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const shipment = await find(input, env);
  if (!shipment)
    throw fail('vendor-broken', `${name} no longer lists this shipment; ask its Service Desk whether it was voided.`);
  return shipment.boolean('voided') ? { kind: 'found', step, result: { refund: 'now' } } : { kind: 'absent' };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'void', effect: 'create', run: voidShipment },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 120_000,
};
