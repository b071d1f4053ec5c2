/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/sample-shipments';
import { ownCases } from './own-cases.ts';

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'ground-alpha', credentials: { username: 'ground-alpha', password: 'alpha-pass-1' } },
  otherAccount: { id: 'ground-beta', credentials: { username: 'ground-beta', password: 'beta-pass-2' } },
  wrongCredentials: { username: 'ground-alpha', password: 'not-the-pass' },
  service: 'GRD',
  domestic: withinCanada,
  crossBorder: { service: 'GUS', shipment: canadaToUnitedStates },
  ownCases: ownCases(withinCanada),
};
