/** A Ground parcel from Troutdale to Greenwood that was held for the receiver, scan by scan. */
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { readTracking } from '../src/track.ts';

const source = 'https://github.com (a tracking dashboard, answers kept with its rows)';
const recorded = '2023-05-19';
const NUMBER = '770000000001';

interface Scan {
  readonly at: string;
  readonly code: string;
  readonly text: string;
  readonly exception?: string;
  readonly place?: readonly [city: string, state: string];
}

const of = (name: string, { at, code, text, exception = '', place }: Scan, means: string): RealAnswer => ({
  name,
  operation: 'track',
  source,
  recorded,
  partOf: 'a parcel to Greenwood',
  read: () => {
    const scan = {
      date: at,
      eventType: code,
      eventDescription: text,
      exceptionCode: exception === '' ? '' : '015A',
      exceptionDescription: exception,
      scanLocation: {
        streetLines: [''],
        ...(place && { city: place[0], stateOrProvinceCode: place[1], countryCode: 'US' }),
        residential: false,
      },
      derivedStatusCode: 'IT',
    };
    const result = {
      trackingNumberInfo: {
        trackingNumber: NUMBER,
        trackingNumberUniqueId: `12025~${NUMBER}~FDEG`,
        carrierCode: 'FDXG',
      },
      dateAndTimes: [
        { type: 'ACTUAL_PICKUP', dateTime: '2023-05-15T00:00:00-06:00' },
        { type: 'SHIP', dateTime: '2023-05-15T00:00:00-06:00' },
      ],
      scanEvents: [scan],
      standardTransitTimeWindow: { window: { ends: '2023-05-19T00:00:00-06:00' } },
      estimatedDeliveryTimeWindow: { window: {} },
    };
    const parcels = readTracking(
      { output: { completeTrackResults: [{ trackingNumber: NUMBER, trackResults: [result] }] } },
      [NUMBER],
    );
    return parcels.flatMap(({ events, problems, estimatedDelivery }) => [
      ...events.map((e) => `${e.occurredAt} ${e.status} ${e.code} ${e.place ?? '-'}`),
      ...(estimatedDelivery === undefined ? [] : [estimatedDelivery]),
      ...problems,
    ]);
  },
  means: [means],
});

const greenwood = ['GREENWOOD', 'IN'] as const;
const troutdale = ['TROUTDALE', 'OR'] as const;

export const answers: readonly RealAnswer[] = [
  of(
    'a receiver who moves the delivery is no return',
    {
      at: '2023-05-17T17:03:23-04:00',
      code: 'RR',
      text: 'Delivery option requested',
      exception: 'Hold at FedEx Office request received - Check back later for shipment status',
    },
    '2023-05-17T17:03:23-04:00 in-transit RR -',
  ),
  of(
    'a hold that was accepted is not there yet',
    {
      at: '2023-05-19T07:31:24-04:00',
      code: 'HA',
      text: 'Hold at location request accepted',
      exception: 'Shipment is being redirected as requested to FedEx Office',
      place: greenwood,
    },
    '2023-05-19T07:31:24-04:00 in-transit HA GREENWOOD, IN, US',
  ),
  of(
    'ready for the receiver',
    {
      at: '2023-05-19T19:03:00-04:00',
      code: 'HP',
      text: 'Ready for recipient pickup',
      exception: 'Package available for pickup at FedEx Office',
      place: greenwood,
    },
    '2023-05-19T19:03:00-04:00 available-for-pickup HP GREENWOOD, IN, US',
  ),
  of(
    'on the vehicle',
    { at: '2023-05-19T08:25:00-04:00', code: 'OD', text: 'On FedEx vehicle for delivery', place: greenwood },
    '2023-05-19T08:25:00-04:00 out-for-delivery OD GREENWOOD, IN, US',
  ),
  of(
    'at a facility, told in two ways',
    { at: '2023-05-19T05:11:00-04:00', code: 'AR', text: 'At local FedEx facility', place: greenwood },
    '2023-05-19T05:11:00-04:00 in-transit AR GREENWOOD, IN, US',
  ),
  of(
    'departed',
    { at: '2023-05-18T04:21:19-07:00', code: 'DP', text: 'Departed FedEx location', place: troutdale },
    '2023-05-18T04:21:19-07:00 in-transit DP TROUTDALE, OR, US',
  ),
  of(
    'on the road, at a place that is no facility',
    { at: '2023-05-17T01:47:24-06:00', code: 'IT', text: 'In transit', place: ['KING HILL', 'ID'] },
    '2023-05-17T01:47:24-06:00 in-transit IT KING HILL, ID, US',
  ),
  of(
    'a forecast that stands among the scans',
    { at: '2023-05-15T21:47:26-07:00', code: 'AO', text: 'Shipment arriving On-Time', place: troutdale },
    '2023-05-15T21:47:26-07:00 in-transit AO TROUTDALE, OR, US',
  ),
  of(
    'picked up',
    { at: '2023-05-15T17:15:00-07:00', code: 'PU', text: 'Picked up', place: troutdale },
    '2023-05-15T17:15:00-07:00 accepted PU TROUTDALE, OR, US',
  ),
  of(
    'the making of the label, at no place',
    { at: '2023-05-15T13:29:00-07:00', code: 'OC', text: 'Shipment information sent to FedEx' },
    '2023-05-15T13:29:00-07:00 label-created OC -',
  ),
];
