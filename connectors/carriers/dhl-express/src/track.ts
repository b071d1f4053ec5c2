/** Tracking: waybills in one question and piece ids in another, up to fifty numbers each. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { call, withQuery } from './client.ts';
import { PIECE, WAYBILL } from './numbers.ts';
import { placeOf } from './times.ts';
import { statusOf } from './track-status.ts';

export async function track(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> {
  const waybills = input.trackingNumbers.filter((number) => WAYBILL.test(number));
  const pieces = input.trackingNumbers.filter((number) => PIECE.test(number));
  const found = new Map<string, TrackedParcel>();
  const problems: string[] = [];
  for (const [parameter, numbers] of [
    ['shipmentTrackingNumber', waybills],
    ['pieceTrackingNumber', pieces],
  ] as const) {
    if (numbers.length === 0) continue;
    const read = readTracking(await ask(parameter, numbers, env), numbers);
    for (const parcel of read.parcels) found.set(parcel.trackingNumber, parcel);
    problems.push(...read.problems);
  }
  const others = input.trackingNumbers.filter((number) => !WAYBILL.test(number) && !PIECE.test(number));
  // Numbers of other forms are asked for as well where nothing else is: only DHL can say that the credentials are wrong.
  if (others.length === input.trackingNumbers.length && others.length > 0)
    await ask('shipmentTrackingNumber', others, env);
  return input.trackingNumbers.map(
    (trackingNumber) =>
      found.get(trackingNumber) ?? {
        trackingNumber,
        events: [],
        problems: [`DHL Express does not know ${trackingNumber}.`, ...problems],
      },
  );
}

/** The answer, or undefined when DHL knows none of the numbers. */
async function ask(parameter: string, numbers: readonly string[], env: CarrierEnv): Promise<unknown> {
  const response = await call(env, {
    method: 'GET',
    path: withQuery('/tracking', [
      ...numbers.map((number) => [parameter, number] as const),
      ['trackingView', 'all-checkpoints'],
      ['levelOfDetail', 'all'],
    ]),
    name: 'track',
    accept: [404],
  });
  return response.status === 404 ? undefined : response.json();
}

/**
 * The parcels of one answer that were asked for; the others of their shipments are left out.
 * @param json undefined where nothing was found
 */
export function readTracking(
  json: unknown,
  numbers: readonly string[],
): { readonly parcels: readonly TrackedParcel[]; readonly problems: readonly string[] } {
  if (json === undefined) return { parcels: [], problems: [] };
  const wanted = new Set(numbers);
  const answer = readObject(json);
  const parcels = answer.list('shipments', (shipment) => parcelsOf(shipment.isolated(), wanted)).flat();
  return { parcels, problems: answer.problems };
}

/** With a time mostly, as a day alone in recorded answers and in the contract's own example. */
const dayOf = (o: ObjectReader, name: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(o.string(name)) ? o.date(name) : o.instant(name, false).slice(0, 10);

function parcelsOf(shipment: ObjectReader, wanted: ReadonlySet<string>): TrackedParcel[] {
  const waybill = shipment.id('shipmentTrackingNumber', WAYBILL);
  const estimatedDelivery = shipment.maybe('estimatedDeliveryDate', (n) => dayOf(shipment, n));
  if (wanted.has(waybill)) {
    const events = shipment.list('events', event).toReversed();
    return [{ trackingNumber: waybill, events: inOrder(events), estimatedDelivery, problems: shipment.problems }];
  }
  return shipment
    .list(
      'pieces',
      (piece) => {
        const own = piece.isolated();
        const trackingNumber = own.id('trackingNumber', PIECE);
        const events = wanted.has(trackingNumber) ? own.list('events', event) : [];
        return {
          trackingNumber,
          events: inOrder(events),
          estimatedDelivery,
          problems: [...shipment.problems, ...own.problems],
        };
      },
      { optional: true },
    )
    .filter((parcel) => wanted.has(parcel.trackingNumber));
}

/** Oldest first, whichever way DHL sent them; local times of different places are left as they came. */
const inOrder = (events: readonly CarrierTrackingEvent[]): CarrierTrackingEvent[] =>
  events.toSorted((a, b) => Date.parse(`${a.occurredAt.slice(0, 19)}Z`) - Date.parse(`${b.occurredAt.slice(0, 19)}Z`));

export function event(o: ObjectReader): CarrierTrackingEvent {
  const code = o.string('typeCode', /^[0-9A-Z_]{1,12}$/);
  const text = o.string('description');
  const local = `${o.date('date')}T${o.string('time', /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/)}`;
  const offset = o.maybe('GMTOffset', (n) => o.string(n, /^[+-](0\d|1[0-4]):[0-5]\d$/));
  const place = o.maybe('serviceArea', () => {
    const [area] = o.strictList('serviceArea', (a) => a.maybe('description', (n) => placeOf(a.string(n))));
    return area;
  });
  return { occurredAt: `${local}${offset ?? ''}`, status: statusOf(code), code, text, place };
}
