/** What the conformance suite needs of this connector: accounts of the simulator, European shipments, a price list, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { samplePriceList } from '@scanship/connector-kit/conformance/sample-price-list';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from '../src/manifest.ts';
import { ownCases } from './own-cases.ts';
import { simulator } from './simulator.ts';

const [alpha, beta] = simulator.accounts;
if (!alpha || !beta) throw new RangeError('the simulator has too few accounts');

/** Inside the European Union, where nothing is declared. */
export const insideUnion: ShipmentRequest = {
  from: {
    name: 'Test Sender',
    companyName: 'Test Shop',
    address1: 'Senderweg 10',
    city: 'Berlin',
    provinceCode: '',
    zipcode: '10115',
    countryCode: 'DE',
    phone: '+49 30 5550100',
  },
  to: {
    name: 'Test Receiver',
    address1: '20 rue du Test',
    city: 'Paris',
    provinceCode: '',
    zipcode: '75002',
    countryCode: 'FR',
    email: 'receiver@example.com',
    residential: true,
  },
  parcels: [{ number: 1, weightGrams: 900, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
  shipDate: '2026-11-23',
  options: {},
  references: ['ORDER-1'],
  language: 'en',
};

export const toBritain: ShipmentRequest = {
  ...insideUnion,
  to: {
    name: 'UK Receiver',
    address1: '1 Test Street',
    city: 'London',
    provinceCode: '',
    zipcode: 'SW1A 1AA',
    countryCode: 'GB',
    phone: '+44 20 7946 0100',
  },
  customs: {
    purpose: 'Sale',
    incoterm: 'DAP',
    dutiesPaidBy: 'Receiver',
    currency: 'EUR',
    items: [
      {
        description: 'Cotton shirt',
        quantity: 2,
        unitValue: money(2500, 'EUR'),
        unitGrams: 300,
        hsCode: '610910',
        originCountry: 'DE',
      },
    ],
  },
};

export const samples: ConnectorSamples = {
  settings: { sheet: samplePriceList(manifest, 'EUR', 'DE') },
  account: alpha,
  otherAccount: beta,
  wrongCredentials: { username: 'alpha@example.test', password: 'not-the-password', customerId: 'DE12345678' },
  service: 'EPAQPLS-CUP',
  domestic: insideUnion,
  crossBorder: { service: 'EPAQPLS-CUP', shipment: toBritain },
  ownCases: ownCases(insideUnion, toBritain),
};
