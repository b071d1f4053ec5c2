/**
 * A shipment without a label first, which is free and carries our reference; then one of its rates is bought. What became of a
 * cut-off purchase is read from the shipment, whose id is kept.
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { add, type Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { download } from '@scanship/connector-kit/http/vendor-call';
import { exchange, LINK, SHIPMENT } from './client.ts';
import { manifest } from './manifest.ts';
import { shipmentMessage } from './messages.ts';
import { oneLine, readRate } from './rate.ts';
import { codeOf } from './manifest-services.ts';

const NAME = manifest.name;
export const NUMBER = /^[A-Za-z0-9]{6,50}$/;

const keptText = (kept: JsonObject, name: 'shipmentId' | 'rateId' | 'link'): string => {
  const value = kept[name];
  if (typeof value !== 'string') throw new RangeError(`${name} was not kept`);
  return value;
};

async function draft(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/v2/shipments',
    name: 'draft',
    json: shipmentMessage(input.shipment, { reference: input.reference, format: input.labelFormat }),
    readOnly: true,
  });
  const shipment = readObject(response.json());
  const shipmentId = shipment.string('id', SHIPMENT);
  // The cheapest account sells it, or the one that was quoted.
  const fitting = shipment
    .list('rates', readRate)
    .filter((rate) => codeOf(rate.carrier, rate.service) === input.service)
    .toSorted((a, b) => a.total.minor - b.total.minor);
  const quoted = input.rateToken?.account;
  const rate = fitting.find(({ account }) => account === quoted) ?? fitting[0];
  if (!rate) {
    const [problem] = shipment.problems;
    if (problem !== undefined) throw new FieldProblem('rates', `cannot be read: ${problem.replace(/\.$/, '')}`);
    throw fail('refused', `${NAME} no longer offers this service for this shipment.`);
  }
  return { kind: 'done', keep: { shipmentId, rateId: rate.id } };
}

async function buy(_input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const id = keptText(kept, 'shipmentId');
  const response = await exchange(env, {
    method: 'POST',
    path: path`/v2/shipments/${id}/buy`,
    name: 'buy label',
    json: { rate: { id: keptText(kept, 'rateId') } },
  });
  ownShipment(readObject(response.json()), id);
  return { kind: 'done', result: { carrierShipmentId: id } };
}

function ownShipment(shipment: ObjectReader, id: string): ObjectReader {
  if (shipment.string('id', SHIPMENT) !== id)
    throw new FieldProblem(shipment.at('id'), 'is another shipment than the one asked for');
  return shipment;
}

export async function shipmentById(env: CarrierEnv, id: string, name: string): Promise<ObjectReader> {
  const response = await exchange(env, { method: 'GET', path: path`/v2/shipments/${id}`, name });
  return ownShipment(readObject(response.json()), id);
}

/** A shipment that was paid for has a label; `postage_label` is null before. */
export const isBought = (shipment: ObjectReader): boolean => {
  if (shipment.raw('postage_label') === undefined) throw new FieldProblem(shipment.at('postage_label'), 'is missing');
  return shipment.has('postage_label');
};

const MEMBER: Readonly<Record<ShipInput['labelFormat'], string>> = { pdf: 'label_pdf_url', zpl: 'label_zpl_url' };
const TYPE: Readonly<Record<ShipInput['labelFormat'], string>> = { pdf: 'application/pdf', zpl: 'application/zpl' };

/** The label in the wanted format: the one asked for, or one EasyPost turned it into. */
function linkOf(label: ObjectReader, format: ShipInput['labelFormat']): string {
  if (label.has(MEMBER[format])) return label.string(MEMBER[format], LINK);
  if (label.string('label_file_type') !== TYPE[format])
    throw new FieldProblem(label.at('label_file_type'), `is not the format asked for (${TYPE[format]})`);
  return label.string('label_url', LINK);
}

/** What EasyPost takes beside the postage, as it is called here. */
const FEES: Readonly<Record<string, readonly [PriceLineKind, string]>> = {
  LabelFee: ['surcharge', 'Label fee'],
  InsuranceFee: ['option', 'Insurance'],
};

/** Postage and EasyPost's own fees, which are told in fractions of a cent of its own currency. */
export function chargedFor(shipment: ObjectReader, postage: Money): NonNullable<ShipResult['charged']> {
  const fees = shipment.list('fees', (fee) => ({ type: fee.string('type', /^[A-Za-z]{1,40}$/), fee }), {
    optional: true,
  });
  const others = fees
    .filter(({ type, fee }) => type !== 'PostageFee' && fee.raw('refunded') !== true && postage.currency === 'USD')
    .map(({ type, fee }): PriceLine => {
      const [kind, label] = (Object.hasOwn(FEES, type) ? FEES[type] : undefined) ?? ['surcharge', `Fee (${type})`];
      return { kind, code: type, label, amount: fee.rounded('amount', 'USD') };
    })
    .filter(({ amount }) => amount.minor > 0);
  const lines = [...oneLine(postage), ...others];
  return { lines, total: lines.map(({ amount }) => amount).reduce(add) };
}

async function confirm(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const shipment = await shipmentById(env, keptText(kept, 'shipmentId'), 'label');
  if (!isBought(shipment)) throw fail('refused', `${NAME} has no label for this shipment.`);
  const trackingNumber = shipment.string('tracking_code', NUMBER);
  const trackingUrl = shipment.maybe('tracker', (n) => shipment.object(n).string('public_url', LINK));
  const charged = shipment.maybe('selected_rate', (n) => chargedFor(shipment, readRate(shipment.object(n)).total));
  return {
    kind: 'done',
    keep: { link: linkOf(shipment.object('postage_label'), input.labelFormat) },
    result: {
      parcels: [{ number: input.shipment.parcels[0]?.number ?? 1, trackingNumber, trackingUrl }],
      charged,
    },
  };
}

const STARTS: Readonly<Record<ShipInput['labelFormat'], string>> = { pdf: '%PDF', zpl: '^XA' };

async function file(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const format = input.labelFormat;
  const bytes = await download(env, keptText(kept, 'link'), 'label file');
  if (!Buffer.from(bytes.subarray(0, 16)).toString('latin1').includes(STARTS[format]))
    throw new FieldProblem('postage_label', `does not lead to a label in ${format.toUpperCase()}`);
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
  _input: ShipInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const id = keptText(kept, 'shipmentId');
  const shipment = await shipmentById(env, id, 'find label');
  return isBought(shipment) ? { kind: 'found', step, result: { carrierShipmentId: id } } : { kind: 'absent' };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'draft', effect: 'reserve', run: draft },
    { name: 'buy', effect: 'pay', run: buy },
    { name: 'confirm', effect: 'read', run: confirm },
    { name: 'file', effect: 'read', run: file },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
