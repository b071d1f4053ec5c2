import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'reebelo',
  name: 'Reebelo',
  maturity: 'samples',
  contractVersion: 'Custom API',
  connect: 'credentials',
  // Reebelo has no call that says whose key it is; the key itself tells vendors apart.
  accountKnown: 'exchange',
  keys: {
    before: 'A vendor account at Reebelo. Your account manager there gives out the key.',
  },
  fields: [
    {
      name: 'apiKey',
      label: 'API key',
      help: 'Reebelo gives it out: ask your Reebelo account manager, or support@reebelo.com, for the API key of your vendor account.',
      secret: true,
      required: true,
      pattern: '\\S{16,200}',
    },
    {
      name: 'shopName',
      label: 'Name of your vendor account',
      help: 'As it is called at Reebelo; it is shown here, because a key does not tell it.',
      secret: false,
      required: true,
      pattern: '\\S.{0,79}',
      example: 'Maple Refurbished',
    },
  ],
  appFields: [],
  capabilities: {
    orders: true,
    products: true,
    locations: false,
    fulfil: true,
    // An order has one carrier and one tracking number, and a second report replaces the first.
    partialFulfilment: false,
    severalParcels: true,
    // "There is not yet a general API integration for cancelations or replacements."
    withdraw: false,
    // Reebelo sends new orders unsigned to an address it is told of by mail; nothing could be believed of them.
    webhooks: false,
    disconnect: false,
  },
  accountPattern: 'vendor-[0-9a-f]{20}',
  endpoints: { live: 'https://a.reebelo.com', sandbox: 'https://a.reebelo.blue' },
  simulatorPath: '',
  consentHosts: [],
  // No limit is published.
  quota: { calls: 10, perMs: 5_000 },
  deadlineMs: { page: 30_000, push: 20_000, other: 20_000 },
  sync: { ordersEveryMs: 600_000, productsEveryMs: 86_400_000, overlapMs: 600_000 },
};
