/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { ownCases } from './own-cases.ts';

const newYork = {
  name: 'Test Sender',
  companyName: 'Test Shop',
  address1: '10 Sender Street',
  city: 'New York',
  provinceCode: 'NY',
  zipcode: '10007',
  countryCode: 'US',
  phone: '212-555-0100',
  email: 'sender@example.com',
};
const buffalo = {
  name: 'Test Receiver',
  address1: '1 Test Street',
  address2: 'Apt 4',
  city: 'Buffalo',
  provinceCode: 'NY',
  zipcode: '14201-1234',
  countryCode: 'US',
  residential: true,
};

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** Inside the United States. */
export const domestic: ShipmentRequest = {
  from: newYork,
  to: buffalo,
  parcels: [{ number: 1, weightGrams: 1250, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 110 } }],
  shipDate: tomorrow,
  options: {},
  references: ['ORDER-1'],
  language: 'en',
};

/** To Canada, receiver pays duties. */
export const crossBorder: ShipmentRequest = {
  ...domestic,
  to: {
    name: 'Canada Receiver',
    address1: '20 Receiver Avenue',
    city: 'Vancouver',
    provinceCode: 'BC',
    zipcode: 'V6B 1A1',
    countryCode: 'CA',
    phone: '604-555-0100',
  },
  customs: {
    purpose: 'Sale',
    incoterm: 'DAP',
    dutiesPaidBy: 'Receiver',
    currency: 'USD',
    items: [
      {
        description: 'Cotton shirt',
        quantity: 2,
        unitValue: money(2500, 'USD'),
        unitGrams: 300,
        hsCode: '6109.10',
        originCountry: 'US',
      },
    ],
  },
};

/** From the buyer back to the shop. */
export const returned: ShipmentRequest = {
  ...domestic,
  from: buffalo,
  to: newYork,
  return: { outboundTrackingNumber: '9205590400000100000014' },
};

export const samples: ConnectorSamples = {
  settings: {},
  account: {
    id: 'usps-alpha',
    credentials: {
      clientId: 'usps-alpha-key',
      clientSecret: 'usps-alpha-secret',
      crid: '11223344',
      mid: '904000001',
      manifestMid: '904000002',
      epsAccount: '1000401',
    },
  },
  otherAccount: {
    id: 'usps-beta',
    credentials: {
      clientId: 'usps-beta-key',
      clientSecret: 'usps-beta-secret',
      crid: '55667788',
      mid: '123456',
      manifestMid: '123457',
      epsAccount: '1000777',
      priceType: 'CONTRACT',
    },
  },
  wrongCredentials: {
    clientId: 'usps-alpha-key',
    clientSecret: 'not-the-secret',
    crid: '11223344',
    mid: '904000001',
    manifestMid: '904000002',
    epsAccount: '1000401',
  },
  service: 'USPS_GROUND_ADVANTAGE',
  domestic,
  crossBorder: { service: 'PRIORITY_MAIL_INTERNATIONAL', shipment: crossBorder },
  returned: { service: 'USPS_GROUND_ADVANTAGE', shipment: returned },
  addresses: {
    good: { ...buffalo, zipcode: '14201' },
    correctable: { ...buffalo, city: 'Bufalo', zipcode: '14201' },
    unknown: { ...buffalo, address1: '99999 Nosuch Street' },
  },
  pickup: {
    address: newYork,
    date: tomorrow,
    readyTime: '09:00',
    closeTime: '17:00',
    place: 'front-door',
    load: {
      parcels: 3,
      totalGrams: 4200,
      services: ['USPS_GROUND_ADVANTAGE'],
      destinations: ['US'],
      trackingNumbers: [],
    },
    language: 'en',
  },
  // One of commercial prices, one of retail ones.
  offerGroups: ['pricingOptions[0]', 'pricingOptions[1]'],
  ownCases: ownCases(domestic, crossBorder),
};
