import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'zoho',
  name: 'Zoho',
  maturity: 'contract',
  contractVersion: 'Zoho Inventory API v1',
  connect: 'redirect',
  // The organization is named by the account that consents.
  accountKnown: 'exchange',
  returnSigned: false,
  // A code is good for two minutes.
  exchangeAtOnce: true,
  keys: {
    before: 'A sign-in at Zoho with the account that uses Zoho Inventory, as an administrator of its organization.',
  },
  fields: [],
  registration: {
    page: 'https://api-console.zoho.com',
    steps: [
      'Add a server-based application and enter our redirect URL as authorized redirect URI.',
      'Under Settings switch Multi-DC on for every data centre, with the same credentials for all; otherwise accounts in other data centres cannot connect.',
    ],
    wants: ['redirect'],
  },
  appFields: [
    {
      name: 'clientId',
      label: 'Client ID',
      help: 'On api-console.zoho.com: the client ID of a server-based application. Under its settings, multi-DC must be switched on for every data centre, with the same credentials for all.',
      secret: false,
      required: true,
      pattern: '[\\w.-]{8,200}',
    },
    {
      name: 'clientSecret',
      label: 'Client secret',
      help: 'Beside the client ID on api-console.zoho.com.',
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
    partialFulfilment: true,
    // A shipment has one tracking number.
    severalParcels: false,
    withdraw: true,
    // Only as rules that a seller makes in the product.
    webhooks: false,
    disconnect: true,
  },
  accountPattern: '(?:us|eu|in|au|jp|ca|cn|sa)-[1-9][0-9]{0,18}',
  endpoints: { live: 'https://www.zohoapis.com' },
  hosts: [
    'www.zohoapis.com',
    'www.zohoapis.eu',
    'www.zohoapis.in',
    'www.zohoapis.com.au',
    'www.zohoapis.jp',
    'www.zohoapis.ca',
    'www.zohoapis.com.cn',
    'www.zohoapis.sa',
    'accounts.zoho.com',
    'accounts.zoho.eu',
    'accounts.zoho.in',
    'accounts.zoho.com.au',
    'accounts.zoho.jp',
    'accounts.zohocloud.ca',
    'accounts.zoho.com.cn',
    'accounts.zoho.sa',
  ],
  simulatorPath: '',
  // Everybody consents here; Zoho leads on to the data centre of the account.
  consentHosts: ['accounts\\.zoho\\.com'],
  // For each organization.
  quota: { calls: 100, perMs: 60_000 },
  deadlineMs: { page: 60_000, push: 30_000, other: 30_000 },
  sync: { ordersEveryMs: 600_000, productsEveryMs: 21_600_000, overlapMs: 300_000 },
};
