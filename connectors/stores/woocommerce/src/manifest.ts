import type { StoreManifest } from '@scanship/connector-kit/store/store';

/** The version of WooCommerce's REST API every call is written for. */
export const API = '/wp-json/wc/v3';

/** A public host name, and the folder WordPress lives in where it is not at the top. No port, no IP address. */
const HOST = '(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+(?:[a-z]{2,24}|xn--[a-z0-9-]{1,59})';
const FOLDERS = '(?:/(?!wp-)[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,60}){0,4}';

export const manifest: StoreManifest = {
  code: 'woocommerce',
  name: 'WooCommerce',
  maturity: 'contract',
  contractVersion: 'REST API v3',
  connect: 'credentials',
  accountKnown: 'before',
  keys: {
    before: 'A WooCommerce shop that is public and served over https, and an administrator’s sign-in to its WordPress.',
  },
  fields: [
    {
      name: 'account',
      label: 'Shop address',
      help: 'The address of the shop’s home page, such as shop.example.com. It must be public and served over https.',
      secret: false,
      required: true,
      example: 'shop.example.com',
      pattern: `(?:[Hh][Tt][Tt][Pp][Ss]?://)?[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.[A-Za-z][A-Za-z0-9-]+(?:/\\S{0,200})?`,
    },
    {
      name: 'consumerKey',
      label: 'Consumer key',
      help: 'In WordPress under WooCommerce, Settings, Advanced, REST API, Add key: for an administrator or shop manager, with permission Read/Write. It begins with ck_.',
      secret: true,
      required: true,
      pattern: 'ck_[0-9a-f]{40}',
    },
    {
      name: 'consumerSecret',
      label: 'Consumer secret',
      help: 'Shown once, beside the consumer key, when the key is made. It begins with cs_.',
      secret: true,
      required: true,
      pattern: 'cs_[0-9a-f]{40}',
    },
  ],
  appFields: [
    {
      name: 'clientSecret',
      label: 'Signing secret for deliveries',
      help: 'Any long random text. Each shop gets a secret of its own made from it, with which it signs what it tells us.',
      secret: true,
      required: true,
      pattern: '\\S{24,200}',
      ours: true,
    },
  ],
  capabilities: {
    orders: true,
    products: true,
    // WooCommerce itself knows no places that ship.
    locations: false,
    fulfil: true,
    partialFulfilment: false,
    severalParcels: true,
    withdraw: true,
    webhooks: true,
    disconnect: true,
    refund: true,
    restock: true,
  },
  accountPattern: `${HOST}${FOLDERS}`,
  endpoints: { live: 'https://{account}' },
  simulatorPath: '/{account}',
  consentHosts: [],
  // WooCommerce names no limit; a shop often shares a small server with others.
  quota: { calls: 20, perMs: 5_000 },
  deadlineMs: { page: 30_000, push: 20_000, other: 20_000 },
  sync: { ordersEveryMs: 300_000, productsEveryMs: 3_600_000, overlapMs: 120_000 },
};
