/** Shipments of EasyPost's test system: prices in dollars as text, fees in fractions of a cent. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import { money } from '@scanship/domain/money/money';
import { readRates } from '../src/rate.ts';
import { chargedFor } from '../src/ship.ts';
import { readTrackers } from '../src/track.ts';

const source = 'EasyPost/easypost-node';

type Rate = readonly [service: string, rate: string, days: number];
const prices = (recorded: string, name: string, rates: readonly Rate[], means: readonly string[]): RealAnswer => ({
  name,
  operation: 'rate',
  source,
  recorded,
  read: () => {
    const { offers, problems } = readRates(
      {
        rates: rates.map(([service, rate, delivery_days], index) => ({
          id: `rate_${String(index).repeat(32)}`,
          carrier: 'USPS',
          service,
          rate,
          currency: 'USD',
          retail_rate: null,
          list_rate: rate,
          delivery_days,
          delivery_date: null,
          delivery_date_guaranteed: false,
          carrier_account_id: `ca_${'a'.repeat(32)}`,
        })),
        messages: [],
      },
      { shipment: withinUnitedStates },
    );
    return [
      ...offers.map((o) => `${o.serviceName} ${o.total.minor} ${o.total.currency} ${o.transitDays} d`),
      ...problems.map(({ message }) => message),
    ];
  },
  means,
});

type Fee = readonly [type: string, amount: string];
const charged = (
  recorded: string,
  name: string,
  postage: number,
  fees: readonly Fee[],
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'ship',
  source,
  recorded,
  read: () => {
    const answer = {
      fees: fees.map(([type, amount]) => ({ object: 'Fee', type, amount, charged: true, refunded: false })),
    };
    const { lines, total } = chargedFor(readObject(answer), money(postage, 'USD'));
    return [...lines.map(({ label, amount }) => `${label} ${amount.minor}`), `= ${total.minor}`];
  },
  means,
});

const news = (
  recorded: string,
  name: string,
  first: string,
  second: string,
  estimate: string,
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'track',
  source,
  recorded,
  read: () => {
    const detail = (datetime: string, message: string, place: object) => ({
      object: 'TrackingDetail',
      message,
      description: '',
      status: 'pre_transit',
      status_detail: 'status_update',
      datetime,
      source: 'USPS',
      carrier_code: '',
      tracking_location: { object: 'TrackingLocation', ...place },
    });
    const nowhere = { city: null, state: null, country: null, zip: null };
    const tracker = {
      tracking_code: 'EZ1000000001',
      status: 'pre_transit',
      est_delivery_date: estimate,
      tracking_details: [
        detail(first, 'Pre-Shipment Info Sent to USPS', nowhere),
        detail(second, 'Shipping Label Created', { city: 'HOUSTON', state: 'TX', country: null, zip: '77063' }),
      ],
    };
    const parcel = readTrackers({ trackers: [tracker], has_more: false }, 'EZ1000000001');
    return [
      ...parcel.events.map((e) => `${e.occurredAt} ${e.status} ${e.text} ${e.place ?? '-'}`),
      parcel.estimatedDelivery,
      ...parcel.problems,
    ];
  },
  means,
});

export const answers: readonly RealAnswer[] = [
  prices(
    '2024-07-30',
    'three services of USPS, cheapest in the middle',
    [
      ['Priority', '6.90', 2],
      ['GroundAdvantage', '5.93', 3],
      ['Express', '33.10', 2],
    ],
    ['Priority Mail 690 USD 2 d', 'Ground Advantage 593 USD 3 d', 'Priority Mail Express 3310 USD 2 d'],
  ),
  prices(
    '2024-09-27',
    'the same, express a day sooner',
    [
      ['Priority', '6.90', 2],
      ['GroundAdvantage', '5.93', 3],
      ['Express', '33.10', 1],
    ],
    ['Priority Mail 690 USD 2 d', 'Ground Advantage 593 USD 3 d', 'Priority Mail Express 3310 USD 1 d'],
  ),
  prices(
    '2025-06-13',
    'after the price change of 2025',
    [
      ['Express', '34.15', 1],
      ['Priority', '7.42', 2],
      ['GroundAdvantage', '6.07', 3],
    ],
    ['Priority Mail Express 3415 USD 1 d', 'Priority Mail 742 USD 2 d', 'Ground Advantage 607 USD 3 d'],
  ),
  charged(
    '2024-07-30',
    'a purchase whose insurance of 50 dollars costs half a dollar',
    593,
    [
      ['LabelFee', '0.00000'],
      ['PostageFee', '5.93000'],
      ['InsuranceFee', '0.50000'],
    ],
    ['Shipping 593', 'Insurance 50', '= 643'],
  ),
  charged(
    '2024-07-30',
    'a purchase without insurance',
    593,
    [
      ['LabelFee', '0.00000'],
      ['PostageFee', '5.93000'],
    ],
    ['Shipping 593', '= 593'],
  ),
  charged(
    '2025-06-13',
    'another, after the price change',
    607,
    [
      ['LabelFee', '0.00000'],
      ['PostageFee', '6.07000'],
      ['InsuranceFee', '0.50000'],
    ],
    ['Shipping 607', 'Insurance 50', '= 657'],
  ),
  news(
    '2024-07-30',
    'a first event at no place',
    '2024-06-30T16:06:32Z',
    '2024-07-01T04:43:32Z',
    '2024-07-30T16:06:32Z',
    [
      '2024-06-30T16:06:32Z label-created Pre-Shipment Info Sent to USPS -',
      '2024-07-01T04:43:32Z label-created Shipping Label Created HOUSTON, TX',
      '2024-07-30T16:06:32Z',
    ],
  ),
  news('2025-11-05', 'the same a year later', '2025-10-05T23:25:43Z', '2025-10-06T12:02:43Z', '2025-11-05T23:25:43Z', [
    '2025-10-05T23:25:43Z label-created Pre-Shipment Info Sent to USPS -',
    '2025-10-06T12:02:43Z label-created Shipping Label Created HOUSTON, TX',
    '2025-11-05T23:25:43Z',
  ]),
];
