/**
 * A purchase is one call; labels (and the commercial invoice) are fetched by a second step. Canpar takes no key of ours, so a
 * lost answer is looked up by our reference, which every package carries.
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { labelPicture } from '@scanship/connector-kit/carrier/label-picture';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call, refusal, shipperOf, texts } from './client.ts';
import { shipmentMessage } from './messages.ts';
import { price } from './prices.ts';
import { carries, searchShipments } from './search.ts';

const BARCODE = /^[CDKLSUXZ]\d{21}$/;

/** @param s a `Shipment` that was processed */
function bought(s: ObjectReader, input: ShipInput): { keep: JsonObject; result: Partial<ShipResult> } {
  const id = s.string('id', /^[1-9]\d{0,9}$/);
  const barcodes = s.strictList('packages', (p) => p.string('barcode', BARCODE));
  const { parcels } = input.shipment;
  if (barcodes.length !== parcels.length || new Set(barcodes).size !== barcodes.length)
    throw new FieldProblem(s.at('packages'), 'are not the parcels that were sent');
  return {
    keep: { id, shipDate: input.shipment.shipDate, barcodes },
    result: {
      carrierShipmentId: id,
      parcels: parcels.map(({ number }, index) => ({ number, trackingNumber: barcodes[index] ?? '' })),
      charged: s.maybe('freight_charge', () => price(s)),
    },
  };
}

async function create(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { shipment, service, reference } = input;
  const answer = await call(env, {
    service: 'business',
    method: 'processShipment',
    name: 'process shipment',
    request: { shipment: shipmentMessage(shipment, { shipper: shipperOf(env), service, reference }) },
    readOnly: false,
    arrays: ['*.shipment.packages'],
  });
  const result = answer.object('processShipmentResult');
  const [error] = texts(result, 'errors');
  if (error !== undefined && !result.has('shipment')) throw refusal(error, false);
  return { kind: 'done', ...bought(result.object('shipment'), input) };
}

async function recover(
  input: ShipInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  // What is forgotten may have been for another day.
  const shipDate = input.perhapsSince === undefined ? input.shipment.shipDate : undefined;
  const found = await searchShipments(env, input.reference, shipDate);
  const ours = found.find((s) => carries(s, input.reference) && !s.boolean('voided'));
  return ours ? { kind: 'found', step, ...bought(ours, input) } : { kind: 'absent' };
}

/** Base64 of a picture or page; the format is told by its first bytes. */
export function fileOf(
  base64: string,
  where: string,
): { readonly format: 'pdf' | 'png' | 'gif'; readonly bytes: Uint8Array } {
  const bytes = readObject({ file: base64 }, where).base64('file');
  const start = Buffer.from(bytes.subarray(0, 5)).toString('latin1');
  if (start === '%PDF-') return { format: 'pdf', bytes };
  if (start.slice(1, 4) === 'PNG') return { format: 'png', bytes };
  if (start.startsWith('GIF8')) return { format: 'gif', bytes };
  throw new FieldProblem(where, 'is neither a PDF nor a picture');
}

async function labels(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const id = typeof kept.id === 'string' ? kept.id : '';
  const answer = await call(env, {
    service: 'business',
    method: 'getLabelsAdvanced',
    name: 'labels',
    request: { horizontal: false, id, thermal: true },
    readOnly: true,
    arrays: ['*.labels'],
  });
  const { parcels, customs } = input.shipment;
  const pictures = texts(answer, 'labels').map((label, index) => fileOf(label, `${answer.path}.labels[${index}]`));
  if (pictures.length !== parcels.length) throw new FieldProblem(answer.at('labels'), 'are not one for each parcel');
  const files = pictures.map(
    (picture, index): CarrierFile => ({
      kind: 'bytes',
      document: 'label',
      ...picture,
      parcelNumber: parcels[index]?.number,
      ...(picture.format === 'pdf' ? {} : { picture: labelPicture(picture.bytes) }),
    }),
  );
  const invoice = customs ? await proforma(id, env) : undefined;
  return { kind: 'done', result: { files: invoice ? [...files, invoice] : files } };
}

async function proforma(id: string, env: CarrierEnv): Promise<CarrierFile> {
  const answer = await call(env, {
    service: 'business',
    method: 'getProforma',
    name: 'commercial invoice',
    request: { id },
    readOnly: true,
  });
  return { kind: 'bytes', document: 'customs-invoice', ...fileOf(answer.string('proforma'), answer.at('proforma')) };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'create', effect: 'create', run: create },
    { name: 'labels', effect: 'read', run: labels },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 120_000,
};
