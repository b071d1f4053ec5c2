/** Prices inside Canada and to Las Vegas: several kinds of price beside the account's, marks in names, fees of the border. */
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { toDecimal } from '@scanship/domain/money/money';
import { readRates } from '../src/rate.ts';

const source = 'karrioapi/karrio';
const recorded = '2024-07-18';

const shown = (detail: object): readonly string[] => {
  const note = { code: 'SHIPMENT.CHARGES.NOTE', message: 'Charges have been added.', alertType: 'NOTE' };
  const { offers, problems } = readRates({ output: { alerts: [note], rateReplyDetails: [detail] } });
  return [
    ...offers.map(({ service, serviceName, lines, total, retail, billableGrams, transitDays, deliverBy }) =>
      [
        `${service} ${serviceName}`,
        lines.map(({ code, amount }) => `${code} ${toDecimal(amount)}`).join(' + '),
        `${toDecimal(total)} ${total.currency}`,
        retail === undefined ? '-' : toDecimal(retail),
        `${billableGrams} g`,
        `${transitDays} by ${deliverBy}`,
      ].join(' | '),
    ),
    ...problems.map(({ message }) => message),
  ];
};

const fuel = (amount: number) => ({ type: 'FUEL', description: 'Fuel Surcharge', level: 'SHIPMENT', amount });
const home = (amount: number) => ({
  type: 'RESIDENTIAL_DELIVERY',
  description: 'Residential delivery surcharge',
  amount,
});
const noDay = { commit: { label: 'Delivery date unavailable', saturdayDelivery: false } };

const priced = (
  rateType: string,
  currency: string,
  [base, net]: readonly [number, number],
  surCharges: readonly object[],
  weight: { readonly units: string; readonly value: number },
  more: object = {},
) => ({
  rateType,
  ratedWeightMethod: 'DIM',
  totalDiscounts: 0,
  totalBaseCharge: base,
  totalNetCharge: net,
  shipmentRateDetail: { totalFreightDiscount: 0, surCharges, totalBillingWeight: weight, currency, pricingCode: '' },
  currency,
  ...more,
});

const express = (serviceType: string, serviceName: string, charges: readonly [number, number], fuelAmount: number) => {
  const demand = { type: 'DEMAND', description: 'Demand Surcharge', level: 'SHIPMENT', amount: 14.7 };
  const price = (type: string) =>
    priced(type, 'USD', charges, [fuel(fuelAmount), demand, home(6.15)], { units: 'KG', value: 66.6 });
  return { serviceType, serviceName, ...noDay, ratedShipmentDetails: [price('ACCOUNT'), price('LIST')] };
};

const fee = {
  ancillaryFeesAndTaxes: [{ type: 'CLEARANCE_ENTRY_FEE', description: 'Clearance Entry Fee', amount: 23.87 }],
  totalNetChargeWithDutiesAndTaxes: 559.55,
};
const ground = (type: string, charges: readonly [number, number], fuelAmount: number, homeAmount: number) =>
  priced(type, 'CAD', charges, [fuel(fuelAmount), home(homeAmount)], { units: 'LB', value: 162 }, fee);

export const answers: readonly RealAnswer[] = [
  {
    name: 'an account billed in US dollars inside Canada, its preferred currency beside it, no day promised',
    operation: 'rate',
    source,
    recorded,
    read: () => {
      const hst = (amount: number) => ({ type: 'HST', description: 'Canada HST', amount });
      const price = (type: string, currency: string, charges: readonly [number, number], f: number, tax: number) => {
        const one = priced(type, currency, charges, [fuel(f)], { units: 'KG', value: 3.4 });
        return { ...one, shipmentRateDetail: { ...one.shipmentRateDetail, taxes: [hst(tax)] } };
      };
      return shown({
        serviceType: 'FEDEX_EXPRESS_SAVER',
        serviceName: 'FedEx Economy',
        ...noDay,
        ratedShipmentDetails: [
          price('ACCOUNT', 'USD', [29.2, 38.54], 4.31, 5.03),
          price('PREFERRED_CURRENCY', 'CAD', [39.98, 52.76], 5.9, 6.88),
        ],
      });
    },
    means: [
      'FEDEX_EXPRESS_SAVER FedEx Economy | BASE 29.20 + FUEL 4.31 + HST 5.03 | 38.54 USD | - | 3400 g | undefined by undefined',
    ],
  },
  {
    name: 'by the size of the parcel, with a demand surcharge',
    operation: 'rate',
    source,
    recorded,
    partOf: 'prices to Las Vegas',
    read: () => shown(express('INTERNATIONAL_ECONOMY', 'FedEx International Economy®', [887.88, 954.17], 45.44)),
    means: [
      'INTERNATIONAL_ECONOMY FedEx International Economy® | BASE 887.88 + FUEL 45.44 + DEMAND 14.70 + RESIDENTIAL_DELIVERY 6.15 | 954.17 USD | 954.17 | 66600 g | undefined by undefined',
    ],
  },
  {
    name: 'an amount with one decimal',
    operation: 'rate',
    source,
    recorded,
    partOf: 'prices to Las Vegas',
    read: () => shown(express('INTERNATIONAL_FIRST', 'FedEx International First®', [1253.91, 1338.5], 63.74)),
    means: [
      'INTERNATIONAL_FIRST FedEx International First® | BASE 1253.91 + FUEL 63.74 + DEMAND 14.70 + RESIDENTIAL_DELIVERY 6.15 | 1338.50 USD | 1338.50 | 66600 g | undefined by undefined',
    ],
  },
  {
    name: 'by road over the border: the entry fee is the importer’s and in no total, so it is told',
    operation: 'rate',
    source,
    recorded,
    partOf: 'prices to Las Vegas',
    read: () =>
      shown({
        serviceType: 'FEDEX_GROUND',
        serviceName: 'FedEx International Ground®',
        commit: {
          dateDetail: { dayOfWeek: 'Thu', dayFormat: '2024-07-25T23:59:00' },
          transitDays: { minimumTransitTime: 'FOUR_DAYS', description: '4 Business Days' },
        },
        operationalDetail: { deliveryDate: '2024-07-25T23:59:00', transitTime: 'FOUR_DAYS' },
        ratedShipmentDetails: [
          ground('ACCOUNT', [471.3, 535.68], 37.38, 27),
          ground('LIST', [471.3, 535.68], 37.38, 27),
        ],
      }),
    means: [
      'FEDEX_GROUND FedEx International Ground® | BASE 471.30 + FUEL 37.38 + RESIDENTIAL_DELIVERY 27.00 | 535.68 CAD | 535.68 | 73482 g | 4 by 2024-07-25',
      'Whoever pays the duties of FedEx International Ground® also pays FedEx Clearance Entry Fee 23.87 CAD; it is not in this price.',
    ],
  },
];
