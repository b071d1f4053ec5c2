/** Whole answers about six parcels, three of them in the months of daylight time, and the last scans of one abroad. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const post = answered(carrier, samples);
const source = 'sailrish/shipit, test/stub_data/canada_post_*.xml';

type Scan = readonly [code: string, day: string, time: string, zone: string, text: string, place?: string];

interface Parcel {
  readonly pin: string;
  readonly expected?: string;
  readonly service?: string;
  readonly options?: string;
  readonly scans: readonly Scan[];
}

const element = (name: string, text: string): string => (text === '' ? `<${name}/>` : `<${name}>${text}</${name}>`);

function occurrence([code, day, time, zone, text, place = '']: Scan): string {
  const [site = '', province = '', office = ''] = place.split(', ');
  return element(
    'occurrence',
    [
      ['event-identifier', code],
      ['event-date', day],
      ['event-time', time],
      ['event-time-zone', zone],
      ['event-description', text],
      ['signatory-name', ''],
      ['event-site', site],
      ['event-province', province],
      ['event-retail-location-id', office && '0000069183'],
      ['event-retail-name', office],
    ]
      .map(([name = '', value = '']) => element(name, value))
      .join(''),
  );
}

const bodyOf = ({ pin, expected = '', service = '', options = '', scans }: Parcel): string =>
  `<?xml version="1.0" encoding="UTF-8"?><tracking-detail xmlns="http://www.canadapost.ca/ws/track"><pin>${pin}</pin>${service === '' ? '<active-exists/><archive-exists>1</archive-exists>' : '<active-exists>1</active-exists><archive-exists/>'}<changed-expected-date/><destination-postal-id/>${element('expected-delivery-date', expected)}<changed-expected-delivery-reason/><mailed-by-customer-number/><mailed-on-behalf-of-customer-number/><original-pin/>${element('service-name', service)}${service === '' ? '<service-name-2>ARCHIDX</service-name-2>' : '<service-name-2>Colis acc&#233;l&#233;r&#233;s</service-name-2>'}<customer-ref-1/><customer-ref-2/><return-pin/><signature-image-exists>false</signature-image-exists><suppress-signature>false</suppress-signature>${element('delivery-options', options)}<significant-events>${scans.map(occurrence).join('')}</significant-events></tracking-detail>`;

const told = (name: string, recorded: string, parcel: Parcel, means: readonly string[]): RealAnswer => ({
  name,
  operation: 'track',
  source,
  recorded,
  read: () => post.track(parcel.pin, { body: bodyOf(parcel) }),
  means,
});

const service = 'Expedited Parcels';
const ANNOUNCED = 'Electronic information submitted by shipper';

export const answers: readonly RealAnswer[] = [
  told(
    'from Richmond to Calgary in September: the clocks of both are those of daylight time, whatever their zones are called',
    '2015-09-23',
    {
      pin: '2001698038081172',
      expected: '2015-09-23',
      service,
      scans: [
        ['1496', '2015-09-23', '11:59:59', 'MST', 'Item successfully delivered', 'CALGARY, AB'],
        ['0174', '2015-09-23', '08:38:06', 'MST', 'Item out for delivery', 'CALGARY, AB'],
        ['0170', '2015-09-23', '04:52:26', 'MST', 'Item processed', 'CALGARY, AB'],
        ['0100', '2015-09-22', '16:56:07', 'MST', 'Item processed', 'CALGARY, AB'],
        ['0175', '2015-09-21', '17:51:02', 'PST', 'Item in transit', 'RICHMOND, BC'],
        ['0100', '2015-09-21', '15:24:41', 'PST', 'Item processed', 'RICHMOND, BC'],
        ['3000', '2015-09-21', '13:49:14', '', ANNOUNCED, 'RICHMOND, BC'],
      ],
    },
    [
      '2015-09-23T11:59:59-06:00 delivered 1496 Item successfully delivered @ CALGARY, AB',
      '2015-09-23T08:38:06-06:00 out-for-delivery 174 Item out for delivery @ CALGARY, AB',
      '2015-09-23T04:52:26-06:00 in-transit 170 Item processed @ CALGARY, AB',
      '2015-09-22T16:56:07-06:00 in-transit 100 Item processed @ CALGARY, AB',
      '2015-09-21T17:51:02-07:00 in-transit 175 Item in transit @ RICHMOND, BC',
      '2015-09-21T15:24:41-07:00 in-transit 100 Item processed @ RICHMOND, BC',
      '2015-09-21T13:49:14-07:00 label-created 3000 Electronic information submitted by shipper @ RICHMOND, BC',
      'expected 2015-09-23',
    ],
  ),
  told(
    'around Toronto at the end of September: announced a quarter of an hour after it was fetched',
    '2015-10-01',
    {
      pin: '7316971138510136',
      expected: '2015-10-01',
      service,
      scans: [
        ['0170', '2015-10-01', '06:04:27', 'EST', 'Item processed', 'RICHMOND HILL, ON'],
        ['3000', '2015-09-30', '23:42:05', '', ANNOUNCED, 'MISSISSAUGA, ON'],
        ['2300', '2015-09-30', '23:16:05', 'EST', 'Shipment picked up by Canada Post', 'MISSISSAUGA, ON'],
        ['0100', '2015-09-30', '18:34:49', 'EST', 'Item processed', 'MISSISSAUGA, ON'],
      ],
    },
    [
      '2015-10-01T06:04:27-04:00 in-transit 170 Item processed @ RICHMOND HILL, ON',
      '2015-09-30T23:42:05-04:00 label-created 3000 Electronic information submitted by shipper @ MISSISSAUGA, ON',
      '2015-09-30T23:16:05-04:00 accepted 2300 Shipment picked up by Canada Post @ MISSISSAUGA, ON',
      '2015-09-30T18:34:49-04:00 in-transit 100 Item processed @ MISSISSAUGA, ON',
      'expected 2015-10-01',
    ],
  ),
  told(
    'announced in Saskatoon, in the time of the capital',
    '2015-09-30',
    {
      pin: '2046989277836191',
      service,
      scans: [['3000', '2015-09-30', '16:56:50', 'EST', ANNOUNCED, 'SASKATOON, SK']],
    },
    ['2015-09-30T16:56:50-04:00 label-created 3000 Electronic information submitted by shipper @ SASKATOON, SK'],
  ),
  told(
    'through Regina in March: "CSTNO", the central time that knows no daylight time',
    '2016-03-08',
    {
      pin: '2116634025912396',
      expected: '2016-03-14',
      service,
      options:
        '<item><delivery-option>CH_SGN_OPTION</delivery-option><delivery-option-description>Signature Required</delivery-option-description></item>',
      scans: [
        ['0410', '2016-03-08', '10:35:55', 'CSTNO', 'Item departed', 'REGINA, SK'],
        ['0405', '2016-03-08', '10:13:29', 'CSTNO', 'Item arrived', 'REGINA, SK'],
        ['0100', '2016-03-07', '17:51:01', 'CST', 'Item processed', 'WINNIPEG, MB'],
        ['0100', '2016-03-07', '17:46:51', 'CST', 'Item processed', 'WINNIPEG, MB'],
        ['3000', '2016-03-07', '15:38:34', 'EST', ANNOUNCED, 'WINNIPEG, MB'],
        ['2300', '2016-03-07', '15:03:11', 'CST', 'Shipment picked up by Canada Post', 'WINNIPEG, MB'],
      ],
    },
    [
      '2016-03-08T10:35:55-06:00 in-transit 410 Item departed @ REGINA, SK',
      '2016-03-08T10:13:29-06:00 in-transit 405 Item arrived @ REGINA, SK',
      '2016-03-07T17:51:01-06:00 in-transit 100 Item processed @ WINNIPEG, MB',
      '2016-03-07T17:46:51-06:00 in-transit 100 Item processed @ WINNIPEG, MB',
      '2016-03-07T15:38:34-05:00 label-created 3000 Electronic information submitted by shipper @ WINNIPEG, MB',
      '2016-03-07T15:03:11-06:00 accepted 2300 Shipment picked up by Canada Post @ WINNIPEG, MB',
      'expected 2016-03-14',
    ],
  ),
  told(
    'nobody at home, on its way to the post office, there',
    '2016-01-20',
    {
      pin: '8193030646706337',
      expected: '2016-01-20',
      service,
      scans: [
        [
          '1701',
          '2016-01-20',
          '18:22:43',
          'EST',
          'Item available for pickup at Post Office',
          'LEVIS, QC, BP GALERIES CHAGNON',
        ],
        ['1703', '2016-01-20', '09:49:52', 'EST', 'Item in transit to Post Office', 'LEVIS, QC'],
        [
          '1479',
          '2016-01-20',
          '08:06:20',
          'EST',
          'Attempted delivery. Notice card left indicating where item can be picked up.',
          'LEVIS, QC',
        ],
        ['0174', '2016-01-20', '07:33:56', 'EST', 'Item out for delivery', 'LEVIS, QC'],
        ['0170', '2016-01-20', '07:26:17', 'EST', 'Item processed', 'LEVIS, QC'],
        ['0104', '2016-01-20', '06:17:34', 'EST', 'Item processed', 'QUEBEC, QC'],
        ['0100', '2016-01-19', '19:20:49', 'EST', 'Item processed', 'OTTAWA, ON'],
        ['2300', '2016-01-19', '16:16:39', 'EST', 'Item picked up by Canada Post', 'NEPEAN, ON'],
        ['3000', '2016-01-19', '14:55:25', 'EST', 'Electronicinformation submitted by shipper', 'OTTAWA, ON'],
      ],
    },
    [
      '2016-01-20T18:22:43-05:00 available-for-pickup 1701 Item available for pickup at Post Office @ LEVIS, QC',
      '2016-01-20T09:49:52-05:00 in-transit 1703 Item in transit to Post Office @ LEVIS, QC',
      '2016-01-20T08:06:20-05:00 available-for-pickup 1479 Attempted delivery. Notice card left indicating where item can be picked up. @ LEVIS, QC',
      '2016-01-20T07:33:56-05:00 out-for-delivery 174 Item out for delivery @ LEVIS, QC',
      '2016-01-20T07:26:17-05:00 in-transit 170 Item processed @ LEVIS, QC',
      '2016-01-20T06:17:34-05:00 in-transit 104 Item processed @ QUEBEC, QC',
      '2016-01-19T19:20:49-05:00 in-transit 100 Item processed @ OTTAWA, ON',
      '2016-01-19T16:16:39-05:00 accepted 2300 Item picked up by Canada Post @ NEPEAN, ON',
      '2016-01-19T14:55:25-05:00 label-created 3000 Electronicinformation submitted by shipper @ OTTAWA, ON',
      'expected 2016-01-20',
    ],
  ),
  told(
    'a letter abroad out of the archive: days without a clock or a place, told once',
    '2015-11-02',
    {
      pin: 'LM029042024CA',
      scans: [
        ['1498', '2015-11-02', '00:00:00', '', 'Delivered'],
        ['0174', '2015-11-02', '00:00:00', '', 'Item out for delivery'],
        ['4311', '2015-10-30', '00:00:00', '', 'International item has arrived in a foreign country'],
        ['8901', '2015-10-30', '00:00:00', '', 'International item being forwarded to destination country'],
        ['0105', '2015-10-29', '00:00:00', '', 'Item processed'],
        ['1302', '2015-10-29', '00:00:00', '', 'Item accepted at the Post Office'],
        ['3000', '2015-10-28', '00:00:00', '', ANNOUNCED],
      ],
    },
    [
      '2015-11-02T00:00:00Z delivered 1498 Delivered',
      '2015-11-02T00:00:00Z out-for-delivery 174 Item out for delivery',
      '2015-10-30T00:00:00Z in-transit 4311 International item has arrived in a foreign country',
      '2015-10-30T00:00:00Z in-transit 8901 International item being forwarded to destination country',
      '2015-10-29T00:00:00Z in-transit 105 Item processed',
      '2015-10-29T00:00:00Z accepted 1302 Item accepted at the Post Office',
      '2015-10-28T00:00:00Z label-created 3000 Electronic information submitted by shipper',
      'Canada Post names no time zone for some events; their times are shown as UTC.',
    ],
  ),
  {
    name: 'in Israel in May: one scan names its zone',
    operation: 'track',
    source: 'https://docs.digitalgenius.com/docs/canada-post-track-trace',
    recorded: '2021-05-02',
    read: () => {
      const pin = 'LM000000000CA';
      const scans: readonly Scan[] = [
        [
          '4500',
          '2021-05-02',
          '11:53:00',
          '',
          'International item is in transit to the delivery office.',
          'ILTLVA,Israel',
        ],
        ['4310', '2021-05-02', '09:31:07', '', 'International shipment has arrived in a foreign country', 'ILTLVA'],
        [
          '4600',
          '2021-05-02',
          '15:49:00',
          'ISRAEL',
          'Item has arrived at the delivery office in the destination country',
          '02650,Israel',
        ],
      ];
      return post.track(pin, { body: bodyOf({ pin, service: 'Small Packet', scans }) });
    },
    means: [
      '2021-05-02T11:53:00Z in-transit 4500 International item is in transit to the delivery office. @ ILTLVA, Israel',
      '2021-05-02T09:31:07Z in-transit 4310 International shipment has arrived in a foreign country',
      '2021-05-02T15:49:00+03:00 in-transit 4600 Item has arrived at the delivery office in the destination country @ 02650, Israel',
      'Canada Post names no time zone for some events; their times are shown as UTC.',
    ],
  },
];
