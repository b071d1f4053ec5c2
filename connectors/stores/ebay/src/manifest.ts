import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'ebay',
  name: 'eBay',
  maturity: 'contract',
  contractVersion: 'Sell Fulfillment v1.20, Sell Inventory v1.18, Identity v1.0',
  connect: 'redirect',
  accountKnown: 'exchange',
  returnSigned: false,
  keys: {
    before: 'A sign-in at eBay with the account that sells.',
  },
  fields: [],
  registration: {
    page: 'https://developer.ebay.com',
    steps: [
      'Create a key set for the environment you register (sandbox keys carry "-SBX-").',
      'Under User Tokens, Get a Token from eBay via Your Application, add a redirect and enter our redirect URL as both the accepted and the declined address. Its RuName goes below.',
      'Under Notifications, Marketplace Account Deletion, enter our webhook URL and the verification token below: eBay switches off production keys without it.',
    ],
    wants: ['redirect', 'webhook'],
  },
  appFields: [
    {
      name: 'clientId',
      label: 'App ID (Client ID)',
      help: 'At developer.ebay.com under Your Account, Application Keys. The ID of a sandbox key set carries "-SBX-".',
      secret: false,
      required: true,
    },
    {
      name: 'clientSecret',
      label: 'Cert ID (Client Secret)',
      help: 'Beside the App ID under Application Keys.',
      secret: true,
      required: true,
    },
    {
      name: 'ruName',
      label: 'RuName',
      help: 'Under Application Keys, User Tokens, Get a Token from eBay via Your Application: the name of the redirect whose accepted and declined addresses are our callback.',
      secret: false,
      required: true,
      pattern: '[A-Za-z0-9_.-]{3,200}',
    },
    {
      name: 'verificationToken',
      label: 'Verification token',
      help: 'A text of 32 to 80 letters, digits, "_" and "-" of your choice. Enter the same under Application Keys, Notifications, Marketplace Account Deletion, with the address <your address>/hooks/stores/ebay. One and the same for all key sets of this installation.',
      secret: true,
      required: false,
      pattern: '[A-Za-z0-9_-]{32,80}',
      ours: true,
    },
  ],
  capabilities: {
    orders: true,
    products: true,
    locations: true,
    fulfil: true,
    partialFulfilment: true,
    severalParcels: false,
    withdraw: false,
    webhooks: false,
    disconnect: false,
    refund: true,
  },
  // The immutable user id; the name of a user can change.
  accountPattern: '[A-Za-z0-9][A-Za-z0-9*._-]{0,63}',
  endpoints: { live: 'https://api.ebay.com', sandbox: 'https://api.sandbox.ebay.com' },
  simulatorPath: '',
  consentHosts: ['auth\\.ebay\\.com', 'auth\\.sandbox\\.ebay\\.com'],
  hosts: ['apiz.ebay.com', 'apiz.sandbox.ebay.com'],
  // eBay counts calls per app and day; this only keeps one seller from taking all of them.
  quota: { calls: 20, perMs: 5_000 },
  deadlineMs: { page: 30_000, push: 20_000, other: 15_000 },
  sync: {
    ordersEveryMs: 300_000,
    productsEveryMs: 86_400_000,
    overlapMs: 300_000,
    history: { days: 729, note: 'eBay shows apps the orders of the last two years.' },
  },
};
