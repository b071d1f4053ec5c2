/** What the acceptance suite needs of this connector: servers of the simulator with their users, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { ownCases } from './own-cases.ts';
import { ABOUT } from './servers.ts';

export { createPlayer } from './player.ts';

const [credentials, otherCredentials] = ABOUT.map(({ account, username, password }) => ({
  account,
  username,
  password,
}));

export const samples: StoreSamples = {
  settings: {},
  app: {},
  account: 'maple-fishbowl.example',
  otherAccount: 'birch-fishbowl.example',
  credentials,
  otherCredentials,
  badAccounts: [
    '',
    'fishbowl',
    'localhost',
    '127.0.0.1',
    '192.168.1.10',
    '[::1]',
    'fishbowl.example:2456',
    'user@fishbowl.example',
    'fishbowl.example/api',
    'https://fishbowl.example',
    'FISHBOWL.example',
    '-fishbowl.example',
    'fishbowl\n.example',
    'fishbowl.example\n',
  ],
  lacks: ['customs', 'buyer-note'],
  ownCases,
};
