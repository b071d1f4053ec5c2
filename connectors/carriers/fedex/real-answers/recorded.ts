/** How FedEx's recorded answers are asked for and told: the sign-in before each, scans as rows. */
import { answered, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

export const SIGN_IN: Recorded = {
  body: { access_token: 'own.case-token', token_type: 'bearer', expires_in: 3599, scope: 'CXS' },
};
export const fedex = answered(carrier, samples, SIGN_IN);
export const NUMBER = '776094337676';
export const KARRIO = 'karrioapi/karrio';

/** "code when | city, state, country | words | why"; the newest first. */
function scan(row: string): object {
  const [head = '', place = '', eventDescription, exceptionDescription = ''] = row.split(' | ');
  const [eventType, date] = head.split(' ');
  const [city, stateOrProvinceCode, country] = place.split(', ');
  const countryCode = country ?? city;
  return {
    date,
    eventType,
    eventDescription,
    exceptionCode: '',
    exceptionDescription,
    scanLocation: {
      streetLines: [''],
      ...(country !== undefined && { city, stateOrProvinceCode }),
      ...(countryCode !== '' && { countryCode }),
      residential: false,
    },
    derivedStatusCode: 'IT',
    derivedStatus: 'In transit',
  };
}

interface Result {
  readonly times: readonly (readonly [type: string, dateTime: string])[];
  readonly scans: readonly string[];
  /** When FedEx expects to hand it over: empty where it does not say. */
  readonly window?: object;
}

export const way = (
  name: string,
  source: string,
  recorded: string,
  results: readonly Result[],
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'track',
  source,
  recorded,
  read: () => {
    const trackResults = results.map(({ times, scans, window = {} }, index) => ({
      trackingNumberInfo: {
        trackingNumber: NUMBER,
        trackingNumberUniqueId: `246042${5 + index}000~${NUMBER}~FX`,
        carrierCode: 'FDXE',
      },
      dateAndTimes: times.map(([type, dateTime]) => ({ type, dateTime })),
      scanEvents: scans.map(scan),
      estimatedDeliveryTimeWindow: { window },
      standardTransitTimeWindow: { window: { ends: '2024-04-25T10:30:00-07:00' } },
    }));
    return fedex.track(NUMBER, {
      body: { output: { completeTrackResults: [{ trackingNumber: NUMBER, trackResults }] } },
    });
  },
  means,
});
