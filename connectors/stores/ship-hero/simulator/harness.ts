/** What the acceptance suite needs of this connector: accounts of the simulator with their users, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { ABOUT } from './accounts.ts';
import { DEMO_APP } from './apps.ts';
import { ownCases } from './own-cases.ts';

export { createPlayer } from './player.ts';

const [credentials, otherCredentials] = ABOUT.map(({ email, password, currency }) => ({
  email,
  password,
  currency,
  weightUnit: 'oz',
}));
const [maple, prairie] = ABOUT.map(({ id }) => id);

export const samples: StoreSamples = {
  settings: { name: 'Maple Goods', currency: 'USD', weightUnit: 'oz' },
  app: DEMO_APP,
  account: maple ?? '',
  otherAccount: prairie ?? '',
  credentials,
  otherCredentials,
  badAccounts: ['7556', 'QWNjb3VudDo=', 'T3JkZXI6MjA0', 'QWNjb3VudDo3NTU2/x', 'QWNjb3VudDo3NTU2\n', 'Account:7556'],
  // Orders have notes of the packers alone.
  lacks: ['buyer-note'],
  // The address says which account it is about.
  deliveryHeaders: 1,
  signedWith: 'store-secret',
  ownCases,
};
