/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { ownCases } from './own-cases.ts';

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'chit-alpha', credentials: { client: '900001', token: 'alpha-access-token-1' } },
  otherAccount: { id: 'chit-beta', credentials: { client: '900002', token: 'beta-access-token-2' } },
  wrongCredentials: { client: '900001', token: 'not-the-access-token' },
  service: 'chit_chats_canada_tracked',
  domestic: withinCanada,
  crossBorder: { service: 'chit_chats_us_edge', shipment: canadaToUnitedStates },
  ownCases: ownCases(withinCanada, canadaToUnitedStates),
};
