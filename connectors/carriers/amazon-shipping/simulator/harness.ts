/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { sampleClaim, withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import { ownCases } from './own-cases.ts';
import { simulator } from './simulator.ts';

const [alpha, beta] = simulator.accounts;
if (!alpha || !beta) throw new RangeError('the simulator has too few accounts');

export const samples: ConnectorSamples = {
  settings: {},
  account: alpha,
  otherAccount: beta,
  wrongCredentials: { ...alpha.credentials, refreshToken: 'Atzr|not-the-refresh-token' },
  service: 'std-us-swa-mfn',
  domestic: withinUnitedStates,
  returned: {
    service: 'std-us-swa-mfn',
    shipment: { ...withinUnitedStates, from: withinUnitedStates.to, to: withinUnitedStates.from, return: {} },
  },
  claim: { input: sampleClaim },
  ownCases: ownCases(withinUnitedStates),
};
