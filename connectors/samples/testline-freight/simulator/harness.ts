/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { ownCases } from './own-cases.ts';

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'freight-alpha', credentials: { apiKey: 'freight-alpha-key-1' } },
  otherAccount: { id: 'freight-beta', credentials: { apiKey: 'freight-beta-key-2' } },
  wrongCredentials: { apiKey: 'freight-wrong-key' },
  service: 'ltl-standard',
  domestic: withinCanada,
  crossBorder: { service: 'ltl-usa', shipment: canadaToUnitedStates },
  ownCases: ownCases(withinCanada),
};
