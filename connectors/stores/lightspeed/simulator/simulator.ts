/** Simulator for Lightspeed eCom (C-Series): a shop of each cluster, told apart by their pairs of key and secret. */
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { apiRoutes } from './api-routes.ts';
import { buyerCalls } from './buyer-calls.ts';
import { ABOUT } from './shops.ts';

/** A simulator of its own; the books it is opened with hold everything but the throttling of the moment. */
export const createLightspeed = (): Simulator =>
  createSimulator({
    slug: 'lightspeed',
    name: 'Lightspeed (TEST)',
    accounts: ABOUT.map(({ id, apiKey, apiSecret, domain }) => ({
      id,
      name: domain,
      credentials: { apiKey, apiSecret },
    })),
    routes: apiRoutes,
    admin: [...buyerCalls],
  });

export const simulator: Simulator = createLightspeed();
