/** Prices of several carriers at once, what a label cost beside its postage, refunds and whole ways of parcels of the test system. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const easypost = answered(carrier, samples);
const ID = `shp_${'0d6b20226e494736'.repeat(2)}`;
const NUMBER = '9400100208303109505657';

type Rate = readonly [
  carrier: string,
  service: string,
  rate: string,
  retail: string,
  list: string,
  days: number,
  by?: string,
];

const ratesOf = (rates: readonly Rate[], account = 'ca_8dc116debcdb49b5a66a2ddee4612600') =>
  rates.map(([name, service, rate, retail_rate, list_rate, days, by], index) => ({
    id: `rate_${String(index).padStart(2, '0').repeat(16)}`,
    object: 'Rate',
    service,
    carrier: name,
    rate,
    currency: 'USD',
    retail_rate,
    retail_currency: 'USD',
    list_rate,
    list_currency: 'USD',
    billing_type: 'easypost',
    delivery_days: days,
    delivery_date: by ?? null,
    delivery_date_guaranteed: by !== undefined,
    est_delivery_days: days,
    carrier_account_id: account,
  }));

const failed = (name: string, message: string, times: number) =>
  Array.from({ length: times }, (_, index) => ({
    carrier: name,
    carrier_account_id: `ca_${String(index).repeat(32)}`,
    type: 'rate_error',
    message,
  }));

const priced = (
  name: string,
  source: string,
  recorded: string,
  answer: { readonly status?: number; readonly body: unknown },
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'rate',
  source,
  recorded,
  read: () => easypost.rate(withinUnitedStates, { status: 200, ...answer }),
  means,
});

type Fee = readonly [type: string, amount: string];
const bought = (service: string, rate: string, fees: readonly Fee[], more: object = {}) => ({
  body: {
    id: ID,
    tracking_code: NUMBER,
    refund_status: null,
    fees: fees.map(([type, amount]) => ({ object: 'Fee', type, amount, charged: true, refunded: false })),
    postage_label: {
      label_file_type: 'image/png',
      label_url: 'https://files.easypost.example/label.png',
      label_pdf_url: 'https://files.easypost.example/label.pdf',
      label_zpl_url: null,
    },
    selected_rate: ratesOf([['USPS', service, rate, '8.85', '6.57', 3]])[0],
    tracker: { public_url: 'https://track.easypost.example/djE6dHJr' },
    ...more,
  },
});

const input = {
  shipment: withinUnitedStates,
  service: 'USPS.GroundAdvantage',
  reference: 'S000000000000001',
  uuid: '6f1c2f1e-0000-4000-8000-000000000001',
  labelFormat: 'pdf' as const,
};

const charged = (
  name: string,
  source: string,
  recorded: string,
  answer: { readonly body: unknown },
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'ship',
  source,
  recorded,
  read: () => easypost.ship(input, [answer], 'confirm', { shipmentId: ID }),
  means,
});

const voided = (
  name: string,
  step: string,
  answer: { readonly body: unknown },
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'cancel',
  source: 'EasyPost/easypost-python',
  recorded: '2025-03-07',
  read: () =>
    easypost.cancel(
      { reference: input.reference, carrierShipmentId: ID, trackingNumbers: [NUMBER], kept: {} },
      [answer],
      step,
    ),
  means,
});

/** "when status | words | city, state" */
const way = (
  name: string,
  source: string,
  recorded: string,
  estimate: string | null,
  rows: readonly string[],
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'track',
  source,
  recorded,
  read: () => {
    const tracking_details = rows.map((row) => {
      const [head = '', message, where] = row.split(' | ');
      const [datetime, status] = head.split(' ');
      const [city = null, state = null] = where?.split(', ') ?? [];
      return {
        object: 'TrackingDetail',
        message,
        description: '',
        status,
        status_detail: 'status_update',
        datetime,
        source: 'USPS',
        carrier_code: '',
        tracking_location: { object: 'TrackingLocation', city, state, country: null, zip: null },
      };
    });
    const tracker = { object: 'Tracker', tracking_code: NUMBER, est_delivery_date: estimate, tracking_details };
    return easypost.track(NUMBER, { body: { trackers: [tracker], has_more: false } });
  },
  means,
});

const UPS: readonly Rate[] = [
  ['UPS', 'NextDayAir', '95.39', '95.39', '116.45', 1, '2025-06-18T10:30:00Z'],
  ['UPS', 'Ground', '15.62', '15.62', '18.05', 2, '2025-06-19T23:00:00Z'],
];

export const answers: readonly RealAnswer[] = [
  priced(
    'two carriers, and five accounts of a third that fail alike',
    'EasyPost/easypost-php',
    '2025-06-12',
    {
      body: {
        rates: ratesOf([
          ['USPS', 'Priority', '7.42', '9.90', '8.34', 2],
          ['USPS', 'GroundAdvantage', '6.07', '8.85', '6.57', 3],
          ['UPSDAP', 'NextDayAir', '37.90', '95.19', '116.21', 1, '2025-06-13T10:30:00Z'],
          ['UPSDAP', 'NextDayAirEarlyAM', '67.91', '130.51', '151.53', 1, '2025-06-13T08:00:00Z'],
          ['UPSDAP', '2ndDayAirAM', '12.96', '36.22', '41.74', 2, '2025-06-16T10:30:00Z'],
          ['UPSDAP', '3DaySelect', '9.94', '23.96', '27.81', 3, '2025-06-17T23:00:00Z'],
          ['UPSDAP', 'Ground', '7.12', '15.63', '17.42', 2, '2025-06-16T23:00:00Z'],
        ]),
        messages: failed('DhlEcs', 'Invalid credentials', 5),
      },
    },
    [
      'USPS.Priority Priority Mail | base rate 7.42 | 7.42 USD | retail 9.90, 2 d',
      'USPS.GroundAdvantage Ground Advantage | base rate 6.07 | 6.07 USD | retail 8.85, 3 d',
      'UPSDAP.NextDayAir Next Day Air | base rate 37.90 | 37.90 USD | retail 95.19, 1 d, 2025-06-13',
      'UPSDAP.NextDayAirEarlyAM Next Day Air Early | base rate 67.91 | 67.91 USD | retail 130.51, 1 d, 2025-06-13',
      'UPSDAP.2ndDayAirAM 2nd Day Air A.M. | base rate 12.96 | 12.96 USD | retail 36.22, 2 d, 2025-06-16',
      'UPSDAP.3DaySelect 3 Day Select | base rate 9.94 | 9.94 USD | retail 23.96, 3 d, 2025-06-17',
      'UPSDAP.Ground Ground | base rate 7.12 | 7.12 USD | retail 15.63, 2 d, 2025-06-16',
      'DhlEcs: Invalid credentials.',
    ],
  ),
  priced(
    'three accounts of one carrier at one price, another refused',
    'EasyPost/easypost-csharp',
    '2025-06-17',
    {
      body: {
        rates: [
          ...ratesOf(UPS, `ca_${'1'.repeat(32)}`),
          ...ratesOf(UPS, `ca_${'2'.repeat(32)}`),
          ...ratesOf(UPS, `ca_${'3'.repeat(32)}`),
        ],
        messages: failed('UPS', 'Account numbers should be 6 characters or less.', 1),
      },
    },
    [
      'UPS.NextDayAir Next Day Air | base rate 95.39 | 95.39 USD | retail 95.39, 1 d, 2025-06-18',
      'UPS.Ground Ground | base rate 15.62 | 15.62 USD | retail 15.62, 2 d, 2025-06-19',
      'UPS: Account numbers should be 6 characters or less.',
    ],
  ),
  priced(
    'customs data that a carrier wants of a parcel inside the country',
    'EasyPost/easypost-go',
    '2024-08-02',
    {
      body: {
        rates: ratesOf([['USPS', 'Express', '33.10', '37.90', '33.10', 2]]),
        messages: failed('DhlEcs', 'shipment.customs_info.customs_items.0.code: field required', 4),
      },
    },
    [
      'USPS.Express Priority Mail Express | base rate 33.10 | 33.10 USD | retail 37.90, 2 d',
      'DhlEcs: shipment.customs_info.customs_items.0.code: field required.',
    ],
  ),
  priced(
    'a light parcel two zones away',
    'EasyPost/easypost-ruby',
    '2024-07-29',
    {
      body: {
        rates: ratesOf([
          ['USPS', 'Express', '26.75', '30.95', '26.75', 1],
          ['USPS', 'Priority', '6.64', '9.25', '7.90', 1],
          ['USPS', 'GroundAdvantage', '5.52', '8.00', '6.17', 2],
        ]),
        messages: [],
      },
    },
    [
      'USPS.Express Priority Mail Express | base rate 26.75 | 26.75 USD | retail 30.95, 1 d',
      'USPS.Priority Priority Mail | base rate 6.64 | 6.64 USD | retail 9.25, 1 d',
      'USPS.GroundAdvantage Ground Advantage | base rate 5.52 | 5.52 USD | retail 8.00, 2 d',
    ],
  ),
  priced(
    'the heavier parcel of an order of two',
    'EasyPost/easypost-python',
    '2025-03-06',
    {
      body: {
        rates: ratesOf([
          ['USPS', 'Express', '72.55', '83.25', '72.55', 1],
          ['USPS', 'Priority', '15.64', '22.55', '17.41', 2],
          ['USPS', 'GroundAdvantage', '11.74', '18.40', '13.26', 3],
        ]),
        messages: [],
      },
    },
    [
      'USPS.Express Priority Mail Express | base rate 72.55 | 72.55 USD | retail 83.25, 1 d',
      'USPS.Priority Priority Mail | base rate 15.64 | 15.64 USD | retail 22.55, 2 d',
      'USPS.GroundAdvantage Ground Advantage | base rate 11.74 | 11.74 USD | retail 18.40, 3 d',
    ],
  ),
  priced(
    'four accounts of a carrier whose licence is not accepted are one problem; the cheapest comes first',
    'EasyPost/easypost-java',
    '2024-08-16',
    {
      body: {
        id: ID,
        rates: ratesOf([
          ['USPS', 'GroundAdvantage', '5.93', '8.45', '6.40', 3],
          ['USPS', 'Express', '33.10', '37.90', '33.10', 1],
          ['USPS', 'Priority', '6.90', '9.80', '8.25', 2],
        ]),
        messages: failed('UPS', 'Invalid Access License number', 4),
      },
    },
    [
      'USPS.GroundAdvantage Ground Advantage | base rate 5.93 | 5.93 USD | retail 8.45, 3 d',
      'USPS.Express Priority Mail Express | base rate 33.10 | 33.10 USD | retail 37.90, 1 d',
      'USPS.Priority Priority Mail | base rate 6.90 | 6.90 USD | retail 9.80, 2 d',
      'UPS: Invalid Access License number.',
    ],
  ),
  charged(
    'no fee for the label: what is charged is the postage',
    'EasyPost/easypost-go',
    '2024-08-02',
    bought('GroundAdvantage', '5.93', [
      ['LabelFee', '0.00000'],
      ['PostageFee', '5.93000'],
    ]),
    ['parcel 1 9400100208303109505657', 'base rate 5.93 | 5.93 USD'],
  ),
  charged(
    'insured for fifty dollars at half a dollar',
    'EasyPost/easypost-java',
    '2024-08-16',
    bought('GroundAdvantage', '5.93', [
      ['LabelFee', '0.00000'],
      ['PostageFee', '5.93000'],
      ['InsuranceFee', '0.50000'],
    ]),
    ['parcel 1 9400100208303109505657', 'base rate 5.93 + option InsuranceFee 0.50 | 6.43 USD'],
  ),
  charged(
    'a seller at the end of the chain, which changes nothing of the price',
    'EasyPost/easypost-python',
    '2025-03-07',
    bought('GroundAdvantage', '6.07', [
      ['LabelFee', '0.00000'],
      ['PostageFee', '6.07000'],
    ]),
    ['parcel 1 9400100208303109505657', 'base rate 6.07 | 6.07 USD'],
  ),
  priced(
    'refused for want of everything',
    'EasyPost/easypost-python',
    '2025-03-06',
    {
      status: 422,
      body: {
        error: {
          code: 'PARAMETER.REQUIRED',
          message: 'Missing required parameter.',
          errors: [{ field: 'shipment', message: 'cannot be blank' }],
        },
      },
    },
    ['invalid-input PARAMETER.REQUIRED EasyPost: Missing required parameter: shipment cannot be blank.'],
  ),
  charged(
    'the label itself costs a cent',
    'EasyPost/easypost-csharp',
    '2024-10-16',
    bought('GroundAdvantage', '5.93', [
      ['LabelFee', '0.01000'],
      ['PostageFee', '5.93000'],
    ]),
    ['parcel 1 9400100208303109505657', 'base rate 5.93 + surcharge LabelFee 0.01 | 5.94 USD'],
  ),
  charged(
    'a cent, and an insurance of 244.99 whose fee ends in a fraction of a cent',
    'EasyPost/easypost-ruby',
    '2024-07-29',
    bought('GroundAdvantage', '5.93', [
      ['LabelFee', '0.01000'],
      ['PostageFee', '5.93000'],
      ['InsuranceFee', '2.44990'],
    ]),
    [
      'parcel 1 9400100208303109505657',
      'base rate 5.93 + surcharge LabelFee 0.01 + option InsuranceFee 2.45 | 8.39 USD',
    ],
  ),
  charged(
    'insured for a hundred dollars afterwards',
    'EasyPost/easypost-python',
    '2025-03-07',
    bought('GroundAdvantage', '6.07', [
      ['LabelFee', '0.00000'],
      ['PostageFee', '6.07000'],
      ['InsuranceFee', '1.00000'],
    ]),
    ['parcel 1 9400100208303109505657', 'base rate 6.07 + option InsuranceFee 1.00 | 7.07 USD'],
  ),
  charged(
    'express with an insurance',
    'EasyPost/easypost-php',
    '2024-08-14',
    bought('Express', '33.10', [
      ['LabelFee', '0.00000'],
      ['PostageFee', '33.10000'],
      ['InsuranceFee', '0.50000'],
    ]),
    ['parcel 1 9400100208303109505657', 'base rate 33.10 + option InsuranceFee 0.50 | 33.60 USD'],
  ),
  charged(
    'a shipment that was only quoted has neither label nor fees',
    'EasyPost/easypost-python',
    '2025-03-07',
    { body: { id: ID, tracking_code: null, fees: [], postage_label: null, selected_rate: null, tracker: null } },
    ['refused EasyPost has no label for this shipment.'],
  ),
  voided('asked for, and taken in', 'refund', bought('GroundAdvantage', '6.07', [], { refund_status: 'submitted' }), [
    'refund later',
  ]),
  voided('asked for a second time', 'look', bought('GroundAdvantage', '6.07', [], { refund_status: 'submitted' }), [
    'refused This label has already been voided.',
  ]),
  way(
    'delivered within three days; what is expected then is no longer true',
    'EasyPost/easypost-python',
    '2025-03-06',
    '2025-03-06T19:51:47Z',
    [
      '2025-02-06T19:51:47Z pre_transit | Pre-Shipment Info Sent to USPS',
      '2025-02-07T08:28:47Z pre_transit | Shipping Label Created | HOUSTON, TX',
      '2025-02-07T18:33:47Z in_transit | Arrived at USPS Origin Facility | NORTH HOUSTON, TX',
      '2025-02-08T20:09:47Z in_transit | Arrived at USPS Facility | COLUMBIA, SC',
      '2025-02-08T23:00:47Z in_transit | Arrived at Post Office | CHARLESTON, SC',
      '2025-02-09T04:40:47Z in_transit | Sorting Complete | CHARLESTON, SC',
      '2025-02-09T04:50:47Z out_for_delivery | Out for Delivery | CHARLESTON, SC',
      '2025-02-09T09:42:47Z delivered | Delivered | CHARLESTON, SC',
    ],
    [
      '2025-02-06T19:51:47Z label-created pre_transit Pre-Shipment Info Sent to USPS',
      '2025-02-07T08:28:47Z label-created pre_transit Shipping Label Created @ HOUSTON, TX',
      '2025-02-07T18:33:47Z in-transit in_transit Arrived at USPS Origin Facility @ NORTH HOUSTON, TX',
      '2025-02-08T20:09:47Z in-transit in_transit Arrived at USPS Facility @ COLUMBIA, SC',
      '2025-02-08T23:00:47Z in-transit in_transit Arrived at Post Office @ CHARLESTON, SC',
      '2025-02-09T04:40:47Z in-transit in_transit Sorting Complete @ CHARLESTON, SC',
      '2025-02-09T04:50:47Z out-for-delivery out_for_delivery Out for Delivery @ CHARLESTON, SC',
      '2025-02-09T09:42:47Z delivered delivered Delivered @ CHARLESTON, SC',
      'expected 2025-03-06T19:51:47Z',
    ],
  ),
  way(
    'on its way',
    'EasyPost/easypost-php',
    '2024-08-14',
    '2024-08-14T17:40:50Z',
    [
      '2024-07-15T06:17:50Z pre_transit | Shipping Label Created | HOUSTON, TX',
      '2024-07-15T16:22:50Z in_transit | Arrived at USPS Origin Facility | NORTH HOUSTON, TX',
      '2024-07-17T02:29:50Z in_transit | Sorting Complete | CHARLESTON, SC',
    ],
    [
      '2024-07-15T06:17:50Z label-created pre_transit Shipping Label Created @ HOUSTON, TX',
      '2024-07-15T16:22:50Z in-transit in_transit Arrived at USPS Origin Facility @ NORTH HOUSTON, TX',
      '2024-07-17T02:29:50Z in-transit in_transit Sorting Complete @ CHARLESTON, SC',
      'expected 2024-08-14T17:40:50Z',
    ],
  ),
  way(
    'a number of the real post in the test system: an error without a day, in many words',
    'EasyPost/easypost-csharp',
    '2024-08-16',
    null,
    [
      '2024-08-16T17:13:03Z error | In test mode, only test tracking numbers are valid. Test tracking numbers are EZ1000000001, EZ2000000002, ... , EZ7000000007',
    ],
    [
      '2024-08-16T17:13:03Z exception error In test mode, only test tracking numbers are valid. Test tracking numbers are EZ1000000001, EZ2000000002, ... , EZ7000000007',
    ],
  ),
];
