/** What the acceptance suite needs of this connector: our key, accounts of the simulator, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { ABOUT } from './accounts.ts';
import { DEMO_APP } from './apps.ts';
import { ownCases } from './own-cases.ts';

export { createPlayer } from './player.ts';

const [credentials, otherCredentials] = ABOUT.map(({ profile }) => ({ profileId: profile, currency: 'USD' }));

export const samples: StoreSamples = {
  settings: { profileId: '32001401', currency: 'USD' },
  app: { ...DEMO_APP },
  account: 'e83a0b1e-75f7-41e3-8aac-d8ff01f9d1ea',
  otherAccount: '5c2f7a90-11d2-4c3f-9a61-7705c1e0b222',
  credentials,
  otherCredentials,
  badAccounts: [
    '32001401',
    'e83a0b1e',
    'e83a0b1e-75f7-41e3-8aac-d8ff01f9d1ea/x',
    'e83a0b1e-75f7-41e3-8aac-d8ff01f9d1ea\n',
  ],
  // An account has no address here, an item no origin, no single price, and its weight no unit.
  lacks: ['store-address', 'customs', 'product-weights', 'product-prices', 'empty-lists'],
  ownCases,
};
