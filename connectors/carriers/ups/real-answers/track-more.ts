/** Whole ways of parcels: over the Canadian border in a snowstorm, inside the United States, and numbers nobody knows. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';
import { ACCESS } from './access.ts';

const ups = answered(carrier, samples, ACCESS);
const NUMBER = '1Z0000000000000000';

/** "type code status | local time | offset | place | words", newest first as UPS sends them. */
function activity(row: string): object {
  const [codes = '', local = '', gmtOffset = '', where = '', description = ''] = row.split(' | ');
  const [type, code, statusCode] = codes.split(' ');
  const [date = '', time = ''] = local.split(' ');
  const instant = new Date(
    `${date.replace(/(\d{4})(\d\d)/, '$1-$2-')}T${time.replace(/(\d\d)(\d\d)/, '$1:$2:')}${gmtOffset}`,
  ).toISOString();
  const [city, stateProvince, country] = where.split(', ');
  const land = country ?? city;
  return {
    location: {
      address: {
        ...(country !== undefined && { city, stateProvince }),
        ...(land !== '' && { countryCode: land, country: land }),
      },
      slic: '0819',
    },
    status: { type, description, code, statusCode },
    date,
    time,
    gmtDate: instant.slice(0, 10).replaceAll('-', ''),
    gmtOffset,
    gmtTime: instant.slice(11, 19),
  };
}

const way = (days: readonly object[], ...rows: readonly string[]) => {
  const parcel = {
    trackingNumber: NUMBER,
    deliveryDate: days,
    activity: rows.map(activity),
    packageAddress: [{ type: 'ORIGIN', address: { city: 'PENNSAUKEN', countryCode: 'US' } }],
    weight: { unitOfMeasurement: 'LBS', weight: '49.20' },
    taxIndicator: 'false',
    isSmartPackage: false,
    packageCount: 1,
  };
  return { body: { trackResponse: { shipment: [{ inquiryNumber: NUMBER, package: [parcel] }] } } };
};

const of = (
  name: string,
  source: string,
  recorded: string,
  answer: { readonly body: unknown; readonly status?: number },
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'track',
  source,
  recorded,
  read: () => ups.track(NUMBER, { status: 200, ...answer }),
  means,
});

export const answers: readonly RealAnswer[] = [
  of(
    'rescheduled by a storm, cleared on the way at a place without a name',
    'https://github.com (a shop of labels in PHP, an answer kept below its code)',
    '2024-01-31',
    way(
      [{ type: 'RDD', date: '20240131' }],
      'I DS 021 | 20240131 055005 | -07:00 | Calgary, AB, CA | Processing at UPS Facility',
      'X VK 134 | 20240130 025734 | -06:00 |  | Your package has cleared customs and is on the way.',
      'I IP 005 | 20240129 151629 | -05:00 | Winnipeg, MB, CA | Import Scan',
      'X 08 048 | 20240125 050000 | -05:00 |  | Due to operating conditions, your package may be delayed.',
      'X DJ 032 | 20240123 215624 | -05:00 | Lawnside, NJ, US | Severe weather conditions have delayed delivery.',
      'I OR 005 | 20240123 182609 | -05:00 | Pleasantville, NJ, US | We have your package',
      'M MP 003 | 20240123 153907 | -05:00 | US | Shipper created a label, UPS has not received the package yet. ',
    ),
    [
      '2024-01-23T15:39:07-05:00 label-created M/MP Shipper created a label, UPS has not received the package yet. @ US',
      '2024-01-23T18:26:09-05:00 accepted I/OR We have your package @ Pleasantville, NJ, US',
      '2024-01-23T21:56:24-05:00 exception X/DJ Severe weather conditions have delayed delivery. @ Lawnside, NJ, US',
      '2024-01-25T05:00:00-05:00 exception X/08 Due to operating conditions, your package may be delayed.',
      '2024-01-29T15:16:29-05:00 customs I/IP Import Scan @ Winnipeg, MB, CA',
      '2024-01-30T02:57:34-06:00 customs X/VK Your package has cleared customs and is on the way.',
      '2024-01-31T05:50:05-07:00 in-transit I/DS Processing at UPS Facility @ Calgary, AB, CA',
      'expected 2024-01-31',
    ],
  ),
  of(
    'delivered at noon; the label is younger than the first departure',
    'https://github.com (a page of orders in React, its demonstration data)',
    '2024-02-02',
    way(
      [{ type: 'DEL', date: '20240202' }],
      'D FS 011 | 20240202 120435 | -08:00 | NEWARK, CA, US | DELIVERED ',
      'I OT 021 | 20240202 084714 | -08:00 | Fremont, CA, US | Out For Delivery Today',
      'I OF 072 | 20240202 071517 | -08:00 | Fremont, CA, US | Loaded on Delivery Vehicle ',
      'I YP 071 | 20240202 062508 | -08:00 | Fremont, CA, US | Processing at UPS Facility',
      'I OC 005 | 20240131 173157 | -08:00 | Salem, OR, US | We have your package',
      'I DP 005 | 20240131 171500 | -08:00 | Salem, OR, US | Departed from Facility',
      'M MP 003 | 20240131 173405 | -08:00 | US | Shipper created a label, UPS has not received the package yet. ',
    ),
    [
      '2024-01-31T17:34:05-08:00 label-created M/MP Shipper created a label, UPS has not received the package yet. @ US',
      '2024-01-31T17:15:00-08:00 in-transit I/DP Departed from Facility @ Salem, OR, US',
      '2024-01-31T17:31:57-08:00 accepted I/OC We have your package @ Salem, OR, US',
      '2024-02-02T06:25:08-08:00 in-transit I/YP Processing at UPS Facility @ Fremont, CA, US',
      '2024-02-02T07:15:17-08:00 out-for-delivery I/OF Loaded on Delivery Vehicle @ Fremont, CA, US',
      '2024-02-02T08:47:14-08:00 out-for-delivery I/OT Out For Delivery Today @ Fremont, CA, US',
      '2024-02-02T12:04:35-08:00 delivered D/FS DELIVERED @ NEWARK, CA, US',
    ],
  ),
  of(
    'an origin scan told as an arrival, over midnight by UTC',
    'https://github.com (notes of a shop, an answer pasted below a question)',
    '2025-12-11',
    way(
      [{ type: 'RDD', date: '20251216' }],
      'I AR 005 | 20251211 034100 | -06:00 | Hodgkins, IL, US | Arrived at Facility',
      'I DP 005 | 20251209 195900 | -05:00 | Maspeth, NY, US | Departed from Facility',
      'I OR 160 | 20251209 160847 | -05:00 | Maspeth, NY, US | Arrived at Facility',
      'M MP 003 | 20251208 114024 | -05:00 | US | Shipper created a label, UPS has not received the package yet. ',
    ),
    [
      '2025-12-08T11:40:24-05:00 label-created M/MP Shipper created a label, UPS has not received the package yet. @ US',
      '2025-12-09T16:08:47-05:00 accepted I/OR Arrived at Facility @ Maspeth, NY, US',
      '2025-12-09T19:59:00-05:00 in-transit I/DP Departed from Facility @ Maspeth, NY, US',
      '2025-12-11T03:41:00-06:00 in-transit I/AR Arrived at Facility @ Hodgkins, IL, US',
      'expected 2025-12-16',
    ],
  ),
  of(
    'looked for after it was delivered; the search ends with the proof of it',
    'asrx/go-new-ups-api-wrapper, doc/tracking/response.json',
    '2024-07-30',
    way(
      [],
      'X UP 127 | 20240513 110358 | -04:00 |  | Your investigation has been closed with a proof of delivery.',
      "X UP 129 | 20240509 221124 | -04:00 |  | We've begun an investigation to locate the package.",
      'D KB 011 | 20240506 150354 | -07:00 | Ontario, CA, US | DELIVERED ',
      'I OT 091 | 20240506 093014 | -07:00 | Ontario, CA, US | Out For Delivery Today',
      'I YP 071 | 20240506 055003 | -07:00 | Ontario, CA, US | Processing at UPS Facility',
      'I OR 005 | 20240505 190226 | -07:00 | Ontario, CA, US | We have your package',
      'M MP 003 | 20240414 223056 | -07:00 | US | Shipper created a label, UPS has not received the package yet. ',
    ),
    [
      '2024-04-14T22:30:56-07:00 label-created M/MP Shipper created a label, UPS has not received the package yet. @ US',
      '2024-05-05T19:02:26-07:00 accepted I/OR We have your package @ Ontario, CA, US',
      '2024-05-06T05:50:03-07:00 in-transit I/YP Processing at UPS Facility @ Ontario, CA, US',
      '2024-05-06T09:30:14-07:00 out-for-delivery I/OT Out For Delivery Today @ Ontario, CA, US',
      '2024-05-06T15:03:54-07:00 delivered D/KB DELIVERED @ Ontario, CA, US',
      "2024-05-09T22:11:24-04:00 exception X/UP We've begun an investigation to locate the package.",
      '2024-05-13T11:03:58-04:00 delivered X/UP Your investigation has been closed with a proof of delivery.',
    ],
  ),
  of(
    'a number without a parcel, as a warning of an answer that is well',
    'https://github.com/UPS-API/api-documentation/issues/102',
    '2024-04-17',
    {
      body: {
        trackResponse: {
          shipment: [
            { inquiryNumber: NUMBER, warnings: [{ code: 'TW0001', message: 'Tracking Information Not Found' }] },
          ],
        },
      },
    },
    ['UPS says of 1Z0000000000000000: Tracking Information Not Found.'],
  ),
  of(
    'a number that is none, refused',
    'karrioapi/karrio',
    '2022',
    { status: 400, body: { response: { errors: [{ code: 'TV1002', message: 'Invalid inquiry number' }] } } },
    ['UPS does not know 1Z0000000000000000: Invalid inquiry number.'],
  ),
];
