/**
 * The option is asked for again, which tells today's price and refuses what no longer fits; then one call announces the
 * shipment and carries our reference, which Sendcloud takes once: a second call with it is answered with the shipment it has.
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { asSentence } from '@scanship/connector-kit/http/http-response';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { errorsOf, exchange, LINK } from './client.ts';
import { manifest } from './manifest.ts';
import { shipmentMessage } from './messages.ts';
import { askOptions, readRates } from './rate.ts';
import { announceReturn, confirmReturn, leaveForReview, returnIdOf } from './returns.ts';

const NAME = manifest.name;
export const SHIPMENT = /^[A-Za-z0-9_-]{6,64}$/;
export const NUMBER = /^[A-Za-z0-9]{6,50}$/;
const POLL_MS = 1000;

async function option(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { shipment, service } = input;
  if (shipment.return && input.labelFormat !== 'pdf')
    throw fail('invalid-input', `${NAME} makes return labels as PDF only.`, { field: 'labelFormat' });
  const answer = await askOptions(env, shipment, 'shipping option', service);
  const {
    offers: [offer],
    problems: [problem],
  } = readRates(answer, shipment, [service]);
  const contract = offer?.token?.contract;
  if (!offer || typeof contract !== 'number')
    throw fail('refused', problem?.message ?? `${NAME} no longer offers this service for this shipment.`);
  return {
    kind: 'done',
    keep: { contract },
    result: { charged: { lines: offer.lines, total: offer.total } },
  };
}

async function buy(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { shipment, service, reference, labelFormat } = input;
  const { contract } = kept;
  if (typeof contract !== 'number') throw new RangeError('the contract was not kept');
  if (shipment.return) return announceReturn(input, contract, env);
  const response = await exchange(env, {
    method: 'POST',
    path: '/shipments/announce',
    name: 'buy label',
    json: shipmentMessage(shipment, { option: service, contract, reference, labelFormat }),
    // The reference was used: the shipment that has it comes back.
    accept: [409],
  });
  return bought(readObject(response.json()).object('data'), reference);
}

/** @throws ConnectorError `refused` where Sendcloud has the shipment but the carrier took none */
function bought(shipment: ObjectReader, reference: string): Extract<StepOutcome<ShipResult>, { kind: 'done' }> {
  const shipmentId = shipment.string('id', SHIPMENT);
  if (shipment.string('external_reference_id') !== reference)
    throw new FieldProblem(shipment.at('external_reference_id'), 'is another purchase than ours');
  if (isFailed(shipment)) throw failure(shipment);
  return { kind: 'done', keep: { shipmentId }, result: { carrierShipmentId: shipmentId } };
}

export const parcelOf = (shipment: ObjectReader): ObjectReader => {
  const [parcel, other] = shipment.strictList('parcels', (each) => each);
  if (!parcel || other) throw new FieldProblem(shipment.at('parcels'), 'is not the one parcel asked for');
  return parcel;
};

/** "READY_TO_SEND", "ANNOUNCING", ... of the one parcel. */
export const statusCode = (shipment: ObjectReader): string =>
  parcelOf(shipment)
    .object('status')
    .string('code', /^[A-Z][A-Z_]{2,40}$/);

export const isFailed = (shipment: ObjectReader): boolean => statusCode(shipment) === 'ANNOUNCEMENT_FAILED';

function failure(shipment: ObjectReader): Error {
  const [error] = errorsOf(shipment.raw('errors'));
  const words = typeof error?.detail === 'string' ? error.detail : '';
  return fail('refused', words === '' ? `${NAME} could not make this label.` : `${NAME}: ${asSentence(words)}`, {
    vendorCode: 'ANNOUNCEMENT_FAILED',
  });
}

export async function shipmentById(env: CarrierEnv, id: string, name: string): Promise<ObjectReader> {
  const response = await exchange(env, { method: 'GET', path: path`/shipments/${id}`, name });
  const shipment = readObject(response.json()).object('data');
  if (shipment.string('id', SHIPMENT) !== id)
    throw new FieldProblem(shipment.at('id'), 'is another shipment than the one asked for');
  return shipment;
}

const keptId = (kept: JsonObject): string => {
  if (typeof kept.shipmentId !== 'string') throw new RangeError('the shipment was not kept');
  return kept.shipmentId;
};

const CUSTOMS_PAPERS: ReadonlySet<string> = new Set([
  'customs-declaration',
  'cn23',
  'cp71',
  'commercial-invoice',
  'cn23-default',
]);

/** Names of a parcel's documents; `type` is the older way of naming them. */
const documentNames = (parcel: ObjectReader): readonly string[] =>
  parcel.strictList('documents', (d) => d.string(d.has('document_type') ? 'document_type' : 'type', /^[a-z0-9-]+$/));

async function confirm(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const returnId = returnIdOf(kept);
  if (returnId !== undefined) return confirmReturn(input, returnId, env);
  const shipment = await shipmentById(env, keptId(kept), 'label');
  if (isFailed(shipment)) throw failure(shipment);
  if (statusCode(shipment) === 'ANNOUNCING') return { kind: 'wait', retryAfterMs: POLL_MS };
  const parcel = parcelOf(shipment);
  const documents = documentNames(parcel);
  if (!documents.includes('label')) throw new FieldProblem(parcel.at('documents'), 'has no label');
  const trackingNumber = parcel.string('tracking_number', NUMBER);
  const trackingUrl = parcel.maybe('tracking_url', (n) => parcel.string(n, LINK));
  return {
    kind: 'done',
    keep: { parcelId: parcel.integer('id', 1), customs: documents.some((name) => CUSTOMS_PAPERS.has(name)) },
    result: { parcels: [{ number: input.shipment.parcels[0]?.number ?? 1, trackingNumber, trackingUrl }] },
  };
}

const STARTS: Readonly<Record<ShipInput['labelFormat'], string>> = { pdf: '%PDF', zpl: '^XA' };
const TYPES: Readonly<Record<ShipInput['labelFormat'], string>> = { pdf: 'application/pdf', zpl: 'application/zpl' };

async function paper(
  env: CarrierEnv,
  parcelId: number,
  type: 'label' | 'customs-declaration',
  format: ShipInput['labelFormat'],
): Promise<Uint8Array> {
  const { bytes } = await exchange(env, {
    method: 'GET',
    path: path`/parcels/${parcelId}/documents/${type}`,
    name: `${type} file`,
    as: TYPES[format],
  });
  if (!Buffer.from(bytes.subarray(0, 16)).toString('latin1').includes(STARTS[format]))
    throw new FieldProblem(`The ${type} document`, `is no ${format.toUpperCase()}`);
  return bytes;
}

async function file(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { parcelId } = kept;
  if (typeof parcelId !== 'number') throw new RangeError('the parcel was not kept');
  const format = input.labelFormat;
  const parcelNumber = input.shipment.parcels[0]?.number ?? 1;
  const label = await paper(env, parcelId, 'label', format);
  const files: CarrierFile[] = [{ kind: 'bytes', document: 'label', format, bytes: label, parcelNumber }];
  if (kept.customs === true)
    files.push({
      kind: 'bytes',
      document: 'customs-invoice',
      format: 'pdf',
      bytes: await paper(env, parcelId, 'customs-declaration', 'pdf'),
      parcelNumber,
    });
  return { kind: 'done', result: { files } };
}

async function recover(
  input: ShipInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  if (input.shipment.return) leaveForReview('return');
  const response = await exchange(env, {
    method: 'GET',
    path: '/shipments',
    name: 'find shipment',
    query: { external_reference_id: input.reference },
    accept: [404],
  });
  if (response.status === 404) return { kind: 'absent' };
  const found = readObject(response.json()).strictList('data', (each) => each);
  const own = found.find((each) => each.string('external_reference_id') === input.reference);
  // What the carrier did not take was not sold; bought again with the reference, Sendcloud answers the failed one.
  if (!own || isFailed(own)) return { kind: 'absent' };
  const { keep, result } = bought(own, input.reference);
  return { kind: 'found', step, ...(keep ? { keep } : {}), ...(result ? { result } : {}) };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'option', effect: 'read', run: option },
    { name: 'buy', effect: 'pay', run: buy },
    { name: 'confirm', effect: 'read', run: confirm },
    { name: 'file', effect: 'read', run: file },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
