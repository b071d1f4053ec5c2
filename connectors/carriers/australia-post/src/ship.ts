/**
 * The product of the contract first, then the shipment, found again by our reference; then its label, whose link is fetched without
 * the key. A shipment is billed when it is lodged with the end of the day.
 */
import { isPdf } from '@scanship/connector-kit/answers/pdf-file';
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { download } from '@scanship/connector-kit/http/vendor-call';
import { PRODUCT, productOf } from './account.ts';
import { ask, send } from './client.ts';
import { manifest } from './manifest.ts';
import { shipmentMessage } from './messages.ts';
import { isAbroad, labelGroup, objection } from './services.ts';
import { findByReference, readShipment, SHIPMENT, type Found } from './shipments.ts';

const NAME = manifest.name;
const REQUEST = /^[\w-]{8,60}$/;
const ASK_AGAIN_MS = 2000;

const trackingUrl = (number: string): string => `https://auspost.com.au/mypost/track/#/details/${number}`;

async function product(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { shipment, service, rateToken } = input;
  const no = objection(service, shipment);
  if (no !== undefined) throw fail('invalid-input', no, { field: 'service' });
  const quoted = rateToken?.['productId'];
  const productId = typeof quoted === 'string' && PRODUCT.test(quoted) ? quoted : await productOf(service, env);
  // What is wrong with the shipment is said before anything is made.
  shipmentMessage(shipment, productId, input.reference);
  return { kind: 'done', keep: { productId } };
}

const keptText = (kept: JsonObject, name: string, form: RegExp): string => {
  const value = kept[name];
  if (typeof value !== 'string' || !form.test(value)) throw new RangeError(`${name} was not kept`);
  return value;
};

const bought = (
  input: ShipInput,
  found: Found,
): { readonly keep: JsonObject; readonly result: Partial<ShipResult> } => ({
  keep: { shipmentId: found.id },
  result: {
    carrierShipmentId: found.id,
    parcels: [
      {
        number: input.shipment.parcels[0]?.number ?? 1,
        trackingNumber: found.articleId,
        trackingUrl: trackingUrl(found.articleId),
      },
    ],
    charged: found.price,
  },
});

async function create(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const productId = keptText(kept, 'productId', PRODUCT);
  const response = await send(env, {
    method: 'POST',
    path: '/shipments',
    name: 'create shipment',
    json: { shipments: [shipmentMessage(input.shipment, productId, input.reference)] },
  });
  const [found] = readObject(response.json()).strictList('shipments', readShipment);
  if (!found) throw new FieldProblem('shipments', 'is empty');
  if (found.reference !== input.reference)
    throw new FieldProblem('shipments[0].shipment_reference', 'is another shipment than the one sent');
  return { kind: 'done', ...bought(input, found) };
}

/** International labels hold the customs form and come as PDF of a whole page only. */
const formatOf = (input: ShipInput): 'pdf' | 'zpl' => (isAbroad(input.shipment) ? 'pdf' : input.labelFormat);

interface Label {
  readonly requestId: string;
  readonly state: 'ready' | 'waits' | 'failed';
  /** Where the file is, once it is ready. */
  readonly url: string | undefined;
}

function readLabel(body: ObjectReader): Label {
  const [label] = body.strictList('labels', (one): Label => {
    const state = one.choice('status', { AVAILABLE: 'ready', PENDING: 'waits', ERROR: 'failed' } as const);
    return {
      requestId: one.string('request_id', REQUEST),
      state,
      url: state === 'ready' ? one.string('url') : undefined,
    };
  });
  if (!label) throw new FieldProblem('labels', 'is empty');
  if (label.state === 'failed')
    throw fail('temporary-before-effect', `${NAME} could not make the label; it is asked again.`);
  return label;
}

/** Making a label again costs nothing. */
async function request(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const body = await ask(env, {
    method: 'POST',
    path: '/labels',
    name: 'request label',
    readOnly: true,
    json: {
      wait_for_label_url: true,
      preferences: [
        {
          type: 'PRINT',
          format: formatOf(input).toUpperCase(),
          groups: [
            {
              group: labelGroup(input.service),
              layout: isAbroad(input.shipment) ? 'A4-1pp' : 'A6-1pp',
              branded: true,
              left_offset: 0,
              top_offset: 0,
            },
          ],
        },
      ],
      shipments: [{ shipment_id: keptText(kept, 'shipmentId', SHIPMENT) }],
    },
  });
  return { kind: 'done', keep: { labelRequest: readLabel(body).requestId } };
}

async function label(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const requestId = keptText(kept, 'labelRequest', REQUEST);
  const answer = readLabel(await ask(env, { method: 'GET', path: path`/labels/${requestId}`, name: 'label' }));
  if (answer.requestId !== requestId)
    throw new FieldProblem('labels[0].request_id', 'is another label than the one asked for');
  if (answer.url === undefined) return { kind: 'wait', retryAfterMs: ASK_AGAIN_MS };
  const bytes = await download(env, answer.url, 'label file');
  const format = formatOf(input);
  const right =
    format === 'pdf' ? isPdf(bytes) : Buffer.from(bytes.subarray(0, 3)).toString('latin1').startsWith('^XA');
  if (!right) throw new FieldProblem('The label', `is not ${format.toUpperCase()}`);
  const file: CarrierFile = {
    kind: 'bytes',
    document: 'label',
    format,
    bytes,
    parcelNumber: input.shipment.parcels[0]?.number ?? 1,
  };
  return { kind: 'done', result: { files: [file] } };
}

async function recover(
  input: ShipInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const found = await findByReference(env, input.reference, 'find shipment');
  return found ? { kind: 'found', step, ...bought(input, found) } : { kind: 'absent' };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'product', effect: 'read', run: product },
    { name: 'create', effect: 'create', run: create },
    { name: 'request', effect: 'reserve', run: request },
    { name: 'label', effect: 'read', run: label },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
