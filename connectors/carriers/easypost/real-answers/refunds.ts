/** Labels given back through six of EasyPost's own clients, one insured; and trackers of the test system at every stage. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const easypost = answered(carrier, samples);

type Fee = readonly [type: string, amount: string];

/** The shipment as it comes back when its refund was asked for. */
const refund = (
  language: string,
  at: string,
  [id, number]: readonly [id: string, number: string],
  insurance: string | null,
  fees: readonly Fee[],
): RealAnswer => ({
  name: `given back through the ${language} client${insurance === null ? '' : ', insured'}`,
  operation: 'cancel',
  source: `EasyPost/easypost-${language}`,
  recorded: at.slice(0, 10),
  read: () =>
    easypost.cancel(
      { reference: 'S000000000000001', carrierShipmentId: id, trackingNumbers: [number], kept: {} },
      [
        {
          body: {
            id,
            object: 'Shipment',
            mode: 'test',
            updated_at: at,
            tracking_code: number,
            status: 'unknown',
            refund_status: 'submitted',
            insurance,
            fees: fees.map(([type, amount]) => ({ object: 'Fee', type, amount, charged: true, refunded: false })),
            selected_rate: {
              object: 'Rate',
              carrier: 'USPS',
              service: 'GroundAdvantage',
              rate: '5.93',
              currency: 'USD',
            },
          },
        },
      ],
      'refund',
    ),
  means: ['refund later'],
});

const INSURED: readonly Fee[] = [
  ['LabelFee', '0.00000'],
  ['PostageFee', '5.93000'],
  ['InsuranceFee', '0.50000'],
];
const PLAIN: readonly Fee[] = [
  ['LabelFee', '0.01000'],
  ['PostageFee', '5.93000'],
];

/** "when status detail | words | city, state" of the parcel with this number. */
const way = (
  name: string,
  language: string,
  [number, updated, estimate, finalized]: readonly [string, string, string | null, boolean?],
  rows: readonly string[],
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'track',
  source: `EasyPost/easypost-${language}`,
  recorded: updated.slice(0, 10),
  read: () => {
    const tracking_details = rows.map((row) => {
      const [head = '', message, where] = row.split(' | ');
      const [datetime, status, detail] = head.split(' ');
      const [city = null, state = null] = where?.split(', ') ?? [];
      return {
        object: 'TrackingDetail',
        message,
        description: '',
        status,
        status_detail: detail ?? null,
        datetime,
        source: 'USPS',
        carrier_code: '',
        tracking_location: { object: 'TrackingLocation', city, state, country: null, zip: null },
      };
    });
    const tracker = {
      object: 'Tracker',
      mode: 'test',
      tracking_code: number,
      updated_at: updated,
      est_delivery_date: estimate,
      carrier: 'USPS',
      finalized,
      tracking_details,
    };
    return easypost.track(number, { body: { trackers: [tracker], has_more: false } });
  },
  means,
});

const NOT_A_TEST_NUMBER =
  'In test mode, only test tracking numbers are valid. Test tracking numbers are EZ1000000001, EZ2000000002, ... , EZ7000000007';

export const answers: readonly RealAnswer[] = [
  refund(
    'node',
    '2024-07-30T16:12:16Z',
    [`shp_7800715831eb412a8376c0733f6a7974`, '9400100110368068953341'],
    '50.00',
    INSURED,
  ),
  refund(
    'ruby',
    '2024-07-29T18:10:28Z',
    ['shp_59ef931b513047a3ba8c2e11d15ddf72', '9400100110368068501337'],
    null,
    PLAIN,
  ),
  refund(
    'csharp',
    '2024-10-16T19:07:03Z',
    ['shp_8df2495df6c64b15913ac3dadcc99dd8', '9400100208271102231272'],
    null,
    PLAIN,
  ),
  refund(
    'java',
    '2024-08-16T15:59:21Z',
    ['shp_48f1f6414f3d495c9d572a42a9605cf8', '9400100105807076063256'],
    '50.00',
    INSURED,
  ),
  refund(
    'php',
    '2024-08-14T17:39:41Z',
    ['shp_d0f55c8ba25a4bbe947d3a1641ed11e4', '9400100105807075196894'],
    '50.00',
    INSURED,
  ),
  refund('go', '2024-08-02T23:15:41Z', ['shp_f048e3550ee941279657f42d2ac1d0ee', '9400100110368070372253'], null, [
    ['LabelFee', '0.00000'],
    ['PostageFee', '5.93000'],
  ]),
  way(
    'sorted at the post office, expected at the moment of asking',
    'ruby',
    ['9400100110368068500859', '2024-07-29T18:10:00Z', '2024-07-29T18:10:00Z'],
    [
      '2024-06-29T18:10:00Z pre_transit status_update | Pre-Shipment Info Sent to USPS',
      '2024-06-30T06:47:00Z pre_transit status_update | Shipping Label Created | HOUSTON, TX',
      '2024-06-30T16:52:00Z in_transit arrived_at_facility | Arrived at USPS Origin Facility | NORTH HOUSTON, TX',
      '2024-07-01T18:28:00Z in_transit arrived_at_facility | Arrived at USPS Facility | COLUMBIA, SC',
      '2024-07-01T21:19:00Z in_transit arrived_at_facility | Arrived at Post Office | CHARLESTON, SC',
      '2024-07-02T02:59:00Z in_transit status_update | Sorting Complete | CHARLESTON, SC',
    ],
    [
      '2024-06-29T18:10:00Z label-created pre_transit Pre-Shipment Info Sent to USPS',
      '2024-06-30T06:47:00Z label-created pre_transit Shipping Label Created @ HOUSTON, TX',
      '2024-06-30T16:52:00Z in-transit in_transit Arrived at USPS Origin Facility @ NORTH HOUSTON, TX',
      '2024-07-01T18:28:00Z in-transit in_transit Arrived at USPS Facility @ COLUMBIA, SC',
      '2024-07-01T21:19:00Z in-transit in_transit Arrived at Post Office @ CHARLESTON, SC',
      '2024-07-02T02:59:00Z in-transit in_transit Sorting Complete @ CHARLESTON, SC',
      'expected 2024-07-29T18:10:00Z',
    ],
  ),
  way(
    'out for delivery ten minutes after it was sorted',
    'ruby',
    ['9400100110368068500477', '2024-07-29T18:09:55Z', '2024-07-29T18:09:55Z'],
    [
      '2024-07-02T02:58:55Z in_transit status_update | Sorting Complete | CHARLESTON, SC',
      '2024-07-02T03:08:55Z out_for_delivery out_for_delivery | Out for Delivery | CHARLESTON, SC',
    ],
    [
      '2024-07-02T02:58:55Z in-transit in_transit Sorting Complete @ CHARLESTON, SC',
      '2024-07-02T03:08:55Z out-for-delivery out_for_delivery Out for Delivery @ CHARLESTON, SC',
      'expected 2024-07-29T18:09:55Z',
    ],
  ),
  way(
    'a number that the test system does not follow is told as an event',
    'python',
    ['9400100208303109500706', '2025-03-06T19:48:24Z', null, true],
    [`2025-03-06T19:48:24Z error | ${NOT_A_TEST_NUMBER}`],
    [`2025-03-06T19:48:24Z exception error ${NOT_A_TEST_NUMBER}`],
  ),
  way(
    'announced, through the Node client',
    'node',
    ['EZ1000000001', '2024-07-30T16:06:32Z', '2024-07-30T16:06:32Z'],
    [
      '2024-06-30T16:06:32Z pre_transit status_update | Pre-Shipment Info Sent to USPS',
      '2024-07-01T04:43:32Z pre_transit status_update | Shipping Label Created | HOUSTON, TX',
    ],
    [
      '2024-06-30T16:06:32Z label-created pre_transit Pre-Shipment Info Sent to USPS',
      '2024-07-01T04:43:32Z label-created pre_transit Shipping Label Created @ HOUSTON, TX',
      'expected 2024-07-30T16:06:32Z',
    ],
  ),
  way(
    'announced again a year later, through the Go client: the fee of the tracker is no event',
    'go',
    ['EZ1000000001', '2025-11-06T17:30:27Z', '2025-11-06T17:30:27Z'],
    [
      '2025-10-06T17:30:27Z pre_transit status_update | Pre-Shipment Info Sent to USPS',
      '2025-10-07T06:07:27Z pre_transit status_update | Shipping Label Created | HOUSTON, TX',
    ],
    [
      '2025-10-06T17:30:27Z label-created pre_transit Pre-Shipment Info Sent to USPS',
      '2025-10-07T06:07:27Z label-created pre_transit Shipping Label Created @ HOUSTON, TX',
      'expected 2025-11-06T17:30:27Z',
    ],
  ),
  way(
    'announced, through the Java client: a tracker that was asked for three weeks before is given back as it was',
    'java',
    ['EZ1000000001', '2024-07-24T22:21:52Z', '2024-07-24T22:21:52Z'],
    [
      '2024-06-24T22:21:52Z pre_transit status_update | Pre-Shipment Info Sent to USPS',
      '2024-06-25T10:58:52Z pre_transit status_update | Shipping Label Created | HOUSTON, TX',
    ],
    [
      '2024-06-24T22:21:52Z label-created pre_transit Pre-Shipment Info Sent to USPS',
      '2024-06-25T10:58:52Z label-created pre_transit Shipping Label Created @ HOUSTON, TX',
      'expected 2024-07-24T22:21:52Z',
    ],
  ),
];
