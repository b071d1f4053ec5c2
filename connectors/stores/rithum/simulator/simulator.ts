/** Simulator for Rithum's REST API: two profiles behind one address, with consent page, tokens that end, and the calls we use. */
import { createCodeGrant } from '@scanship/simulator-kit/code-grant';
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { apiRoutes } from './api-routes.ts';
import { APPS } from './apps.ts';
import { buyerCalls } from './buyer-calls.ts';
import { ACCESS_SECONDS, consentRoutes } from './consent-routes.ts';

/** A simulator of its own; the books it is opened with hold everything but the throttling of the moment. */
export function createRithum(): Simulator {
  const grant = createCodeGrant({
    codeSeconds: 300,
    accessSeconds: ACCESS_SECONDS,
    // "Expires after 3 months of non-use."
    refreshSeconds: 90 * 86_400,
    prefixes: { access: 'sim-access-', refresh: 'sim-refresh-' },
  });
  return createSimulator({
    slug: 'rithum',
    name: 'Rithum (TEST)',
    accounts: APPS.map((app) => ({
      id: app.clientId,
      name: app.name,
      credentials: { clientId: app.clientId, clientSecret: app.clientSecret },
    })),
    routes: [...consentRoutes(grant), ...apiRoutes(grant)],
    admin: [...buyerCalls],
  });
}

export const simulator: Simulator = createRithum();
