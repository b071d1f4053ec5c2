/** What the acceptance suite needs of these connectors: sellers of the simulators with their keys, and own cases. */
import type { StorePlayer, StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { DEMO_APP } from './apps.ts';
import { ownCasesCa } from './own-cases-ca.ts';
import { ownCasesUs } from './own-cases-us.ts';
import { CA_MARKET, US_MARKET, type SimMarket } from './place.ts';
import { playerOf } from './player.ts';
import { sellersOf } from './seeds.ts';

function samplesOf(market: SimMarket, more: Pick<StoreSamples, 'app' | 'lacks' | 'ownCases'>): StoreSamples {
  const [mine, other] = sellersOf(market).map(({ partnerId, clientId, clientSecret }) => ({
    partnerId,
    keys: { clientId, clientSecret },
  }));
  if (!mine || !other) throw new RangeError('a market needs two sellers');
  return {
    settings: {},
    account: mine.partnerId,
    otherAccount: other.partnerId,
    credentials: mine.keys,
    otherCredentials: other.keys,
    badAccounts: ['a', '1/2', '../1', '1001\n', '-1', '10 01', '1'.repeat(21)],
    ...more,
  };
}

export const samplesUs: StoreSamples = samplesOf(US_MARKET, {
  app: { clientSecret: DEMO_APP.clientSecret },
  lacks: ['customs', 'product-weights', 'buyer-note'],
  ownCases: ownCasesUs,
});
export const samplesCa: StoreSamples = samplesOf(CA_MARKET, {
  app: {},
  lacks: ['customs', 'product-weights', 'buyer-note', 'store-address'],
  ownCases: ownCasesCa,
});

export const createPlayerUs: (hostAddress: string) => StorePlayer = playerOf(US_MARKET);
export const createPlayerCa: (hostAddress: string) => StorePlayer = playerOf(CA_MARKET);
