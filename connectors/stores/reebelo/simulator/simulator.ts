/** Simulator for Reebelo's vendor API: two vendors, told apart by their keys. */
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { vendorOf } from '../src/vendor.ts';
import { apiRoutes } from './api-routes.ts';
import { buyerCalls } from './buyer-calls.ts';
import { ABOUT } from './vendors.ts';

export const createReebelo = (): Simulator =>
  createSimulator({
    slug: 'reebelo',
    name: 'Reebelo (TEST)',
    accounts: ABOUT.map((about) => ({
      id: vendorOf(about.apiKey),
      name: about.name,
      credentials: { apiKey: about.apiKey, shopName: about.name },
    })),
    routes: apiRoutes,
    admin: buyerCalls,
  });

export const simulator: Simulator = createReebelo();
