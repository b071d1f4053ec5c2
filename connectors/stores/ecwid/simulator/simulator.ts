/** Simulator for Ecwid: two stores behind one address, with consent page, tokens without an end and the calls that we use. */
import { createCodeGrant } from '@scanship/simulator-kit/code-grant';
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { apiRoutes } from './api-routes.ts';
import { APPS } from './apps.ts';
import { buyerCalls } from './buyer-calls.ts';
import { consentRoutes } from './consent-routes.ts';

const NEVER_SECONDS = 100 * 365 * 86_400;

/** A simulator of its own; the books it is opened with hold everything but the throttling of the moment. */
export function createEcwid(): Simulator {
  const grant = createCodeGrant({
    codeSeconds: 300,
    accessSeconds: NEVER_SECONDS,
    refreshSeconds: NEVER_SECONDS,
    prefixes: { access: 'secret_sim', refresh: 'unused-' },
  });
  return createSimulator({
    slug: 'ecwid',
    name: 'Ecwid (TEST)',
    accounts: APPS.map((app) => ({
      id: app.clientId,
      name: app.name,
      credentials: { clientId: app.clientId, clientSecret: app.clientSecret },
    })),
    routes: [...consentRoutes(grant), ...apiRoutes(grant)],
    admin: [...buyerCalls],
  });
}

export const simulator: Simulator = createEcwid();
