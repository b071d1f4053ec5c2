/** Prices of two connected test accounts: no zone, no packaging, fees in one sum, a warning beside a price that holds. */
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { toDecimal } from '@scanship/domain/money/money';
import { readRates } from '../src/rate.ts';

const place = {
  name: 'A',
  address1: '1 Main St',
  city: 'Town',
  provinceCode: 'NY',
  zipcode: '10001',
  countryCode: 'US',
};
const shipment: ShipmentRequest = {
  from: place,
  to: place,
  parcels: [{ number: 1, weightGrams: 2_000 }],
  shipDate: '2024-10-14',
  options: {},
  references: [],
  language: 'en',
};

interface Rate {
  readonly carrier: 'ups' | 'fedex';
  readonly code: string;
  readonly name: string;
  readonly shipping: number;
  readonly other: number;
  readonly days: number;
  readonly by: string;
  readonly warning?: string;
}

const usd = (amount: number) => ({ currency: 'usd', amount });

const of = (name: string, one: Rate, means: readonly string[], recorded = '2024-10-14'): RealAnswer => ({
  name,
  operation: 'rate',
  source: 'https://github.com (a book shop in Python, answers kept as constants)',
  recorded,
  partOf: `prices of ${recorded}`,
  read: () => {
    const rate = {
      rate_id: 'se-6031769783',
      rate_type: 'shipment',
      carrier_id: one.carrier === 'ups' ? 'se-660216' : 'se-660217',
      shipping_amount: usd(one.shipping),
      insurance_amount: usd(0),
      confirmation_amount: usd(0),
      other_amount: usd(one.other),
      requested_comparison_amount: usd(0),
      zone: null,
      package_type: null,
      delivery_days: one.days,
      guaranteed_service: true,
      estimated_delivery_date: one.by,
      ship_date: `${recorded}T00:00:00Z`,
      negotiated_rate: false,
      service_type: one.name,
      service_code: one.code,
      trackable: true,
      carrier_code: one.carrier,
      validation_status: one.warning === undefined ? 'valid' : 'has_warnings',
      warning_messages: one.warning === undefined ? [] : [one.warning],
      error_messages: [],
    };
    const { offers, problems } = readRates({ rate_response: { rates: [rate], invalid_rates: [] } }, shipment, []);
    return [
      ...offers.map(({ service, serviceName, lines, total, transitDays, deliverBy }) =>
        [
          service,
          serviceName,
          lines.map(({ amount }) => toDecimal(amount)).join(' + '),
          `${toDecimal(total)} ${total.currency}`,
          `${transitDays} by ${deliverBy}`,
        ].join(' | '),
      ),
      ...problems.map((problem) => `${problem.service}: ${problem.message}`),
    ];
  },
  means,
});

export const answers: readonly RealAnswer[] = [
  of(
    'fuel stands among the other amounts',
    {
      carrier: 'ups',
      code: 'ups_next_day_air',
      name: 'UPS Next Day Air®',
      shipping: 104.58,
      other: 16.21,
      days: 1,
      by: '2024-10-15T10:30:00Z',
    },
    ['ups.ups_next_day_air | UPS Next Day Air | 104.58 + 16.21 | 120.79 USD | 1 by 2024-10-15'],
  ),
  of(
    'a mark in the middle of a name',
    {
      carrier: 'ups',
      code: 'ups_next_day_air_early_am',
      name: 'UPS Next Day Air® Early',
      shipping: 134.58,
      other: 20.86,
      days: 1,
      by: '2024-10-15T08:00:00Z',
    },
    ['ups.ups_next_day_air_early_am | UPS Next Day Air Early | 134.58 + 20.86 | 155.44 USD | 1 by 2024-10-15'],
  ),
  of(
    'until eleven in the evening is the same day',
    {
      carrier: 'ups',
      code: 'ups_next_day_air_saver',
      name: 'UPS Next Day Air Saver®',
      shipping: 91.81,
      other: 14.23,
      days: 1,
      by: '2024-10-15T23:00:00Z',
    },
    ['ups.ups_next_day_air_saver | UPS Next Day Air Saver | 91.81 + 14.23 | 106.04 USD | 1 by 2024-10-15'],
  ),
  of(
    'the second day',
    {
      carrier: 'ups',
      code: 'ups_2nd_day_air',
      name: 'UPS 2nd Day Air®',
      shipping: 40.92,
      other: 6.34,
      days: 2,
      by: '2024-10-16T23:00:00Z',
    },
    ['ups.ups_2nd_day_air | UPS 2nd Day Air | 40.92 + 6.34 | 47.26 USD | 2 by 2024-10-16'],
  ),
  of(
    'an amount with one decimal',
    {
      carrier: 'ups',
      code: 'ups_2nd_day_air_am',
      name: 'UPS 2nd Day Air AM®',
      shipping: 47.77,
      other: 7.4,
      days: 2,
      by: '2024-10-16T10:30:00Z',
    },
    ['ups.ups_2nd_day_air_am | UPS 2nd Day Air AM | 47.77 + 7.40 | 55.17 USD | 2 by 2024-10-16'],
  ),
  of(
    'the third day',
    {
      carrier: 'ups',
      code: 'ups_3_day_select',
      name: 'UPS 3 Day Select®',
      shipping: 35.96,
      other: 5.57,
      days: 3,
      by: '2024-10-17T23:00:00Z',
    },
    ['ups.ups_3_day_select | UPS 3 Day Select | 35.96 + 5.57 | 41.53 USD | 3 by 2024-10-17'],
  ),
  of(
    'a mark behind the carrier',
    {
      carrier: 'ups',
      code: 'ups_ground',
      name: 'UPS® Ground',
      shipping: 13.38,
      other: 2.21,
      days: 4,
      by: '2024-10-18T23:00:00Z',
    },
    ['ups.ups_ground | UPS Ground | 13.38 + 2.21 | 15.59 USD | 4 by 2024-10-18'],
  ),
  of(
    'a demand surcharge and fuel in one sum',
    {
      carrier: 'fedex',
      code: 'fedex_first_overnight',
      name: 'FedEx First Overnight®',
      shipping: 134.54,
      other: 7.67,
      days: 1,
      by: '2024-10-15T08:00:00Z',
    },
    ['fedex.fedex_first_overnight | FedEx First Overnight | 134.54 + 7.67 | 142.21 USD | 1 by 2024-10-15'],
  ),
  of(
    'a warning does not take the price away, and is told',
    {
      carrier: 'fedex',
      code: 'fedex_ground',
      name: 'FedEx Ground®',
      shipping: 15.64,
      other: 0.86,
      days: 5,
      by: '2024-07-03T23:59:00Z',
      warning: 'FedEx may add a Home Delivery Surcharge to this shipment later if this is a residential address.',
    },
    [
      'fedex.fedex_ground | FedEx Ground | 15.64 + 0.86 | 16.50 USD | 5 by 2024-07-03',
      'fedex.fedex_ground: FedEx may add a Home Delivery Surcharge to this shipment later if this is a residential address.',
    ],
    '2024-06-26',
  ),
];
