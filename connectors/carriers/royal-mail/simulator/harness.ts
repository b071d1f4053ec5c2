/** What the conformance suite needs of this connector: accounts of the simulator, a price list, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { money } from '@scanship/domain/money/money';
import type { RateSheet } from '@scanship/domain/rating/rate-sheet';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from '../src/manifest.ts';
import { ownCases } from './own-cases.ts';
import { simulator } from './simulator.ts';

const [alpha, beta] = simulator.accounts;
if (!alpha || !beta) throw new RangeError('the simulator has too few accounts');

export const domestic: ShipmentRequest = {
  from: {
    name: 'Test Sender',
    companyName: 'Test Shop',
    address1: '1 Stand-in Street',
    city: 'London',
    provinceCode: '',
    zipcode: 'EC1A 1BB',
    countryCode: 'GB',
    phone: '020 7946 0000',
  },
  to: {
    name: 'Test Receiver',
    address1: '20 Receiver Avenue',
    city: 'Leeds',
    provinceCode: '',
    zipcode: 'LS1 1AA',
    countryCode: 'GB',
    email: 'receiver@example.com',
    residential: true,
  },
  parcels: [{ number: 1, weightGrams: 1250, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
  shipDate: '2026-11-23',
  options: {},
  references: ['ORDER-1'],
  language: 'en',
};

export const crossBorder: ShipmentRequest = {
  ...domestic,
  to: {
    name: 'French Receiver',
    address1: '1 rue de l’Essai',
    city: 'Lyon',
    provinceCode: '',
    zipcode: '69001',
    countryCode: 'FR',
    phone: '+33 4 72 00 00 00',
  },
  customs: {
    purpose: 'Sale',
    incoterm: 'DAP',
    dutiesPaidBy: 'Receiver',
    currency: 'GBP',
    items: [
      {
        description: 'Cotton shirt',
        quantity: 2,
        unitValue: money(2550, 'GBP'),
        unitGrams: 300,
        hsCode: '6109100010',
        originCountry: 'GB',
        sku: 'SHIRT-1',
      },
    ],
  },
};

/** Duties paid to the United States, with the numbers customs ask for. */
export const dutyPaid: ShipmentRequest = {
  ...crossBorder,
  to: {
    name: 'US Receiver',
    companyName: 'US Shop',
    address1: '1 Test Street',
    city: 'Buffalo',
    provinceCode: 'NY',
    zipcode: '14201',
    countryCode: 'US',
    email: 'us@example.com',
  },
  customs: crossBorder.customs && { ...crossBorder.customs, dutiesPaidBy: 'Shipper', invoiceNumber: 'INV-1' },
};

const row = (service: string, toZone: string, upTo: number, price: number): RateSheet['rates'][number] => ({
  service,
  fromZone: null,
  toZone,
  over: 0,
  upTo,
  price,
  step: null,
  stepPrice: null,
  days: null,
});

/** Invented prices of every service; a signature costs extra where it is an option. */
export const priceList: RateSheet = {
  version: 1,
  settings: {
    name: 'Royal Mail',
    currency: 'GBP',
    prefix: 'RM',
    country: 'GB',
    units: 'metric',
    roundTo: 1,
    divisor: null,
    canadianTaxes: false,
  },
  services: manifest.services.map(({ code, name, maxGrams = 20_000 }) => ({
    code,
    name,
    maxWeight: maxGrams,
    maxLength: null,
    maxLengthPlusGirth: null,
    divisor: null,
    parcels: 'each',
    maxParcels: null,
    minimumCharge: null,
    maximumCharge: null,
  })),
  zones: [
    { zone: 'HOME', name: 'United Kingdom', country: 'GB', provinces: [], postal: [] },
    { zone: 'WORLD', name: 'Abroad', country: '*', provinces: [], postal: [] },
  ],
  rates: manifest.services.map(({ code, scope, maxGrams = 20_000 }, index) =>
    row(code, scope === 'domestic' ? 'HOME' : 'WORLD', maxGrams, (scope === 'domestic' ? 345 : 995) + index * 60),
  ),
  surcharges: [
    {
      kind: 'signature',
      label: 'Signature',
      services: [],
      zones: [],
      over: null,
      price: 100,
      percentBp: 0,
      minimum: 0,
      postal: [],
      per: 'parcel',
      fuel: false,
    },
  ],
  fuel: [],
};

export const samples: ConnectorSamples = {
  settings: { sheet: priceList },
  account: alpha,
  otherAccount: beta,
  wrongCredentials: {
    key: 'ffffffff-0000-4000-8000-not-the-key-of',
    trackingId: 'not-the-tracking-client-id',
    trackingSecret: 'not-the-tracking-client-secret',
  },
  service: 'TPN24',
  domestic,
  crossBorder: { service: 'OTA', shipment: crossBorder },
  ownCases: ownCases(domestic, crossBorder, dutyPaid),
};
