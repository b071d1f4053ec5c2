/** What the acceptance suite needs of this connector: shops of the simulator with their keys, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { DEMO_APP } from './apps.ts';
import { ownCases } from './own-cases.ts';
import { ABOUT } from './shops.ts';

export { createPlayer } from './player.ts';

const [credentials, otherCredentials] = ABOUT.map(({ id, apiKey, apiSecret }) => ({
  apiKey,
  apiSecret,
  cluster: id.slice(0, 3),
  language: 'us',
}));

export const samples: StoreSamples = {
  settings: { language: 'us' },
  app: DEMO_APP,
  account: 'us1-301244',
  otherAccount: 'eu1-90817',
  credentials,
  otherCredentials,
  badAccounts: ['301244', 'us1-', 'us1-0', 'us1-0301', 'us2-301244', 'us1-301244/x', 'us1-301244\n', 'shop'],
  // Lines do not say in which unit their weight is, and nothing has an origin.
  lacks: ['line-weights', 'customs'],
  // The address says which shop it is about.
  deliveryHeaders: 1,
  signedWith: 'store-secret',
  ownCases,
};
