/** The vendor's own example, kept by a library: prices from Mississauga to Burnaby with dangerous goods: taxes of nothing, amounts without cents, a colon in a service's name. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { toDecimal } from '@scanship/domain/money/money';
import { readRates } from '../src/rate.ts';

interface Estimate {
  readonly service: string;
  readonly base: string;
  readonly fuel: string;
  readonly gst: string;
  readonly total: string;
  readonly day: string;
  readonly days: string;
}

const of = (name: string, one: Estimate, means: string): RealAnswer => ({
  name,
  operation: 'rate',
  source: 'karrioapi/karrio',
  recorded: '2009-04-16',
  partOf: 'GetFullEstimate',
  isExample: true,
  read: () => {
    const estimate = {
      ServiceID: one.service,
      ShipmentDate: '2009-04-16',
      ExpectedDeliveryDate: one.day,
      EstimatedTransitDays: one.days,
      BasePrice: one.base,
      Surcharges: {
        Surcharge: [
          { Amount: '1.85', Type: 'ResidentialDelivery', Description: 'Residential Delivery' },
          { Amount: one.fuel, Type: 'Fuel', Description: 'Fuel' },
        ],
      },
      Taxes: {
        Tax: [
          { Amount: '0', Type: 'PSTQST', Description: 'PST/QST' },
          { Amount: '0', Type: 'HST', Description: 'HST' },
          { Amount: one.gst, Type: 'GST', Description: 'GST' },
        ],
      },
      OptionPrices: {
        OptionPrice: [{ Amount: '36', ID: 'DangerousGoodsClass', Description: 'Dangerous Goods Classification' }],
      },
      TotalPrice: one.total,
    };
    const { offers, problems } = readRates(readObject({ ShipmentEstimates: { ShipmentEstimate: [estimate] } }), '', []);
    return [
      ...offers.map(({ service, lines, total, transitDays, deliverBy }) =>
        [
          service,
          lines.map(({ code, amount }) => `${code} ${toDecimal(amount)}`).join(' + '),
          `${toDecimal(total)} ${total.currency}`,
          `${transitDays} by ${deliverBy}`,
        ].join(' | '),
      ),
      ...problems.map(({ message }) => message),
    ];
  },
  means: [means],
});

export const answers: readonly RealAnswer[] = [
  of(
    'taxes that are nothing are no lines',
    {
      service: 'PurolatorExpress9AM',
      base: '62.35',
      fuel: '2.81',
      gst: '5.15',
      total: '108.16',
      day: '2009-04-17',
      days: '1',
    },
    'PurolatorExpress9AM | BASE 62.35 + ResidentialDelivery 1.85 + Fuel 2.81 + DangerousGoodsClass 36.00 + GST 5.15 | 108.16 CAD | 1 by 2009-04-17',
  ),
  of(
    'amounts with one decimal and with none',
    {
      service: 'PurolatorExpress10:30AM',
      base: '55',
      fuel: '2.48',
      gst: '4.77',
      total: '100.1',
      day: '2009-04-17',
      days: '1',
    },
    'PurolatorExpress10:30AM | BASE 55.00 + ResidentialDelivery 1.85 + Fuel 2.48 + DangerousGoodsClass 36.00 + GST 4.77 | 100.10 CAD | 1 by 2009-04-17',
  ),
  of(
    'the service without a time',
    {
      service: 'PurolatorExpress',
      base: '46.15',
      fuel: '2.08',
      gst: '4.3',
      total: '90.38',
      day: '2009-04-17',
      days: '1',
    },
    'PurolatorExpress | BASE 46.15 + ResidentialDelivery 1.85 + Fuel 2.08 + DangerousGoodsClass 36.00 + GST 4.30 | 90.38 CAD | 1 by 2009-04-17',
  ),
  of(
    'four working days over a weekend',
    {
      service: 'PurolatorGround',
      base: '29.6',
      fuel: '1.33',
      gst: '3.44',
      total: '72.22',
      day: '2009-04-22',
      days: '4',
    },
    'PurolatorGround | BASE 29.60 + ResidentialDelivery 1.85 + Fuel 1.33 + DangerousGoodsClass 36.00 + GST 3.44 | 72.22 CAD | 4 by 2009-04-22',
  ),
];
