/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { ownCases } from './own-cases.ts';

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'eshipper-alpha', credentials: { principal: 'alpha_sandbox', credential: 'alpha-pass-word-1' } },
  otherAccount: { id: 'eshipper-beta', credentials: { principal: 'beta_sandbox', credential: 'beta-pass-word-2' } },
  wrongCredentials: { principal: 'alpha_sandbox', credential: 'not-the-pass-word' },
  service: '13',
  domestic: withinCanada,
  crossBorder: { service: '604', shipment: canadaToUnitedStates },
  returned: {
    service: '4504',
    shipment: { ...withinCanada, from: withinCanada.to, to: withinCanada.from, return: {} },
  },
  ownCases: ownCases(withinCanada, canadaToUnitedStates),
};
