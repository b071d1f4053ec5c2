/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { dayCases } from './own-cases-of-the-day.ts';
import { ownCases } from './own-cases.ts';

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'ground-alpha', credentials: { username: 'ground-alpha', password: 'alpha-pass-1' } },
  otherAccount: { id: 'ground-beta', credentials: { username: 'ground-beta', password: 'beta-pass-2' } },
  wrongCredentials: { username: 'ground-alpha', password: 'not-the-pass' },
  service: 'GRD',
  domestic: withinCanada,
  crossBorder: { service: 'GUS', shipment: canadaToUnitedStates },
  pickup: {
    address: withinCanada.from,
    date: '2026-11-24',
    readyTime: '10:00',
    closeTime: '16:00',
    place: 'reception',
    instructions: 'Ring twice',
    load: { parcels: 3, totalGrams: 4_200, services: ['GRD'], destinations: ['CA'], trackingNumbers: [] },
    language: 'en',
  },
  ownCases: [...ownCases(withinCanada), ...dayCases(withinCanada.from)],
};
