import type { StoreManifest } from '@scanship/connector-kit/store/store';

/** Core tells all this itself. */
const OMNI = { field: 'system', value: 'Omni' };

export const manifest: StoreManifest = {
  code: 'cin7',
  name: 'Cin7',
  maturity: 'contract',
  contractVersion: 'Core API v2, Omni API v1',
  connect: 'credentials',
  // Core's account id and Omni's user name are part of the keys.
  accountKnown: 'exchange',
  keys: {
    before: 'A Cin7 Core or Cin7 Omni account and an administrator’s sign-in.',
  },
  fields: [
    {
      name: 'system',
      label: 'Cin7 product',
      help: 'Core is used at inventory.dearsystems.com, Omni at go.cin7.com.',
      secret: false,
      required: true,
      choices: [
        { value: 'Core', label: 'Core (formerly DEAR)' },
        { value: 'Omni', label: 'Omni' },
      ],
    },
    {
      name: 'user',
      label: 'Account ID (Core) or API username (Omni)',
      help: 'Core: the Account ID under Integrations, API. Omni: the API username under Settings, Integrations, API v1.',
      secret: false,
      required: true,
      pattern: '[^\\s:]{3,100}',
      example: '1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d',
    },
    {
      name: 'key',
      label: 'Application key (Core) or connection key (Omni)',
      help: 'Core: the key of an application made for this connection alone, since the limit of 60 calls a minute is for each key. Omni: the connection key beside the API username.',
      secret: true,
      required: true,
      pattern: '[^\\s:]{8,200}',
    },
    {
      name: 'shopName',
      label: 'Name of the company',
      help: 'As it is to be called here; Omni does not tell it.',
      secret: false,
      required: true,
      pattern: '\\S.{0,79}',
      example: 'Maple Goods',
      when: OMNI,
    },
    {
      name: 'currency',
      label: 'Home currency',
      help: 'Prices of products have no currency at Omni.',
      secret: false,
      required: true,
      kind: 'currency',
      when: OMNI,
    },
    {
      name: 'closeOrders',
      label: 'When an order is shipped',
      help: 'To dispatch it sets its dispatch date at Omni, which takes its goods out of stock there and lets it be invoiced, and cannot be undone from here.',
      secret: false,
      required: false,
      choices: [
        { value: '', label: 'Write carrier and tracking code only; I dispatch at Omni myself' },
        { value: 'yes', label: 'Dispatch the order at Omni as well' },
      ],
      when: OMNI,
    },
  ],
  appFields: [
    {
      name: 'clientSecret',
      label: 'Signing secret for deliveries',
      help: 'Any long random text. Cin7 signs nothing that it tells us, so each account sends a bearer token of its own, made from it.',
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
    // Core makes a fulfilment for each part; Omni notes the number of a part and is dispatched by the seller.
    partialFulfilment: true,
    severalParcels: true,
    // Core undoes fulfilments of advanced sales only; Omni has no call that takes a dispatch back.
    withdraw: false,
    // Of Core; Omni's are made in the product only.
    webhooks: true,
    disconnect: true,
  },
  accountPattern: 'core-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|omni-[0-9a-f]{20}',
  endpoints: { live: 'https://inventory.dearsystems.com' },
  hosts: ['api.cin7.com'],
  simulatorPath: '',
  consentHosts: [],
  // Both: 60 a minute for a key.
  quota: { calls: 60, perMs: 60_000 },
  deadlineMs: { page: 50_000, push: 30_000, other: 30_000 },
  sync: { ordersEveryMs: 600_000, productsEveryMs: 86_400_000, overlapMs: 300_000 },
};
