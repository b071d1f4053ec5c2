/** What the acceptance suite needs of this connector: our app and profiles of the simulator, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { DEMO_APP } from './apps.ts';
import { ownCases } from './own-cases.ts';

export { createPlayer } from './player.ts';

export const samples: StoreSamples = {
  settings: {},
  app: { clientId: DEMO_APP.clientId, clientSecret: DEMO_APP.clientSecret },
  account: '32001378',
  otherAccount: '32004410',
  badAccounts: ['profile', '0', '032001378', '32001378/x', '32001378\n', '-1', '1'.repeat(11)],
  // A profile has no address in the API, an item no weight, nothing an origin; products have weights without a unit and many prices.
  lacks: ['store-address', 'line-weights', 'customs', 'product-weights', 'product-prices'],
  ownCases,
};
