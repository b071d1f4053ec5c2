/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { ownCases } from './own-cases.ts';
import { STANDING } from './shipments.ts';
import { simulator } from './simulator.ts';

const [alpha, beta] = simulator.accounts;
if (!alpha || !beta) throw new RangeError('the simulator has too few accounts');

/** From London to the United States, duties paid by the sender. */
export const crossBorder: ShipmentRequest = {
  ...withinUnitedStates,
  from: {
    name: 'Test Sender',
    companyName: 'Test Shop Ltd',
    address1: '4 Sender Street',
    city: 'London',
    provinceCode: '',
    zipcode: 'SW1V 1SW',
    countryCode: 'GB',
    phone: '+44 20 7946 0958',
    taxIds: [{ kind: 'EORI', number: 'GB078617476000' }],
  },
  customs: {
    purpose: 'Sale',
    incoterm: 'DDP',
    dutiesPaidBy: 'Shipper',
    currency: 'GBP',
    invoiceNumber: 'ORDER-1',
    signer: 'Test Sender',
    items: [
      {
        description: 'Flix earrings',
        quantity: 2,
        unitValue: money(2500, 'GBP'),
        unitGrams: 300,
        hsCode: '7117190090',
        originCountry: 'GR',
        sku: 'stock-1',
      },
    ],
  },
};

export const samples: ConnectorSamples = {
  settings: {},
  account: alpha,
  otherAccount: beta,
  wrongCredentials: { ...alpha.credentials, clientSecret: 'not-the-secret' },
  service: 'TELESHIP-EXPEDITED-DROPOFF',
  domestic: withinUnitedStates,
  crossBorder: { service: 'TELESHIP-EXPEDITED-DROPOFF', shipment: crossBorder },
  pickup: {
    address: withinUnitedStates.from,
    date: '2026-11-24',
    readyTime: '09:00',
    closeTime: '12:00',
    place: 'front-door',
    load: {
      parcels: 1,
      totalGrams: 1250,
      services: ['TELESHIP-EXPEDITED-PICKUP'],
      destinations: ['US'],
      trackingNumbers: [STANDING.trackingNumber],
    },
    language: 'en',
  },
  ownCases: ownCases(withinUnitedStates, crossBorder),
};
