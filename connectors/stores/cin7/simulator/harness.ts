/** What the acceptance suite needs of this connector: accounts of the simulator with their keys, and own cases. */
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { ABOUT } from './accounts.ts';
import { DEMO_APP } from './apps.ts';
import { omniOwnCases } from './own-cases-omni.ts';
import { ownCases } from './own-cases.ts';

export { createPlayer } from './player.ts';

const [maple, prairie, boreal] = ABOUT;

const keysOf = (about: (typeof ABOUT)[number]): Record<string, string> => ({
  system: about.system === 'core' ? 'Core' : 'Omni',
  user: about.user,
  key: about.key,
  ...(about.system === 'omni' && { shopName: about.company, currency: about.currency, closeOrders: 'yes' }),
});

/** The first store is one of Core, the other one of Omni. */
export const samples: StoreSamples = {
  settings: { name: maple.company, currency: maple.currency, timeZone: 'America/Toronto', closeOrders: true },
  app: DEMO_APP,
  account: maple.id,
  otherAccount: prairie.id,
  credentials: keysOf(maple),
  otherCredentials: keysOf(prairie),
  badAccounts: [
    'core-',
    'core-3f1c2a90',
    'core-3F1C2A90-5B7E-4D11-9C3A-0A1B2C3D4E01',
    `${maple.id}\n`,
    `${maple.id}/x`,
    'omni-PrairieGoodsCA',
    'omni-0123456789abcdef0123x',
    'cin7',
  ],
  // Lines have no customs data, products of Core have.
  lacks: ['customs'],
  // The account stands in the address, its token in a header; the body is not signed.
  deliveryHeaders: 1,
  signedFields: [],
  ownCases,
};

/** The other way round: Omni is judged by everything, and a second store of Core is read beside it. */
export const omniSamples: StoreSamples = {
  ...samples,
  settings: { name: prairie.company, currency: prairie.currency, timeZone: null, closeOrders: true },
  account: prairie.id,
  otherAccount: boreal.id,
  credentials: keysOf(prairie),
  otherCredentials: keysOf(boreal),
  lacks: ['store-address', 'line-weights', 'customs', 'product-weights'],
  ownCases: omniOwnCases,
};
