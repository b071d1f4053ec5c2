/** What the acceptance suite needs of this connector: our app and stores of the simulator, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { DEMO_APP } from './apps.ts';
import { ownCases } from './own-cases.ts';

export { createPlayer } from './player.ts';

export const samples: StoreSamples = {
  settings: {},
  app: { clientId: DEMO_APP.clientId, clientSecret: DEMO_APP.clientSecret },
  account: '4870020',
  otherAccount: '5035009',
  badAccounts: ['shop', '0', '04870020', '4870020/x', '4870020\n', '-1', '1'.repeat(16)],
  // Nothing at Ecwid has a customs code or origin.
  lacks: ['customs'],
  deliveryHeaders: 1,
  // Ecwid signs the event's id and time, and nothing else of the body.
  signedFields: ['eventId', 'eventCreated'],
  ownCases,
};
