import type { StoreManifest } from '@scanship/connector-kit/store/store';

export const manifest: StoreManifest = {
  code: 'ship-hero',
  name: 'ShipHero',
  maturity: 'contract',
  contractVersion: 'GraphQL public API',
  connect: 'credentials',
  // The account names itself once its user has signed in.
  accountKnown: 'exchange',
  keys: {
    before: 'A ShipHero account, and a user in it made for this connection alone.',
    page: 'https://app.shiphero.com',
  },
  fields: [
    {
      name: 'email',
      label: 'E-mail address of the ShipHero user',
      help: 'In ShipHero under Settings, Users, make a user for this connection alone and enter its e-mail address here.',
      secret: false,
      required: true,
      kind: 'email',
      example: 'shipping@example.com',
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
      help: 'It counts for the prices of products, and for orders that ShipHero names no currency of.',
      secret: false,
      required: true,
      kind: 'currency',
    },
    {
      name: 'weightUnit',
      label: 'Weight unit of the account',
      help: 'As it is set in ShipHero, which does not say it with a weight.',
      secret: false,
      required: false,
      choices: [
        { value: '', label: 'Ounces', also: 'oz' },
        { value: 'lb', label: 'Pounds' },
        { value: 'g', label: 'Grams' },
        { value: 'kg', label: 'Kilograms' },
      ],
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
      ours: true,
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
