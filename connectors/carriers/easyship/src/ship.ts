/**
 * A shipment without a label first, which is free; then its label is bought. One shipment has one label, so that what became
 * of a cut-off purchase is read from the shipment, whose number is kept.
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { asSentence } from '@scanship/connector-kit/http/http-response';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange, SHIPMENT, UUID } from './client.ts';
import { manifest } from './manifest.ts';
import { labelMessage, shipmentMessage } from './messages.ts';
import { type Price, readPrice } from './prices.ts';
import { askRates, categoryOf, courierOf, readRates } from './rate.ts';

const NAME = manifest.name;
const NUMBER = /^[A-Za-z0-9]{6,50}$/;
const POLL_MS = 2000;

const keptText = (kept: JsonObject, name: 'courierService' | 'shipmentId'): string => {
  const value = kept[name];
  if (typeof value !== 'string') throw new RangeError(`${name} was not kept`);
  return value;
};

/** The number Easyship has for the service here; the one that was quoted, else it is looked up by its words. */
async function service(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const quoted = input.rateToken?.courierService;
  if (typeof quoted === 'string' && UUID.test(quoted)) return { kind: 'done', keep: { courierService: quoted } };
  const { shipment } = input;
  const {
    offers: [offer],
    problems: [problem],
  } = readRates(await askRates(env, shipment, 'find service'), shipment, [input.service]);
  const found = offer?.token?.courierService;
  if (typeof found !== 'string')
    throw fail('refused', problem?.message ?? `${NAME} no longer offers this service for this shipment.`);
  return { kind: 'done', keep: { courierService: found } };
}

async function draft(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const courierService = keptText(kept, 'courierService');
  const response = await exchange(env, {
    method: 'POST',
    path: '/shipments',
    name: 'draft',
    json: shipmentMessage(input.shipment, categoryOf(env), { courierService, reference: input.reference }),
    // A shipment without a label costs nothing and is seen by nobody.
    readOnly: true,
  });
  const shipment = readObject(response.json()).object('shipment');
  if (!shipment.has('courier_service') || shipment.object('courier_service').string('id', UUID) !== courierService)
    throw fail('refused', `${NAME} no longer offers this service for this shipment.`);
  return { kind: 'done', keep: { shipmentId: shipment.string('easyship_shipment_id', SHIPMENT) } };
}

async function buy(_input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const id = keptText(kept, 'shipmentId');
  const response = await exchange(env, {
    method: 'POST',
    path: path`/shipments/${id}/label`,
    name: 'buy label',
    json: labelMessage(keptText(kept, 'courierService')),
  });
  const shipment = ownShipment(readObject(response.json()), id);
  if (stateOf(shipment) === 'failed') throw failure(shipment);
  return { kind: 'done', result: { carrierShipmentId: id } };
}

function ownShipment(answer: ObjectReader, id: string): ObjectReader {
  const shipment = answer.object('shipment');
  if (shipment.string('easyship_shipment_id', SHIPMENT) !== id)
    throw new FieldProblem(shipment.at('easyship_shipment_id'), 'is another shipment than the one asked for');
  return shipment;
}

/** With its papers as PDF where they are there. */
export async function shipmentById(env: CarrierEnv, id: string, name: string): Promise<ObjectReader> {
  const response = await exchange(env, {
    method: 'GET',
    path: path`/shipments/${id}`,
    name,
    query: { format: 'PDF', label: '4x6', commercial_invoice: 'A4', packing_slip: 'none' },
  });
  return ownShipment(readObject(response.json()), id);
}

const STATES: Readonly<Record<string, 'none' | 'making' | 'made' | 'failed' | 'voided'>> = {
  not_created: 'none',
  pending: 'making',
  generating: 'making',
  generated: 'made',
  printed: 'made',
  reported: 'made',
  failed: 'failed',
  technical_failed: 'failed',
  voided: 'voided',
  void_failed: 'made',
};
export const stateOf = (shipment: ObjectReader): (typeof STATES)[string] => shipment.choice('label_state', STATES);

/** The courier's words of the last attempt; members differ between the version before and this one. */
function failure(shipment: ObjectReader): Error {
  const [said] = shipment.list(
    'last_failure_http_response_messages',
    (m) => m.string(m.has('content') ? 'content' : 'message'),
    { optional: true },
  );
  return fail('refused', said === undefined ? `${NAME} could not make this label.` : `${NAME}: ${asSentence(said)}`, {
    vendorCode: 'failed',
  });
}

async function label(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const shipment = await shipmentById(env, keptText(kept, 'shipmentId'), 'label');
  const state = stateOf(shipment);
  if (state === 'making') return { kind: 'wait', retryAfterMs: POLL_MS };
  if (state === 'failed') throw failure(shipment);
  if (state !== 'made') throw fail('refused', `${NAME} has no label for this shipment.`);
  const parcelNumber = input.shipment.parcels[0]?.number ?? 1;
  const [tracking] = shipment.strictList('trackings', (t) => t.string('tracking_number', NUMBER));
  if (tracking === undefined) throw new FieldProblem(shipment.at('trackings'), 'has no number');
  const trackingUrl = shipment.maybe('tracking_page_url', (n) => shipment.string(n, /^https?:\/\/\S+$/));
  return {
    kind: 'done',
    result: {
      parcels: [{ number: parcelNumber, trackingNumber: tracking, trackingUrl }],
      files: readFiles(shipment, parcelNumber),
      charged: chargedOf(shipment, keptText(kept, 'courierService')),
    },
  };
}

/** The price of the service that was bought, among those the shipment has. */
const chargedOf = (shipment: ObjectReader, courierService: string): Price | undefined =>
  shipment.maybe('rates', (n) =>
    shipment
      .strictList(n, (r) => ({ id: courierOf(r).id, rate: r }))
      .filter(({ id }) => id === courierService)
      .map(({ rate }) => readPrice(rate))
      .at(0),
  );

const KINDS: Readonly<Record<string, CarrierFile['document']>> = {
  label: 'label',
  commercial_invoice: 'customs-invoice',
};

function readFiles(shipment: ObjectReader, parcelNumber: number): readonly CarrierFile[] {
  const files = shipment
    .strictList('shipping_documents', (d): readonly CarrierFile[] => {
      const document = KINDS[d.string('category', /^[a-z_]+$/)];
      if (!document) return [];
      const parts = d.raw('base64_encoded_strings');
      if (!Array.isArray(parts)) throw new FieldProblem(d.at('base64_encoded_strings'), 'is no list');
      return parts.map((part: unknown, at) => {
        const bytes = readObject({ part }, d.at(`base64_encoded_strings[${at}]`)).base64('part');
        if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== '%PDF')
          throw new FieldProblem(d.at(`base64_encoded_strings[${at}]`), 'is not a PDF');
        return { kind: 'bytes', document, format: 'pdf', bytes, parcelNumber };
      });
    })
    .flat();
  if (!files.some(({ document }) => document === 'label'))
    throw new FieldProblem(shipment.at('shipping_documents'), 'has no label');
  return files;
}

async function recover(
  _input: ShipInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const id = keptText(kept, 'shipmentId');
  const state = stateOf(await shipmentById(env, id, 'find label'));
  return state === 'none' || state === 'failed'
    ? { kind: 'absent' }
    : { kind: 'found', step, result: { carrierShipmentId: id } };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'service', effect: 'none', run: service },
    { name: 'draft', effect: 'reserve', run: draft },
    { name: 'buy', effect: 'pay', run: buy },
    { name: 'label', effect: 'read', run: label },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
