/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { ownCases } from './own-cases.ts';

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'post-alpha', credentials: { customer: '1000001', user: 'post-alpha', password: 'alpha-word-1' } },
  otherAccount: { id: 'post-beta', credentials: { customer: '1000002', user: 'post-beta', password: 'beta-word-2' } },
  wrongCredentials: { customer: '1000001', user: 'post-alpha', password: 'wrong-word' },
  service: 'DOM.EP',
  domestic: withinCanada,
  crossBorder: { service: 'USA.EP', shipment: canadaToUnitedStates },
  ownCases: ownCases(withinCanada),
};
