/**
 * A label is made in one call and its papers are fetched in another. Teleship takes no key of ours and lists no shipments, so that
 * what became of a call that was cut off only a person in its portal can tell.
 */
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { onlyParcel } from '@scanship/connector-kit/carrier/only-parcel';
import type { Parcel } from '@scanship/domain/shipping/shipment';
import { exchange, messagesOf } from './client.ts';
import { manifest } from './manifest.ts';
import { parcelMessage } from './messages.ts';
import { price } from './prices.ts';
import { filesOf, NUMBER, SHIPMENT_ID, shipmentById, STATUSES } from './shipment.ts';

/** So often the label is looked for in the wished format before another is taken. */
const LOOKS = 3;
const POLL_MS = 1500;

const parcelOf = ({ shipment }: ShipInput): Parcel => onlyParcel(manifest.name, shipment);

/** @throws FieldProblem when the numbers cannot be read: a purchase is right as a whole or looked at */
export function readCreated(answer: ObjectReader, input: ShipInput): StepOutcome<ShipResult> {
  const shipment = answer.object('shipment');
  const status = shipment.choice('status', STATUSES);
  if (status === 'cancelled') throw new FieldProblem(shipment.at('status'), 'is that of a label that was voided');
  const shipmentId = shipment.string('shipmentId', SHIPMENT_ID);
  return {
    kind: 'done',
    keep: { shipmentId },
    result: {
      carrierShipmentId: shipmentId,
      parcels: [
        {
          number: parcelOf(input).number,
          trackingNumber: shipment.string('trackingNumber', NUMBER).toUpperCase(),
          trackingUrl: shipment.maybe('trackingURL', (n) => shipment.string(n, /^https:\/\/\S+$/)),
        },
      ],
      charged: shipment.maybe('rate', (n) => price(shipment.object(n))),
    },
  };
}

async function create(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { shipment, service, reference } = input;
  const response = await exchange(env, {
    method: 'POST',
    path: '/api/shipments/labels',
    name: 'create label',
    json: {
      serviceCode: service,
      ...parcelMessage(shipment, parcelOf(input), env.now()),
      orderTrackingReference: reference,
    },
  });
  const answer = readObject(response.json());
  if (!answer.has('shipment')) {
    const [said] = messagesOf(answer);
    if (said) throw fail('unknown-effect', said.words, { vendorCode: said.code });
  }
  return readCreated(answer, input);
}

async function label(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const id = kept['shipmentId'];
  if (typeof id !== 'string') throw new RangeError('shipmentId was not kept');
  const looks = typeof kept['looks'] === 'number' ? kept['looks'] : 0;
  const shipment = await shipmentById(env, id, 'label');
  const files = filesOf(shipment, input.labelFormat, parcelOf(input).number, looks >= LOOKS);
  if (files) return { kind: 'done', result: { files } };
  return { kind: 'wait', retryAfterMs: POLL_MS, keep: { looks: looks + 1 } };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'create', effect: 'create', run: create },
    { name: 'label', effect: 'read', run: label },
  ],
  recovery: 'none',
  settleAfterMs: 60_000,
};
