/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { ownCases } from './own-cases.ts';

const pickup: PickupWish = {
  address: { ...withinCanada.from, phone: '416-555-0100' },
  date: '2026-11-24',
  readyTime: '13:00',
  closeTime: '17:00',
  place: 'back-door',
  instructions: 'Ring twice.',
  load: { parcels: 3, totalGrams: 4500, services: ['1'], destinations: ['CA'], trackingNumbers: [] },
  language: 'en',
};

export const samples: ConnectorSamples = {
  settings: {},
  account: {
    id: 'canpar-alpha',
    credentials: { user: 'alpha@example.test', password: 'alpha-canship-1', shipper: '41000001' },
  },
  otherAccount: {
    id: 'canpar-beta',
    credentials: { user: 'beta@example.test', password: 'beta-canship-2', shipper: '41000002' },
  },
  wrongCredentials: { user: 'alpha@example.test', password: 'not-the-password', shipper: '41000001' },
  openTracking: true,
  service: '1',
  domestic: withinCanada,
  crossBorder: { service: '2', shipment: canadaToUnitedStates },
  addresses: {
    good: withinCanada.from,
    correctable: { ...withinCanada.to, zipcode: 'V6B 9Z9' },
    unknown: { ...withinCanada.to, address1: '99999 Nowhere Street' },
  },
  pickup,
  ownCases: ownCases(withinCanada, canadaToUnitedStates, pickup),
};
