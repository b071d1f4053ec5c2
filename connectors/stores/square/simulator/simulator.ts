/**
 * Simulator for Square: two sellers behind one address, with consent page, access that ends, and the calls of the API that we
 * use.
 */
import { createCodeGrant } from '@scanship/simulator-kit/code-grant';
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { apiRoutes } from './api-routes.ts';
import { APPS } from './apps.ts';
import { buyerCalls } from './buyer-calls.ts';
import { ACCESS_SECONDS, consentRoutes } from './consent-routes.ts';

/** A simulator of its own; the books it is opened with hold everything but the throttling of the moment. */
export function createSquare(): Simulator {
  const grant = createCodeGrant({
    codeSeconds: 300,
    accessSeconds: ACCESS_SECONDS,
    // The refresh token of the code flow does not end.
    refreshSeconds: 100 * 365 * 86_400,
    prefixes: { access: 'EAAAsim-', refresh: 'EQAAsim-' },
  });
  return createSimulator({
    slug: 'square',
    name: 'Square (TEST)',
    accounts: APPS.map((app) => ({
      id: app.clientId,
      name: app.name,
      credentials: { clientId: app.clientId, clientSecret: app.clientSecret },
    })),
    routes: [...consentRoutes(grant), ...apiRoutes(grant)],
    admin: buyerCalls(),
  });
}

export const simulator: Simulator = createSquare();
