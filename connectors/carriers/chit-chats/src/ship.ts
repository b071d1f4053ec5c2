/**
 * A draft first, which is free; then its postage is bought, which only asks for it; then it is waited for, and the label is
 * fetched by link. What became of a cut-off purchase is read from the draft, whose id is kept.
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { labelPicture } from '@scanship/connector-kit/carrier/label-picture';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { download } from '@scanship/connector-kit/http/vendor-call';
import { exchange, find, ID, shipmentOf } from './client.ts';
import { manifest } from './manifest.ts';
import { shipmentMessage } from './messages.ts';
import { price } from './prices.ts';

const NAME = manifest.name;
const POLL_MS = 500;

const keptId = (kept: JsonObject): string => {
  if (typeof kept.shipmentId !== 'string') throw new RangeError('the id of the draft was not kept');
  return kept.shipmentId;
};

async function draft(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/shipments',
    name: 'draft',
    json: shipmentMessage(input.shipment, input.reference),
    readOnly: true,
  });
  return { kind: 'done', keep: { shipmentId: shipmentOf(response).string('id', ID) } };
}

async function buy(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const id = keptId(kept);
  const response = await exchange(env, {
    method: 'PATCH',
    path: path`/shipments/${id}/buy`,
    name: 'buy postage',
    json: { postage_type: input.service },
  });
  // The answer may be the shipment or nothing; the next step reads the shipment in any case.
  const body = response.text().trim();
  if (body !== '') {
    const shipment = shipmentOf(response);
    if (shipment.has('id') && shipment.string('id', ID) !== id)
      throw new FieldProblem(shipment.at('id'), 'is another shipment than the one bought');
  }
  return { kind: 'done', result: { carrierShipmentId: id } };
}

export type PurchaseState = 'draft' | 'asked' | 'bought' | 'failed' | 'voided';
const STATES: Readonly<Record<string, PurchaseState>> = {
  pending: 'draft',
  postage_requested: 'asked',
  postage_purchase_failed: 'failed',
  ready: 'bought',
  in_transit: 'bought',
  received: 'bought',
  released: 'bought',
  inducted: 'bought',
  resolved: 'bought',
  delivered: 'bought',
  exception: 'bought',
  canceled: 'bought',
  voided: 'voided',
};

export const stateOf = (shipment: ObjectReader): PurchaseState => shipment.choice('status', STATES);

async function known(id: string, env: CarrierEnv, name: string): Promise<ObjectReader> {
  const shipment = await find(env, id, name);
  if (!shipment) throw fail('refused', `${NAME} does not know shipment ${id}.`);
  if (shipment.string('id', ID) !== id) throw new FieldProblem('id', 'is another shipment than the one asked for');
  return shipment;
}

async function confirm(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const id = keptId(kept);
  const shipment = await known(id, env, 'await postage');
  const state = stateOf(shipment);
  if (state === 'asked') return { kind: 'wait', retryAfterMs: POLL_MS };
  if (state !== 'bought')
    throw fail('refused', `${NAME} could not buy this postage; the account may lack credit.`, {
      vendorCode: shipment.string('status'),
    });
  const number = input.shipment.parcels[0]?.number ?? 1;
  const trackingUrl = shipment.maybe('tracking_url', (n) => shipment.string(n, /^https?:\/\/\S+$/));
  const paid = shipment.has('rates')
    ? shipment
        .list('rates', (r) => ({ service: r.string('postage_type'), charged: price(r) }))
        .find(({ service }) => service === input.service)
    : undefined;
  return { kind: 'done', result: { parcels: [{ number, trackingNumber: id, trackingUrl }], charged: paid?.charged } };
}

async function label(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const shipment = await known(keptId(kept), env, 'label link');
  const format = input.labelFormat === 'zpl' ? 'zpl' : 'png';
  const link = `postage_label_${format}_url`;
  const bytes = await download(env, shipment.string(link, /^https?:\/\/\S+$/), 'label');
  const start = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  if (format === 'zpl' ? !start.includes('^XA') : start.slice(1, 4) !== 'PNG')
    throw new FieldProblem(shipment.at(link), `does not lead to a label in ${format.toUpperCase()}`);
  const file: CarrierFile = {
    kind: 'bytes',
    document: 'label',
    format,
    bytes,
    parcelNumber: input.shipment.parcels[0]?.number ?? 1,
    ...(format === 'png' ? { picture: labelPicture(bytes) } : {}),
  };
  return { kind: 'done', result: { files: [file] } };
}

async function recover(
  _input: ShipInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const id = keptId(kept);
  const shipment = await find(env, id, 'find shipment');
  if (!shipment || stateOf(shipment) === 'draft') return { kind: 'absent' };
  return { kind: 'found', step, result: { carrierShipmentId: id } };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'draft', effect: 'reserve', run: draft },
    { name: 'buy', effect: 'pay', run: buy },
    { name: 'confirm', effect: 'read', run: confirm },
    { name: 'label', effect: 'read', run: label },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
