/** What the acceptance suite needs of this connector: vendors of the simulator with their keys, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { vendorOf } from '../src/vendor.ts';
import { ownCases } from './own-cases.ts';
import { ABOUT } from './vendors.ts';

export { createPlayer } from './player.ts';

const [credentials, otherCredentials] = ABOUT.map((about) => ({ apiKey: about.apiKey, shopName: about.name }));

export const samples: StoreSamples = {
  settings: { name: 'Maple Refurbished', currency: 'USD' },
  app: {},
  account: vendorOf(credentials?.apiKey ?? ''),
  otherAccount: vendorOf(otherCredentials?.apiKey ?? ''),
  credentials,
  otherCredentials,
  badAccounts: [
    'vendor',
    'vendor-',
    'vendor-xyz',
    'vendor-0123456789abcdef0123x',
    'vendor-0123456789abcdef012\n',
    'maple',
  ],
  lacks: ['store-address', 'line-weights', 'customs', 'product-weights'],
  ownCases,
};
