/** What the conformance suite needs of this connector: accounts of the simulator, shipments, addresses, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import type { Address } from '@scanship/domain/addresses/address';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { ownCases } from './own-cases.ts';
import { simulator } from './simulator.ts';

const [alpha, beta] = simulator.accounts;
if (!alpha || !beta) throw new RangeError('the simulator has too few accounts');

const sydney: Address = {
  name: 'Test Receiver',
  address1: '20 Receiver Avenue',
  city: 'Sydney',
  provinceCode: 'NSW',
  zipcode: '2000',
  countryCode: 'AU',
  phone: '02 5550 0123',
  email: 'receiver@example.com',
  residential: true,
};

export const domestic: ShipmentRequest = {
  from: {
    name: 'Test Sender',
    companyName: 'Test Shop',
    address1: '10 Sender Road',
    city: 'Melbourne',
    provinceCode: 'VIC',
    zipcode: '3000',
    countryCode: 'AU',
    phone: '03 5550 0100',
  },
  to: sydney,
  parcels: [{ number: 1, weightGrams: 1250, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
  shipDate: '2026-11-23',
  options: {},
  references: ['ORDER-1'],
  language: 'en',
};

export const crossBorder: ShipmentRequest = {
  ...domestic,
  to: {
    name: 'NZ Receiver',
    address1: '5 Test Street',
    city: 'Karori',
    provinceCode: 'WLG',
    zipcode: '6012',
    countryCode: 'NZ',
    email: 'nz@example.com',
  },
  customs: {
    purpose: 'Sale',
    incoterm: 'DAP',
    dutiesPaidBy: 'Receiver',
    currency: 'AUD',
    items: [
      {
        description: 'Cotton shirt',
        quantity: 2,
        unitValue: money(5555, 'AUD'),
        unitGrams: 500,
        hsCode: '6109.10',
        originCountry: 'AU',
        sku: 'SHIRT-1',
      },
    ],
  },
};

export const samples: ConnectorSamples = {
  settings: {},
  account: alpha,
  otherAccount: beta,
  wrongCredentials: { key: 'not-the-auspost-key', password: 'not-the-password', account: '0000123456' },
  service: 'parcel-post-signature',
  domestic,
  crossBorder: { service: 'intl-standard', shipment: crossBorder },
  addresses: {
    good: sydney,
    correctable: { ...sydney, city: 'Sidney' },
    unknown: { ...sydney, city: 'Nowhere', zipcode: '2999' },
  },
  // One item holds the prices of every product.
  offerGroups: ['items[0]'],
  ownCases: ownCases(domestic, crossBorder),
};
