/** What the conformance suite needs of this connector: accounts of the simulator, shipments, a price list, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { samplePriceList } from '@scanship/connector-kit/conformance/sample-price-list';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { manifest } from '../src/manifest.ts';
import { ownCases } from './own-cases.ts';
import { simulator } from './simulator.ts';

const [alpha, beta] = simulator.accounts;
if (!alpha || !beta) throw new RangeError('the simulator has too few accounts');

export const samples: ConnectorSamples = {
  settings: { sheet: samplePriceList(manifest, 'CAD', 'CA') },
  account: alpha,
  otherAccount: beta,
  wrongCredentials: { username: 'alpha_api', password: 'not-the-api-password', clientId: '2181' },
  service: 'LGINTSTDU',
  domestic: withinCanada,
  crossBorder: { service: 'LGINTSTDU', shipment: canadaToUnitedStates },
  ownCases: ownCases(withinCanada, canadaToUnitedStates),
};
