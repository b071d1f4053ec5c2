/** A label is bought in one call that carries our reference; what became of a cut-off one is asked by that reference. */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { accounts } from './accounts.ts';
import { download, exchange, ID, LINK } from './client.ts';
import { manifest } from './manifest.ts';
import { shipmentMessage } from './messages.ts';
import { labelPrice } from './prices.ts';
import { partsOf } from './manifest-services.ts';

const NAME = manifest.name;
const POLL_MS = 1000;
export const TRACKING = /^[A-Za-z0-9]{6,50}$/;

const kept = (all: JsonObject, name: 'carrierId' | 'labelId' | 'link'): string => {
  const value = all[name];
  if (typeof value !== 'string') throw new RangeError(`${name} was not kept`);
  return value;
};

async function account(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const parts = partsOf(input.service);
  if (!parts) throw fail('invalid-input', `${input.service} is not a service of ${NAME}.`);
  const quoted = input.rateToken?.carrierId;
  if (typeof quoted === 'string' && ID.test(quoted)) return { kind: 'done', keep: { carrierId: quoted } };
  const found = (await accounts(env)).find(({ code }) => code === parts.carrierCode);
  if (!found) throw fail('refused', `${NAME} has no account connected that sells this service.`);
  return { kind: 'done', keep: { carrierId: found.id } };
}

async function buy(input: ShipInput, all: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const serviceCode = partsOf(input.service)?.serviceCode ?? '';
  const sold = { carrierId: kept(all, 'carrierId'), serviceCode, reference: input.reference };
  const response = await exchange(env, {
    method: 'POST',
    path: '/v1/labels',
    name: 'buy label',
    json: {
      shipment: shipmentMessage(input.shipment, sold),
      is_return_label: input.shipment.return !== undefined,
      validate_address: 'no_validation',
      label_download_type: 'url',
      label_format: input.labelFormat,
      label_layout: '4x6',
      display_scheme: 'label',
    },
  });
  const label = readObject(response.json());
  return bought(label, input);
}

function bought(
  label: ObjectReader,
  { reference }: Pick<ShipInput, 'reference'>,
): Extract<StepOutcome<ShipResult>, { kind: 'done' }> {
  const labelId = label.string('label_id', ID);
  if (label.has('external_shipment_id') && label.string('external_shipment_id') !== reference)
    throw new FieldProblem(label.at('external_shipment_id'), 'is another purchase than ours');
  return { kind: 'done', keep: { labelId }, result: { carrierShipmentId: labelId } };
}

export async function labelById(env: CarrierEnv, id: string, name: string): Promise<ObjectReader> {
  const response = await exchange(env, { method: 'GET', path: path`/v1/labels/${id}`, name });
  const label = readObject(response.json());
  if (label.string('label_id', ID) !== id)
    throw new FieldProblem(label.at('label_id'), 'is another label than the one asked for');
  return label;
}

const STATES: Readonly<Record<string, 'making' | 'made' | 'failed' | 'voided'>> = {
  processing: 'making',
  completed: 'made',
  error: 'failed',
  voided: 'voided',
};
export const stateOf = (label: ObjectReader): (typeof STATES)[string] => label.choice('status', STATES);

async function confirm(input: ShipInput, all: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const label = await labelById(env, kept(all, 'labelId'), 'label');
  const state = stateOf(label);
  if (state === 'making') return { kind: 'wait', retryAfterMs: POLL_MS };
  if (state !== 'made')
    throw fail('refused', `${NAME} could not make this label.`, { vendorCode: label.string('status') });
  const format = input.labelFormat;
  const trackingNumber = label.string('tracking_number', TRACKING);
  const trackingUrl = label.maybe('tracking_url', (n) => label.string(n, LINK));
  const charged = label.maybe('shipment_cost', () => labelPrice(label));
  return {
    kind: 'done',
    keep: { link: label.object('label_download').string(format, LINK) },
    result: {
      parcels: [{ number: input.shipment.parcels[0]?.number ?? 1, trackingNumber, trackingUrl }],
      charged,
    },
  };
}

const STARTS: Readonly<Record<ShipInput['labelFormat'], string>> = { pdf: '%PDF', zpl: '^XA' };

async function file(input: ShipInput, all: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const format = input.labelFormat;
  const bytes = await download(env, kept(all, 'link'), 'label file');
  if (!Buffer.from(bytes.subarray(0, 16)).toString('latin1').includes(STARTS[format]))
    throw new FieldProblem('label_download', `does not lead to a label in ${format.toUpperCase()}`);
  const label: CarrierFile = {
    kind: 'bytes',
    document: input.shipment.return ? 'return-label' : 'label',
    format,
    bytes,
    parcelNumber: input.shipment.parcels[0]?.number ?? 1,
  };
  return { kind: 'done', result: { files: [label] } };
}

async function recover(
  input: ShipInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const response = await exchange(env, {
    method: 'GET',
    path: path`/v1/labels/external_shipment_id/${input.reference}`,
    name: 'find label',
    accept: [404],
  });
  if (response.status === 404) return { kind: 'absent' };
  const { keep, result } = bought(readObject(response.json()), input);
  return { kind: 'found', step, ...(keep ? { keep } : {}), ...(result ? { result } : {}) };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'account', effect: 'none', run: account },
    { name: 'buy', effect: 'pay', run: buy },
    { name: 'confirm', effect: 'read', run: confirm },
    { name: 'file', effect: 'read', run: file },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
