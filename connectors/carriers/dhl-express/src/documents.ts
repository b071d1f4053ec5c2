/** Papers of a shipment that DHL keeps (GET get-image). */
import type { CarrierFile, ShipInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import { accountNumber, call } from './client.ts';
import { file } from './labels.ts';

export type StoredDocument = 'waybill' | 'commercial-invoice';

const KINDS = { waybill: 'label', 'commercial-invoice': 'customs-invoice' } as const;

/**
 * @param month of the pickup, YYYY-MM @returns empty when DHL keeps none (1504)
 * @throws FieldProblem when a document cannot be read
 */
export async function storedDocuments(
  waybill: string,
  type: StoredDocument,
  month: string,
  env: CarrierEnv,
): Promise<CarrierFile[]> {
  const response = await call(env, {
    method: 'GET',
    path: path`/shipments/${waybill}/get-image`,
    query: {
      shipperAccountNumber: accountNumber(env),
      typeCode: type,
      pickupYearAndMonth: month,
      encodingFormat: 'pdf',
      allInOnePDF: 'true',
    },
    name: 'stored document',
    accept: [404],
  });
  if (response.status === 404) return [];
  return readStored(response.json(), waybill, KINDS[type]);
}

/** @throws FieldProblem */
export function readStored(json: unknown, waybill: string, kind: (typeof KINDS)[StoredDocument]): CarrierFile[] {
  const answer = readObject(json);
  return answer.strictList('documents', (o) => {
    const own = o.id('shipmentTrackingNumber');
    if (own !== waybill) throw new FieldProblem(o.at('shipmentTrackingNumber'), 'is another shipment');
    return file(o, 'encodingFormat', kind);
  });
}

/**
 * The waybill of a shipment whose answer was lost: one PDF for all its parcels, whatever format was wished for.
 * @throws ConnectorError `refused` when DHL keeps none
 */
export async function fetchWaybill(waybill: string, input: ShipInput, env: CarrierEnv): Promise<CarrierFile[]> {
  const month = input.shipment.shipDate.slice(0, 7);
  const files = await storedDocuments(waybill, 'waybill', month, env);
  if (files.length === 0)
    throw fail(
      'refused',
      `DHL Express made shipment ${waybill} but keeps no copy of its label. A label that is not handed over is never billed: buy a new one, and do not use this number.`,
      { vendorCode: '1504' },
    );
  const [only] = input.shipment.parcels;
  return files.map((one) =>
    one.kind === 'bytes' && input.shipment.parcels.length === 1 ? { ...one, parcelNumber: only?.number } : one,
  );
}
