/**
 * A draft first, which is free; then it is purchased from the wallet; then its label is fetched. What became of a cut-off
 * purchase is read from the draft, whose number is kept: it is a draft still, or it is not.
 */
import { pdfIn } from '@scanship/connector-kit/answers/pdf-file';
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { money } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { PRICE_LINE_KINDS } from '@scanship/domain/shipping/shipment';
import { ask } from './client.ts';
import { manifest } from './manifest.ts';
import { draftMessage } from './messages.ts';
import { price } from './prices.ts';
import { ORDER } from './rate.ts';
import { postageType, serviceOf } from './services.ts';

const NAME = manifest.name;
export const TRACKING = /^UR\d{17}$/;

async function draft(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const type = postageType(input.service);
  if (type === undefined)
    throw fail('invalid-input', `${NAME} has no service "${input.service}".`, { field: 'service' });
  const data = await ask(env, {
    method: 'POST',
    path: '/shipments/create',
    name: 'draft',
    readOnly: true,
    json: draftMessage(input.shipment, type, input.reference),
  });
  const rates = data.object('rates');
  const given = rates.string('postageType', /^[\w ]{3,60}$/);
  // UniUni takes another type by itself where the wished one is not available.
  if (serviceOf(given) !== input.service)
    throw fail('refused', `${NAME} does not offer this service for the parcel; it would send it as ${given}.`);
  const { lines, total } = price(rates);
  return {
    kind: 'done',
    keep: {
      orderNumber: data.string('orderNumber', ORDER),
      trackingId: data.string('trackingId', TRACKING),
      currency: total.currency,
      total: total.minor,
      lines: lines.map(({ kind, code, label, amount }) => ({ kind, code, label, minor: amount.minor })),
    },
  };
}

interface Kept {
  readonly orderNumber: string;
  readonly trackingId: string;
  readonly charged: ShipResult['charged'];
}

function keptOf(kept: JsonObject): Kept {
  const o = readObject(kept, 'kept');
  const currency = o.currency('currency');
  const kinds = Object.fromEntries(PRICE_LINE_KINDS.map((kind) => [kind, kind]));
  return {
    orderNumber: o.string('orderNumber', ORDER),
    trackingId: o.string('trackingId', TRACKING),
    charged: {
      total: money(o.integer('total'), currency),
      lines: o.strictList(
        'lines',
        (line): PriceLine => ({
          kind: line.choice('kind', kinds),
          code: line.string('code'),
          label: line.string('label'),
          amount: money(line.integer('minor'), currency),
        }),
      ),
    },
  };
}

const bought = (input: ShipInput, { orderNumber, trackingId, charged }: Kept): Partial<ShipResult> => ({
  carrierShipmentId: orderNumber,
  parcels: [{ number: input.shipment.parcels[0]?.number ?? 1, trackingNumber: trackingId }],
  charged,
});

async function purchase(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const own = keptOf(kept);
  const data = await ask(env, {
    method: 'POST',
    path: path`/shipments/${own.orderNumber}/purchase`,
    name: 'purchase',
  });
  if (data.string('orderNumber') !== own.orderNumber || data.string('trackingId') !== own.trackingId)
    throw new FieldProblem('data.orderNumber', 'is another shipment than the one bought');
  return { kind: 'done', result: bought(input, own) };
}

async function label(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const bytes = await labelPdf(keptOf(kept).orderNumber, 'shipping', env);
  const file: CarrierFile = {
    kind: 'bytes',
    document: 'label',
    format: 'pdf',
    bytes,
    parcelNumber: input.shipment.parcels[0]?.number ?? 1,
  };
  return { kind: 'done', result: { files: [file] } };
}

/** @throws FieldProblem for anything but a PDF */
export async function labelPdf(id: string, labelType: 'shipping' | 'batching', env: CarrierEnv): Promise<Uint8Array> {
  const data = await ask(env, { method: 'GET', path: path`/label/${id}`, query: { labelType }, name: 'label' });
  const bytes = pdfIn(data, 'body');
  return bytes;
}

/** A shipment by its number. @throws ConnectorError `refused` where UniUni does not know it */
export async function find(order: string, name: string, env: CarrierEnv): Promise<ObjectReader> {
  const data = await ask(env, { method: 'GET', path: path`/shipments/${order}`, name });
  const shipment = data.object('shipment');
  if (shipment.string('orderNumber') !== order)
    throw new FieldProblem(shipment.at('orderNumber'), 'is another shipment than the one asked for');
  return shipment;
}

async function recover(
  input: ShipInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const own = keptOf(kept);
  const shipment = await find(own.orderNumber, 'find shipment', env);
  if (shipment.string('status', /^[A-Z0-9_]{3,40}$/) === 'DRAFT') return { kind: 'absent' };
  return { kind: 'found', step, result: bought(input, own) };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'draft', effect: 'reserve', run: draft },
    { name: 'purchase', effect: 'pay', run: purchase },
    { name: 'label', effect: 'read', run: label },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
