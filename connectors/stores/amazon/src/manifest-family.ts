/** What the platforms of the Selling Partner API in North America have in common, and what tells them apart. Data only. */
import type { StoreManifest } from '@scanship/connector-kit/store/store';

export interface Marketplace {
  /** Amazon's id of the marketplace. */
  readonly id: string;
  /** As sellers call it ("Amazon.ca"). */
  readonly name: string;
  readonly country: string;
  readonly currency: string;
  /** Where the seller of this marketplace consents. */
  readonly sellerCentral: string;
}

export interface AmazonManifest extends StoreManifest {
  readonly marketplace: Marketplace;
}

export const amazonManifest = (code: string, name: string, marketplace: Marketplace): AmazonManifest => ({
  code,
  name,
  marketplace,
  maturity: 'contract',
  contractVersion: 'Selling Partner API: Orders v2026-01-01 and v0 (shipment confirmation), Listings v2021-08-01',
  connect: 'redirect',
  accountKnown: 'return',
  returnSigned: false,
  // A code is good for five minutes, and somebody may first have to sign in.
  exchangeAtOnce: true,
  keys: {
    before: `A professional selling account, and a sign-in to Seller Central of ${marketplace.name} as its primary user.`,
  },
  fields: [],
  registration: {
    page: 'https://solutionproviderportal.amazon.com',
    steps: [
      'Register as a public developer in the Solution Provider Portal, add an app for the Selling Partner API and enter our redirect URL as OAuth Redirect URI and OAuth Login URI.',
      'Request the roles Inventory and Order Tracking, Product Listing and Direct-to-Consumer Delivery, and Selling Partner Insights for the seller’s own address. Delivery is a restricted role with a security review; without it orders come in without an address.',
      'While the app is a draft choose the version "beta"; clear it once Amazon has listed the app.',
    ],
    wants: ['redirect'],
  },
  appFields: [
    {
      name: 'applicationId',
      label: 'Application ID',
      help: 'In the Solution Provider Portal under Develop Apps: the App ID, which begins with "amzn1.sp.solution." or "amzn1.sellerapps.app.".',
      secret: false,
      required: true,
      pattern: 'amzn1\\.(sp\\.solution|sellerapps\\.app)\\.[0-9A-Za-z-]{3,80}',
    },
    {
      name: 'clientId',
      label: 'LWA client identifier',
      help: 'Under LWA credentials, View: the client identifier.',
      secret: false,
      required: true,
    },
    {
      name: 'clientSecret',
      label: 'LWA client secret',
      help: 'Beside the client identifier. Amazon has it rotated every 180 days; enter the new one here before the old one ends.',
      secret: true,
      required: true,
    },
    {
      name: 'version',
      label: 'Version',
      help: 'Enter "beta" while the app is a draft at Amazon; leave it empty once it is published.',
      secret: false,
      required: false,
      pattern: '(beta)?',
    },
  ],
  capabilities: {
    orders: true,
    products: true,
    locations: false,
    fulfil: true,
    partialFulfilment: true,
    severalParcels: false,
    withdraw: false,
    webhooks: false,
    disconnect: false,
  },
  // The selling partner id.
  accountPattern: 'A[A-Z0-9]{9,19}',
  endpoints: {
    live: 'https://sellingpartnerapi-na.amazon.com',
    sandbox: 'https://sandbox.sellingpartnerapi-na.amazon.com',
  },
  simulatorPath: '',
  consentHosts: ['(?:sellercentral\\.|www\\.)?amazon\\.(?:com|ca)'],
  hosts: ['api.amazon.com'],
  // Amazon counts per operation and says so with each answer; this only keeps one seller from a burst of all of them.
  quota: { calls: 20, perMs: 10_000 },
  deadlineMs: { page: 30_000, push: 20_000, other: 20_000 },
  sync: {
    // Searching orders is let through 20 times in a burst and then once in three minutes.
    ordersEveryMs: 300_000,
    productsEveryMs: 86_400_000,
    // What is asked for is about two minutes behind.
    overlapMs: 600_000,
    history: { days: 729, note: `${name} shows apps the orders of the last two years.` },
  },
  personalData: {
    keepDays: 30,
    after: 'shipment',
    note: 'Amazon lets apps keep buyers’ names, addresses, phone numbers and e-mail addresses for 30 days after an order was shipped. Then they are erased here; the order stays.',
  },
});
