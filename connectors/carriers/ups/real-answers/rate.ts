/** Prices of UPS in several countries. */
import type { RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { readRates } from '../src/rate.ts';
import { serviceName } from '../src/services.ts';

const charge = (CurrencyCode: string, MonetaryValue: string) => ({ CurrencyCode, MonetaryValue });
const usd = (value: string) => charge('USD', value);
const eur = (value: string) => charge('EUR', value);
const cad = (value: string) => charge('CAD', value);

const inWords = (o: RateOffer): string =>
  [
    o.service,
    ...o.lines.map(({ kind, code, amount }) => `${kind} ${code} ${amount.minor}`),
    `= ${o.total.minor} ${o.total.currency}`,
    ...(o.retail ? [`(${o.retail.minor})`] : []),
    ...(o.billableGrams === undefined ? [] : [`${o.billableGrams} g`]),
  ].join(' ');

const read =
  (from: string, to: string, ...rated: readonly object[]) =>
  () => {
    const { offers, problems } = readRates(
      { RateResponse: { RatedShipment: rated } },
      { name: (code) => serviceName(code, from, to) ?? code, wanted: undefined },
    );
    return [...offers.map(inWords), ...problems.map(({ message }) => message)];
  };

const weight = (Code: string, Weight: string) => ({ UnitOfMeasurement: { Code, Description: '' }, Weight });
const SHOP = 'https://github.com (a shop written in React, "Cart")';
const published = (Code: string, total: string, base: string, items: object) => ({
  Service: { Code, Description: '' },
  RatedShipmentAlert: { Code: '110971', Description: 'Your invoice may vary from the displayed reference rates' },
  BillingWeight: weight('LBS', '3.0'),
  TransportationCharges: usd(total),
  BaseServiceCharge: usd(base),
  ItemizedCharges: items,
  ServiceOptionsCharges: usd('0.00'),
  TotalCharges: usd(total),
  RatedPackage: { Weight: '2.0' },
});
const abroad = (name: string, rated: object, means: string): RealAnswer => ({
  name,
  operation: 'rate',
  source: SHOP,
  recorded: 'unknown',
  partOf: 'prices to the Dominican Republic',
  read: read('US', 'DO', rated),
  means: [means],
});

export const answers: readonly RealAnswer[] = [
  abroad(
    'one surcharge as an object, published prices abroad',
    published('65', '92.35', '78.10', { Code: '375', ...usd('14.25') }),
    '65 base BASE 7810 fuel 375 1425 = 9235 USD 1361 g',
  ),
  abroad(
    'a surcharge whose code nobody explains',
    published('54', '134.81', '83.00', [
      { Code: '375', ...usd('20.81') },
      { Code: '380', ...usd('31.00') },
    ]),
    '54 base BASE 8300 fuel 375 2081 surcharge 380 3100 = 13481 USD 1361 g',
  ),
  abroad(
    'Worldwide Express',
    published('07', '98.15', '83.00', { Code: '375', ...usd('15.15') }),
    '07 base BASE 8300 fuel 375 1515 = 9815 USD 1361 g',
  ),
  abroad(
    'Worldwide Expedited',
    published('08', '86.91', '73.50', { Code: '375', ...usd('13.41') }),
    '08 base BASE 7350 fuel 375 1341 = 8691 USD 1361 g',
  ),
  {
    name: 'France: negotiated with TVA, packages with a base of 0.00 beside it',
    operation: 'rate',
    source: 'karrioapi/karrio',
    recorded: '2024-08-27',
    read: read('FR', 'FR', {
      Service: { Code: '11' },
      TotalCharges: eur('68.05'),
      NegotiatedRateCharges: {
        BaseServiceCharge: eur('12.37'),
        ItemizedCharges: { Code: '375', ...eur('2.74') },
        TaxCharges: { Type: 'TVA', MonetaryValue: '3.02' },
        TotalCharge: eur('15.11'),
        TotalChargesWithTaxes: eur('18.13'),
      },
      RatedPackage: {
        NegotiatedCharges: { BaseServiceCharge: eur('0.00'), TotalCharge: eur('0.00') },
        Weight: '3.0',
      },
    }),
    means: ['11 base BASE 1237 fuel 375 274 tax TVA 302 = 1813 EUR (6805)'],
  },
  {
    name: 'Canada to the United States: negotiated without taxes',
    operation: 'rate',
    source: 'karrioapi/karrio',
    recorded: '2024-10-01',
    read: read('CA', 'US', {
      Service: { Code: '14' },
      BaseServiceCharge: cad('226.65'),
      ItemizedCharges: [{ Code: '375', ...cad('49.30') }],
      TotalCharges: cad('275.95'),
      NegotiatedRateCharges: {
        BaseServiceCharge: cad('54.40'),
        ItemizedCharges: [{ Code: '375', ...cad('11.83') }],
        TotalCharge: cad('66.23'),
      },
      RatedPackage: [{ NegotiatedCharges: { BaseServiceCharge: cad('0.00') }, Weight: '1.5' }],
    }),
    means: ['14 base BASE 5440 fuel 375 1183 = 6623 CAD (27595)'],
  },
  {
    name: 'negotiated as a number, with everything beside the total null',
    operation: 'rate',
    source: 'UPS-API/api-documentation',
    recorded: '2024-04-02',
    read: read('US', 'US', {
      Service: { Code: '03' },
      TotalCharges: { CurrencyCode: 'USD', MonetaryValue: 14.58 },
      NegotiatedRateCharges: {
        ItemizedCharges: null,
        TaxCharges: null,
        TotalCharge: { CurrencyCode: 'USD', MonetaryValue: 14.58 },
        TotalChargesWithTaxes: null,
      },
      RatedPackage: [{ NegotiatedCharges: null }],
    }),
    means: ['03 base BASE 1458 = 1458 USD (1458)'],
  },
];
