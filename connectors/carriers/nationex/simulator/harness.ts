/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { ownCases } from './own-cases.ts';

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'nationex-alpha', credentials: { customer: '113300', key: 'nationex-alpha-key-1' } },
  otherAccount: { id: 'nationex-beta', credentials: { customer: '113301', key: 'nationex-beta-key-2' } },
  wrongCredentials: { customer: '113300', key: 'not-the-nationex-key' },
  service: 'Delivery',
  domestic: withinCanada,
  ownCases: ownCases(withinCanada),
};
