import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'ecwid',
  name: 'Ecwid',
  maturity: 'samples',
  contractVersion: 'REST API v3',
  connect: 'redirect',
  accountKnown: 'exchange',
  returnSigned: false,
  // "Lives for a few minutes".
  exchangeAtOnce: true,
  keys: {
    before: 'A sign-in at Ecwid as the owner of the store, with a plan that includes the API.',
  },
  fields: [],
  registration: {
    steps: [
      'Ask Ecwid for an app with our redirect URL.',
      'Ask Ecwid’s staff to enter our webhook URL with the events order.created, order.updated, product.created, product.updated, product.deleted and application.uninstalled. Without it orders are fetched every five minutes.',
    ],
    wants: ['redirect', 'webhook'],
  },
  appFields: [
    {
      name: 'clientId',
      label: 'Client ID',
      help: 'Ecwid gives it out when the app is registered; it stands in the Ecwid admin on the page #develop-apps, under Details of the app.',
      secret: false,
      required: true,
      pattern: '[\\w.-]{3,200}',
    },
    {
      name: 'clientSecret',
      label: 'Client secret',
      help: 'On the same page, beside the client ID. It is not an access token (secret_...); deliveries are verified with it as well.',
      secret: true,
      required: true,
      pattern: '\\S{8,200}',
    },
  ],
  capabilities: {
    orders: true,
    products: true,
    locations: false,
    fulfil: true,
    // An order has one field for tracking numbers and one status.
    partialFulfilment: false,
    severalParcels: true,
    withdraw: true,
    webhooks: true,
    // Ecwid has no call with which an app removes itself.
    disconnect: false,
  },
  accountPattern: '[1-9][0-9]{0,14}',
  endpoints: { live: 'https://app.ecwid.com' },
  hosts: ['my.ecwid.com'],
  simulatorPath: '',
  consentHosts: ['my\\.ecwid\\.com'],
  // "Up to 600 requests per minute per token."
  quota: { calls: 600, perMs: 60_000 },
  deadlineMs: { page: 30_000, push: 20_000, other: 15_000 },
  // Ecwid tells times in whole seconds.
  sync: { ordersEveryMs: 300_000, productsEveryMs: 3_600_000, overlapMs: 120_000 },
};
