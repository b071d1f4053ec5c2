import type { StoreManifest } from '@scanship/connector-kit/store/store';

/** The version every document of this connector is written for; Shopify serves a version for at least 12 months. */
export const API_VERSION = '2026-10';

export const manifest: StoreManifest = {
  code: 'shopify',
  name: 'Shopify',
  maturity: 'contract',
  contractVersion: `Admin API ${API_VERSION}`,
  // Versions are served for twelve months from their day (shopify.dev/docs/api/usage/versioning).
  ends: {
    what: 'Admin API 2026-10',
    on: '2027-10-01',
    source: 'https://shopify.dev/docs/api/usage/versioning',
  },
  connect: 'redirect',
  keys: {
    before: 'A sign-in to the shop as its owner, or as staff with the permission to manage and install apps.',
  },
  fields: [
    {
      name: 'account',
      label: 'Shop address',
      help: 'In Shopify under Settings, Domains: the address that ends in .myshopify.com.',
      secret: false,
      required: true,
      pattern: '(?:https?://)?[A-Za-z0-9][A-Za-z0-9-]{0,59}(?:\\.myshopify\\.com)?(?:/\\S{0,200})?',
      example: 'maple-goods.myshopify.com',
    },
  ],
  registration: {
    page: 'https://dev.shopify.com/dashboard',
    steps: [
      'Create an app in the Shopify Dev Dashboard, and a version of it with our redirect URL.',
      'Enter our webhook URL as the endpoint of the three compliance topics customers/data_request, customers/redact and shop/redact.',
      'Request access to protected customer data, level 2 (name, address, phone, e-mail). Without Shopify’s approval orders come in without an address.',
      'Choose public distribution, which cannot be changed later, and submit the app for review: without it only stores of your own organization can connect.',
    ],
    wants: ['redirect', 'webhook'],
  },
  appFields: [
    {
      name: 'clientId',
      label: 'Client ID',
      help: 'In the Shopify Dev Dashboard under Apps, Settings, Credentials.',
      secret: false,
      required: true,
    },
    {
      name: 'clientSecret',
      label: 'Client secret',
      help: 'Beside the client ID in the Shopify Dev Dashboard.',
      secret: true,
      required: true,
    },
  ],
  capabilities: {
    orders: true,
    products: true,
    locations: true,
    fulfil: true,
    partialFulfilment: true,
    severalParcels: true,
    withdraw: true,
    webhooks: true,
    disconnect: true,
    refund: true,
    restock: true,
    refundNotice: true,
  },
  accountPattern: '[a-z0-9][a-z0-9-]{0,59}\\.myshopify\\.com',
  accountEnding: '.myshopify.com',
  endpoints: { live: 'https://{account}', sandbox: 'https://{account}' },
  simulatorPath: '/{account}',
  consentHosts: ['[a-z0-9][a-z0-9-]{0,59}\\.myshopify\\.com'],
  // Shopify counts points, not calls (README.md, "Throttling"); this only keeps one store from taking all our workers.
  quota: { calls: 20, perMs: 5_000 },
  deadlineMs: { page: 30_000, push: 20_000, other: 15_000 },
  sync: {
    ordersEveryMs: 300_000,
    productsEveryMs: 3_600_000,
    overlapMs: 120_000,
    history: {
      days: 60,
      note: 'Shopify shows apps the orders of the last 60 days; older ones need Shopify’s approval of the app for "read all orders".',
    },
  },
};
