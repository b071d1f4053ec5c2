/** What became of a purchase whose answer was lost: tracking knows shipments by the reference we gave (type CU). */
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery } from '@scanship/connector-kit/steps/steps';
import { accountNumber, call } from './client.ts';
import { PIECE, WAYBILL } from './numbers.ts';
import { keepOf, shippedParcels } from './shipped.ts';

const DAY_MS = 86_400_000;
/**
 * What is forgotten may have been for a later day: at most 10 days ahead (MyDHL API 3.1.1, `plannedShippingDateAndTime`), and two for
 * clocks and zones, as for any other.
 */
const AHEAD_DAYS = 12;

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export async function recoverShipment(
  input: ShipInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const now = env.now().getTime();
  const shipDay = Date.parse(`${input.shipment.shipDate}T00:00:00Z`);
  const { perhapsSince } = input;
  const since = perhapsSince === undefined ? now : Date.parse(perhapsSince);
  const response = await call(env, {
    method: 'GET',
    path: '/tracking',
    query: {
      shipmentReference: input.reference,
      shipmentReferenceType: 'CU',
      shipperAccountNumber: accountNumber(env),
      // A search by reference is limited in time; it was bought lately, to be handed over about its ship date.
      dateRangeFrom: day(Math.min(now, shipDay, since) - 7 * DAY_MS),
      dateRangeTo: day(Math.max(now, shipDay) + (perhapsSince === undefined ? 2 : AHEAD_DAYS) * DAY_MS),
      trackingView: 'shipment-details-only',
      levelOfDetail: 'all',
    },
    name: 'find shipment',
    accept: [404],
  });
  if (response.status === 404) return { kind: 'absent' };
  return readFound(response.json(), input, step, env.now());
}

const references = (o: ObjectReader): string[] =>
  o.has('shipperReferences') ? o.strictList('shipperReferences', (r) => r.id('value')) : [];

/** @throws FieldProblem when it cannot be told which shipment is ours */
export function readFound(
  json: unknown,
  input: Pick<ShipInput, 'shipment' | 'service' | 'reference'>,
  step: string,
  now: Date,
): Recovery<ShipResult> {
  const answer = readObject(json);
  const shipments = answer.strictList('shipments', (o) => ({
    waybill: o.id('shipmentTrackingNumber', WAYBILL),
    references: references(o),
    pieces: o.has('pieces') ? o.strictList('pieces', (p) => p.id('trackingNumber', PIECE)) : [],
  }));
  if (shipments.length === 0) return { kind: 'absent' };
  const named = shipments.filter((one) => one.references.includes(input.reference));
  const own = named.length > 0 ? named : shipments.filter((one) => one.references.length === 0);
  const [one] = own;
  if (!one) return { kind: 'absent' };
  if (own.length > 1) throw new FieldProblem(answer.at('shipments'), 'hold our reference more than once');
  const numbers = input.shipment.parcels.map((parcel) => parcel.number);
  if (numbers.length > 1 && one.pieces.length !== numbers.length)
    throw new FieldProblem(
      answer.at('shipments[0].pieces'),
      `should be ${numbers.length} but are ${one.pieces.length}`,
    );
  return {
    kind: 'found',
    step,
    keep: { ...keepOf(input, one.waybill, now), pieces: one.pieces, labels: false },
    result: {
      carrierShipmentId: one.waybill,
      parcels: shippedParcels(numbers, one.waybill, one.pieces),
      charged: undefined,
    },
  };
}
