import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'lightspeed',
  name: 'Lightspeed',
  maturity: 'samples',
  contractVersion: 'eCom C-Series REST API',
  connect: 'credentials',
  // A key does not name its shop; the shop it opens does.
  accountKnown: 'exchange',
  keys: {
    before:
      'A Lightspeed eCom (C-Series) shop with a plan that includes the API, and an administrator’s sign-in to its back office.',
  },
  fields: [
    {
      name: 'apiKey',
      label: 'API key',
      help: 'In the Lightspeed eCom (C-Series) back office under Settings, Store settings, Developers: make a new API key, switch it on, and allow it to read Products and Settings and to read and write Orders.',
      secret: true,
      required: true,
      pattern: '[0-9a-zA-Z]{32}',
    },
    {
      name: 'apiSecret',
      label: 'API secret',
      help: 'On the same page, below the API key.',
      secret: true,
      required: true,
      pattern: '[0-9a-zA-Z]{32}',
    },
    {
      name: 'cluster',
      label: 'Region of the shop',
      help: 'Shops in North America have their back office at shoplightspeed.com, those in Europe at webshopapp.com.',
      secret: false,
      required: true,
      choices: [
        { value: 'us1', label: 'North America' },
        { value: 'eu1', label: 'Europe' },
      ],
    },
    {
      name: 'language',
      label: 'Language of the shop',
      help: 'A language that the shop uses, as its addresses show it. Titles of products come in this language.',
      secret: false,
      required: true,
      choices: [
        { value: 'us', label: 'English (addresses with us)' },
        { value: 'en', label: 'English (addresses with en)' },
        { value: 'fr', label: 'French' },
        { value: 'nl', label: 'Dutch' },
        { value: 'de', label: 'German' },
        { value: 'es', label: 'Spanish' },
        { value: 'it', label: 'Italian' },
        { value: 'pt', label: 'Portuguese' },
        { value: 'da', label: 'Danish' },
        { value: 'sv', label: 'Swedish' },
        { value: 'no', label: 'Norwegian' },
        { value: 'pl', label: 'Polish' },
      ],
    },
  ],
  appFields: [
    {
      name: 'clientSecret',
      label: 'Signing secret for deliveries',
      help: 'Any long random text. Each shop calls an address that holds a key of its own, made from this text; what it sends must also be signed with the API secret of that shop.',
      secret: true,
      required: true,
      pattern: '\\S{24,200}',
      ours: true,
    },
  ],
  capabilities: {
    orders: true,
    products: true,
    locations: false,
    fulfil: true,
    // No call makes a shipment: Lightspeed makes one for each order, with one field for a number.
    partialFulfilment: false,
    severalParcels: false,
    withdraw: true,
    webhooks: true,
    disconnect: true,
  },
  accountPattern: '(?:eu1|us1)-[1-9][0-9]{0,11}',
  endpoints: { live: 'https://api.webshopapp.com' },
  hosts: ['api.webshopapp.com', 'api.shoplightspeed.com'],
  simulatorPath: '',
  consentHosts: [],
  // 300 in five minutes and 3000 in an hour for each key: the second is the narrower. 12000 a day are told by a 429.
  quota: { calls: 250, perMs: 300_000 },
  deadlineMs: { page: 60_000, push: 30_000, other: 30_000 },
  sync: { ordersEveryMs: 300_000, productsEveryMs: 21_600_000, overlapMs: 120_000 },
};
