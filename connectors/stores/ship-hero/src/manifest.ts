import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'ship-hero',
  name: 'ShipHero',
  maturity: 'contract',
  contractVersion: 'GraphQL public API',
  connect: 'credentials',
  // The account names itself once its user has signed in.
  accountKnown: 'exchange',
  fields: [
    {
      name: 'email',
      label: 'E-mail address of the ShipHero user',
      help: 'In ShipHero under Settings, Users, make a user for this connection alone and enter its e-mail address here.',
      secret: false,
      required: true,
      pattern: '[^\\s@]{1,100}@[^\\s@]{1,150}',
    },
    {
      name: 'password',
      label: 'Password of that user',
      help: 'It is used once, to sign in; what is kept is the key that ShipHero gives for it.',
      secret: true,
      required: true,
      pattern: '.{6,200}',
    },
    {
      name: 'currency',
      label: 'Currency of the account',
      help: 'Three letters, such as CAD or USD. It counts for the prices of products, and for orders that ShipHero names no currency of.',
      secret: false,
      required: true,
      pattern: '[A-Z]{3}',
    },
    {
      name: 'weightUnit',
      label: 'Weight unit of the account',
      help: 'As set in ShipHero: oz, lb, g or kg. ShipHero does not say it with a weight. Leave it empty for ounces, which is what ShipHero sets.',
      secret: false,
      required: false,
      pattern: 'oz|lb|g|kg',
    },
  ],
  appFields: [
    {
      name: 'clientSecret',
      label: 'Signing secret for deliveries',
      help: 'Any long random text. Each account calls an address that holds a key of its own, made from it; what it sends must also be signed with the secret that ShipHero gave for it.',
      secret: true,
      required: true,
      pattern: '\\S{24,200}',
    },
  ],
  capabilities: {
    orders: true,
    products: true,
    locations: true,
    fulfil: true,
    partialFulfilment: true,
    severalParcels: true,
    // The schema has no call that takes a shipment back.
    withdraw: false,
    webhooks: true,
    disconnect: true,
  },
  // base64("Account:<number>")
  accountPattern: 'QWNjb3VudDo[A-Za-z0-9]{2,20}={0,2}',
  endpoints: { live: 'https://public-api.shiphero.com' },
  simulatorPath: '',
  consentHosts: [],
  // 7,000 requests in any five minutes, beside the credits that the client waits for.
  quota: { calls: 7_000, perMs: 300_000 },
  deadlineMs: { page: 60_000, push: 30_000, other: 30_000 },
  sync: { ordersEveryMs: 300_000, productsEveryMs: 21_600_000, overlapMs: 300_000 },
};
