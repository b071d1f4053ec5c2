/** The story of a parcel in USPS's words: newest event first, local time with its offset, extra nulls as USPS sends them. */
import type { JsonObject } from '@scanship/domain/values/json';
import { addWorkingDays } from '@scanship/simulator-kit/tariff';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';

const EVENTS: Readonly<Record<StoryEvent, readonly [code: string, words: string]>> = {
  created: ['GX', 'Shipping Label Created, USPS Awaiting Item'],
  accepted: ['03', 'Accepted at USPS Origin Facility'],
  departed: ['10', 'Arrived at USPS Regional Facility'],
  customs: ['64', 'Processed Through Facility, Customs'],
  out: ['OF', 'Out for Delivery'],
  delivered: ['01', 'Delivered, Left with Individual'],
};

const OFFSET_HOURS = -5;

export interface TrackPlace {
  readonly city: string;
  readonly state: string | undefined;
  /** Undefined inside the United States. */
  readonly country: string | undefined;
}

export function trackAnswer(
  number: string,
  of: {
    readonly boughtAt: Date;
    readonly now: Date;
    readonly days: number;
    readonly abroad: boolean;
    readonly voided: boolean;
    readonly from: TrackPlace;
    readonly to: TrackPlace;
    readonly receiver: string;
    readonly mailClass: string;
  },
): JsonObject {
  const until = of.voided ? of.boughtAt : of.now;
  const events = storyOf(of.boughtAt, until, of.days, of.abroad, { from: 'from', to: 'to' }).map(
    ({ event, at, place }) => {
      const [eventCode, eventType] = EVENTS[event];
      const where = place === 'from' ? of.from : of.to;
      return {
        eventType,
        eventTimestamp: new Date(at.getTime() + OFFSET_HOURS * 3_600_000).toISOString().slice(0, 19),
        GMTTimestamp: `${at.toISOString().slice(0, 19)}Z`,
        GMTOffset: '-05:00',
        eventCountry: where.country ?? null,
        eventCity: where.city.toUpperCase(),
        eventState: where.country === undefined ? (where.state ?? null) : null,
        eventZIP: null,
        firm: null,
        name: event === 'delivered' ? of.receiver : null,
        authorizedAgent: 'false',
        eventCode,
      };
    },
  );
  const latest = events.at(-1);
  const delivered = latest?.eventCode === '01';
  const due = addWorkingDays(of.boughtAt.toISOString().slice(0, 10), of.days);
  return {
    trackingNumber: number,
    mailClass: of.mailClass,
    destinationCity: of.to.city,
    status: latest?.eventType ?? '',
    statusCategory: delivered ? 'Delivered' : 'In Transit',
    statusSummary: delivered ? 'Your item was delivered.' : 'Your item is on its way.',
    expectedDeliveryTimeStamp: `${due}T21:00:00Z`,
    trackingEvents: events.toReversed(),
  };
}
