/** Parcels from England: by way of Belgium to Germany, to Ireland, and one that has no carrier yet. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const landmark = answered(carrier, samples);
const NUMBER = 'LTN433006705N1';

/** "code when | place | words", as Landmark sends them. */
const of = (
  name: string,
  recorded: string,
  last: string,
  rows: readonly string[],
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'track',
  source: 'karrioapi/karrio',
  recorded,
  read: () => {
    const events = rows.map((row) => {
      const [head = '', place = '', words = ''] = row.split(' | ');
      const [code = '', day = '', time = ''] = head.split(' ');
      return `<Event><Status>${words}</Status><DateTime>${day} ${time}</DateTime><Location>${place}</Location><EventCode>${code}</EventCode></Event>`;
    });
    return landmark.track(NUMBER, {
      body: `<?xml version="1.0"?><TrackResponse><Result><Success>true</Success><ShipmentDetails><EndDeliveryCarrier>${last}</EndDeliveryCarrier></ShipmentDetails><Packages><Package><TrackingNumber>H00TCC0028567558</TrackingNumber><LandmarkTrackingNumber>${NUMBER}</LandmarkTrackingNumber><PackageReference>ZS204724186GB</PackageReference><Events>${events.join('')}</Events></Package></Packages></Result></TrackResponse>`,
    });
  },
  means,
});

export const answers: readonly RealAnswer[] = [
  of(
    'through Feltham and Machelen to Germany: scans without a place, a sentence broken over two lines',
    '2025-11-03',
    'DHL',
    [
      '50 2025-10-27 05:48:01 | North Shields | Shipment Data Uploaded',
      '225 2025-10-28 08:41:59 | Feltham, SRY | Package scanned at carrier facility',
      '75 2025-10-28 08:42:00 | Feltham, SRY | Processed',
      '150 2025-10-29 10:15:43 | Feltham, SRY | Crossing border and in transit to carrier hub',
      '155 2025-10-30 10:34:22 |  | Received at international processing center',
      '200 2025-10-30 13:33:00 |  | Departure to country of destination',
      '125 2025-10-30 13:54:02 | Machelen | Customs cleared',
      '275 2025-11-03 01:35:00 |  | Your shipment has arrived at the postal operator of the country of\n      destination and will be delivered in the coming days.',
      '500 2025-11-03 07:14:00 | Endingen Am Kaiserstuhl | Item delivered',
    ],
    [
      '2025-10-27T05:48:01 America/Chicago label-created 50 Shipment Data Uploaded @ North Shields',
      '2025-10-28T08:41:59 America/Chicago in-transit 225 Package scanned at carrier facility @ Feltham, SRY',
      '2025-10-28T08:42:00 America/Chicago label-created 75 Processed @ Feltham, SRY',
      '2025-10-29T10:15:43 America/Chicago in-transit 150 Crossing border and in transit to carrier hub @ Feltham, SRY',
      '2025-10-30T10:34:22 America/Chicago in-transit 155 Received at international processing center',
      '2025-10-30T13:33:00 America/Chicago in-transit 200 Departure to country of destination',
      '2025-10-30T13:54:02 America/Chicago customs 125 Customs cleared @ Machelen',
      '2025-11-03T01:35:00 America/Chicago in-transit 275 Your shipment has arrived at the postal operator of the country of destination and will be delivered in the coming days.',
      '2025-11-03T07:14:00 America/Chicago delivered 500 Item delivered @ Endingen Am Kaiserstuhl',
    ],
  ),
  of(
    'to Ireland: the delivery is told before the scans of the same day',
    '2025-02-21',
    'An Post',
    [
      '50 2025-02-18 04:30:00 | North Shields | Shipment Data Uploaded',
      '125 2025-02-21 07:54:00 | Feltham, SRY | Customs transmission sent to carrier',
      '155 2025-02-21 07:56:00 | Feltham, SRY | Crossing Received',
      '500 2025-02-21 04:23:00 | Roundwood, WW | Item delivered',
    ],
    [
      '2025-02-18T04:30:00 America/Chicago label-created 50 Shipment Data Uploaded @ North Shields',
      '2025-02-21T07:54:00 America/Chicago customs 125 Customs transmission sent to carrier @ Feltham, SRY',
      '2025-02-21T07:56:00 America/Chicago in-transit 155 Crossing Received @ Feltham, SRY',
      '2025-02-21T04:23:00 America/Chicago delivered 500 Item delivered @ Roundwood, WW',
    ],
  ),
  of(
    'announced, and not given to a carrier yet',
    '2026-01-28',
    'To Be Routed',
    ['50 2026-01-28 03:40:52 | North Shields | Shipment Data Uploaded'],
    ['2026-01-28T03:40:52 America/Chicago label-created 50 Shipment Data Uploaded @ North Shields'],
  ),
];
