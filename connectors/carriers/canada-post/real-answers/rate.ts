/** Four services inside British Columbia, with HST of 12 % as it was then. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { readRates } from '../src/rate.ts';

interface Quote {
  readonly code: string;
  readonly name: string;
  readonly base: string;
  readonly hst: string;
  readonly due: string;
  readonly automation: string;
  readonly fuel: string;
  readonly days: string;
  readonly day: string;
}

const of = (name: string, q: Quote, means: string): RealAnswer => ({
  name,
  operation: 'rate',
  source: 'Shopify/active_shipping',
  recorded: '2012-01-11',
  partOf: 'prices inside British Columbia',
  read: () => {
    const adjustment = (code: string, label: string, cost: string) => ({
      'adjustment-code': code,
      'adjustment-name': label,
      'adjustment-cost': cost,
    });
    const quote = {
      'service-code': q.code,
      'service-name': q.name,
      'price-details': {
        base: q.base,
        taxes: { gst: '0.00', pst: '0.00', hst: { '#text': q.hst, '@percent': '12.0000' } },
        due: q.due,
        options: {
          option: [{ 'option-code': 'DC', 'option-name': 'Delivery confirmation', 'option-price': '0' }],
        },
        adjustments: {
          adjustment: [
            adjustment('AUTDISC', 'Automation discount', q.automation),
            adjustment('FUELSC', 'Fuel surcharge', q.fuel),
          ],
        },
      },
      'weight-details': '',
      'service-standard': {
        'am-delivery': 'false',
        'guaranteed-delivery': 'true',
        'expected-transit-time': q.days,
        'expected-delivery-date': q.day,
      },
    };
    const parcel = { number: 1, weightGrams: 1000 };
    const { offers, problems } = readRates(readObject({ 'price-quotes': { 'price-quote': [quote] } }), parcel);
    return [
      ...offers.map((o) =>
        [
          o.serviceName,
          ...o.lines.map(({ kind, amount }) => `${kind} ${amount.minor}`),
          `= ${o.total.minor} ${o.total.currency}`,
          `${o.transitDays} d`,
          o.deliverBy,
        ].join(' '),
      ),
      ...problems.map(({ message }) => message),
    ];
  },
  means: [means],
});

export const answers: readonly RealAnswer[] = [
  of(
    'Expedited Parcel',
    {
      code: 'DOM.EP',
      name: 'Expedited Parcel',
      base: '10.97',
      hst: '1.39',
      due: '13.01',
      automation: '-0.33',
      fuel: '0.98',
      days: '5',
      day: '2012-01-18',
    },
    'Expedited Parcel base 1097 discount -33 fuel 98 tax 139 = 1301 CAD 5 d 2012-01-18',
  ),
  of(
    'Priority, at four times its fuel',
    {
      code: 'DOM.PC',
      name: 'Priority Courier',
      base: '30.61',
      hst: '4.07',
      due: '37.99',
      automation: '-0.92',
      fuel: '4.23',
      days: '1',
      day: '2012-01-12',
    },
    'Priority Courier base 3061 discount -92 fuel 423 tax 407 = 3799 CAD 1 d 2012-01-12',
  ),
  of(
    'Regular Parcel, as dear as the faster one',
    {
      code: 'DOM.RP',
      name: 'Regular Parcel',
      base: '10.97',
      hst: '1.39',
      due: '13.01',
      automation: '-0.33',
      fuel: '0.98',
      days: '7',
      day: '2012-01-20',
    },
    'Regular Parcel base 1097 discount -33 fuel 98 tax 139 = 1301 CAD 7 d 2012-01-20',
  ),
  of(
    'Xpresspost',
    {
      code: 'DOM.XP',
      name: 'Xpresspost',
      base: '18.07',
      hst: '2.40',
      due: '22.43',
      automation: '-0.54',
      fuel: '2.50',
      days: '2',
      day: '2012-01-13',
    },
    'Xpresspost base 1807 discount -54 fuel 250 tax 240 = 2243 CAD 2 d 2012-01-13',
  ),
];
