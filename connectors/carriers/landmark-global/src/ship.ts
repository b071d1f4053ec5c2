/**
 * One call makes the shipment, has it processed by the carrier of the last mile and brings the labels. A label cannot be
 * fetched again, so a purchase whose answer was lost is left to a person; our reference keeps it from being bought twice.
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { isLabel, pdfIn } from '@scanship/connector-kit/answers/pdf-file';
import { ask } from './client.ts';
import { packageReference, shipMessage } from './messages.ts';
import { unfit } from './rate.ts';

/** Landmark Global's own number: "LTN408798880N1", in test answers also "LTN_test35364527N1". */
export const LTN = /^LTN[A-Za-z0-9_]{4,30}$/;

/** ZPL comes as it is; some answers have it in base64 like pictures. @throws FieldProblem for what is no file of the format */
function bytesOf(image: ObjectReader, format: ShipInput['labelFormat']): Uint8Array {
  if (format === 'pdf') return pdfIn(image, 'LabelImage');
  const text = image.string('LabelImage');
  const bytes = text.startsWith('^XA') ? new TextEncoder().encode(text) : image.base64('LabelImage');
  if (!isLabel(bytes, format)) throw new FieldProblem(image.at('LabelImage'), 'is not ZPL');
  return bytes;
}

interface Package {
  readonly reference: string | undefined;
  readonly trackingNumber: string;
  readonly labels: readonly Uint8Array[];
}

function packageOf(p: ObjectReader, format: ShipInput['labelFormat']): Package {
  const images = p.object('LabelImages').raw('LabelImage');
  const labels = (Array.isArray(images) ? images : []).map((LabelImage: unknown, index) =>
    bytesOf(readObject({ LabelImage }, `${p.at('LabelImages')}[${index}]`), format),
  );
  if (labels.length === 0) throw new FieldProblem(p.at('LabelImages'), 'holds no label');
  return {
    reference: p.has('PackageReference') ? p.string('PackageReference') : undefined,
    trackingNumber: p.string('LandmarkTrackingNumber', LTN),
    labels,
  };
}

/**
 * Pages of one parcel as files. ZPL may follow ZPL in one; of PDFs the first page is the one that sticks to the parcel, and the
 * last file of a parcel is the one that is printed.
 */
const pages = (labels: readonly Uint8Array[], format: ShipInput['labelFormat']): readonly Uint8Array[] =>
  format === 'zpl' ? [new Uint8Array(Buffer.concat(labels))] : labels.toReversed();

/** Parcels by the reference we gave them; a single one needs none. */
function matched(input: ShipInput, packages: readonly Package[]): readonly (readonly [number, Package])[] {
  const { parcels } = input.shipment;
  if (packages.length !== parcels.length)
    throw new FieldProblem('Packages', `are ${packages.length} for ${parcels.length} parcels`);
  return parcels.map(({ number }) => {
    const wanted = packageReference(input.reference, number);
    const found =
      packages.find(({ reference }) => reference === wanted) ?? (parcels.length === 1 ? packages[0] : undefined);
    if (!found) throw new FieldProblem('Packages', `have none with the reference ${wanted}`);
    return [number, found] as const;
  });
}

async function create(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { shipment, service, reference, labelFormat } = input;
  const { accountNumber, region } = env.credentials;
  const request = shipMessage(shipment, service, { accountNumber, region }, reference, labelFormat);
  const why = unfit(service, shipment);
  if (why) throw fail('invalid-input', why.message, { field: why.field });
  const result = await ask(env, { document: 'Ship', name: 'ship', request, readOnly: false });
  const packages = result.object('Packages').strictList('Package', (p) => packageOf(p, labelFormat));
  const sold = matched(input, packages);
  const file = (bytes: Uint8Array, parcelNumber: number): CarrierFile => ({
    kind: 'bytes',
    document: 'label',
    format: labelFormat,
    bytes,
    parcelNumber,
  });
  return {
    kind: 'done',
    result: {
      carrierShipmentId: sold[0]?.[1].trackingNumber,
      parcels: sold.map(([number, { trackingNumber }]) => ({
        number,
        trackingNumber,
        trackingUrl: `https://track.landmarkglobal.com/?search=${trackingNumber}`,
      })),
      files: sold.flatMap(([number, { labels }]) => pages(labels, labelFormat).map((bytes) => file(bytes, number))),
      // The interface tells no prices: the label costs what the account's list says.
      charged: undefined,
    },
  };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [{ name: 'create', effect: 'create', run: create }],
  recovery: 'none',
  settleAfterMs: 60_000,
};
