/** What the acceptance suite needs of this connector: companies of the simulator with their tokens, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { ABOUT } from './companies.ts';
import { ownCases } from './own-cases.ts';

export { createPlayer } from './player.ts';

const [credentials, otherCredentials] = ABOUT.map(({ token }) => ({ token }));

export const samples: StoreSamples = {
  settings: {},
  app: {},
  account: ABOUT[0]?.id ?? '',
  otherAccount: ABOUT[1]?.id ?? '',
  credentials,
  otherCredentials,
  badAccounts: ['4101', 'company-', 'company-0', 'company-041', 'company-4101\n', 'company-4101/x', 'warehouse-4101'],
  // The weight of an order's items has no unit; customs data stand at products, prices nowhere.
  lacks: ['line-weights', 'customs', 'product-prices'],
  ownCases,
};
