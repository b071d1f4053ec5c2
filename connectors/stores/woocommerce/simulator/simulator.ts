/**
 * Simulator for WooCommerce: several shops behind one address, each under its own name (`/<shop>/wp-json/...`), with the
 * calls of wc/v3 this connector needs, the extension Shipment Tracking in one of them, and deliveries.
 */
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { adminRoutes } from './admin-routes.ts';
import { createPostman } from './deliveries.ts';
import { orderRoutes } from './order-routes.ts';
import { SEEDS } from './seeds.ts';
import { shopRoutes } from './shop-routes.ts';

/** A simulator of its own; the books it is opened with hold everything but deliveries under way. */
export function createWooCommerce(): Simulator {
  const postman = createPostman();
  return createSimulator({
    slug: 'woocommerce',
    name: 'WooCommerce (TEST)',
    accounts: SEEDS.map((seed) => seed(new Date(0)).about).map((about) => ({
      id: about.account,
      name: about.name,
      credentials: { account: about.account, consumerKey: about.consumerKey, consumerSecret: about.consumerSecret },
    })),
    routes: [...shopRoutes(), ...orderRoutes(postman)],
    admin: adminRoutes(postman),
  });
}

export const simulator: Simulator = createWooCommerce();
