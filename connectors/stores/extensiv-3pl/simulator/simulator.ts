/** Simulator for the REST API of 3PL Warehouse Manager: two warehouses, told apart by the credentials of a customer of each. */
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { createApiRoutes } from './api-routes.ts';
import { judgeRoutes } from './judge-routes.ts';
import { ABOUT } from './warehouses.ts';

/** A simulator of its own; the books it is opened with hold everything but tokens and the throttling of the moment. */
export const createExtensiv3pl = (): Simulator =>
  createSimulator({
    slug: 'extensiv-3pl',
    name: 'Extensiv 3PL (TEST)',
    accounts: ABOUT.map(({ account, company, clientId, clientSecret, userLogin, tpl, id }) => ({
      id: account,
      name: company.companyName,
      credentials: {
        clientId,
        clientSecret,
        userLogin,
        ...(tpl !== undefined && { tplKey: tpl }),
        customerId: String(id),
      },
    })),
    routes: createApiRoutes(),
    admin: [...judgeRoutes],
  });

export const simulator: Simulator = createExtensiv3pl();
