/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/sample-shipments';
import { ownCases } from './own-cases.ts';

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'express-alpha', credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' } },
  otherAccount: { id: 'express-beta', credentials: { clientId: 'express-beta', clientSecret: 'beta-secret-2' } },
  wrongCredentials: { clientId: 'express-alpha', clientSecret: 'not-the-secret' },
  service: 'EXPRESS',
  domestic: withinCanada,
  crossBorder: { service: 'US_SAVER', shipment: canadaToUnitedStates },
  ownCases: ownCases(withinCanada),
};
