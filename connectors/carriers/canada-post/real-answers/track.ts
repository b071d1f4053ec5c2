/** Scans of three parcels, one of which was delivered to the wrong door first. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { progressOf } from '@scanship/domain/tracking/tracking';
import { readTracking } from '../src/track.ts';

const source = 'Shopify/active_shipping';
const PIN = '1371134583769923';

type Scan = readonly [code: string, day: string, time: string, text: string, site: string, province: string];

function parcelOf(scans: readonly Scan[], expected = '') {
  const occurrence = scans.map(([code, day, time, text, site, province]) => ({
    'event-identifier': code,
    'event-date': day,
    'event-time': time,
    'event-time-zone': 'EST',
    'event-description': text,
    'signatory-name': '',
    'event-site': site,
    'event-province': province,
  }));
  const detail = { pin: PIN, 'expected-delivery-date': expected, 'significant-events': { occurrence } };
  return readTracking(readObject({ 'tracking-detail': detail }), PIN);
}

const of = (name: string, scan: Scan, means: string): RealAnswer => ({
  name,
  operation: 'track',
  source,
  recorded: scan[1],
  // Those of one parcel end in one place; where two did, they count as one.
  partOf: scan[1] < '2011-01-31' ? 'a parcel to Vankleek Hill' : 'a parcel to Sainte-Foy',
  read: () => {
    const { events, problems } = parcelOf([scan]);
    return [...events.map((e) => `${e.occurredAt} ${e.status} ${e.code} ${e.place}`), ...problems];
  },
  means: [means],
});

const SIGNED: Scan = ['20', '2011-02-01', '07:59:52', 'Signature image recorded for Online viewing', 'QUEBEC', 'QC'];
const OUT: Scan = ['0174', '2011-02-03', '08:27:43', 'Item out for delivery', 'SAINTE-FOY', 'QC'];
const WRONG: Scan = [
  '0173',
  '2011-02-02',
  '06:19:57',
  'Customer addressing error found; attempting to correct. Possible delay',
  'QUEBEC',
  'QC',
];
const PROCESSED: Scan = ['0100', '2011-02-02', '14:45:48', 'Item processed at postal facility', 'QUEBEC', 'QC'];

export const answers: readonly RealAnswer[] = [
  {
    name: 'a signature without a delivery, an error in the address, out again: it is on its way',
    operation: 'track',
    source,
    recorded: '2011-02-03',
    partOf: 'a parcel to Sainte-Foy',
    read: () => {
      const { events } = parcelOf([OUT, PROCESSED, WRONG, SIGNED]);
      return progressOf(events.map((e) => ({ status: e.status, at: Date.parse(e.occurredAt) }))).status;
    },
    means: 'out-for-delivery',
  },
  of('a signature alone', SIGNED, '2011-02-01T07:59:52-05:00 unknown 20 QUEBEC, QC'),
  of(
    'delivered',
    ['1496', '2011-02-03', '11:59:59', 'Item successfully delivered', 'SAINTE-FOY', 'QC'],
    '2011-02-03T11:59:59-05:00 delivered 1496 SAINTE-FOY, QC',
  ),
  of('out for delivery, its code padded', OUT, '2011-02-03T08:27:43-05:00 out-for-delivery 174 SAINTE-FOY, QC'),
  of('an error in the address', WRONG, '2011-02-02T06:19:57-05:00 exception 173 QUEBEC, QC'),
  of('processed', PROCESSED, '2011-02-02T14:45:48-05:00 in-transit 100 QUEBEC, QC'),
  of(
    'picked up',
    ['2300', '2011-01-31', '17:06:02', 'Item picked up by Canada Post', 'MONTREAL', 'QC'],
    '2011-01-31T17:06:02-05:00 accepted 2300 MONTREAL, QC',
  ),
  of(
    'announced',
    ['3000', '2011-01-31', '14:34:57', 'Order information received by Canada Post', 'LACHINE', 'QC'],
    '2011-01-31T14:34:57-05:00 label-created 3000 LACHINE, QC',
  ),
  of(
    'a final notice: ten days to fetch it',
    [
      '0156',
      '2011-01-18',
      '07:57:50',
      'Final Notice; Item will be returned to sender if not collected within 10 days',
      'VANKLEEK HILL',
      'ON',
    ],
    '2011-01-18T07:57:50-05:00 available-for-pickup 156 VANKLEEK HILL, ON',
  ),
  of(
    'a card at the door',
    [
      '1479',
      '2011-01-11',
      '11:59:59',
      'Attempted delivery. Notice card left indicating where item can be picked up.',
      'VANKLEEK HILL',
      'ON',
    ],
    '2011-01-11T11:59:59-05:00 available-for-pickup 1479 VANKLEEK HILL, ON',
  ),
  of(
    'at the post office',
    ['1701', '2011-01-11', '11:55:51', 'Item available for pickup at Post Office', 'VANKLEEK HILL', 'ON'],
    '2011-01-11T11:55:51-05:00 available-for-pickup 1701 VANKLEEK HILL, ON',
  ),
  of(
    'fetched at the post office',
    ['1498', '2011-01-27', '14:02:29', 'Item successfully delivered', 'VANKLEEK HILL', 'ON'],
    '2011-01-27T14:02:29-05:00 delivered 1498 VANKLEEK HILL, ON',
  ),
];
