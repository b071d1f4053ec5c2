import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'best-buy',
  name: 'Best Buy',
  maturity: 'contract',
  contractVersion: 'Mirakl seller API',
  connect: 'credentials',
  // The shop's number comes with its account (A01).
  accountKnown: 'exchange',
  keys: {
    before: 'A seller’s account of the Best Buy Marketplace.',
    page: 'https://marketplace.bestbuy.ca',
  },
  fields: [
    {
      name: 'apiKey',
      label: 'API key',
      help: 'In the Best Buy Marketplace seller portal: click your user name at the top, open the tab API key, and copy the key or generate one. Generating a new key ends the old one.',
      secret: true,
      required: true,
      pattern: '\\S{16,200}',
    },
    {
      name: 'shopId',
      label: 'Shop ID',
      help: 'Only for a user with several shops: the number under My Account, Settings. Left empty, it is the user’s default shop.',
      secret: false,
      required: false,
      pattern: '[1-9]\\d{0,17}',
      example: '2093',
    },
    {
      name: 'acceptOrders',
      label: 'Accept new orders automatically',
      help: 'On: every new order is accepted at Best Buy as soon as it is seen. Off: you accept orders at Best Buy, and until then they are shown as waiting.',
      secret: false,
      required: false,
      kind: 'switch',
    },
  ],
  appFields: [],
  capabilities: {
    orders: true,
    products: true,
    // Warehouses have codes but no call that lists them for sellers.
    locations: false,
    fulfil: true,
    // With the calls for several shipments of an order, where Best Buy has switched them on.
    partialFulfilment: true,
    severalParcels: true,
    // A shipment that was validated stays.
    withdraw: false,
    webhooks: false,
    // Only the seller can end a key.
    disconnect: false,
  },
  accountPattern: '[1-9]\\d{0,17}',
  endpoints: { live: 'https://marketplace.bestbuy.ca', sandbox: 'https://bby-dev.mirakl.net' },
  simulatorPath: '',
  consentHosts: [],
  // Mirakl limits each call on its own (429 with Retry-After); this only keeps bursts away from it.
  quota: { calls: 20, perMs: 10_000 },
  deadlineMs: { page: 30_000, push: 20_000, other: 20_000 },
  sync: {
    // OR11, for partners' integrations: every 15 minutes.
    ordersEveryMs: 900_000,
    productsEveryMs: 86_400_000,
    overlapMs: 300_000,
  },
};
