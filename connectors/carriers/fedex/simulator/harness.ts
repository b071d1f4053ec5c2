/** What the conformance suite needs of this connector: accounts of the simulator, shipments, addresses, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { ownCases } from './own-cases.ts';

/** FedEx wants telephone numbers of both sides, always. */
export const domestic: ShipmentRequest = {
  ...withinCanada,
  from: { ...withinCanada.from, phone: '416-555-0100' },
  to: { ...withinCanada.to, phone: '604-555-0100' },
};
export const crossBorder: ShipmentRequest = {
  ...canadaToUnitedStates,
  from: domestic.from,
  to: { ...canadaToUnitedStates.to, phone: '+1 (716) 555-0123' },
};
/** The buyer of the domestic sample sends it back. */
export const returned: ShipmentRequest = { ...domestic, from: domestic.to, to: domestic.from, return: {} };

const pickup: ConnectorSamples['pickup'] = {
  address: domestic.from,
  date: '2026-11-24',
  readyTime: '13:00',
  closeTime: '17:00',
  place: 'front-door',
  instructions: 'Ring twice',
  load: {
    parcels: 2,
    totalGrams: 2500,
    services: ['FEDEX_GROUND'],
    destinations: ['CA'],
    trackingNumbers: [],
  },
  language: 'en',
};

const cityHall = {
  name: 'Test Receiver',
  address1: '100 Queen St W',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5H 2N2',
  countryCode: 'CA',
};

export const samples: ConnectorSamples = {
  settings: {},
  account: {
    id: 'fedex-alpha',
    credentials: {
      clientId: 'fedex-alpha-client',
      clientSecret: 'fedex-alpha-secret',
      accountNumber: '740561073',
    },
  },
  otherAccount: {
    id: 'fedex-beta',
    credentials: {
      clientId: 'fedex-beta-client',
      clientSecret: 'fedex-beta-secret',
      accountNumber: '740561074',
      trackClientId: 'fedex-beta-track',
      trackClientSecret: 'fedex-beta-track-secret',
    },
  },
  wrongCredentials: {
    clientId: 'fedex-alpha-client',
    clientSecret: 'not-the-secret',
    accountNumber: '740561073',
  },
  service: 'FEDEX_GROUND',
  domestic,
  crossBorder: { service: 'FEDEX_GROUND', shipment: crossBorder },
  returned: { service: 'FEDEX_GROUND', shipment: returned },
  addresses: {
    good: cityHall,
    correctable: { ...cityHall, city: 'Toranto', zipcode: 'M5H 2N1' },
    unknown: { ...cityHall, address1: '1 Nowhere Street', city: 'Atlantis' },
  },
  pickup,
  ownCases: ownCases({ domestic, crossBorder, pickup }),
};
