/** Prices inside the United States, where base and fuel stand with the packages; from Canada; and what UPS refuses to price. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { canadaToUnitedStates, withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';
import { ACCESS } from './access.ts';

const ups = answered(carrier, samples, ACCESS);
const FRIENDLY = 'friendlycart/friendly_shipping';

const charge = (CurrencyCode: string, MonetaryValue: string) => ({ CurrencyCode, MonetaryValue });
const usd = (value: string) => charge('USD', value);
const cad = (value: string) => charge('CAD', value);
const pounds = (Weight: string) => ({ UnitOfMeasurement: { Code: 'LBS', Description: 'Pounds' }, Weight });
const VARIES = { Code: '110971', Description: 'Your invoice may vary from the displayed reference rates' };

interface Rated {
  readonly total: string;
  readonly each: string;
  readonly base: string;
  readonly fuel: string;
  readonly home: string;
  readonly days?: readonly [days: string, by: string];
  /** Of each package: rural delivery, what the destination takes off. */
  readonly rural?: string;
  readonly modifier?: string;
}

const shop = (Alert: readonly object[], packages: number, services: Readonly<Record<string, Rated>>) => ({
  body: {
    RateResponse: {
      Response: {
        ResponseStatus: { Code: '1', Description: 'Success' },
        Alert: [VARIES, ...Alert],
        TransactionReference: '',
      },
      RatedShipment: Object.entries(services).map(([Code, one]) => ({
        Service: { Code, Description: '' },
        RatedShipmentAlert: [VARIES, ...Alert],
        BillingWeight: pounds(String(packages * 5)),
        TransportationCharges: usd(one.total),
        BaseServiceCharge: usd('0.00'),
        // One charge is an object, several are a list.
        ItemizedCharges: { Code: '270', ...usd(one.home) },
        ServiceOptionsCharges: usd('0.00'),
        TotalCharges: usd(one.total),
        ...(one.days && { GuaranteedDelivery: { BusinessDaysInTransit: one.days[0], DeliveryByTime: one.days[1] } }),
        RatedPackage: Array.from({ length: packages }, () => ({
          ...(one.modifier !== undefined && {
            RateModifier: { ModifierType: 'DTM', ModifierDesc: 'Destination Modifier', Amount: one.modifier },
          }),
          TransportationCharges: usd(one.each),
          BaseServiceCharge: usd(one.base),
          ServiceOptionsCharges: usd('0.00'),
          ItemizedCharges: [
            ...(one.rural === undefined ? [] : [{ Code: '376', ...usd(one.rural), SubType: 'Rural' }]),
            { Code: '400', ...usd('0.00'), SubType: 'EVS' },
            { Code: '375', ...usd(one.fuel) },
          ],
          TotalCharges: usd(one.each),
          Weight: '1.0',
          BillingWeight: pounds('5.0'),
        })),
      })),
    },
  },
});

const refused = (code: string, message: string) => ({
  status: 400,
  body: { response: { errors: [{ code, message }] } },
});

const of = (
  name: string,
  source: string,
  recorded: string,
  shipment: ShipmentRequest,
  answer: { readonly status?: number; readonly body: unknown },
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'rate',
  source,
  recorded,
  read: () => ups.rate(shipment, { status: 200, ...answer }),
  means,
});

/** Negotiated and published prices of a parcel of two pounds to the United States. */
const toTheStates = (
  ...services: readonly (readonly [
    code: string,
    base: string,
    fuel: string,
    total: string,
    published: string,
    days: string,
    day: string,
  ])[]
) => ({
  body: {
    RateResponse: {
      Response: { ResponseStatus: { Code: '1', Description: 'Success' } },
      RatedShipment: services.map(([Code, base, fuel, total, published, days, day]) => ({
        Service: { Code, Description: '' },
        RatedShipmentAlert: [VARIES],
        BillingWeight: pounds('2.0'),
        TotalCharges: cad(published),
        NegotiatedRateCharges: {
          BaseServiceCharge: cad(base),
          ItemizedCharges: [
            { Code: '375', ...cad(fuel) },
            // Only road services have it.
            ...(Code === '11' ? [{ Code: '434', ...cad('0.55'), SubType: 'Surge_Fee_Commercial' }] : []),
          ],
          TotalCharge: cad(total),
        },
        RatedPackage: [{ NegotiatedCharges: { BaseServiceCharge: cad('0.00') }, Weight: '1.5' }],
        TimeInTransit: {
          ServiceSummary: { EstimatedArrival: { Arrival: { Date: day, Time: '233000' }, BusinessDaysInTransit: days } },
        },
      })),
    },
  },
});

export const answers: readonly RealAnswer[] = [
  of(
    'two packages to a home: the base of each, the delivery to the home once',
    FRIENDLY,
    '2024-01-17',
    withinUnitedStates,
    shop([], 2, {
      '01': {
        total: '261.10',
        each: '130.55',
        base: '106.34',
        fuel: '18.01',
        home: '12.40',
        days: ['1', '10:30 A.M.'],
      },
      '02': { total: '92.94', each: '46.47', base: '33.86', fuel: '6.41', home: '12.40', days: ['2', ''] },
      '03': { total: '48.36', each: '24.18', base: '15.33', fuel: '3.20', home: '11.30' },
    }),
    [
      '01 UPS Next Day Air | base BASE 212.68 + surcharge 270 12.40 + fuel 375 36.02 | 261.10 USD | 4536 g, 1 d',
      '02 UPS 2nd Day Air | base BASE 67.72 + surcharge 270 12.40 + fuel 375 12.82 | 92.94 USD | 4536 g, 2 d',
      '03 UPS Ground | base BASE 30.66 + surcharge 270 11.30 + fuel 375 6.40 | 48.36 USD | 4536 g',
    ],
  ),
  of(
    'one package',
    FRIENDLY,
    '2024-01-18',
    withinUnitedStates,
    shop([], 1, {
      '03': { total: '24.18', each: '24.18', base: '15.33', fuel: '3.20', home: '5.65' },
      '12': { total: '36.88', each: '36.88', base: '25.59', fuel: '5.09', home: '6.20', days: ['3', ''] },
      '13': { total: '120.99', each: '120.99', base: '98.10', fuel: '16.69', home: '6.20', days: ['1', '3:00 P.M.'] },
      '14': { total: '165.35', each: '165.35', base: '136.34', fuel: '22.81', home: '6.20', days: ['1', '8:00 A.M.'] },
    }),
    [
      '12 UPS 3 Day Select | base BASE 25.59 + surcharge 270 6.20 + fuel 375 5.09 | 36.88 USD | 2268 g, 3 d',
      '13 UPS Next Day Air Saver | base BASE 98.10 + surcharge 270 6.20 + fuel 375 16.69 | 120.99 USD | 2268 g, 1 d',
      '14 UPS Next Day Air Early | base BASE 136.34 + surcharge 270 6.20 + fuel 375 22.81 | 165.35 USD | 2268 g, 1 d',
      '03 UPS Ground | base BASE 15.33 + surcharge 270 5.65 + fuel 375 3.20 | 24.18 USD | 2268 g',
    ],
  ),
  of(
    'what the destination takes off each package; a day that UPS changed is told',
    FRIENDLY,
    '2024-01-23',
    withinUnitedStates,
    shop(
      [
        { Code: '111730', Description: "Invalid Date. Changed to today's date" },
        { Code: '112237', Description: 'Modifier is applied on Package(s);' },
      ],
      2,
      {
        '03': {
          total: '57.24',
          each: '28.62',
          base: '13.95',
          fuel: '3.92',
          home: '11.30',
          rural: '5.70',
          modifier: '-0.60',
        },
      },
    ),
    [
      '03 UPS Ground | base BASE 27.90 + surcharge 270 11.30 + surcharge 376 11.40 + fuel 375 7.84 + discount DTM -1.20 | 57.24 USD | 4536 g',
      "111730: Invalid Date. Changed to today's date",
      '112237: Modifier is applied on Package(s);',
    ],
  ),
  of(
    'a postal code of another state',
    FRIENDLY,
    '2024-01-18',
    withinUnitedStates,
    refused('111285', 'The postal code 78756 is invalid for VA United States.'),
    ['invalid-input 111285 UPS: The postal code 78756 is invalid for VA United States.'],
  ),
  of(
    'an account number that is none',
    FRIENDLY,
    '2024-01-17',
    withinUnitedStates,
    refused('112111', 'Missing or Invalid Shipper Number.'),
    ['invalid-input 112111 UPS: Missing or Invalid Shipper Number.'],
  ),
  of(
    'from Canada to the States, a surge fee by road alone',
    'karrioapi/karrio',
    '2024-10-11',
    canadaToUnitedStates,
    toTheStates(
      ['14', '54.40', '11.97', '66.37', '276.51', '1', '20241014'],
      ['65', '14.28', '3.14', '17.42', '124.44', '1', '20241014'],
      ['08', '12.38', '2.72', '15.10', '107.85', '1', '20241015'],
      ['11', '11.30', '1.69', '13.54', '40.96', '3', '20241017'],
    ),
    [
      '14 UPS Express Early | base BASE 54.40 + fuel 375 11.97 | 66.37 CAD | retail 276.51, 907 g, 1 d, 2024-10-14',
      '65 UPS Express Saver | base BASE 14.28 + fuel 375 3.14 | 17.42 CAD | retail 124.44, 907 g, 1 d, 2024-10-14',
      '08 UPS Worldwide Expedited | base BASE 12.38 + fuel 375 2.72 | 15.10 CAD | retail 107.85, 907 g, 1 d, 2024-10-15',
      '11 UPS Standard | base BASE 11.30 + fuel 375 1.69 + surcharge 434 0.55 | 13.54 CAD | retail 40.96, 907 g, 3 d, 2024-10-17',
    ],
  ),
];
