/** Prices of FedEx's test system, within the United States and from Toronto, and two refusals of goods abroad. */
import { canadaToUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { toDecimal } from '@scanship/domain/money/money';
import { readRates } from '../src/rate.ts';
import { fedex } from './recorded.ts';

interface Priced {
  readonly service: string;
  readonly called: string;
  readonly charges: readonly [base: number, net: number];
  readonly fees: readonly (readonly [type: string, amount: number])[];
  readonly pounds: number;
}

/** The account's price and the public one beside it, which were the same in all of these. */
const detail = ({ service, called, charges: [base, net], fees, pounds }: Priced) => ({
  serviceType: service,
  serviceName: called,
  packagingType: 'YOUR_PACKAGING',
  ratedShipmentDetails: ['ACCOUNT', 'LIST'].map((rateType) => ({
    rateType,
    ratedWeightMethod: 'ACTUAL',
    totalDiscounts: 0,
    totalBaseCharge: base,
    totalNetCharge: net,
    totalNetFedExCharge: net,
    shipmentRateDetail: {
      dimDivisor: 0,
      totalFreightDiscount: 0,
      surCharges: fees.map(([type, amount]) => ({ type, description: type, amount })),
      totalBillingWeight: { units: 'LB', value: pounds },
      currency: 'USD',
    },
    currency: 'USD',
  })),
  operationalDetail: { ineligibleForMoneyBackGuarantee: false, airportId: 'EWR' },
  signatureOptionType: 'SERVICE_DEFAULT',
});

const quoted = (
  name: string,
  source: string,
  recorded: string,
  rows: readonly Priced[],
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'rate',
  source,
  recorded,
  read: () => {
    const alerts = ['VIRTUAL.RESPONSE', 'ORIGIN.STATEORPROVINCECODE.CHANGED'].map((code) => ({
      code,
      message: 'A remark on the question.',
      alertType: 'NOTE',
    }));
    const { offers, problems } = readRates({
      output: { alerts, rateReplyDetails: rows.map(detail), quoteDate: recorded, encoded: false },
    });
    return [
      ...offers.map(({ service, serviceName, lines, total, retail, billableGrams, transitDays, deliverBy }) =>
        [
          `${service} ${serviceName}`,
          lines.map(({ code, amount }) => `${code} ${toDecimal(amount)}`).join(' + '),
          `${toDecimal(total)} ${total.currency}`,
          `retail ${retail === undefined ? '-' : toDecimal(retail)}, ${billableGrams} g`,
          `${transitDays ?? '-'} by ${deliverBy ?? '-'}`,
        ].join(' | '),
      ),
      ...problems.map(({ message }) => message),
    ];
  },
  means,
});

const us = (service: string, called: string, base: number, fuel: number, net: number): Priced => ({
  service,
  called,
  charges: [base, net],
  fees: [['FUEL', fuel]],
  pounds: 1,
});

const refused = (
  name: string,
  source: string,
  recorded: string,
  error: object,
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'rate',
  source,
  recorded,
  read: () => fedex.rate(canadaToUnitedStates, { status: 400, body: { transactionId: 'recorded', errors: [error] } }),
  means,
});

export const answers: readonly RealAnswer[] = [
  quoted(
    'seven services of one pound, no day promised',
    'https://github.com (notes of a shop about the calls of its carriers)',
    '2026-06-23',
    [
      us('FIRST_OVERNIGHT', 'FedEx First Overnight®', 114.39, 17.16, 131.55),
      us('PRIORITY_OVERNIGHT', 'FedEx Priority Overnight®', 83.39, 12.51, 95.9),
      us('STANDARD_OVERNIGHT', 'FedEx Standard Overnight®', 74.56, 11.18, 85.74),
      us('FEDEX_2_DAY_AM', 'FedEx 2Day® AM', 41.46, 6.22, 47.68),
      us('FEDEX_2_DAY', 'FedEx 2Day®', 34.5, 5.18, 39.68),
      us('FEDEX_EXPRESS_SAVER', 'FedEx Express Saver®', 29.46, 4.42, 33.88),
      us('FEDEX_GROUND', 'FedEx Ground®', 12.38, 1.76, 14.14),
    ],
    [
      'FIRST_OVERNIGHT FedEx First Overnight® | BASE 114.39 + FUEL 17.16 | 131.55 USD | retail 131.55, 454 g | - by -',
      'PRIORITY_OVERNIGHT FedEx Priority Overnight® | BASE 83.39 + FUEL 12.51 | 95.90 USD | retail 95.90, 454 g | - by -',
      'STANDARD_OVERNIGHT FedEx Standard Overnight® | BASE 74.56 + FUEL 11.18 | 85.74 USD | retail 85.74, 454 g | - by -',
      'FEDEX_2_DAY_AM FedEx 2Day® AM | BASE 41.46 + FUEL 6.22 | 47.68 USD | retail 47.68, 454 g | - by -',
      'FEDEX_2_DAY FedEx 2Day® | BASE 34.50 + FUEL 5.18 | 39.68 USD | retail 39.68, 454 g | - by -',
      'FEDEX_EXPRESS_SAVER FedEx Express Saver® | BASE 29.46 + FUEL 4.42 | 33.88 USD | retail 33.88, 454 g | - by -',
      'FEDEX_GROUND FedEx Ground® | BASE 12.38 + FUEL 1.76 | 14.14 USD | retail 14.14, 454 g | - by -',
    ],
  ),
  quoted(
    'to a home by appointment, which costs more than the parcel',
    'https://github.com (a carrier of a shop in Ruby, an answer kept as its comment)',
    '2026-03-03',
    [
      {
        service: 'GROUND_HOME_DELIVERY',
        called: 'FedEx Home Delivery®',
        charges: [15.88, 48.33],
        fees: [
          ['FUEL', 6.3],
          ['RESIDENTIAL_DELIVERY', 5.15],
          ['HOME_DELIVERY_APPOINTMENT', 21],
        ],
        pounds: 10,
      },
    ],
    [
      'GROUND_HOME_DELIVERY FedEx Home Delivery® | BASE 15.88 + FUEL 6.30 + RESIDENTIAL_DELIVERY 5.15 + HOME_DELIVERY_APPOINTMENT 21.00 | 48.33 USD | retail 48.33, 4536 g | - by -',
    ],
  ),
  quoted(
    'from Toronto to a home in Memphis, with a charge for the season',
    'https://github.com (notes of a comparison of rates, two answers of FedEx kept whole)',
    '2025-05-04',
    [
      {
        service: 'FEDEX_INTERNATIONAL_PRIORITY',
        called: 'FedEx International Priority®',
        charges: [339.99, 416.75],
        fees: [
          ['FUEL', 69.46],
          ['RESIDENTIAL_DELIVERY', 5.8],
          ['PEAK', 1.5],
        ],
        pounds: 15,
      },
    ],
    [
      'FEDEX_INTERNATIONAL_PRIORITY FedEx International Priority® | BASE 339.99 + FUEL 69.46 + RESIDENTIAL_DELIVERY 5.80 + PEAK 1.50 | 416.75 USD | retail 416.75, 6804 g | - by -',
    ],
  ),
  refused(
    'the value of the goods is not the one FedEx reckons',
    'https://github.com/karrioapi/karrio/issues/557',
    '2024-04-08',
    {
      code: 'RATE.CUSTOMSVALUE.INVALID',
      message: 'Commodity 1 - customs value is invalid.',
      parameterList: [{ key: 'COMMODITY_INDEX', value: '1' }],
    },
    ['invalid-input RATE.CUSTOMSVALUE.INVALID (customs.items) FedEx: Commodity 1 - customs value is invalid.'],
  ),
  refused(
    'a price abroad without the goods',
    'https://github.com/karrioapi/karrio/issues/549',
    '2024-03-30',
    { code: 'RATE.CUSTOMCLEARANCEDETAIL.INVALID', message: 'Customs clearance detail cannot be null.' },
    ['invalid-input RATE.CUSTOMCLEARANCEDETAIL.INVALID (customs) FedEx: Customs clearance detail cannot be null.'],
  ),
];
