/** Simulator for Fishbowl Advanced: two customers' servers behind one address, each under its own name (`/<server>/api/...`). */
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { apiRoutes } from './api-routes.ts';
import { buyerCalls } from './buyer-calls.ts';
import { ABOUT } from './servers.ts';
import { createSessions } from './sessions.ts';

export function createFishbowl(): Simulator {
  const sessions = createSessions();
  return createSimulator({
    slug: 'fishbowl',
    name: 'Fishbowl (TEST)',
    accounts: ABOUT.map(({ account, company, username, password }) => ({
      id: account,
      name: company,
      credentials: { account, username, password },
    })),
    routes: apiRoutes(sessions),
    admin: buyerCalls(sessions),
  });
}

export const simulator: Simulator = createFishbowl();
