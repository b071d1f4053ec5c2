/** What the acceptance suite needs of this connector: shops of the simulator with their keys, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { ownCases } from './own-cases.ts';
import { ABOUT } from './shops.ts';

export { createPlayer } from './player.ts';

const [credentials, otherCredentials] = ABOUT.map((about) => ({
  apiKey: about.apiKey,
  shopId: about.id,
  acceptOrders: 'no',
}));

export const samples: StoreSamples = {
  settings: { several: true, otherCarriers: true, acceptOrders: false },
  app: {},
  account: '2101',
  otherAccount: '2202',
  credentials,
  otherCredentials,
  badAccounts: ['0', '01', '-1', '21.01', '2101/x', '2101\n', 'shop', '1'.repeat(19)],
  lacks: ['line-weights', 'customs', 'product-weights'],
  ownCases,
};
