/** What the acceptance suite needs of this connector: shops of the simulator with their keys, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { DEMO_APP } from './apps.ts';
import { ownCases } from './own-cases.ts';
import { SEEDS } from './seeds.ts';

export { createPlayer } from './player.ts';

const [credentials, otherCredentials] = SEEDS.map((seed) => seed(new Date(0)).about).map((about) => ({
  account: about.account,
  consumerKey: about.consumerKey,
  consumerSecret: about.consumerSecret,
}));

export const samples: StoreSamples = {
  settings: {},
  app: { clientSecret: DEMO_APP.clientSecret },
  account: 'maple-woo.example',
  otherAccount: 'birch.example/shop',
  credentials,
  otherCredentials,
  badAccounts: [
    '',
    'shop',
    'localhost',
    '127.0.0.1',
    '10.0.0.1',
    '[::1]',
    'shop.example:8080',
    'user@shop.example',
    'shop.example/wp-admin',
    'shop.example/../etc',
    'shop.example/a?b',
    'shop.example/',
    'https://shop.example',
    'SHOP.example',
    '-shop.example',
    'shop\n.example',
    'shop.example\n',
  ],
  lacks: ['line-weights', 'customs'],
  ownCases,
};
