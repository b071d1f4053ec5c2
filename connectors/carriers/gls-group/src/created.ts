/** The answer that a new parcel and a reprinted one have in common: its two names, and the label. */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject } from '@scanship/connector-kit/steps/steps';
import { isLabel } from '@scanship/connector-kit/answers/pdf-file';
import { PARCEL_NUMBER, TRACK_ID } from './client.ts';

const TRACKING = 'https://gls-group.eu/track/';
const FORMATS = { pdf: 'PDF', zpl: 'ZEBRA' } as const;

/** The one item of a list. */
function only(owner: ObjectReader, name: string): ObjectReader {
  const [first, ...others] = owner.strictList(name, (item) => item);
  if (!first || others.length > 0) throw new FieldProblem(owner.at(name), 'does not have one item');
  return first;
}

/** Base64 text, alone (as the documentation has it) or in a list of one (as the contract has it). */
export function bytesOf(owner: ObjectReader, name: string): Uint8Array {
  const raw = owner.raw(name);
  if (!Array.isArray(raw)) return owner.base64(name);
  const [first, ...others]: unknown[] = raw;
  if (typeof first !== 'string' || others.length > 0) throw new FieldProblem(owner.at(name), 'is not one document');
  const text = first.replaceAll(/\s+/g, '');
  if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw new FieldProblem(owner.at(name), 'should be base64 data');
  return new Uint8Array(Buffer.from(text, 'base64'));
}

export function readCreated(
  answer: ObjectReader,
  input: ShipInput,
): { readonly keep: JsonObject; readonly result: Partial<ShipResult> } {
  const shipment = answer.object('CreatedShipment');
  const parcel = only(shipment, 'ParcelData');
  const trackId = parcel.string('TrackID', TRACK_ID);
  const trackingNumber = parcel.string('ParcelNumber', PARCEL_NUMBER);
  const print = only(shipment, 'PrintData');
  const { labelFormat } = input;
  if (print.string('LabelFormat') !== FORMATS[labelFormat])
    throw new FieldProblem(print.at('LabelFormat'), `is not ${FORMATS[labelFormat]}`);
  const bytes = bytesOf(print, 'Data');
  if (!isLabel(bytes, labelFormat)) throw new FieldProblem(print.at('Data'), `is no ${FORMATS[labelFormat]}`);
  const number = input.shipment.parcels[0]?.number ?? 1;
  const label: CarrierFile = { kind: 'bytes', document: 'label', format: labelFormat, bytes, parcelNumber: number };
  return {
    keep: { trackId, shipDate: input.shipment.shipDate, ...(input.shipment.return ? { return: true } : {}) },
    result: {
      carrierShipmentId: trackId,
      parcels: [{ number, trackingNumber, trackingUrl: `${TRACKING}${trackId}` }],
      files: [label],
    },
  };
}
