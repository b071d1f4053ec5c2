/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { ownCases } from './own-cases.ts';

const pickup: PickupWish = {
  address: { ...withinCanada.from, phone: '+1 416-555-0100' },
  date: '2026-11-24',
  readyTime: '13:00',
  closeTime: '17:00',
  place: 'back-door',
  instructions: 'Ring twice.',
  load: { parcels: 3, totalGrams: 4500, services: ['GRD'], destinations: ['CA'], trackingNumbers: [] },
  language: 'en',
};

export const samples: ConnectorSamples = {
  settings: {},
  account: {
    id: 'gls-canada-alpha',
    credentials: { user: 'alpha@example.test', password: 'gls-canada-alpha-1', billing: '300081' },
  },
  otherAccount: {
    id: 'gls-canada-beta',
    credentials: { user: 'beta@example.test', password: 'gls-canada-beta-2', billing: '300082' },
  },
  wrongCredentials: { user: 'alpha@example.test', password: 'not-the-password', billing: '300081' },
  service: 'GRD',
  domestic: withinCanada,
  pickup,
  ownCases: ownCases(withinCanada, pickup),
};
