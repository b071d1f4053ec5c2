/** What the acceptance suite needs of this connector: our app and sellers of the simulator, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { DEMO_APP } from './apps.ts';
import { ownCases } from './own-cases.ts';

export { createPlayer } from './player.ts';

export const samples: StoreSamples = {
  settings: {},
  app: {
    clientId: DEMO_APP.clientId,
    clientSecret: DEMO_APP.clientSecret,
    ruName: DEMO_APP.ruName,
    verificationToken: DEMO_APP.verificationToken,
  },
  signedWith: 'platform-key',
  deliveryHeaders: 1,
  account: 'OIVVBZMAPLE',
  otherAccount: 'QXTRRABIRCH',
  badAccounts: ['a b', 'OIVVBZMAPLE/x', '../x', 'OIVVBZMAPLE\n', '-x', 'user@host', 'x'.repeat(65)],
  lacks: ['line-weights', 'customs', 'product-prices', 'refund-reference'],
  ownCases,
};
