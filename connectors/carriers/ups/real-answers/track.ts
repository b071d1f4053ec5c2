/** A parcel from Belgium to Australia that left and did not arrive: what clearance looks like in UPS's own words. */
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { readTracking } from '../src/track.ts';

const source = 'https://github.com (specs of a Ruby shop, "track_ups_left_not_arrived")';
const recorded = '2024-03-20';

type Activity = readonly [
  type: string,
  code: string | undefined,
  statusCode: string,
  text: string,
  local: string,
  gmt: string,
  offset: string,
  place?: readonly [city: string | undefined, country: string],
];

const answer = (activities: readonly Activity[]) => ({
  trackResponse: {
    shipment: [
      {
        inquiryNumber: '1Z0000000000000000',
        package: [
          {
            trackingNumber: '1Z0000000000000000',
            deliveryDate: [],
            activity: activities.map(([type, code, statusCode, description, local, gmt, gmtOffset, place]) => ({
              location: place
                ? {
                    address: { ...(place[0] && { city: place[0] }), countryCode: place[1], country: place[1] },
                    slic: '3468',
                  }
                : { slic: '3468' },
              status: { type, description, ...(code && { code }), statusCode },
              date: local.slice(0, 8),
              time: local.slice(9),
              gmtDate: gmt.slice(0, 8),
              gmtTime: gmt.slice(9),
              gmtOffset,
            })),
            packageCount: 1,
          },
        ],
      },
    ],
  },
});

const inWords =
  (...activities: readonly Activity[]) =>
  () => {
    const { events, problems } = readTracking(answer(activities), '1Z0000000000000000');
    return [
      ...events.map(
        (e) => `${new Date(e.occurredAt).toISOString().slice(0, 16)} ${e.status} ${e.code} ${e.place ?? '-'}`,
      ),
      ...problems,
    ];
  };
const of = (name: string, activity: Activity, means: string): RealAnswer => ({
  name,
  operation: 'track',
  source,
  recorded,
  partOf: 'a parcel from Belgium',
  read: inWords(activity),
  means: [means],
});

export const answers: readonly RealAnswer[] = [
  of(
    'a hold at the border has a status code alone, and no place',
    [
      'X',
      undefined,
      '092',
      'The package is at the clearing agency awaiting final release.',
      '20240320 190838',
      '20240320 11:08:38',
      '+08:00',
    ],
    '2024-03-20T11:08 customs X/092 -',
  ),
  of(
    'released by the government agency is clearance, not trouble',
    [
      'X',
      'RZ',
      '014',
      'Your package has been released by the government agency.',
      '20240318 213829',
      '20240318 20:38:29',
      '+01:00',
    ],
    '2024-03-18T20:38 customs X/RZ -',
  ),
  of(
    'the same code before the release',
    [
      'X',
      'RZ',
      '012',
      'Your package is pending release from a Government Agency. Once they release it, your package will be on its way.',
      '20240318 181605',
      '20240318 17:16:05',
      '+01:00',
      ['Lummen', 'BE'],
    ],
    '2024-03-18T17:16 customs X/RZ Lummen, BE',
  ),
  of(
    'what clearance needs has come',
    [
      'X',
      'BB',
      '014',
      'UPS has received the information needed to submit your package for clearance.',
      '20240318 212334',
      '20240318 20:23:34',
      '+01:00',
    ],
    '2024-03-18T20:23 customs X/BB -',
  ),
  of(
    'the sender is asked for what clearance needs',
    [
      'X',
      'BB',
      '058',
      'UPS initiated contact with the sender to obtain clearance information. Once received, UPS will submit for clearance.',
      '20240318 183623',
      '20240318 17:36:23',
      '+01:00',
      ['Lummen', 'BE'],
    ],
    '2024-03-18T17:36 customs X/BB Lummen, BE',
  ),
  of(
    'cleared, told as "on the way"',
    ['X', 'DA', '014', 'Your package is on the way', '20240318 181605', '20240318 17:16:05', '+01:00'],
    '2024-03-18T17:16 customs X/DA -',
  ),
  of(
    'picked up',
    ['P', 'PU', '038', 'Pickup Scan ', '20240318 154403', '20240318 14:44:03', '+01:00', ['Lummen', 'BE']],
    '2024-03-18T14:44 accepted P/PU Lummen, BE',
  ),
  of(
    'the origin scan is told as "We have your package"',
    ['I', 'OR', '005', 'We have your package', '20240318 200306', '20240318 19:03:06', '+01:00', ['Lummen', 'BE']],
    '2024-03-18T19:03 accepted I/OR Lummen, BE',
  ),
  of(
    'the making of a label names a country alone',
    [
      'M',
      'MP',
      '003',
      'Shipper created a label, UPS has not received the package yet. ',
      '20240318 124917',
      '20240318 11:49:17',
      '+01:00',
      [undefined, 'BE'],
    ],
    '2024-03-18T11:49 label-created M/MP BE',
  ),
  {
    name: 'newest first, over a day line and two zones',
    operation: 'track',
    source,
    recorded,
    partOf: 'a parcel from Belgium',
    read: inWords(
      ['I', 'AR', '005', 'Arrived at Facility', '20240320 070700', '20240319 23:07:00', '+08:00', ['Changi', 'SG']],
      [
        'I',
        'DP',
        '005',
        'Departed from Facility',
        '20240320 032000',
        '20240319 19:20:00',
        '+08:00',
        ['Shenzhen', 'CN'],
      ],
      ['I', 'AR', '005', 'Arrived at Facility', '20240319 232200', '20240319 15:22:00', '+08:00', ['Shenzhen', 'CN']],
      ['I', 'DP', '005', 'Departed from Facility', '20240319 045000', '20240319 03:50:00', '+01:00', ['Koeln', 'DE']],
    ),
    means: [
      '2024-03-19T03:50 in-transit I/DP Koeln, DE',
      '2024-03-19T15:22 in-transit I/AR Shenzhen, CN',
      '2024-03-19T19:20 in-transit I/DP Shenzhen, CN',
      '2024-03-19T23:07 in-transit I/AR Changi, SG',
    ],
  },
];
