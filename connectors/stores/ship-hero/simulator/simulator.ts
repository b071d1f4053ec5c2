/** Simulator for ShipHero's public API: two accounts, told apart by the tokens of their users, with credits for each. */
import { createCodeGrant } from '@scanship/simulator-kit/code-grant';
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { ABOUT } from './accounts.ts';
import { ACCESS_SECONDS, authRoutes } from './auth-routes.ts';
import { buyerCalls } from './buyer-calls.ts';
import { graphqlRoutes } from './graphql-route.ts';

/** A simulator of its own; the books it is opened with hold everything but the credits of the moment. */
export function createShipHero(): Simulator {
  const grant = createCodeGrant({
    codeSeconds: 60,
    accessSeconds: ACCESS_SECONDS,
    // A refresh token has no end that is known of.
    refreshSeconds: 10 * 365 * 86_400,
    prefixes: { access: 'shaccess_', refresh: 'shrefresh_' },
  });
  const { routes, setBudget } = graphqlRoutes(grant);
  return createSimulator({
    slug: 'ship-hero',
    name: 'ShipHero (TEST)',
    accounts: ABOUT.map(({ id, username, email, password }) => ({
      id,
      name: username,
      credentials: { email, password },
    })),
    routes: [...authRoutes(grant), ...routes],
    admin: [...buyerCalls(grant, setBudget)],
  });
}

export const simulator: Simulator = createShipHero();
