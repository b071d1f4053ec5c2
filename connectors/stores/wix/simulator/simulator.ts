/**
 * Simulator for Wix: two sites behind one address, one with Catalog V3 and one with V1, with the installer page, access that ends
 * and the calls of the API that we use.
 */
import { createCodeGrant } from '@scanship/simulator-kit/code-grant';
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { apiRoutes } from './api-routes.ts';
import { APPS } from './apps.ts';
import { buyerCalls } from './buyer-calls.ts';
import { ACCESS_SECONDS, consentRoutes } from './consent-routes.ts';

/** A simulator of its own; the books it is opened with hold everything but the throttling of the moment. */
export function createWix(): Simulator {
  const grant = createCodeGrant({
    codeSeconds: 60,
    accessSeconds: ACCESS_SECONDS,
    refreshSeconds: ACCESS_SECONDS,
    prefixes: { access: 'OauthNG.sim-', refresh: 'unused-' },
  });
  return createSimulator({
    slug: 'wix',
    name: 'Wix (TEST)',
    accounts: APPS.map((app) => ({
      id: app.clientId,
      name: app.name,
      credentials: { clientId: app.clientId, clientSecret: app.clientSecret },
    })),
    routes: [...consentRoutes(grant), ...apiRoutes(grant)],
    admin: buyerCalls(),
  });
}

export const simulator: Simulator = createWix();
