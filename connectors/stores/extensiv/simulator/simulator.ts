/** Simulator for Extensiv Order Manager: two companies, told apart by their tokens. */
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { apiRoutes } from './api-routes.ts';
import { buyerCalls } from './buyer-calls.ts';
import { ABOUT } from './companies.ts';

export const createExtensiv = (): Simulator =>
  createSimulator({
    slug: 'extensiv',
    name: 'Extensiv (TEST)',
    accounts: ABOUT.map(({ id, name, token }) => ({ id, name, credentials: { token } })),
    routes: apiRoutes,
    admin: buyerCalls,
  });

export const simulator: Simulator = createExtensiv();
