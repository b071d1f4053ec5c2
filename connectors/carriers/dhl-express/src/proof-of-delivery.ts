/** The paper DHL keeps of a delivery, and from tracking who signed and when. */
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ProofOfDelivery, ProofOfDeliveryInput } from '@scanship/connector-kit/carrier/shipment-papers';
import { accountNumber, call, withQuery } from './client.ts';
import { file } from './labels.ts';
import { event } from './track.ts';
import { WAYBILL } from './numbers.ts';

export async function proofOfDelivery(input: ProofOfDeliveryInput, env: CarrierEnv): Promise<ProofOfDelivery> {
  const waybill = [input.carrierShipmentId ?? '', input.trackingNumber].find((number) => WAYBILL.test(number));
  if (waybill === undefined)
    throw fail('invalid-input', 'DHL Express gives proofs of delivery by waybill number: ten digits.', {
      field: 'trackingNumber',
    });
  const response = await call(env, {
    method: 'GET',
    path: path`/shipments/${waybill}/proof-of-delivery`,
    query: { shipperAccountNumber: accountNumber(env), content: 'epod-summary' },
    name: 'proof of delivery',
    accept: [404],
  });
  if (response.status === 404)
    throw fail('refused', `DHL Express has no proof of delivery of ${waybill} yet.`, { vendorCode: 'HTTP 404' });
  const files = readProof(response.json());
  const tracked = await call(env, {
    method: 'GET',
    path: withQuery('/tracking', [
      ['shipmentTrackingNumber', waybill],
      ['trackingView', 'all-checkpoints'],
      ['levelOfDetail', 'shipment'],
    ]),
    name: 'track delivery',
    accept: [404],
  });
  return { ...(tracked.status === 404 ? {} : readDelivery(tracked.json(), waybill)), files };
}

/** The contract names the format `encodingFormat`; recorded answers say `format`. @throws FieldProblem */
export function readProof(json: unknown): CarrierFile[] {
  const answer = readObject(json);
  return answer.strictList('documents', (o) =>
    file(o, o.has('encodingFormat') ? 'encodingFormat' : 'format', 'proof-of-delivery'),
  );
}

const DELIVERED: ReadonlySet<string> = new Set(['OK', 'DD', 'DL']);

/** The last delivery of the shipment; nothing where none can be read, for the paper says it as well. */
export function readDelivery(json: unknown, waybill: string): Omit<ProofOfDelivery, 'files'> {
  const shipments = readObject(json).list('shipments', (o) => o, { optional: true });
  const own = shipments.find((o) => o.raw('shipmentTrackingNumber') === waybill || shipments.length === 1);
  const read = (o: ObjectReader) => ({
    ...event(o),
    signedBy: o.maybe('signedBy', (n) => o.string(n)),
  });
  const last = own
    ?.list('events', read, { optional: true })
    .filter(({ code }) => DELIVERED.has(code))
    .toSorted((a, b) => (a.occurredAt.slice(0, 19) < b.occurredAt.slice(0, 19) ? -1 : 1))
    .at(-1);
  if (!last) return {};
  const { signedBy, occurredAt, place } = last;
  return { signedBy, deliveredAt: occurredAt, place };
}
