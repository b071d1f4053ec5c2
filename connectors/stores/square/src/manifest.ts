import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'square',
  name: 'Square',
  maturity: 'contract',
  contractVersion: 'Square-Version 2025-08-20',
  connect: 'redirect',
  accountKnown: 'exchange',
  returnSigned: false,
  exchangeAtOnce: true,
  keys: {
    before: 'A sign-in at Square as the owner, with an active location.',
  },
  fields: [],
  registration: {
    page: 'https://developer.squareup.com/apps',
    steps: [
      'Create an application and enter our redirect URL on its OAuth page.',
      'Under Webhooks add a subscription with our webhook URL and the events order.created, order.updated, order.fulfillment.updated, catalog.version.updated and oauth.authorization.revoked. Without its signature key orders are fetched every five minutes.',
    ],
    wants: ['redirect', 'webhook'],
  },
  appFields: [
    {
      name: 'clientId',
      label: 'Application ID',
      help: 'In the Square Developer Console, under the application’s OAuth page. It begins with sq0idp- (or sandbox-sq0idb- for the sandbox).',
      secret: false,
      required: true,
      pattern: '[\\w-]{8,200}',
    },
    {
      name: 'clientSecret',
      label: 'Application secret',
      help: 'On the same OAuth page. It begins with sq0csp- (or sandbox-sq0csb-).',
      secret: true,
      required: true,
      pattern: '\\S{8,200}',
    },
    {
      name: 'signatureKey',
      label: 'Webhook signature key',
      help: 'In the Square Developer Console, under Webhooks, Subscriptions: the signature key of the subscription that names our address. Without it, orders are asked for every few minutes.',
      secret: true,
      required: false,
      pattern: '\\S{8,200}',
    },
  ],
  capabilities: {
    orders: true,
    products: true,
    locations: true,
    fulfil: true,
    // A fulfilment of Square is shipped as a whole.
    partialFulfilment: false,
    severalParcels: true,
    // "Completed" is final at Square.
    withdraw: false,
    webhooks: true,
    disconnect: true,
  },
  accountPattern: '[A-Z0-9]{4,32}',
  endpoints: { live: 'https://connect.squareup.com', sandbox: 'https://connect.squareupsandbox.com' },
  simulatorPath: '',
  consentHosts: ['connect\\.squareup\\.com', 'connect\\.squareupsandbox\\.com'],
  // Square publishes no limit.
  quota: { calls: 10, perMs: 1_000 },
  deadlineMs: { page: 30_000, push: 20_000, other: 15_000 },
  sync: { ordersEveryMs: 300_000, productsEveryMs: 3_600_000, overlapMs: 120_000 },
};
