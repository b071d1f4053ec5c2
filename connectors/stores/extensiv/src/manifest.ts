import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'extensiv',
  name: 'Extensiv',
  maturity: 'samples',
  contractVersion: 'Order Manager API v1',
  connect: 'credentials',
  // A token does not name its account; the warehouses it opens do.
  accountKnown: 'exchange',
  keys: {
    before: 'An Extensiv Order Manager account and an administrator’s sign-in.',
  },
  fields: [
    {
      name: 'token',
      label: 'API token',
      help: 'The API bearer token of your Extensiv Order Manager (formerly Skubana) account, made in its settings for the API, with the permissions to read orders, products and shipments and to write shipments. Enter it without the word Bearer.',
      secret: true,
      required: true,
      pattern: '[\\x21-\\x7e]{16,2000}',
    },
  ],
  appFields: [],
  capabilities: {
    orders: true,
    products: true,
    locations: true,
    fulfil: true,
    // A report names an order and no items of it, and whether it takes a second one is not documented.
    partialFulfilment: false,
    severalParcels: false,
    // No call that takes a shipment back is documented.
    withdraw: false,
    // None found.
    webhooks: false,
    disconnect: false,
  },
  accountPattern: 'company-[1-9][0-9]{0,14}',
  endpoints: { live: 'https://api.skubana.com', sandbox: 'https://api.demo.skubana.com' },
  simulatorPath: '',
  consentHosts: [],
  // Not published; less than the five a second that a public client keeps to.
  quota: { calls: 10, perMs: 5_000 },
  deadlineMs: { page: 60_000, push: 30_000, other: 30_000 },
  sync: { ordersEveryMs: 600_000, productsEveryMs: 21_600_000, overlapMs: 600_000 },
};
