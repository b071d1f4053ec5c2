/** Prices inside Germany: premiums for the morning, a product without any price. */
import { ratesInWords } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { readRates } from '../src/rate.ts';

type Charge = readonly [name: string, code: string | undefined, price: number, tax: number, net: number];

const product = (
  productName: string,
  productCode: string,
  hour: string,
  billed: number | undefined,
  charges: readonly Charge[],
) => ({
  productName,
  productCode,
  localProductCode: productCode,
  localProductCountryCode: 'DE',
  networkTypeCode: 'TD',
  isCustomerAgreement: false,
  weight: { volumetric: 3.6, provided: 4, unitOfMeasurement: 'metric' },
  totalPrice: [
    // Without a price there is no currency either.
    { currencyType: 'BILLC', ...(billed === undefined ? { price: 0 } : { priceCurrency: 'EUR', price: billed }) },
    { currencyType: 'PULCL', price: 0 },
    { currencyType: 'BASEC', price: 0 },
  ],
  detailedPriceBreakdown:
    billed === undefined
      ? []
      : [
          {
            currencyType: 'BILLC',
            priceCurrency: 'EUR',
            breakdown: charges.map(([name, serviceCode, price, tax, net]) => ({
              name,
              ...(serviceCode !== undefined && { serviceCode, localServiceCode: serviceCode, serviceTypeCode: 'SCH' }),
              price,
              priceBreakdown: [{ priceType: 'TAX', typeCode: 'DEFAUL', price: tax, rate: 19, basePrice: net }],
            })),
          },
        ],
  pickupCapabilities: {
    nextBusinessDay: false,
    localCutoffDateAndTime: '2021-01-18T17:00:00',
    GMTCutoffTime: '18:30:00',
  },
  deliveryCapabilities: {
    deliveryTypeCode: 'QDDF',
    estimatedDeliveryDateAndTime: `2021-01-19T${hour}:00`,
    totalTransitDays: 1,
  },
  pricingDate: '2022-01-14',
});

const of = (name: string, one: object, means: readonly string[]): RealAnswer => ({
  name,
  operation: 'rate',
  source: 'https://github.com/sonnenglas/mydhl-php-sdk',
  recorded: '2022-01-14',
  partOf: 'prices from Berlin to Hamburg',
  read: () => ratesInWords(readRates({ products: [one] })),
  means,
});

export const answers: readonly RealAnswer[] = [
  of(
    'a premium for nine o’clock is twice the parcel',
    product('EXPRESS DOMESTIC 9:00', 'I', '09:00', 38.69, [
      ['EXPRESS DOMESTIC 9:00', undefined, 11.7, 1.87, 9.83],
      ['9:00 PREMIUM', 'YI', 23.8, 3.8, 20],
      ['FUEL SURCHARGE', 'FF', 3.19, 0.51, 2.68],
    ]),
    [
      'I Express Domestic 9:00 | base BASE 9.83 + surcharge YI 20.00 + fuel FF 2.68 + tax TAX 6.18 | 38.69 EUR | 4000 g, 1 d, 2021-01-19',
    ],
  ),
  of(
    'ten o’clock, whose premium is called that of half past',
    product('EXPRESS DOMESTIC 10:00', 'O', '10:00', 25.72, [
      ['EXPRESS DOMESTIC 10:00', undefined, 11.7, 1.87, 9.83],
      ['10:30 PREMIUM', 'YJ', 11.9, 1.9, 10],
      ['FUEL SURCHARGE', 'FF', 2.12, 0.34, 1.78],
    ]),
    [
      'O Express Domestic 10:30 (10:00 in some countries) | base BASE 9.83 + surcharge YJ 10.00 + fuel FF 1.78 + tax TAX 4.11 | 25.72 EUR | 4000 g, 1 d, 2021-01-19',
    ],
  ),
  of(
    'noon',
    product('EXPRESS DOMESTIC 12:00', '1', '12:00', 16.64, [
      ['EXPRESS DOMESTIC 12:00', undefined, 11.7, 1.87, 9.83],
      ['12:00 PREMIUM', 'YK', 3.57, 0.57, 3],
      ['FUEL SURCHARGE', 'FF', 1.37, 0.22, 1.15],
    ]),
    [
      '1 Express Domestic 12:00 | base BASE 9.83 + surcharge YK 3.00 + fuel FF 1.15 + tax TAX 2.66 | 16.64 EUR | 4000 g, 1 d, 2021-01-19',
    ],
  ),
  of('offered and not priced', product('EXPRESS EASY DOC', '7', '09:00', undefined, []), [
    '7: DHL Express offers Express Easy (documents) but states no price for this account.',
  ]),
];
