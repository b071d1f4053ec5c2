/**
 * One order with its label, found again by our reference. An order whose label Royal Mail could not make costs nothing; it is
 * taken back, so that nobody prints it later by hand.
 */
import { isPdf } from '@scanship/connector-kit/answers/pdf-file';
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { fieldOf, inWords, send } from './client.ts';
import { manifest } from './manifest.ts';
import { orderMessage } from './messages.ts';
import { findByReference, numberOf, ORDER, TRACKING, type Order } from './orders.ts';
import { isAbroad } from './services.ts';

const NAME = manifest.name;
const NO_LABEL = `${NAME} made no label for this order; labels by key are for Online Business Accounts (OBA).`;
/** An order without a number may still be waiting for its label. */
const LABEL_TAKES_MS = 120_000;

const trackingUrl = (number: string): string => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`;

const bought = (input: ShipInput, orderId: string, number: string): StepOutcome<ShipResult> & { kind: 'done' } => ({
  kind: 'done',
  keep: { orderId, trackingNumber: number },
  result: {
    carrierShipmentId: orderId,
    parcels: [
      { number: input.shipment.parcels[0]?.number ?? 1, trackingNumber: number, trackingUrl: trackingUrl(number) },
    ],
  },
});

/** @throws ConnectorError `invalid-input` with Royal Mail's words: the order does not exist */
function readFailure(failed: ObjectReader): never {
  const [error] = failed.strictList('errors', (one) => ({
    code: one.id('errorCode'),
    words: one.string('errorMessage'),
    fields: one.list('fields', (field) => field.string('fieldName'), { optional: true }),
  }));
  if (!error) throw new FieldProblem(failed.at('errors'), 'is empty');
  throw fail('invalid-input', inWords(error.words), {
    vendorCode: error.code,
    vendorMessage: error.words,
    field: fieldOf([...error.fields, error.words].join(' ')),
  });
}

async function create(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const response = await send(env, {
    method: 'POST',
    path: '/orders',
    name: 'create order',
    json: {
      items: [
        orderMessage(input.shipment, {
          service: input.service,
          reference: input.reference,
          carrierName: env.credentials['carrierName'] ?? '',
          now: env.now(),
        }),
      ],
    },
  });
  const body = readObject(response.json());
  const created = body.has('createdOrders') ? body.strictList('createdOrders', (one) => one) : [];
  const [order] = created;
  if (!order) {
    const [failed] = body.strictList('failedOrders', (one) => one);
    if (failed) return readFailure(failed);
    throw new FieldProblem('createdOrders', 'is empty');
  }
  if (created.length !== 1 || order.string('orderReference') !== input.reference)
    throw new FieldProblem(order.at('orderReference'), 'is another order than the one sent');
  const orderId = order.id('orderIdentifier', ORDER);
  const number = numberOf(order);
  if (number !== undefined) return bought(input, orderId, number);
  const [refusal] = order.has('labelErrors')
    ? order.strictList('labelErrors', (one) => inWords(one.string('message')))
    : [];
  return { kind: 'done', keep: { orderId, refusal: refusal ?? NO_LABEL } };
}

const orderIdOf = (kept: JsonObject): string => {
  const { orderId } = kept;
  if (typeof orderId !== 'string') throw new RangeError('the number of the order was not kept');
  return orderId;
};

/** Costs nothing and harms nobody when it is repeated. */
async function tidy(_input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { refusal } = kept;
  if (typeof refusal !== 'string') return { kind: 'done' };
  await send(env, {
    method: 'DELETE',
    path: path`/orders/${orderIdOf(kept)}`,
    name: 'take order back',
    accept: [404],
    readOnly: true,
  });
  throw fail('refused', refusal, { vendorCode: 'no-label', field: fieldOf(refusal) });
}

async function label(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { bytes } = await send(env, {
    method: 'GET',
    path: path`/orders/${orderIdOf(kept)}/label`,
    name: 'label',
    query: {
      documentType: 'postageLabel',
      includeReturnsLabel: 'false',
      includeCN: isAbroad(input.shipment) ? 'true' : undefined,
    },
  });
  if (!isPdf(bytes)) throw new FieldProblem('The label', 'is not a PDF');
  const file: CarrierFile = {
    kind: 'bytes',
    document: 'label',
    format: 'pdf',
    bytes,
    parcelNumber: input.shipment.parcels[0]?.number ?? 1,
  };
  return { kind: 'done', result: { files: [file], charged: undefined } };
}

const labelled = (order: Order): order is Order & { readonly trackingNumber: string } =>
  order.trackingNumber !== undefined && TRACKING.test(order.trackingNumber);

async function recover(
  input: ShipInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const orders = await findByReference(env, input.reference, 'find order');
  const found = orders.find(labelled);
  if (found) {
    const { keep, result } = bought(input, found.id, found.trackingNumber);
    return { kind: 'found', step, keep, result };
  }
  const [bare] = orders;
  if (!bare) return { kind: 'absent' };
  if (env.now().getTime() - Date.parse(bare.createdOn) < LABEL_TAKES_MS)
    return { kind: 'not-yet', retryAfterMs: 15_000 };
  return { kind: 'found', step, keep: { orderId: bare.id, refusal: NO_LABEL } };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'create', effect: 'create', run: create },
    { name: 'tidy', effect: 'reserve', run: tidy },
    { name: 'label', effect: 'read', run: label },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
