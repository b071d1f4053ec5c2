/** Own cases of Canada: the same calls with the headers of the Global Marketplace APIs. */
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { connectCase, ownCasesOf } from './own-cases.ts';
import type { OwnMarket } from './own-samples.ts';

const market: OwnMarket = {
  name: 'Walmart CA',
  currency: 'CAD',
  partnerId: '10002100',
  headers: { wm_market: 'ca', wm_global_version: '3.1' },
  tokenHeaders: { wm_market: 'ca' },
  country: 'CAN',
  state: 'ON',
};

export const ownCasesCa: readonly StoreOwnCase[] = [connectCase(market, [], {}), ...ownCasesOf(market)];
