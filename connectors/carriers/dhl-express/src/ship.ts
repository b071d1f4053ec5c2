/**
 * One call buys and answers everything. DHL takes no idempotency key; a lost answer is asked for by our reference, and its
 * waybill is then fetched by a second step, which has nothing to do where the labels came with the purchase.
 */
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { remarked } from '@scanship/connector-kit/carrier/remarked';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { accountNumber, call } from './client.ts';
import { fetchWaybill } from './documents.ts';
import { shipmentFiles } from './labels.ts';
import { shipMessage } from './messages.ts';
import { PIECE, WAYBILL } from './numbers.ts';
import { charges } from './prices.ts';
import { recoverShipment } from './recovery.ts';
import { keepOf, shippedParcels } from './shipped.ts';
import { warningsOf } from './warnings.ts';

async function create(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const response = await call(env, {
    method: 'POST',
    path: '/shipments',
    // A lane without paperless trade still ships; the invoice that comes with the label is printed then.
    query: { bypassPLTError: 'true' },
    name: 'create shipment',
    reference: input.uuid,
    json: shipMessage(input, accountNumber(env), env.now()),
  });
  return readShipment(response.json(), input, env.now());
}

/** Piece ids by the reference numbers we gave. */
function pieceIds(answer: ObjectReader, count: number): string[] {
  const ids: (string | undefined)[] = Array.from({ length: count }, () => undefined);
  answer.strictList('packages', (o, index) => {
    const at = (o.has('referenceNumber') ? o.integer('referenceNumber', 1) : index + 1) - 1;
    if (at >= count || ids[at] !== undefined)
      throw new FieldProblem(o.at('referenceNumber'), 'is no parcel of ours, or comes twice');
    ids[at] = o.id('trackingNumber', count === 1 ? /^(\d{10,11}|J[A-Z]{1,3}\d{9,21})$/ : PIECE);
  });
  const all = ids.filter((id) => id !== undefined);
  if (all.length !== count) throw new FieldProblem(answer.at('packages'), `should be ${count} but are ${all.length}`);
  return all;
}

/** @throws FieldProblem when numbers or labels cannot be read; an unreadable price is left out, for the label is bought */
export function readShipment(
  json: unknown,
  input: Pick<ShipInput, 'shipment' | 'service'>,
  now: Date,
): Extract<StepOutcome<ShipResult>, { kind: 'done' }> {
  const answer = readObject(json);
  const waybill = answer.id('shipmentTrackingNumber', WAYBILL);
  const numbers = input.shipment.parcels.map((parcel) => parcel.number);
  const pieces = pieceIds(answer, numbers.length);
  return {
    kind: 'done',
    keep: { ...keepOf(input, waybill, now), pieces, labels: true },
    result: {
      carrierShipmentId: waybill,
      parcels: shippedParcels(numbers, waybill, pieces),
      files: shipmentFiles(answer, numbers),
      charged: answer.maybe('shipmentCharges', () => billed(answer)),
      ...remarked(warningsOf(answer)),
    },
  };
}

/** What the account is billed; undefined where only other currencies are named. @throws FieldProblem */
function billed(answer: ObjectReader): ShipResult['charged'] {
  const own = answer
    .strictList('shipmentCharges', (o) =>
      o.choice('currencyType', { BILLC: true, PULCL: false, BASEC: false }) ? o : undefined,
    )
    .filter((o) => o !== undefined);
  const [one] = own;
  return one && own.length === 1 ? charges(one) : undefined;
}

async function label(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  if (kept['labels'] === true) return { kind: 'done' };
  const waybill = typeof kept['waybill'] === 'string' ? kept['waybill'] : '';
  return { kind: 'done', result: { files: await fetchWaybill(waybill, input, env) } };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'create', effect: 'create', run: create },
    { name: 'label', effect: 'read', run: label },
  ],
  recovery: 'by-reference',
  recover: recoverShipment,
  // DHL's own words allow a new shipment ten minutes before another of its services knows it (upload-image).
  settleAfterMs: 600_000,
};
