import type { StoreManifest } from '@scanship/connector-kit/store/store';

/** A public host name. No port, no IP address, no folder: Fishbowl's calls stand at the top. */
const HOST = '(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+(?:[a-z]{2,24}|xn--[a-z0-9-]{1,59})';

/** What the server shows its administrator when the connection asks to be approved. */
export const APP = {
  name: 'Shipping labels',
  description: 'Brings sales orders in, and reports tracking numbers.',
  /** "Use any number you want, but we recommend at least 4 digits in length." */
  id: 41_822_026,
} as const;

export const manifest: StoreManifest = {
  code: 'fishbowl',
  name: 'Fishbowl',
  maturity: 'samples',
  contractVersion: 'Fishbowl Advanced REST API',
  connect: 'credentials',
  accountKnown: 'before',
  keys: {
    before:
      'Fishbowl Advanced on your own server, published under an https address, and an administrator who approves the app once.',
  },
  fields: [
    {
      name: 'account',
      label: 'Server address',
      help: 'The public https address of your Fishbowl Advanced server, such as fishbowl.example.com. The server itself answers on port 2456 of your own network: publish that port under this address with a reverse proxy or a tunnel that has a certificate.',
      secret: false,
      required: true,
      example: 'fishbowl.example.com',
      pattern: `(?:[Hh][Tt][Tt][Pp][Ss]?://)?[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.[A-Za-z][A-Za-z0-9-]+/?`,
    },
    {
      name: 'username',
      label: 'Fishbowl user',
      help: `A user of its own, made in Fishbowl under Setup, User, with the right to view the Data module and to use the imports of packing, carton tracking and shipping data, and without multi-factor sign-in. At the first sign-in an administrator approves the app "${APP.name}" in Fishbowl’s list of integrated apps.`,
      secret: false,
      required: true,
      pattern: '[^\\s:][^:]{0,59}',
      example: 'shipping',
    },
    {
      name: 'password',
      label: 'Password',
      help: 'Of this Fishbowl user.',
      secret: true,
      required: true,
      pattern: '\\S.{0,199}',
    },
  ],
  appFields: [],
  capabilities: {
    orders: true,
    products: true,
    locations: true,
    fulfil: true,
    // Packing and shipping go by what was picked in Fishbowl, not by lines of ours.
    partialFulfilment: false,
    // A carton has one number, and cartons are made by packing in Fishbowl.
    severalParcels: false,
    // A shipped order is voided in Fishbowl itself; no call of the REST API does it.
    withdraw: false,
    // Fishbowl calls nobody.
    webhooks: false,
    // Every conversation ends with its own sign-out, so nothing of ours is left at the server.
    disconnect: false,
  },
  accountPattern: HOST,
  endpoints: { live: 'https://{account}' },
  simulatorPath: '/{account}',
  consentHosts: [],
  // No limit is published; the server is the customer's own, and one conversation takes four or five calls.
  quota: { calls: 60, perMs: 10_000 },
  deadlineMs: { page: 45_000, push: 30_000, other: 30_000 },
  // Times have no zone in its database: those of the hour that comes twice in autumn are taken for the first.
  sync: { ordersEveryMs: 600_000, productsEveryMs: 21_600_000, overlapMs: 4_500_000 },
};
