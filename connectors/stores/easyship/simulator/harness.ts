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
  badAccounts: ['CCA', '000017', 'cca000017', 'CCA000017\n', 'CCA000017/x', 'CCA 000017'],
  ownCases,
};
