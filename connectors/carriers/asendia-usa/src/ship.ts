/**
 * One call makes the package and brings the label, or the address of it. No call finds a package by our reference, so a purchase
 * whose answer was lost is left to a person.
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { isLabel } from '@scanship/connector-kit/answers/pdf-file';
import { accountOf, ask, download } from './client.ts';
import { packageMessage, unfit } from './messages.ts';
import { price, type Price } from './prices.ts';

export const PACKAGE = /^[\w-]{3,60}$/;
const NUMBER = /^[A-Za-z0-9]{6,40}$/;
const LINK = /^https?:\/\/[\x21-\x7e]{5,2000}$/;

function checked(bytes: Uint8Array, format: ShipInput['labelFormat']): Uint8Array {
  if (isLabel(bytes, format)) return bytes;
  throw new FieldProblem('The label', `is no ${format.toUpperCase()}`);
}

const fileOf = (input: ShipInput, bytes: Uint8Array): CarrierFile => ({
  kind: 'bytes',
  document: 'label',
  format: input.labelFormat,
  bytes: checked(bytes, input.labelFormat),
  parcelNumber: input.shipment.parcels[0]?.number ?? 1,
});

/** What it costs, where the answer says so in a way that can be read; a label is not lost over its price. */
function chargedOf(body: ObjectReader, product: string): Price | undefined {
  const own = body.isolated();
  const prices = own.maybe('shippingRates', (name) => own.list(name, price)) ?? [];
  return prices.find((one) => one.product === product);
}

async function create(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const json = packageMessage(input.shipment, input.service, accountOf(env), input.reference, input.labelFormat);
  const why = unfit(input.service, input.shipment);
  if (why) throw fail('invalid-input', why.message, { field: why.field });
  const { body } = await ask(env, {
    method: 'POST',
    path: '/v1.0/ShippingPlatform/Package',
    name: 'create package',
    json,
  });
  const made = body.object('packageLabel');
  const packageId = made.id('packageId', PACKAGE);
  const labels = made.strictList('labels', (l) => {
    const content = l.string('content');
    return LINK.test(content) ? content : fileOf(input, l.base64('content'));
  });
  if (labels.length === 0) throw new FieldProblem(made.at('labels'), 'holds no label');
  const charged = chargedOf(body, input.service);
  return {
    kind: 'done',
    keep: { packageId, links: labels.filter((one) => typeof one === 'string') },
    result: {
      carrierShipmentId: packageId,
      parcels: [
        {
          number: input.shipment.parcels[0]?.number ?? 1,
          trackingNumber: made.string('trackingNumber', NUMBER),
          trackingUrl: `https://a1.asendiausa.com/tracking/?trackingnumber=${made.string('trackingNumber', NUMBER)}`,
        },
      ],
      files: labels.filter((one) => typeof one !== 'string'),
      charged: charged && { lines: charged.lines, total: charged.total },
    },
  };
}

/** Fetches labels that came as addresses; with labels in the answer there is nothing left to do. */
async function fetchLabels(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const raw = readObject(kept, 'kept').raw('links');
  const links = Array.isArray(raw) ? raw.filter((one): one is string => typeof one === 'string') : [];
  if (links.length === 0) return { kind: 'done' };
  const files: CarrierFile[] = [];
  for (const link of links) files.push(fileOf(input, await download(env, link)));
  return { kind: 'done', result: { files } };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'create', effect: 'create', run: create },
    { name: 'label', effect: 'read', run: fetchLabels },
  ],
  recovery: 'none',
  settleAfterMs: 60_000,
};
