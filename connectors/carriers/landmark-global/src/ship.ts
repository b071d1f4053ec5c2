/**
 * One call makes the shipment, has it processed by the carrier of the last mile and brings the labels. A label cannot be
 * fetched again, so a purchase whose answer was lost is left to a person; our reference keeps it from being bought twice.
 */
import type { CarrierFile, ShipInput, ShipResult, ShippedParcel } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { ask } from './client.ts';
import { packageReference, shipMessage } from './messages.ts';
import { unfit } from './services.ts';

/** Landmark Global's own number: "LTN408798880N1", in test answers also "LTN_test35364527N1". */
export const LTN = /^LTN[A-Za-z0-9_]{4,30}$/;

/** @throws FieldProblem for what is no file of the wished format */
function bytesOf(image: ObjectReader, format: ShipInput['labelFormat']): Uint8Array {
  if (format === 'zpl') {
    // ZPL comes as it is; some answers have it in base64 like pictures.
    const text = image.string('LabelImage');
    const bytes = text.startsWith('^XA') ? new TextEncoder().encode(text) : image.base64('LabelImage');
    if (Buffer.from(bytes.subarray(0, 3)).toString('latin1') === '^XA') return bytes;
    throw new FieldProblem(image.at('LabelImage'), 'is not ZPL');
  }
  const bytes = image.base64('LabelImage');
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-') return bytes;
  throw new FieldProblem(image.at('LabelImage'), 'is not a PDF');
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
  const { accountNumber, region } = env.credentials;
  const request = shipMessage(
    input.shipment,
    input.service,
    { accountNumber, region },
    input.reference,
    input.labelFormat,
  );
  const why = unfit(input.service, input.shipment);
  if (why) throw fail('invalid-input', why.message, { field: why.field });
  const result = await ask(env, { document: 'Ship', name: 'ship', request, readOnly: false });
  const packages = result.object('Packages').strictList('Package', (p) => packageOf(p, input.labelFormat));
  const parcels = matched(input, packages);
  const [first] = parcels;
  if (!first) throw new FieldProblem('Packages', 'are missing');
  return {
    kind: 'done',
    result: {
      carrierShipmentId: first[1].trackingNumber,
      parcels: parcels.map(
        ([number, { trackingNumber }]): ShippedParcel => ({
          number,
          trackingNumber,
          trackingUrl: `https://track.landmarkglobal.com/?search=${trackingNumber}`,
        }),
      ),
      files: parcels.flatMap(([parcelNumber, { labels }]) =>
        pages(labels, input.labelFormat).map(
          (bytes): CarrierFile => ({
            kind: 'bytes',
            document: 'label',
            format: input.labelFormat,
            bytes,
            parcelNumber,
          }),
        ),
      ),
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
