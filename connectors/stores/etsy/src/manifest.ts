import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'etsy',
  name: 'Etsy',
  maturity: 'contract',
  contractVersion: 'Open API v3',
  connect: 'redirect',
  accountKnown: 'exchange',
  returnSigned: false,
  keys: {
    before: 'A sign-in at Etsy as the owner of the shop.',
  },
  fields: [],
  registration: {
    page: 'https://www.etsy.com/developers',
    steps: [
      'Create an app and enter our redirect URL as callback URL, letter by letter.',
      'An app with personal access may connect five shops. Request commercial access before you open it to more.',
      'Keys that are not used for six months are banned.',
    ],
    wants: ['redirect'],
  },
  appFields: [
    {
      name: 'clientId',
      label: 'Keystring',
      help: 'On etsy.com/developers under Your Apps: the keystring of the app.',
      secret: false,
      required: true,
    },
    {
      name: 'clientSecret',
      label: 'Shared secret',
      help: 'Beside the keystring on etsy.com/developers under Your Apps.',
      secret: true,
      required: true,
    },
  ],
  capabilities: {
    orders: true,
    products: true,
    locations: false,
    fulfil: true,
    partialFulfilment: false,
    severalParcels: false,
    withdraw: false,
    webhooks: false,
    disconnect: false,
  },
  accountPattern: '[1-9]\\d{0,17}',
  endpoints: { live: 'https://openapi.etsy.com' },
  simulatorPath: '',
  consentHosts: ['www\\.etsy\\.com'],
  // Etsy counts per app: 10 calls a second by default, which all shops share.
  quota: { calls: 10, perMs: 1_000, scope: 'app' },
  deadlineMs: { page: 30_000, push: 20_000, other: 15_000 },
  sync: { ordersEveryMs: 300_000, productsEveryMs: 3_600_000, overlapMs: 120_000 },
};
