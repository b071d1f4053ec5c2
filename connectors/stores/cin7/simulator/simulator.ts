/** Simulator for Cin7: two accounts of Core and one of Omni, told apart by their keys. */
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { ABOUT } from './accounts.ts';
import { buyerCalls } from './buyer-calls.ts';
import { coreRoutes } from './core-routes.ts';
import { omniRoutes } from './omni-routes.ts';

/** A simulator of its own; the books it is opened with hold everything but the throttling of the moment. */
export const createCin7 = (): Simulator =>
  createSimulator({
    slug: 'cin7',
    name: 'Cin7 (TEST)',
    accounts: ABOUT.map(({ id, company, user, key }) => ({ id, name: company, credentials: { user, key } })),
    routes: [...coreRoutes, ...omniRoutes],
    admin: [...buyerCalls],
  });

export const simulator: Simulator = createCin7();
