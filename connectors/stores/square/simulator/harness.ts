/** What the acceptance suite needs of this connector: our app and sellers of the simulator, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { DEMO_APP } from './apps.ts';
import { ownCases } from './own-cases.ts';

export { createPlayer } from './player.ts';

export const samples: StoreSamples = {
  settings: {},
  app: { clientId: DEMO_APP.clientId, clientSecret: DEMO_APP.clientSecret, signatureKey: DEMO_APP.signatureKey },
  account: 'MLHARBOURROAST',
  otherAccount: 'MLPINESTREETCO',
  badAccounts: ['me', 'ml1', 'ML HARBOUR', 'ML/../x', 'MLHARBOURROAST\n', 'MLHARBOURROAST?x', 'M'.repeat(33)],
  // An order line and a variation have no weight at Square, and nothing has a customs code or origin. Empty lists are left out.
  lacks: ['line-weights', 'product-weights', 'customs', 'empty-lists'],
  // The body that is signed names the seller.
  deliveryHeaders: 1,
  ownCases,
};
