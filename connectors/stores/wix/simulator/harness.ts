/** What the acceptance suite needs of this connector: our app and sites of the simulator, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { DEMO_APP } from './apps.ts';
import { ownCases } from './own-cases.ts';

export { createPlayer } from './player.ts';

export const samples: StoreSamples = {
  settings: { weightUnit: 'lb' },
  app: { clientId: DEMO_APP.clientId, clientSecret: DEMO_APP.clientSecret, publicKey: DEMO_APP.publicKey },
  account: '1a2b3c4d-0001-4000-8000-00000000ca01',
  otherAccount: '1a2b3c4d-0002-4000-8000-0000000005a2',
  badAccounts: ['shop', '1a2b3c4d', '1A2B3C4D-0001-4000-8000-00000000CA01', '1a2b3c4d-0001-4000-8000-00000000ca01/x'],
  // Nothing at Wix has a customs code or origin.
  lacks: ['customs'],
  // The body is a token that names the site; there is no header.
  deliveryHeaders: 0,
  ownCases,
};
