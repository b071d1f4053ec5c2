/**
 * Four steps: who pays, the booking (which costs), waiting until it is done, and the files behind links. Freightcom answers
 * the same shipment for the same `unique_id` (`previously_created`), so a booking that was cut off is sent again.
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { download } from '@scanship/connector-kit/http/vendor-call';
import { isLabel } from '@scanship/connector-kit/answers/pdf-file';
import { exchange, find, ID } from './client.ts';
import { manifest } from './manifest.ts';
import { shipmentMessage } from './messages.ts';
import { choosePayment, paymentMethods } from './payment.ts';
import { price } from './prices.ts';

const NAME = manifest.name;
const POLL_MS = 500;
const LINK = /^https?:\/\/\S+$/;

const kept = (values: JsonObject, name: string): string => {
  const value = values[name];
  if (typeof value !== 'string') throw new RangeError(`"${name}" of an earlier step was not kept`);
  return value;
};

async function payment(_input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const paymentMethod = choosePayment(await paymentMethods(env), env.credentials.paymentMethod);
  return { kind: 'done', keep: { paymentMethod } };
}

async function book(input: ShipInput, values: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/shipment',
    name: 'book',
    repeatable: true,
    json: shipmentMessage(input.shipment, {
      service: input.service,
      reference: input.reference,
      paymentMethod: kept(values, 'paymentMethod'),
    }),
  });
  const shipmentId = readObject(response.json()).string('id', ID);
  return { kind: 'done', keep: { shipmentId }, result: { carrierShipmentId: shipmentId } };
}

export const STATES = {
  draft: 'working',
  'waiting-for-scheduling': 'booked',
  'waiting-for-transit': 'booked',
  'in-transit': 'moving',
  delivered: 'moving',
  exception: 'moving',
  missing: 'moving',
  cancelled: 'cancelled',
} as const;
export type ShipmentState = (typeof STATES)[keyof typeof STATES];

/** The shipment of an id, which must be the one asked for. */
function checked(shipment: ObjectReader, id: string): ObjectReader {
  if (shipment.string('id', ID) !== id)
    throw new FieldProblem(shipment.at('id'), 'is another shipment than the one booked');
  return shipment;
}

async function confirm(input: ShipInput, values: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const id = kept(values, 'shipmentId');
  const found = await find(env, id, 'await booking');
  if (found.kind === 'unknown') throw fail('refused', `${NAME} does not know shipment ${id}.`);
  if (found.kind === 'working') return { kind: 'wait', retryAfterMs: POLL_MS };
  const shipment = checked(found.shipment, id);
  const state = shipment.choice('state', STATES);
  if (state === 'cancelled') throw fail('refused', `${NAME} has cancelled this shipment.`, { vendorCode: 'cancelled' });
  // The carrier's number and papers follow the booking by a moment.
  if (state === 'working' || !shipment.has('primary_tracking_number') || !hasLabels(shipment))
    return { kind: 'wait', retryAfterMs: POLL_MS };
  const trackingNumber = shipment
    .string('primary_tracking_number', /^[A-Za-z0-9 -]{5,40}$/)
    .replaceAll(/[ -]/g, '')
    .toUpperCase();
  const trackingUrl = shipment.maybe('tracking_url', (n) => shipment.string(n, LINK));
  const number = input.shipment.parcels[0]?.number ?? 1;
  const charged = shipment.maybe('rate', (n) => price(shipment.object(n)));
  return { kind: 'done', result: { parcels: [{ number, trackingNumber, trackingUrl }], charged } };
}

const hasLabels = (shipment: ObjectReader): boolean => {
  const labels = shipment.raw('labels');
  return !Array.isArray(labels) || labels.length > 0;
};

interface Label {
  readonly format: string;
  readonly size: string;
  readonly url: string;
  readonly padded: boolean;
}

/** The label nearest to 4x6 inches: A6 without a margin before one with, a letter page last. */
export function bestLabel(labels: readonly Label[], format: 'pdf' | 'zpl'): Label | undefined {
  const worth = (label: Label): number => (label.size === 'a6' ? 0 : 2) + (label.padded ? 1 : 0);
  return labels.filter((label) => label.format === format).toSorted((a, b) => worth(a) - worth(b))[0];
}

async function files(input: ShipInput, values: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const id = kept(values, 'shipmentId');
  const found = await find(env, id, 'label links');
  if (found.kind === 'working') return { kind: 'wait', retryAfterMs: POLL_MS };
  if (found.kind === 'unknown') throw fail('refused', `${NAME} does not know shipment ${id}.`);
  const shipment = checked(found.shipment, id);
  // A link that cannot be read may be the one that is wanted.
  const labels = shipment.strictList(
    'labels',
    (l): Label => ({
      format: l.string('format', /^[a-z]{2,8}$/),
      size: l.string('size', /^[\w-]{1,20}$/),
      url: l.string('url', LINK),
      padded: l.maybe('padded', (n) => l.boolean(n)) ?? false,
    }),
  );
  const chosen = bestLabel(labels, input.labelFormat);
  if (!chosen) throw fail('refused', `${NAME} has no label in ${input.labelFormat.toUpperCase()} for this carrier.`);
  const invoice = shipment.has('customs_invoice_url') ? shipment.string('customs_invoice_url', LINK) : undefined;
  const label: CarrierFile = {
    kind: 'bytes',
    document: 'label',
    format: input.labelFormat,
    bytes: await fetched(env, chosen.url, 'label', input.labelFormat),
    parcelNumber: input.shipment.parcels[0]?.number ?? 1,
  };
  if (invoice === undefined) return { kind: 'done', result: { files: [label] } };
  const bytes = await fetched(env, invoice, 'commercial invoice', 'pdf');
  return {
    kind: 'done',
    result: { files: [label, { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes }] },
  };
}

async function fetched(env: CarrierEnv, link: string, name: string, format: 'pdf' | 'zpl'): Promise<Uint8Array> {
  const bytes = await download(env, link, name);
  if (!isLabel(bytes, format)) throw new FieldProblem(name, `does not lead to a file in ${format.toUpperCase()}`);
  return bytes;
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'payment', effect: 'read', run: payment },
    { name: 'book', effect: 'create', run: book },
    { name: 'confirm', effect: 'read', run: confirm },
    { name: 'files', effect: 'read', run: files },
  ],
  recovery: 'own-key',
  settleAfterMs: 60_000,
};
