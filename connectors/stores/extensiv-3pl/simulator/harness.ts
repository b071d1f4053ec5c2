/** What the acceptance suite needs of this connector: customers of the simulator with their credentials, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { ABOUT } from './warehouses.ts';
import { ownCases } from './own-cases.ts';

export { createPlayer } from './player.ts';

const [credentials, otherCredentials] = ABOUT.map(({ clientId, clientSecret, userLogin, tpl, id, zone }, at) => ({
  clientId,
  clientSecret,
  userLogin,
  tplKey: tpl ?? '',
  customerId: String(id),
  facilityId: '',
  timeZone: zone,
  currency: at === 0 ? 'CAD' : 'USD',
  closeOrders: '',
}));

export const samples: StoreSamples = {
  settings: {
    name: 'Maple Goods',
    customerId: '3',
    facilityId: null,
    timeZone: 'America/Toronto',
    currency: 'CAD',
    close: false,
  },
  app: {},
  account: 'customer-3-fe48d932',
  otherAccount: 'customer-3-6224ac6f',
  credentials,
  otherCredentials,
  badAccounts: [
    'customer-3',
    'customer-0-fe48d932',
    'customer-3-FE48D932',
    'customer-3-fe48d932\n',
    'customer-3-fe48d932-facility-',
    'customer-3/../4-fe48d932',
    '3',
  ],
  // Lines have neither weight nor customs data: products do. Notes are the warehouse's, not the buyer's.
  lacks: ['line-weights', 'customs', 'buyer-note'],
  ownCases,
};
