/** Simulator for the Mirakl seller API of Best Buy Canada: two shops, of which one may make several shipments of an order. */
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { apiRoutes } from './api-routes.ts';
import { buyerCalls } from './buyer-calls.ts';
import { ABOUT } from './shops.ts';

export const createBestBuy = (): Simulator =>
  createSimulator({
    slug: 'best-buy',
    name: 'Best Buy (TEST)',
    accounts: ABOUT.map((about) => ({
      id: about.id,
      name: about.name,
      credentials: { apiKey: about.apiKey, shopId: about.id, acceptOrders: 'no' },
    })),
    routes: apiRoutes,
    admin: buyerCalls,
  });

export const simulator: Simulator = createBestBuy();
