/**
 * One label a call. The package ID is our reference and unique for ever: after a cut-off the label is asked for by it.
 * Nothing is billed before the parcel stands on a manifest.
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { labelPicture } from '@scanship/connector-kit/carrier/label-picture';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange, pickupOf } from './client.ts';
import { parcelMessage } from './messages.ts';

const FORMATS = { PNG: 'png', ZPL: 'zpl', PDF: 'pdf' } as const;
const STARTS = { png: /^\x89PNG/, zpl: /^\s*(\^|~)/, pdf: /^%PDF-/ } as const;

function fileOf(label: ObjectReader, parcelNumber: number): CarrierFile {
  const format = label.choice('format', FORMATS);
  label.choice('encodeType', { BASE64: true });
  const bytes = label.base64('labelData');
  if (!STARTS[format].test(Buffer.from(bytes.subarray(0, 16)).toString('latin1')))
    throw new FieldProblem(label.at('labelData'), `is not in the format ${format.toUpperCase()}`);
  return {
    kind: 'bytes',
    document: 'label',
    format,
    bytes,
    parcelNumber,
    ...(format === 'png' ? { picture: labelPicture(bytes) } : {}),
  };
}

/**
 * The number parcels are followed by: that of the last mile, which inside the United States is always there; abroad it comes
 * after the hand-over, so that DHL's own stands in.
 * @throws FieldProblem when the label is another parcel's or cannot be read
 */
export function readLabel(answer: ObjectReader, packageId: string, parcelNumber: number, abroad: boolean) {
  const [label] = answer.strictList('labels', (one) => {
    if (one.id('packageId') !== packageId)
      throw new FieldProblem(one.at('packageId'), 'is another parcel than the one asked for');
    const dhlPackageId = one.id('dhlPackageId', /^[A-Za-z0-9]{6,40}$/).toUpperCase();
    const trackingNumber = abroad ? dhlPackageId : one.id('trackingId', /^[A-Za-z0-9]{6,40}$/).toUpperCase();
    return { dhlPackageId, trackingNumber, file: fileOf(one, parcelNumber) };
  });
  if (!label) throw new FieldProblem(answer.at('labels'), 'is empty');
  return {
    keep: { dhlPackageId: label.dhlPackageId, abroad },
    result: {
      carrierShipmentId: packageId,
      parcels: [{ number: parcelNumber, trackingNumber: label.trackingNumber }],
      files: [label.file],
      charged: undefined,
    },
  };
}

const partsOf = ({ shipment }: ShipInput) =>
  [shipment.parcels[0]?.number ?? 1, shipment.to.countryCode !== shipment.from.countryCode] as const;

async function create(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/shipping/v4/label',
    query: { format: input.labelFormat === 'zpl' ? 'ZPL' : 'PNG' },
    name: 'create label',
    json: { ...parcelMessage(input.shipment, input.reference, env), orderedProductId: input.service },
  });
  return { kind: 'done', ...readLabel(readObject(response.json()), input.reference, ...partsOf(input)) };
}

async function recover(
  input: ShipInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const response = await exchange(env, {
    method: 'GET',
    path: path`/shipping/v4/label/${pickupOf(env)}`,
    query: { packageId: input.reference },
    name: 'find label',
    accept: [404],
  });
  if (response.status === 404) return { kind: 'absent' };
  return { kind: 'found', step, ...readLabel(readObject(response.json()), input.reference, ...partsOf(input)) };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [{ name: 'create', effect: 'create', run: create }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
