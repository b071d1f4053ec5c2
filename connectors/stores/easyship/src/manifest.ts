import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'easyship',
  name: 'EasyShip',
  maturity: 'samples',
  contractVersion: 'Easyship API 2024-09',
  connect: 'credentials',
  // The token tells whose it is.
  accountKnown: 'exchange',
  keys: {
    before: 'An Easyship account with a plan that includes the API.',
    page: 'https://app.easyship.com',
  },
  fields: [
    {
      name: 'token',
      label: 'Access token',
      help: 'In Easyship under Connect, New Integration, API Integration. Switch on the permissions to read the account, shipments and products. Shipments come in as orders; Easyship cannot be told of labels bought here, so cancel there what you ship here.',
      secret: true,
      required: true,
      pattern: '(?:prod|sand)_\\S{8,250}',
    },
  ],
  appFields: [],
  capabilities: {
    orders: true,
    products: true,
    locations: false,
    // Easyship ships itself: it has no call that marks a shipment as shipped by somebody else.
    fulfil: false,
    partialFulfilment: false,
    severalParcels: false,
    withdraw: false,
    // No event tells of a new shipment, and the signature covers neither the body nor the moment.
    webhooks: false,
    disconnect: false,
  },
  accountPattern: '[A-Z]{2,4}[0-9]{4,12}',
  endpoints: { live: 'https://public-api.easyship.com', sandbox: 'https://public-api-sandbox.easyship.com' },
  simulatorPath: '',
  // The carrier of the same name has the code for its own simulator.
  simulatorSlug: 'easyship-store',
  consentHosts: [],
  // 60 a minute in production; the sandbox's 6 are waited for when it says so.
  quota: { calls: 60, perMs: 60_000 },
  deadlineMs: { page: 45_000, push: 20_000, other: 20_000 },
  sync: { ordersEveryMs: 600_000, productsEveryMs: 21_600_000, overlapMs: 600_000 },
};
