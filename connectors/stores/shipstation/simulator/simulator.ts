/** Simulator for version 1 of ShipStation's API: two accounts, told apart by their pairs of key and secret. */
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { ABOUT } from './accounts.ts';
import { apiRoutes } from './api-routes.ts';
import { buyerCalls } from './buyer-calls.ts';

/** A simulator of its own; the books it is opened with hold everything but the throttling of the moment. */
export const createShipStation = (): Simulator =>
  createSimulator({
    slug: 'shipstation',
    name: 'ShipStation (TEST)',
    accounts: ABOUT.map(({ id, apiKey, apiSecret, stores }) => ({
      id,
      name: stores[0]?.name ?? id,
      credentials: { apiKey, apiSecret },
    })),
    routes: apiRoutes,
    admin: [...buyerCalls],
  });

export const simulator: Simulator = createShipStation();
