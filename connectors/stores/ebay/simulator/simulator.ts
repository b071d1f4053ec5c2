/** Simulator for eBay: several sellers behind one address, with consent page, tokens that expire, and the REST APIs we use. */
import { createCodeGrant } from '@scanship/simulator-kit/code-grant';
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { apiRoutes } from './api-routes.ts';
import { APPS } from './apps.ts';
import { keyRoute } from './notices.ts';
import { buyerCalls } from './buyer-calls.ts';
import { ACCESS_SECONDS, consentRoutes, REFRESH_SECONDS } from './consent-routes.ts';

/** A simulator of its own; the books it is opened with hold everything but the budgets. */
export function createEbay(): Simulator {
  const grant = createCodeGrant({
    codeSeconds: 299,
    accessSeconds: ACCESS_SECONDS,
    refreshSeconds: REFRESH_SECONDS,
    prefixes: { access: '', refresh: '' },
  });
  const { routes, setThrottle } = apiRoutes(grant);
  return createSimulator({
    slug: 'ebay',
    name: 'eBay (TEST)',
    accounts: APPS.map((app) => ({
      id: app.clientId,
      name: app.name,
      credentials: { clientId: app.clientId, clientSecret: app.clientSecret },
    })),
    routes: [...consentRoutes(grant), ...routes, keyRoute],
    admin: buyerCalls(setThrottle),
  });
}

export const simulator: Simulator = createEbay();
