/** Simulator for what Easyship's API tells of shipments and products: two companies, told apart by their tokens. */
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { apiRoutes } from './api-routes.ts';
import { buyerCalls } from './buyer-calls.ts';
import { ABOUT } from './companies.ts';
import { SLUG } from './player.ts';

export const createEasyshipStore = (): Simulator =>
  createSimulator({
    slug: SLUG,
    name: 'EasyShip (TEST)',
    accounts: ABOUT.map(({ id, name, token }) => ({ id, name, credentials: { token } })),
    routes: apiRoutes,
    admin: buyerCalls,
  });

export const simulator: Simulator = createEasyshipStore();
