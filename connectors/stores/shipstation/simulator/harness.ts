/** What the acceptance suite needs of this connector: accounts of the simulator with their keys, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { ABOUT } from './accounts.ts';
import { DEMO_APP } from './apps.ts';
import { ownCases } from './own-cases.ts';

export { createPlayer } from './player.ts';

const [credentials, otherCredentials] = ABOUT.map(({ apiKey, apiSecret }, at) => ({
  apiKey,
  apiSecret,
  currency: 'USD',
  shopName: at === 0 ? 'Maple Goods' : 'Prairie Goods',
  storeId: '',
}));

export const samples: StoreSamples = {
  settings: { name: 'Maple Goods', currency: 'USD', storeId: null },
  app: DEMO_APP,
  account: 'account-22766',
  otherAccount: 'account-30110',
  credentials,
  otherCredentials,
  badAccounts: ['22766', 'account-', 'account-0', 'account-022', 'store-1/x', 'account-22766\n', 'shop-22766'],
  // Customs data of an order is not tied to its lines; a delivery names its account in its address.
  lacks: ['customs'],
  deliveryHeaders: 0,
  // Nothing of a delivery is signed: the address it comes to proves it.
  signedFields: [],
  ownCases,
};
