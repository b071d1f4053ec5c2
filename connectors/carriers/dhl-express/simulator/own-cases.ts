/** Our own request and answer for each question, written from the contract of MyDHL API 3.1.1. */
import type { OwnCase } from '@scanship/connector-kit/own-case';
import {
  abroad,
  buffalo,
  cad,
  inside,
  parcel,
  PDF,
  planned,
  shipper,
  signed,
  toronto,
  vancouver,
} from './own-case-parts.ts';
import { ownPickups } from './own-pickups.ts';
import { ownPurchases } from './own-purchases.ts';

const posted = { ...signed, 'content-type': 'application/json' };

const tax = (price: number, basePrice: number) => [{ priceType: 'TAX', typeCode: 'All Bu', price, rate: 5, basePrice }];

const rateInside: OwnCase = {
  name: 'a price inside Canada, tax inside each part',
  operation: 'rate',
  input: { shipment: inside, services: ['N'] },
  exchanges: [
    {
      request: {
        method: 'POST',
        path: '/rates',
        headers: posted,
        body: {
          customerDetails: { shipperDetails: toronto, receiverDetails: vancouver },
          accounts: [shipper],
          plannedShippingDateAndTime: planned,
          unitOfMeasurement: 'metric',
          isCustomsDeclarable: false,
          estimatedDeliveryDate: { isRequested: true, typeCode: 'QDDC' },
          nextBusinessDay: true,
          packages: [parcel],
        },
      },
      answer: {
        status: 200,
        body: {
          products: [
            {
              productName: 'EXPRESS DOMESTIC',
              productCode: 'N',
              localProductCode: 'N',
              weight: { volumetric: 1.2, provided: 1.25, unitOfMeasurement: 'metric' },
              totalPrice: [
                { currencyType: 'BILLC', priceCurrency: 'CAD', price: 26.25 },
                { currencyType: 'PULCL', priceCurrency: 'CAD', price: 42 },
                { currencyType: 'BASEC', priceCurrency: 'EUR', price: 17.3 },
              ],
              detailedPriceBreakdown: [
                {
                  currencyType: 'BILLC',
                  priceCurrency: 'CAD',
                  breakdown: [
                    { name: 'EXPRESS DOMESTIC', price: 21, priceBreakdown: tax(1, 20) },
                    { name: 'FUEL SURCHARGE', serviceCode: 'FF', price: 5.25, priceBreakdown: tax(0.25, 5) },
                    { name: 'DIRECT SIGNATURE', serviceCode: 'SF', serviceTypeCode: 'XCH' },
                  ],
                },
              ],
              deliveryCapabilities: { estimatedDeliveryDateAndTime: '2026-01-06T23:59:00', totalTransitDays: 1 },
            },
            { productCode: '1', totalPrice: [{ currencyType: 'BILLC', priceCurrency: 'CAD', price: 40 }] },
          ],
        },
      },
    },
  ],
  expect: {
    offers: [
      {
        service: 'N',
        serviceName: 'Express Domestic',
        lines: [
          { kind: 'base', code: 'BASE', label: 'EXPRESS DOMESTIC', amount: cad(2000) },
          { kind: 'fuel', code: 'FF', label: 'FUEL SURCHARGE', amount: cad(500) },
          { kind: 'tax', code: 'TAX', label: 'Tax', amount: cad(125) },
        ],
        total: cad(2625),
        retail: cad(4200),
        billableGrams: 1250,
        transitDays: 1,
        deliverBy: '2026-01-06',
        token: { localProductCode: 'N' },
      },
    ],
    problems: [],
  },
};

const rateAbroad: OwnCase = {
  name: 'prices abroad with insurance, signature and duties paid; two products that cannot be sold',
  operation: 'rate',
  input: {
    shipment: {
      ...abroad,
      options: { signature: 'any', insuredValue: cad(20_000) },
      customs: abroad.customs && { ...abroad.customs, incoterm: 'DDP', dutiesPaidBy: 'Shipper' },
    },
  },
  exchanges: [
    {
      request: {
        method: 'POST',
        path: '/rates',
        body: {
          customerDetails: { shipperDetails: toronto, receiverDetails: buffalo },
          accounts: [shipper, { typeCode: 'duties-taxes', number: '966123451' }],
          valueAddedServices: [
            { serviceCode: 'II', value: 200, currency: 'CAD' },
            { serviceCode: 'SF' },
            { serviceCode: 'DD' },
          ],
          plannedShippingDateAndTime: planned,
          unitOfMeasurement: 'metric',
          isCustomsDeclarable: true,
          monetaryAmount: [{ typeCode: 'declaredValue', value: 50, currency: 'CAD' }],
          estimatedDeliveryDate: { isRequested: true, typeCode: 'QDDC' },
          nextBusinessDay: true,
          packages: [parcel],
        },
      },
      answer: {
        status: 200,
        body: {
          products: [
            {
              productName: 'EXPRESS WORLDWIDE NONDOC',
              productCode: 'P',
              totalPrice: [{ currencyType: 'BILLC', priceCurrency: 'CAD', price: 88.4 }],
              detailedPriceBreakdown: [
                {
                  currencyType: 'BILLC',
                  priceCurrency: 'CAD',
                  breakdown: [
                    { name: 'EXPRESS WORLDWIDE', price: 50.4 },
                    { name: 'SHIPMENT INSURANCE', serviceCode: 'II', price: 16 },
                    { name: 'DUTY TAX PAID', serviceCode: 'DD', price: 22 },
                  ],
                },
              ],
            },
            {
              productName: 'EXPRESS 12:00',
              productCode: 'Y',
              totalPrice: [{ currencyType: 'BILLC', priceCurrency: 'CAD', price: 0 }],
            },
            { productName: 'MEDICAL EXPRESS', productCode: 'Q', totalPrice: [] },
          ],
          warnings: ['200203: The provided tariff code is short.'],
        },
      },
    },
  ],
  expect: {
    offers: [
      {
        service: 'P',
        serviceName: 'Express Worldwide',
        lines: [
          { kind: 'base', code: 'BASE', label: 'EXPRESS WORLDWIDE', amount: cad(5040) },
          { kind: 'option', code: 'II', label: 'SHIPMENT INSURANCE', amount: cad(1600) },
          { kind: 'surcharge', code: 'DD', label: 'DUTY TAX PAID', amount: cad(2200) },
        ],
        total: cad(8840),
      },
    ],
    problems: [
      { service: 'Y', message: 'DHL Express offers Express 12:00 but states no price for this account.' },
      { service: 'Q', message: 'DHL Express also offers product Q, which is not sold here.' },
      { message: '200203: The provided tariff code is short.' },
    ],
  },
};

const landed: OwnCase = {
  name: 'duties, taxes and fees per item; transport stands apart',
  operation: 'landedCost',
  input: { shipment: abroad, service: 'P' },
  exchanges: [
    {
      request: {
        method: 'POST',
        path: '/landed-cost',
        body: {
          customerDetails: { shipperDetails: toronto, receiverDetails: buffalo },
          accounts: [shipper],
          productCode: 'P',
          unitOfMeasurement: 'metric',
          currencyCode: 'CAD',
          isCustomsDeclarable: true,
          isDTPRequested: false,
          isInsuranceRequested: false,
          getCostBreakdown: true,
          shipmentPurpose: 'commercial',
          transportationMode: 'air',
          merchantSelectedCarrierName: 'DHL',
          packages: [parcel],
          items: [
            {
              number: 1,
              name: 'Cotton shirt',
              description: 'Cotton shirt',
              manufacturerCountry: 'CA',
              quantity: 2,
              quantityType: 'prt',
              unitPrice: 25,
              unitPriceCurrencyCode: 'CAD',
              commodityCode: '610910',
              weight: 0.3,
              weightUnitOfMeasurement: 'metric',
              estimatedTariffRateType: 'derived_rate',
            },
          ],
        },
      },
      answer: {
        status: 200,
        body: {
          products: [
            {
              totalPrice: [{ priceCurrency: 'CAD', price: 118 }],
              detailedPriceBreakdown: [
                {
                  priceCurrency: 'CAD',
                  breakdown: [
                    { name: 'SCUSV', price: 50, priceCurrency: 'CAD' },
                    { name: 'SPRQN', price: 30, priceCurrency: 'USD' },
                    { name: 'TOTAL DUTIES', typeCode: 'DUTY', price: 8.25, priceCurrency: 'CAD' },
                    { name: 'TOTAL TAXES', typeCode: 'TAX', price: 0, priceCurrency: 'CAD' },
                    { name: 'TOTAL FEES', typeCode: 'FEE', price: 12, priceCurrency: 'CAD' },
                    { name: 'IMPORT_PROCESSING_CHARGE', typeCode: 'FEE', price: 12, priceCurrency: 'CAD' },
                  ],
                },
              ],
              items: [
                {
                  number: 1,
                  breakdown: [{ name: 'DUTY', typeCode: 'DUTY', price: 8.25, priceCurrency: 'CAD' }],
                },
              ],
            },
          ],
        },
      },
    },
  ],
  expect: {
    lines: [
      { kind: 'duty', code: 'TOTAL DUTIES', label: 'Total duties', amount: cad(825) },
      { kind: 'surcharge', code: 'TOTAL FEES', label: 'Total fees', amount: cad(1200) },
    ],
    total: cad(2025),
    items: [
      {
        description: 'Cotton shirt',
        hsCode: '610910',
        lines: [{ kind: 'duty', code: 'DUTY', label: 'DUTY', amount: cad(825) }],
      },
    ],
    problems: [],
  },
};

const event = (date: string, time: string, typeCode: string, description: string, city: string, offset?: string) => ({
  date,
  time,
  ...(offset === undefined ? {} : { GMTOffset: offset }),
  typeCode,
  description,
  serviceArea: [{ code: 'XXX', description: city }],
});

const track: OwnCase = {
  name: 'a waybill and a piece of another shipment; one number is not known',
  operation: 'track',
  input: { trackingNumbers: ['1234567891', 'JD014600004617230770', '9999999999'] },
  exchanges: [
    {
      request: {
        method: 'GET',
        path: '/tracking?shipmentTrackingNumber=1234567891&shipmentTrackingNumber=9999999999&trackingView=all-checkpoints&levelOfDetail=all',
        headers: signed,
      },
      answer: {
        status: 200,
        body: {
          shipments: [
            {
              shipmentTrackingNumber: '1234567891',
              estimatedDeliveryDate: '2026-01-07T23:59:00',
              events: [
                event(
                  '2026-01-06',
                  '09:12:00',
                  'WC',
                  'Shipment is out with courier for delivery',
                  'AUCKLAND-NZ',
                  '+13:00',
                ),
                event('2026-01-05', '17:40:10', 'PU', 'Shipment picked up', 'TORONTO-CA', '-05:00'),
              ],
            },
          ],
        },
      },
    },
    {
      request: {
        method: 'GET',
        path: '/tracking?pieceTrackingNumber=JD014600004617230770&trackingView=all-checkpoints&levelOfDetail=all',
      },
      answer: {
        status: 200,
        body: {
          shipments: [
            {
              shipmentTrackingNumber: '2233445566',
              events: [],
              pieces: [
                {
                  trackingNumber: 'JD014600004617230770',
                  events: [
                    event('2026-01-05', '18:00:00', 'PL', 'Processed at BERLIN-DE', 'BERLIN-DE'),
                    { date: '2026-01-05', time: 'noon', typeCode: 'AF', description: 'Arrived' },
                  ],
                },
                { trackingNumber: 'JD014600004617230771', events: [] },
              ],
            },
          ],
        },
      },
    },
  ],
  expect: [
    {
      trackingNumber: '1234567891',
      events: [
        {
          occurredAt: '2026-01-05T17:40:10-05:00',
          status: 'accepted',
          code: 'PU',
          text: 'Shipment picked up',
          place: 'TORONTO, CA',
        },
        {
          occurredAt: '2026-01-06T09:12:00+13:00',
          status: 'out-for-delivery',
          code: 'WC',
          text: 'Shipment is out with courier for delivery',
          place: 'AUCKLAND, NZ',
        },
      ],
      estimatedDelivery: '2026-01-07',
      problems: [],
    },
    {
      trackingNumber: 'JD014600004617230770',
      events: [
        {
          occurredAt: '2026-01-05T18:00:00',
          status: 'in-transit',
          code: 'PL',
          text: 'Processed at BERLIN-DE',
          place: 'BERLIN, DE',
        },
      ],
      problems: ['shipments[0].pieces[0].events[1].time should be in its usual form but is "noon".'],
    },
    { trackingNumber: '9999999999', events: [], problems: ['DHL Express does not know 9999999999.'] },
  ],
};

const proof: OwnCase = {
  name: 'the paper of a delivery, and who signed',
  operation: 'proofOfDelivery',
  input: {
    trackingNumber: 'JD014600004617230770',
    carrierShipmentId: '1234567891',
    destination: { countryCode: 'DE', zipcode: '10115' },
    shipDate: '2026-01-05',
  },
  exchanges: [
    {
      request: {
        method: 'GET',
        path: '/shipments/1234567891/proof-of-delivery',
        query: { shipperAccountNumber: '966123451', content: 'epod-summary' },
      },
      answer: { status: 200, body: { documents: [{ encodingFormat: 'PDF', content: PDF, typeCode: 'POD' }] } },
    },
    {
      request: {
        method: 'GET',
        path: '/tracking?shipmentTrackingNumber=1234567891&trackingView=all-checkpoints&levelOfDetail=shipment',
      },
      answer: {
        status: 200,
        body: {
          shipments: [
            {
              shipmentTrackingNumber: '1234567891',
              events: [
                event('2026-01-07', '08:10:00', 'WC', 'With courier', 'BERLIN-DE', '+01:00'),
                {
                  ...event('2026-01-07', '10:31:00', 'OK', 'Delivered', 'BERLIN-DE', '+01:00'),
                  signedBy: 'E. Beispiel',
                },
              ],
            },
          ],
        },
      },
    },
  ],
  expect: {
    signedBy: 'E. Beispiel',
    deliveredAt: '2026-01-07T10:31:00+01:00',
    place: 'BERLIN, DE',
    files: [{ kind: 'bytes', document: 'proof-of-delivery', format: 'pdf', bytes: 'bytes:8' }],
  },
};

const check = (name: string, city: string, answer: unknown, expect: unknown): OwnCase => ({
  name,
  operation: 'checkAddress',
  input: { ...inside.to, city },
  exchanges: [
    {
      request: {
        method: 'GET',
        path: '/address-validate',
        query: {
          type: 'delivery',
          countryCode: 'CA',
          postalCode: 'V6B 1A1',
          cityName: city,
          strictValidation: 'false',
        },
      },
      answer: { status: 200, body: answer },
    },
  ],
  expect,
});

const place = (cityName: string, postalCode: string | number) => ({ countryCode: 'CA', postalCode, cityName });

const addresses: readonly OwnCase[] = [
  check(
    'a city as DHL writes it',
    'Vancouver',
    { address: [place('VANCOUVER', 'V6B')] },
    {
      verdict: 'confirmed',
      level: 'city',
      suggestions: [],
      messages: [],
    },
  ),
  check(
    'a slip in the city',
    'Vancuver',
    { address: [place('VANCOUVER', 'V6B 1A1')], warnings: [] },
    {
      verdict: 'corrected',
      level: 'city',
      suggestions: [{ ...inside.to, city: 'VANCOUVER' }],
      messages: [],
    },
  ),
  check(
    'nothing found',
    'Nowhere',
    { address: [] },
    {
      verdict: 'unknown',
      level: 'city',
      suggestions: [],
      messages: ['DHL Express does not find this city and postal code.'],
    },
  ),
];

const productsQuery = (more: Readonly<Record<string, string>>) => ({
  accountNumber: '966123451',
  originCountryCode: 'CA',
  originPostalCode: 'M5V 2T6',
  originCityName: 'Toronto',
  weight: 1,
  length: 20,
  width: 15,
  height: 10,
  // The evening before in Toronto.
  plannedShippingDate: '2025-12-31',
  unitOfMeasurement: 'metric',
  nextBusinessDay: 'true',
  ...more,
});
const london = { destinationCountryCode: 'GB', destinationPostalCode: 'SW1A 2AA', destinationCityName: 'London' };
const discover: OwnCase = {
  name: 'services of the account: inside, goods and documents abroad',
  operation: 'discoverServices',
  input: inside.from,
  exchanges: [
    {
      request: {
        method: 'GET',
        path: '/products',
        query: productsQuery({
          destinationCountryCode: 'CA',
          destinationPostalCode: 'M5V 2T6',
          destinationCityName: 'Toronto',
          isCustomsDeclarable: 'false',
        }),
      },
      answer: { status: 200, body: { products: [{ productCode: 'N', productName: 'EXPRESS DOMESTIC' }] } },
    },
    {
      request: { method: 'GET', path: '/products', query: productsQuery({ ...london, isCustomsDeclarable: 'true' }) },
      answer: {
        status: 200,
        body: {
          products: [
            { productCode: 'P', productName: 'EXPRESS WORLDWIDE' },
            { productCode: 'Q', productName: 'MEDICAL EXPRESS' },
          ],
        },
      },
    },
    {
      request: { method: 'GET', path: '/products', query: productsQuery({ ...london, isCustomsDeclarable: 'false' }) },
      answer: { status: 200, body: { products: [{ productCode: 'P', productName: 'EXPRESS WORLDWIDE' }] } },
    },
  ],
  expect: [
    { code: 'N', name: 'Express Domestic', scope: 'domestic' },
    { code: 'P', name: 'Express Worldwide', scope: 'international' },
    { code: 'Q', name: 'MEDICAL EXPRESS', scope: 'international' },
  ],
};

const connection: OwnCase = {
  name: 'user name, password and account are accepted',
  operation: 'testConnection',
  exchanges: [
    {
      request: {
        method: 'GET',
        path: '/products',
        query: productsQuery({ ...london, originPostalCode: 'M5H 2N2', isCustomsDeclarable: 'true' }),
        headers: signed,
      },
      answer: { status: 200, body: { products: [{ productCode: 'P', productName: 'EXPRESS WORLDWIDE' }] } },
    },
  ],
  expect: {
    accountName: '966123451',
    message: 'Connected to DHL Express as account 966123451; 1 product from Toronto to London today.',
  },
};

export const ownCases = (): readonly OwnCase[] => [
  rateInside,
  rateAbroad,
  ...ownPurchases(),
  track,
  landed,
  proof,
  ...addresses,
  discover,
  connection,
  ...ownPickups(),
];
