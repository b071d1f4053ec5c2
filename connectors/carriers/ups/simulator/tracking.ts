/** The story of a parcel in UPS's words: newest activity first, local time with GMT and offset beside it. */
import type { JsonObject } from '@scanship/domain/values/json';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { addWorkingDays } from '@scanship/simulator-kit/tariff';

interface Place {
  readonly City: string;
  readonly StateProvinceCode?: string | undefined;
  readonly PostalCode?: string | undefined;
  readonly CountryCode: string;
}

const ACTIVITIES: Readonly<Record<StoryEvent, readonly [string, string | undefined, string, string]>> = {
  created: ['M', 'MP', 'Shipper created a label, UPS has not received the package yet. ', '003'],
  accepted: ['P', 'PU', 'Pickup Scan ', '038'],
  departed: ['I', 'DP', 'Departed from Facility', '005'],
  // Recorded in 2024: a hold at the border has neither a code nor a city.
  customs: ['X', undefined, 'The package is at the clearing agency awaiting final release.', '092'],
  out: ['I', 'OT', 'Out For Delivery Today', '021'],
  delivered: ['D', 'FS', 'DELIVERED ', '011'],
};

/** The simulator lives in one zone. */
const OFFSET_HOURS = -5;
const OFFSET = '-05:00';

const compactDay = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '');
const clock = (at: Date, between: string): string => at.toISOString().slice(11, 19).replaceAll(':', between);

function times(at: Date): JsonObject {
  const local = new Date(at.getTime() + OFFSET_HOURS * 3_600_000);
  return {
    date: compactDay(local),
    time: clock(local, ''),
    gmtDate: compactDay(at),
    gmtTime: clock(at, ':'),
    gmtOffset: OFFSET,
  };
}

const address = (place: Place, whole: boolean): JsonObject =>
  whole
    ? {
        city: place.City,
        ...(place.StateProvinceCode === undefined ? {} : { stateProvince: place.StateProvinceCode }),
        countryCode: place.CountryCode,
        country: place.CountryCode,
      }
    : { countryCode: place.CountryCode, country: place.CountryCode };

export function trackAnswer(
  number: string,
  of: {
    readonly boughtAt: Date;
    readonly now: Date;
    readonly days: number;
    readonly abroad: boolean;
    readonly voided: boolean;
    readonly from: Place;
    readonly to: Place;
    readonly service: { readonly code: string; readonly description: string };
    readonly packageCount: number;
    /** The proof of delivery, where it was asked for. */
    readonly proof: string | undefined;
  },
): JsonObject {
  const story = of.voided
    ? storyOf(of.boughtAt, of.boughtAt, of.days, of.abroad, { from: 'from', to: 'to' })
    : storyOf(of.boughtAt, of.now, of.days, of.abroad, { from: 'from', to: 'to' });
  const activity: JsonObject[] = story.map(({ event, at, place }) => {
    const [type, code, description, statusCode] = ACTIVITIES[event];
    return {
      location:
        code === undefined
          ? { slic: '9642' }
          : { address: address(place === 'from' ? of.from : of.to, event !== 'created') },
      status: { type, ...(code === undefined ? {} : { code }), description, statusCode },
      ...times(at),
    };
  });
  if (of.voided)
    activity.push({
      location: { address: address(of.from, false) },
      status: { type: 'MV', code: 'MV', description: 'Billing information voided', statusCode: '007' },
      ...times(of.boughtAt),
    });
  const due = addWorkingDays(of.boughtAt.toISOString().slice(0, 10), of.days);
  const [latest] = activity.slice(-1);
  return {
    trackResponse: {
      shipment: [
        {
          inquiryNumber: number,
          package: [
            {
              trackingNumber: number,
              deliveryDate: [{ type: 'SDD', date: due.replaceAll('-', '') }],
              activity: activity.toReversed(),
              currentStatus: latest?.['status'] ?? {},
              packageCount: of.packageCount,
              ...(story.at(-1)?.event === 'delivered' && !of.voided
                ? {
                    deliveryInformation: {
                      location: 'Front Door',
                      receivedBy: 'TESTER',
                      ...(of.proof === undefined ? {} : { pod: { content: of.proof } }),
                    },
                  }
                : {}),
              service: of.service,
            },
          ],
          userRelation: ['SHIPPER'],
        },
      ],
    },
  };
}
