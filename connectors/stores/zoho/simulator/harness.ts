/** What the acceptance suite needs of this connector: our app and organizations of the simulator, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { DEMO_APP } from './apps.ts';
import { ownCases } from './own-cases.ts';

export { createPlayer } from './player.ts';

export const samples: StoreSamples = {
  settings: { timeZone: 'America/Toronto' },
  app: { clientId: DEMO_APP.clientId, clientSecret: DEMO_APP.clientSecret },
  account: 'ca-110002345678',
  otherAccount: 'us-10234695',
  badAccounts: ['10234695', 'us-0', 'us-01', 'xx-10234695', 'us-10234695/x', 'us-10234695\n', `us-${'1'.repeat(20)}`],
  // A line of a sales order has no weight, and nothing at Zoho has a country of origin.
  lacks: ['line-weights', 'customs'],
  ownCases,
};
