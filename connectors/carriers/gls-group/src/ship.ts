/**
 * One call makes the parcel and its label. ShipIT takes no key of ours, and its tracking knows a parcel only after the end of the
 * day; a reprint, though, finds it by our reference, cancels the lost label and makes a new one, so that a cut-off purchase is
 * settled by reprinting: whatever happened, one label stands in the end.
 */
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { contactOf, shipIt } from './client.ts';
import { readCreated } from './created.ts';
import { printing, shipmentMessage } from './messages.ts';
import { NO_SUCH_PARCEL } from './problems.ts';

async function buy(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const answer = await shipIt(env, {
    path: '/shipments',
    name: 'create parcel',
    json: {
      ...shipmentMessage(input.shipment, input.service, contactOf(env), input.reference),
      ...printing(input.labelFormat),
    },
  });
  return { kind: 'done', ...readCreated(answer, input) };
}

async function recover(
  input: ShipInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  try {
    const answer = await shipIt(env, {
      path: '/shipments/reprintparcel',
      name: 'reprint',
      // Each reprint takes the place of the one before it, so it may be repeated.
      readOnly: true,
      json: { ShipmentReference: input.reference, ...printing(input.labelFormat) },
    });
    return { kind: 'found', step, ...readCreated(answer, input) };
  } catch (error) {
    if (error instanceof ConnectorError && error.problem.vendorCode === NO_SUCH_PARCEL) return { kind: 'absent' };
    throw error;
  }
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [{ name: 'buy', effect: 'create', run: buy }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 120_000,
};
