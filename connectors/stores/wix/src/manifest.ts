import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'wix',
  name: 'Wix',
  maturity: 'contract',
  contractVersion: 'eCommerce Orders v1, Stores Catalog V1 and V3',
  connect: 'redirect',
  accountKnown: 'return',
  // Wix signs the installation it names, not the whole return: `checkEntry` demands that signature beside our own state.
  returnSigned: false,
  codeTwice: true,
  keys: {
    before: 'A sign-in at Wix as the owner of the site, with Wix Stores installed on it.',
  },
  fields: [],
  registration: {
    page: 'https://manage.wix.com',
    steps: [
      'Create an app and enter our redirect URL on its OAuth page.',
      'Give it the permissions Read Orders, Manage Orders, Read Products, Read Site Properties and Manage Your App.',
      'Under Webhooks enter our webhook URL for Order Created, Approved, Updated and Canceled, Product Created, Updated and Deleted (V3 and V1) and App Instance Removed.',
      'Submit the app to the Wix App Market, or use its share link meanwhile.',
    ],
    wants: ['redirect', 'webhook'],
  },
  appFields: [
    {
      name: 'clientId',
      label: 'App ID',
      help: 'In the app’s dashboard on manage.wix.com, under Develop, OAuth.',
      secret: false,
      required: true,
      pattern: '[0-9a-fA-F-]{36}',
    },
    {
      name: 'clientSecret',
      label: 'App secret key',
      help: 'On the same OAuth page, beside the app ID.',
      secret: true,
      required: true,
      pattern: '\\S{8,200}',
    },
    {
      name: 'publicKey',
      label: 'Public key for webhooks',
      help: 'In the app’s dashboard under Develop, Webhooks, Get Public Key: the whole text. Without it, orders are asked for every few minutes.',
      secret: false,
      required: false,
    },
    {
      name: 'shareUrlId',
      label: 'Share link ID',
      help: 'Only for an app that is not listed in the Wix App Market: the ID at the end of its install link.',
      secret: false,
      required: false,
      pattern: '[\\w-]{1,100}',
    },
  ],
  capabilities: {
    orders: true,
    products: true,
    locations: false,
    fulfil: true,
    partialFulfilment: true,
    severalParcels: false,
    withdraw: true,
    webhooks: true,
    // Wix has no call with which an app removes itself.
    disconnect: false,
  },
  accountPattern: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  endpoints: { live: 'https://www.wixapis.com' },
  simulatorPath: '',
  consentHosts: ['www\\.wix\\.com'],
  quota: { calls: 200, perMs: 60_000 },
  deadlineMs: { page: 30_000, push: 20_000, other: 15_000 },
  sync: { ordersEveryMs: 300_000, productsEveryMs: 3_600_000, overlapMs: 120_000 },
};
