/** Simulators for Walmart's marketplaces: several sellers behind one address each, with keys, tokens that expire, and budgets. */
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { apiRoutes, headerCheck } from './api-routes.ts';
import { judgeRoutes } from './judge-routes.ts';
import { CA_MARKET, US_MARKET, type SimMarket } from './place.ts';
import { sellersOf } from './seeds.ts';
import { createSellers } from './sellers.ts';
import { createTokens } from './tokens.ts';

/** A simulator of its own; the books it is opened with hold everything but tokens and budgets. */
function createWalmart(market: SimMarket): Simulator {
  const sellers = createSellers(market);
  const tokens = createTokens(sellers, headerCheck(market));
  const { routes, setThrottle } = apiRoutes(market, sellers, tokens);
  return createSimulator({
    slug: market.slug,
    name: market.name,
    accounts: sellersOf(market).map((about) => ({
      id: about.partnerId,
      name: about.name,
      credentials: { clientId: about.clientId, clientSecret: about.clientSecret },
    })),
    routes,
    admin: judgeRoutes(market, sellers, setThrottle),
  });
}

export const createWalmartUs = (): Simulator => createWalmart(US_MARKET);
export const createWalmartCa = (): Simulator => createWalmart(CA_MARKET);

export const simulatorUs: Simulator = createWalmartUs();
export const simulatorCa: Simulator = createWalmartCa();
