/** What the acceptance suite needs of this connector: our app and shops of the simulator, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { DEMO_APP } from './apps.ts';
import { ownCases } from './own-cases.ts';

export { createPlayer } from './player.ts';

export const samples: StoreSamples = {
  settings: {},
  app: { clientId: DEMO_APP.clientId, clientSecret: DEMO_APP.clientSecret },
  account: 'maple-demo.myshopify.com',
  otherAccount: 'birch-test.myshopify.com',
  badAccounts: [
    '',
    'maple-demo',
    'maple-demo.myshopify.com.evil.example',
    'evil.example/maple-demo.myshopify.com',
    'maple-demo.myshopify.com/x',
    'maple-demo.myshopify.com:8080',
    'user@maple-demo.myshopify.com',
    '-maple.myshopify.com',
    'a.b.myshopify.com',
    'MAPLE.myshopify.com',
    'maple\n.myshopify.com',
    'maple-demo.myshopify.com\n',
  ],
  ownCases,
};
