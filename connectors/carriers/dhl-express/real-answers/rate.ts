/** Prices inside Belgium: types without a price stand there with 0 and no currency. */
import type { RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { readRates } from '../src/rate.ts';

const source = 'https://github.com (answers of DHL’s test system kept with a delivery module in Python)';
const recorded = '2024-05-02';

interface Charge {
  readonly name: string;
  readonly code?: string;
  readonly price: number;
  readonly tax: number;
  readonly net: number;
}

const product = (
  productCode: string,
  localProductCode: string,
  price: number,
  tax: number,
  charges: readonly Charge[],
) => ({
  productName: 'EXPRESS',
  productCode,
  localProductCode,
  localProductCountryCode: 'BE',
  networkTypeCode: 'TD',
  weight: { volumetric: 19.01, provided: 19.5, unitOfMeasurement: 'metric' },
  totalPrice: [
    { currencyType: 'BILLC', priceCurrency: 'EUR', price },
    { currencyType: 'PULCL', price: 0 },
    { currencyType: 'BASEC', price: 0 },
  ],
  totalPriceBreakdown: [
    {
      currencyType: 'BILLC',
      priceCurrency: 'EUR',
      priceBreakdown: [
        { typeCode: 'STTXA', price: tax },
        { typeCode: 'SPRQT', price: charges[0]?.price },
      ],
    },
  ],
  detailedPriceBreakdown: [
    {
      currencyType: 'BILLC',
      priceCurrency: 'EUR',
      breakdown: charges.map((charge) => ({
        name: charge.name,
        ...(charge.code && { serviceCode: charge.code, localServiceCode: charge.code, serviceTypeCode: 'SCH' }),
        price: charge.price,
        priceBreakdown: [{ priceType: 'TAX', typeCode: 'EU_VAT', price: charge.tax, rate: 21, basePrice: charge.net }],
      })),
    },
  ],
  deliveryCapabilities: {
    deliveryTypeCode: 'QDDF',
    estimatedDeliveryDateAndTime: '2024-05-03T23:59:00',
    totalTransitDays: 1,
  },
  pricingDate: '2024-05-02',
});

const inWords = (o: RateOffer): string =>
  [
    o.service,
    ...o.lines.map(({ kind, amount }) => `${kind} ${amount.minor}`),
    `= ${o.total.minor} ${o.total.currency}`,
    `${o.billableGrams} g`,
    `${o.transitDays} d`,
    o.deliverBy,
  ].join(' ');
const read = (products: readonly object[]) => () => {
  const { offers, problems } = readRates({ products });
  return [...offers.map(inWords), ...problems.map(({ message }) => message)];
};

export const answers: readonly RealAnswer[] = [
  {
    name: 'a price of 0 in the currency of public rates beside a whole billed one; VAT inside the charges',
    operation: 'rate',
    source,
    recorded,
    partOf: 'prices inside Belgium',
    read: read([
      product('N', 'L', 56.25, 9.76, [
        { name: 'EXPRESS DOMESTIC', price: 43.44, tax: 7.54, net: 35.9 },
        { name: 'FUEL SURCHARGE', code: 'FF', price: 12.81, tax: 2.22, net: 10.59 },
      ]),
    ]),
    means: ['N base 3590 fuel 1059 tax 976 = 5625 EUR 19500 g 1 d 2024-05-03'],
  },
  {
    name: 'a charge without fuel, on a product of a customer agreement',
    operation: 'rate',
    source,
    recorded,
    partOf: 'prices inside Belgium',
    read: read([product('D', 'I', 45, 7.81, [{ name: 'EXPRESS EASY', price: 45, tax: 7.81, net: 37.19 }])]),
    means: ['D base 3719 tax 781 = 4500 EUR 19500 g 1 d 2024-05-03'],
  },
  {
    name: 'a product that is not sold here is named',
    operation: 'rate',
    source,
    recorded,
    partOf: 'prices inside Belgium',
    read: read([
      product('C', 'O', 76.24, 13.23, [
        { name: 'MEDICAL EXPRESS', price: 58.88, tax: 10.22, net: 48.66 },
        { name: 'FUEL SURCHARGE', code: 'FF', price: 17.36, tax: 3.01, net: 14.35 },
      ]),
    ]),
    means: ['DHL Express also offers product C, which is not sold here.'],
  },
];
