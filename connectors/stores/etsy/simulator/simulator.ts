/**
 * Simulator for Etsy: two shops behind one address, with consent page, tokens that expire and the calls of the Open API v3
 * that we use.
 */
import { createCodeGrant } from '@scanship/simulator-kit/code-grant';
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { apiRoutes } from './api-routes.ts';
import { APPS } from './apps.ts';
import { ACCESS_SECONDS, consentRoutes, REFRESH_SECONDS } from './consent-routes.ts';
import { judgeCalls } from './judge-calls.ts';

/** A simulator of its own; the books it is opened with hold everything but the throttling of the moment. */
export function createEtsy(): Simulator {
  const grant = createCodeGrant({
    codeSeconds: 300,
    accessSeconds: ACCESS_SECONDS,
    refreshSeconds: REFRESH_SECONDS,
    prefixes: { access: 'sim-a-', refresh: 'sim-r-' },
  });
  const { routes, setBudget } = apiRoutes(grant);
  return createSimulator({
    slug: 'etsy',
    name: 'Etsy (TEST)',
    accounts: APPS.map((app) => ({
      id: app.clientId,
      name: app.name,
      credentials: { clientId: app.clientId, clientSecret: app.clientSecret },
    })),
    routes: [...consentRoutes(grant), ...routes],
    admin: judgeCalls(setBudget),
  });
}

export const simulator: Simulator = createEtsy();
