/** One parcel a question: by the number of the last mile where it looks like one, else by DHL's own. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { trackEach, untracked } from '@scanship/connector-kit/tracking/track-each';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';

/** DHL's descriptions stand in capital letters; which ids there are is not documented in public. */
const WORDS: readonly (readonly [RegExp, TrackingStatus])[] = [
  [/returned to sender|return(ed)? complete/i, 'returned'],
  [/return/i, 'returning'],
  [
    /not delivered|undeliverable|attempt|exception|refused|delay|insufficient|missent|missort|hold|damage|lost|unable|failed/i,
    'exception',
  ],
  [/out for delivery/i, 'out-for-delivery'],
  [/(available|ready) for pick ?up/i, 'available-for-pickup'],
  [/delivered/i, 'delivered'],
  [/customs|clearance/i, 'customs'],
  [/picked up|received|accept|tendered to dhl/i, 'accepted'],
  [/label created|electronic notification|pre-?shipment|manifest/i, 'label-created'],
  [/en route|transit|arriv|depart|process|tendered|sort|facility|closed bag|scan/i, 'in-transit'],
];

export const statusOf = (text: string): TrackingStatus => WORDS.find(([form]) => form.test(text))?.[1] ?? 'unknown';

/** DHL writes zones without saying whether it is summer. */
const ZONES: Readonly<Record<string, string>> = {
  ET: 'America/New_York',
  CT: 'America/Chicago',
  MT: 'America/Denver',
  PT: 'America/Los_Angeles',
};

function event(e: ObjectReader): CarrierTrackingEvent {
  const text = e.string('primaryEventDescription');
  const date = e.date('date');
  const time = e.string('time', /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/);
  const zone = e.string('timeZone', /^[A-Za-z/_+:\d-]{2,40}$/);
  return {
    occurredAt: `${date}T${time}`,
    zone: ZONES[zone] ?? zone,
    status: statusOf(text),
    code: text.toUpperCase().replace(/[^A-Z0-9]+/g, '-'),
    text,
    place: e.maybe('location', (n) => e.string(n)),
  };
}

/** A USPS number, with or without the routing code of the receiver before it. */
const LAST_MILE = /^(420\d{5}(\d{4})?)?9\d{21}$/;

/** The package of an answer, checked against the number it was asked by. */
export function readPackage(answer: ObjectReader, number: string): ObjectReader | undefined {
  const [found] = answer.strictList('packages', (one) => one);
  if (!found) return undefined;
  const about = found.object('package');
  const names = ['trackingId', 'dhlPackageId', 'packageId'].filter((name) => about.has(name));
  if (!names.some((name) => about.id(name).toUpperCase() === number.toUpperCase()))
    throw new FieldProblem(about.at('dhlPackageId'), 'is another parcel than the one asked for');
  return found;
}

export function readTracked(found: ObjectReader, trackingNumber: string): TrackedParcel {
  const own = found.isolated();
  const events = own.list('events', event);
  const about = own.object('package');
  const estimatedDelivery = about.maybe('expectedDelivery', (n) => about.date(n));
  return { trackingNumber, events, estimatedDelivery, problems: own.problems };
}

export async function askPackage(
  env: CarrierEnv,
  by: 'trackingId' | 'dhlPackageId',
  number: string,
): Promise<ObjectReader | undefined> {
  const response = await exchange(env, {
    method: 'GET',
    path: '/tracking/v4/package/open',
    query: { [by]: number },
    name: 'track',
  });
  return readPackage(readObject(response.json()), number);
}

export const track = (input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> =>
  trackEach(manifest.name, input.trackingNumbers, async (number) => {
    const found = await askPackage(env, LAST_MILE.test(number) ? 'trackingId' : 'dhlPackageId', number);
    return found ? readTracked(found, number) : untracked(number, `${manifest.name} does not know ${number}.`);
  });
