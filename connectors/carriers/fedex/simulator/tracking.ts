/** The story of a parcel in FedEx's words: newest scan first, local time with its offset. */
import type { JsonObject } from '@scanship/domain/values/json';
import { addWorkingDays } from '@scanship/simulator-kit/tariff';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';

interface Place {
  readonly city: string;
  readonly stateOrProvinceCode?: string | undefined;
  readonly countryCode: string;
}

/** Event type, words, derived code and status. */
const EVENTS: Readonly<Record<StoryEvent, readonly [string, string, string, string]>> = {
  created: ['OC', 'Shipment information sent to FedEx', 'IN', 'Initiated'],
  accepted: ['PU', 'Picked up', 'PU', 'Picked up'],
  departed: ['DP', 'Left FedEx origin facility', 'IT', 'In transit'],
  customs: ['CC', 'International shipment release - Import', 'IT', 'In transit'],
  out: ['OD', 'On FedEx vehicle for delivery', 'OD', 'Out for delivery'],
  delivered: ['DL', 'Delivered', 'DL', 'Delivered'],
};
const CANCELLED = ['CA', 'Shipment cancelled by sender', 'CA', 'Cancelled'] as const;

/** The simulator lives in one zone. */
const OFFSET_HOURS = -5;
const stamp = (at: Date): string =>
  `${new Date(at.getTime() + OFFSET_HOURS * 3_600_000).toISOString().slice(0, 19)}-05:00`;

const location = ({ city, stateOrProvinceCode, countryCode }: Place): JsonObject => ({
  city,
  ...(stateOrProvinceCode === undefined ? {} : { stateOrProvinceCode }),
  countryCode,
  residential: false,
});

export interface Parcel {
  readonly boughtAt: Date;
  readonly cancelledAt?: Date | undefined;
  readonly days: number;
  readonly abroad: boolean;
  readonly from: Place;
  readonly to: Place;
  readonly receiver: string;
  readonly reference: string;
  readonly ground: boolean;
}

export const isDelivered = (of: Parcel, now: Date): boolean =>
  of.cancelledAt === undefined &&
  storyOf(of.boughtAt, now, of.days, of.abroad, { from: 'from', to: 'to' }).some(({ event }) => event === 'delivered');

export function trackResult(number: string, of: Parcel, now: Date): JsonObject {
  const until = of.cancelledAt ?? now;
  const story = storyOf(of.boughtAt, until, of.days, of.abroad, { from: 'from', to: 'to' });
  const scan = (
    at: Date,
    [eventType, eventDescription, derivedStatusCode, derivedStatus]: readonly string[],
    place: Place,
  ): JsonObject => ({
    date: stamp(at),
    eventType: eventType ?? '',
    eventDescription: eventDescription ?? '',
    derivedStatusCode: derivedStatusCode ?? '',
    derivedStatus: derivedStatus ?? '',
    scanLocation: location(place),
  });
  const scans = story.map(({ event, at, place }) => scan(at, EVENTS[event], place === 'from' ? of.from : of.to));
  if (of.cancelledAt) scans.push(scan(of.cancelledAt, CANCELLED, of.from));
  const last = of.cancelledAt ? CANCELLED : EVENTS[story.at(-1)?.event ?? 'created'];
  const due = addWorkingDays(of.boughtAt.toISOString().slice(0, 10), of.days);
  const delivered = isDelivered(of, now);
  return {
    trackingNumber: number,
    trackResults: [
      {
        trackingNumberInfo: { trackingNumber: number, carrierCode: of.ground ? 'FDXG' : 'FDXE' },
        additionalTrackingInfo: {
          packageIdentifiers: [{ type: 'CUSTOMER_REFERENCE', value: [of.reference] }],
          hasAssociatedShipments: false,
        },
        latestStatusDetail: {
          code: last[2] === 'CA' ? 'CA' : last[0],
          derivedCode: last[2],
          statusByLocale: last[3],
          description: last[1],
        },
        dateAndTimes: [{ type: 'ESTIMATED_DELIVERY', dateTime: `${due}T17:00:00-05:00` }],
        scanEvents: scans.toReversed(),
        ...(delivered ? { deliveryDetails: { receivedByName: of.receiver, signedByName: of.receiver } } : {}),
      },
    ],
  };
}

export const unknownNumber = (number: string): JsonObject => ({
  trackingNumber: number,
  trackResults: [
    {
      trackingNumberInfo: { trackingNumber: number },
      error: {
        code: 'TRACKING.TRACKINGNUMBER.NOTFOUND',
        message: 'Tracking number cannot be found. Please correct the tracking number and try again.',
      },
    },
  ],
});
