/** What the acceptance suite needs of this connector: our app and shops of the simulator, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { DEMO_APP } from './apps.ts';
import { ownCases } from './own-cases.ts';

export { createPlayer } from './player.ts';

export const samples: StoreSamples = {
  settings: {},
  app: { clientId: DEMO_APP.clientId, clientSecret: DEMO_APP.clientSecret },
  account: '51001',
  otherAccount: '52002',
  badAccounts: ['0', '01', '-1', '1.5', '51001/x', '51001?x', 'NorthwoodsMaker', '51001\n', '1234567890123456789'],
  // A shop has no address in the API, a transaction no weight, and nothing has a customs code or origin.
  lacks: ['store-address', 'line-weights', 'customs'],
  ownCases,
};
