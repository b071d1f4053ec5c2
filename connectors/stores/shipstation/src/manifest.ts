import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'shipstation',
  name: 'ShipStation',
  maturity: 'contract',
  contractVersion: 'ShipStation API V1',
  connect: 'credentials',
  // A key does not name its account; the lists it opens do.
  accountKnown: 'exchange',
  keys: {
    before: 'A ShipStation account with a plan that includes the API, and an administrator’s sign-in.',
    page: 'https://ship.shipstation.com',
  },
  fields: [
    {
      name: 'apiKey',
      label: 'API key',
      help: 'In ShipStation under Settings, Account, API Settings: the API key of version 1. API access depends on the ShipStation plan.',
      secret: true,
      required: true,
      pattern: '[^\\s:]{16,100}',
    },
    {
      name: 'apiSecret',
      label: 'API secret',
      help: 'On the same page, beside the API key.',
      secret: true,
      required: true,
      pattern: '[^\\s:]{16,100}',
    },
    {
      name: 'currency',
      label: 'Currency of the orders',
      help: 'ShipStation does not say in which currency an order is; every order of this connection counts as this one.',
      secret: false,
      required: true,
      kind: 'currency',
    },
    {
      name: 'shopName',
      label: 'Name of this connection',
      help: 'As it is to be called here; a key does not tell the name of its account.',
      secret: false,
      required: true,
      pattern: '\\S.{0,79}',
      example: 'Maple Goods at ShipStation',
    },
    {
      name: 'storeId',
      label: 'ShipStation store number',
      help: 'Only to bring in one selling channel of the account, for instance because channels sell in different currencies: the number of that store at ShipStation. Leave it empty for all of them.',
      secret: false,
      required: false,
      pattern: '[1-9][0-9]{0,11}',
      example: '123456',
    },
  ],
  appFields: [
    {
      name: 'clientSecret',
      label: 'Signing secret for deliveries',
      help: 'Any long random text. ShipStation signs nothing that it tells us, so each account calls an address that holds a key of its own, made from it.',
      secret: true,
      required: true,
      pattern: '\\S{24,200}',
      ours: true,
    },
  ],
  capabilities: {
    orders: true,
    products: true,
    locations: true,
    fulfil: true,
    // Marking as shipped is about the whole order, with one number.
    partialFulfilment: false,
    severalParcels: false,
    // Version 1 has no call that takes it back: shipped orders are locked from modification through the API.
    withdraw: false,
    webhooks: true,
    disconnect: true,
  },
  accountPattern: '(?:account|store)-[1-9][0-9]{0,11}',
  endpoints: { live: 'https://ssapi.shipstation.com' },
  simulatorPath: '',
  consentHosts: [],
  // For each set of API key and secret.
  quota: { calls: 40, perMs: 60_000 },
  deadlineMs: { page: 60_000, push: 30_000, other: 30_000 },
  sync: { ordersEveryMs: 300_000, productsEveryMs: 21_600_000, overlapMs: 300_000 },
};
