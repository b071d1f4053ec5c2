/** A shipment as Teleship answers it: numbers, state, papers. */
import type { CarrierFile, ShipInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { labelPicture } from '@scanship/connector-kit/carrier/label-picture';
import { exchange } from './client.ts';

export const SHIPMENT_ID = /^[\w-]{8,80}$/;
export const NUMBER = /^[A-Za-z0-9]{8,40}$/;

/** `status` of the contract. */
export const STATUSES = {
  label_created: 'label-created',
  created: 'label-created',
  alert: 'exception',
  picked_up: 'accepted',
  in_transit: 'in-transit',
  delivered: 'delivered',
  cancelled: 'cancelled',
  delayed: 'exception',
  discarded: 'exception',
  delivery_event: 'in-transit',
  return_to_sender: 'returning',
  terminated: 'exception',
  failed: 'exception',
} as const;

/** @throws FieldProblem when the answer is about another one */
export function ownShipment(shipment: ObjectReader, id: string): ObjectReader {
  if (shipment.string('shipmentId', SHIPMENT_ID) !== id)
    throw new FieldProblem(shipment.at('shipmentId'), 'is another shipment than the one asked for');
  return shipment;
}

export async function shipmentById(env: CarrierEnv, id: string, name: string): Promise<ObjectReader> {
  const response = await exchange(env, {
    method: 'GET',
    path: path`/api/shipments/labels/${id}`,
    name,
    declined: 'refused',
  });
  return ownShipment(readObject(response.json()).object('shipment'), id);
}

const FORMATS = { PDF: 'pdf', ZPL: 'zpl', PNG: 'png' } as const;
type Format = (typeof FORMATS)[keyof typeof FORMATS];
const STARTS: Readonly<Record<Format, RegExp>> = { pdf: /^%PDF-/, zpl: /^\s*(\^|~)/, png: /^\x89PNG/ };
const WISHES: Readonly<Record<ShipInput['labelFormat'], readonly Format[]>> = {
  pdf: ['pdf', 'png', 'zpl'],
  zpl: ['zpl', 'pdf', 'png'],
};

interface Paper {
  readonly type: 'label' | 'customs-invoice';
  readonly format: Format;
  readonly bytes: Uint8Array;
}

/** @throws FieldProblem for bytes that are not in the format that is named */
function paper(doc: ObjectReader): Paper {
  const type = doc.choice('type', { LABEL: 'label', INVOICE: 'customs-invoice' } as const);
  const format = doc.choice('format', FORMATS);
  const bytes = doc.base64('base64String');
  if (!STARTS[format].test(Buffer.from(bytes.subarray(0, 16)).toString('latin1')))
    throw new FieldProblem(doc.at('base64String'), `is not in the format ${format.toUpperCase()}`);
  return { type, format, bytes };
}

/**
 * The label in the wished format and the commercial invoice where there is one. Undefined while the wished format is missing.
 * @param anyFormat takes another format where the wished one is missing
 */
export function filesOf(
  shipment: ObjectReader,
  wish: ShipInput['labelFormat'],
  parcelNumber: number,
  anyFormat: boolean,
): readonly CarrierFile[] | undefined {
  const papers = shipment.strictList('documents', paper);
  const formats = anyFormat ? WISHES[wish] : WISHES[wish].slice(0, 1);
  const label = formats
    .map((format) => papers.find((one) => one.type === 'label' && one.format === format))
    .find((one) => one !== undefined);
  if (!label) return undefined;
  const invoice = papers.find((one) => one.type === 'customs-invoice' && one.format === 'pdf');
  return [
    {
      kind: 'bytes',
      document: 'label',
      format: label.format,
      bytes: label.bytes,
      parcelNumber,
      ...(label.format === 'png' ? { picture: labelPicture(label.bytes) } : {}),
    },
    ...(invoice
      ? [{ kind: 'bytes' as const, document: invoice.type, format: invoice.format, bytes: invoice.bytes }]
      : []),
  ];
}
