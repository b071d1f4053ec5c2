/** Our own request and answer for every operation, written by hand from the samples (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const REFERENCE = 'ABCDEFGH12345678';
const NUMBER = 'RL924104146CH';
const PDF = Buffer.from('%PDF-1.4 test label').toString('base64');
const OK = { responseStatusCode: 200, responseStatusMessage: '' };
const purchase = {
  reference: REFERENCE,
  uuid: '00000000-0000-4000-8000-000000000000',
  labelFormat: 'pdf',
} as const;

const call = (
  method: string,
  path: string,
  body: unknown,
  more: { readonly query?: Readonly<Record<string, string | number>>; readonly body?: unknown } = {},
): OwnExchange => ({
  request: {
    method,
    path: `/api/A1${path}`,
    headers: {
      authorization: `Basic ${Buffer.from('alpha.api:a1-alpha-amber1').toString('base64')}`,
      'x-asendiaone-apikey': '11111111-2222-4333-8444-amber1amber1',
    },
    ...more,
  },
  answer: { status: 200, headers: { 'content-type': 'application/json' }, body },
});

const RATES = '/v1.0/ShippingPlatform/ShippingRate';
const PACKAGE = '/v1.0/ShippingPlatform/Package';
const LOAD = {
  totalPackageWeight: 2.756,
  weightUnit: 'Lb',
  dimLength: 11.8,
  dimWidth: 7.9,
  dimHeight: 3.9,
  dimUnit: 'IN',
};
const OWN = { accountNumber: '1000217', processingLocation: 'SFO' };
const home = (prefix: 'return' | 'seller'): object => ({
  [`${prefix}AddressLine1`]: '10 Sender Street',
  [`${prefix}City`]: 'New York',
  [`${prefix}Province`]: 'NY',
  [`${prefix}PostalCode`]: '10007',
  [`${prefix}CountryCode`]: 'US',
  [`${prefix}Phone`]: '212-555-0100',
});
const COMMON = {
  ...OWN,
  includeRate: true,
  labelType: 'PDF',
  orderNumber: 'ORDER-1',
  packageID: REFERENCE,
  returnFirstName: 'Test',
  returnLastName: 'Sender',
  returnCompanyName: 'Test Shop',
  ...home('return'),
  recipientFirstName: 'Test',
  recipientLastName: 'Receiver',
  ...LOAD,
  customerReferenceNumber1: REFERENCE,
  contentType: 'M',
  sellerName: 'Test Shop',
  ...home('seller'),
};
const DOMESTIC = {
  ...COMMON,
  recipientAddressLine1: '1 Test Street',
  recipientCity: 'Buffalo',
  recipientProvince: 'NY',
  recipientPostalCode: '14201',
  recipientCountryCode: 'US',
  productCode: '65',
};
const ABROAD = {
  ...COMMON,
  recipientAddressLine1: '20 Receiver Avenue',
  recipientCity: 'Vancouver',
  recipientProvince: 'BC',
  recipientPostalCode: 'V6B 1A1',
  recipientCountryCode: 'CA',
  productCode: '66',
  totalPackageValue: 50,
  currencyType: 'CAD',
  packageContentDescription: 'Cotton shirt',
  items: [
    {
      sku: 'ITEM-1',
      itemDescription: 'Cotton shirt',
      unitPrice: 25,
      quantity: 2,
      unitWeight: 0.661,
      countryOfOrigin: 'CA',
      htsNumber: '610910',
    },
  ],
};

const line = (minor: number): object => ({
  kind: 'base',
  code: 'rate',
  label: 'Transport',
  amount: money(minor, 'USD'),
});
const made = (content: string): object => ({
  shippingRates: [{ productCode: '65', rate: 20.05, currencyType: 'USD' }],
  packageLabel: {
    packageId: REFERENCE,
    trackingNumber: NUMBER,
    labels: [{ name: 'Label', type: 'PDF', content }],
  },
  responseStatus: OK,
});
const bought = (minor: number | undefined): object => ({
  carrierShipmentId: REFERENCE,
  parcels: [
    {
      number: 1,
      trackingNumber: NUMBER,
      trackingUrl: `https://a1.asendiausa.com/tracking/?trackingnumber=${NUMBER}`,
    },
  ],
  ...(minor === undefined ? {} : { charged: { lines: [line(minor)], total: money(minor, 'USD') } }),
});
const file = { kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:19', parcelNumber: 1 };
const LINK = 'https://a1api.asendiausa.com/labels/1.pdf';

const rateCase = (domestic: ShipmentRequest): OwnCase => ({
  name: 'prices of every product; one that is not known is named',
  operation: 'rate',
  input: { shipment: domestic },
  exchanges: [
    call(
      'GET',
      RATES,
      {
        shippingRates: [
          { productCode: '65', rate: 20.05, currencyType: 'USD' },
          { productCode: '99', rate: 1.5, currencyType: 'USD' },
        ],
        responseStatus: OK,
      },
      { query: { ...OWN, recipientPostalCode: '14201', recipientCountryCode: 'US', ...LOAD, productCode: '*' } },
    ),
  ],
  expect: {
    offers: [{ service: '65', serviceName: 'Fully Tracked', lines: [line(2005)], total: money(2005, 'USD') }],
    problems: [{ message: '99 is a product that is not known here.' }],
  },
});

export const ownCases = (domestic: ShipmentRequest, crossBorder: ShipmentRequest): readonly OwnCase[] => [
  rateCase(domestic),
  {
    name: 'a package with its label and its price',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: domestic, service: '65' },
    exchanges: [call('POST', PACKAGE, made(PDF), { body: DOMESTIC })],
    expect: { kind: 'done', keep: { packageId: REFERENCE, links: [] }, result: { ...bought(2005), files: [file] } },
  },
  {
    name: 'a package abroad, whose label comes as an address; the price of another product is not its own',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: crossBorder, service: '66' },
    exchanges: [call('POST', PACKAGE, made(LINK), { body: ABROAD })],
    expect: {
      kind: 'done',
      keep: { packageId: REFERENCE, links: [LINK] },
      result: { ...bought(undefined), files: [] },
    },
  },
  {
    name: 'the label behind the address',
    operation: 'ship',
    step: 'label',
    input: { ...purchase, shipment: crossBorder, service: '66' },
    kept: { packageId: REFERENCE, links: [LINK] },
    exchanges: [
      {
        request: { method: 'GET', path: LINK },
        answer: { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4 test label' },
      },
    ],
    expect: { kind: 'done', result: { files: [file] } },
  },
  {
    name: 'a package that is deleted',
    operation: 'cancel',
    step: 'delete',
    input: { reference: REFERENCE, carrierShipmentId: REFERENCE, trackingNumbers: [NUMBER], kept: {} },
    exchanges: [call('DELETE', PACKAGE, OK, { query: { accountNumber: '1000217', packageID: REFERENCE } })],
    expect: { kind: 'done', result: { refund: 'none' } },
  },
  {
    name: 'milestones by code, else by words',
    operation: 'track',
    input: { trackingNumbers: [NUMBER] },
    exchanges: [
      call(
        'GET',
        '/v2.0/Tracking/Milestone',
        {
          data: [
            {
              trackingNumberVendor: NUMBER,
              customerReferenceNumber: REFERENCE,
              trackingMilestoneEvents: [
                {
                  eventCode: 's9',
                  eventDescription: 'Out for Delivery',
                  eventLocation: 'LAKSI MAIL CENTER',
                  eventOn: '2026-11-22T09:07:00+00:00',
                },
                {
                  eventCode: 's1',
                  eventDescription: 'Shipment Information Received',
                  eventLocation: '',
                  eventOn: '2026-11-20T13:00:15.85088+00:00',
                },
              ],
            },
          ],
          responseStatus: OK,
        },
        { query: { trackingNumberVendor: NUMBER } },
      ),
    ],
    expect: [
      {
        trackingNumber: NUMBER,
        events: [
          {
            occurredAt: '2026-11-22T09:07:00+00:00',
            status: 'out-for-delivery',
            code: 's9',
            text: 'Out for Delivery',
            place: 'LAKSI MAIL CENTER',
          },
          {
            occurredAt: '2026-11-20T13:00:15.85088+00:00',
            status: 'label-created',
            code: 's1',
            text: 'Shipment Information Received',
          },
        ],
        problems: [],
      },
    ],
  },
  {
    name: 'the prices of a pound prove the account',
    operation: 'testConnection',
    exchanges: [
      call(
        'GET',
        RATES,
        { shippingRates: [], responseStatus: OK },
        {
          query: {
            ...OWN,
            recipientPostalCode: 'SW1A 1AA',
            recipientCountryCode: 'GB',
            totalPackageWeight: 1,
            weightUnit: 'Lb',
            productCode: '*',
          },
        },
      ),
    ],
    expect: { message: 'Connected to Asendia USA.' },
  },
];
