/**
 * Simulator for Shopify: several shops behind one address, each under its own name
 * (`/<shop>.myshopify.com/admin/...`), with consent page, tokens that expire, the GraphQL Admin API and deliveries.
 */
import { createCodeGrant } from '@scanship/simulator-kit/code-grant';
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { APPS } from './apps.ts';
import { buyerCalls } from './buyer-calls.ts';
import { ACCESS_SECONDS, consentRoutes, REFRESH_SECONDS } from './consent-routes.ts';
import { createPostman } from './deliveries.ts';
import { graphqlRoutes } from './graphql-route.ts';

/** A simulator of its own; the books it is opened with hold everything but points and deliveries under way. */
export function createShopify(): Simulator {
  const grant = createCodeGrant({
    codeSeconds: 60,
    accessSeconds: ACCESS_SECONDS,
    refreshSeconds: REFRESH_SECONDS,
    prefixes: { access: 'shpat_', refresh: 'shprt_' },
  });
  const postman = createPostman();
  const { routes, setBudget } = graphqlRoutes(grant, postman);
  return createSimulator({
    slug: 'shopify',
    name: 'Shopify (TEST)',
    accounts: APPS.map((app) => ({
      id: app.clientId,
      name: app.name,
      credentials: { clientId: app.clientId, clientSecret: app.clientSecret },
    })),
    routes: [...consentRoutes(grant), ...routes],
    admin: buyerCalls(postman, setBudget),
  });
}

export const simulator: Simulator = createShopify();
