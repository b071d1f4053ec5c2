/** Simulator for Amazon, one for each marketplace: sellers, consent page, Appstore, tokens that expire, and the APIs we use. */
import { createCodeGrant } from '@scanship/simulator-kit/code-grant';
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { apiRoutes } from './api-routes.ts';
import { APPS } from './apps.ts';
import { appstoreRoutes } from './appstore-routes.ts';
import { ACCESS_SECONDS, consentRoutes, REFRESH_SECONDS } from './consent-routes.ts';
import { judgeRoutes } from './judge-routes.ts';
import type { Place } from './model.ts';
import { CANADA, UNITED_STATES } from './places.ts';
import { createRates } from './rates.ts';
import { createSellers } from './sellers.ts';

/** A simulator of its own; the books it is opened with hold everything but the usage plans. */
export function createAmazon(place: Place): Simulator {
  const grant = createCodeGrant({
    codeSeconds: 300,
    accessSeconds: ACCESS_SECONDS,
    refreshSeconds: REFRESH_SECONDS,
    prefixes: { access: '', refresh: '' },
  });
  const sellers = createSellers(place);
  const rates = createRates();
  return createSimulator({
    slug: place.slug,
    name: `Amazon ${place.country} (TEST)`,
    accounts: APPS.map((app) => ({
      id: app.clientId,
      name: app.name,
      credentials: { clientId: app.clientId, clientSecret: app.clientSecret },
    })),
    routes: [
      ...consentRoutes(place, sellers, grant),
      ...appstoreRoutes(place, sellers, grant),
      ...apiRoutes(place, sellers, grant, rates),
    ],
    admin: judgeRoutes(place, sellers, rates),
  });
}

export const createAmazonCa = (): Simulator => createAmazon(CANADA);
export const createAmazonUs = (): Simulator => createAmazon(UNITED_STATES);
export const simulatorCa: Simulator = createAmazonCa();
export const simulatorUs: Simulator = createAmazonUs();
