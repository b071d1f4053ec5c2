/** What the conformance suite needs of this connector: accounts of the stand-in, shipments, a price list, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance-harness';
import { samplePriceList } from '@scanship/connector-kit/sample-price-list';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/sample-shipments';
import { manifest } from '../src/manifest.ts';
import { ownCases } from './own-cases.ts';
import { simulator } from './simulator.ts';

const [alpha, beta] = simulator.accounts;
if (!alpha || !beta) throw new RangeError('the stand-in has too few accounts');

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
