/** What the manifests of Walmart's markets have in common. Data only. */
import type { StoreManifest } from '@scanship/connector-kit/store/store';

/**
 * Keys of one seller, the same fields in every market.
 * @param where they are made, and which
 */
export const keyFields = (where: { readonly id: string; readonly secret: string }): StoreManifest['fields'] => [
  {
    name: 'clientId',
    label: 'Client ID',
    help: where.id,
    secret: false,
    required: true,
    pattern: '[A-Za-z0-9-]{8,100}',
    example: '1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d',
  },
  {
    name: 'clientSecret',
    label: 'Client secret',
    help: where.secret,
    secret: true,
    required: true,
    pattern: '[A-Za-z0-9_.~+/=-]{16,200}',
  },
];

/** The id Walmart gives a seller. */
export const PARTNER_ID = '[0-9]{1,20}';
/** Walmart shows orders of the last 180 days; a day less keeps clocks and time zones out of it. */
export const HISTORY_DAYS = 179;

/** Everything the markets have in common. */
export const COMMON = {
  maturity: 'contract',
  contractVersion: 'Marketplace APIs (documents of December 2024)',
  connect: 'credentials',
  accountKnown: 'exchange',
  keys: {
    before: 'A seller’s account of the Walmart Marketplace and an administrator’s sign-in.',
    page: 'https://developer.walmart.com',
  },
  accountPattern: PARTNER_ID,
  endpoints: { live: 'https://marketplace.walmartapis.com', sandbox: 'https://sandbox.walmartapis.com' },
  simulatorPath: '',
  consentHosts: [],
  // Every call has a budget of its own at Walmart; this keeps clear of the smallest of those we use.
  quota: { calls: 60, perMs: 60_000 },
  deadlineMs: { page: 30_000, push: 20_000, other: 20_000 },
  sync: {
    ordersEveryMs: 300_000,
    productsEveryMs: 86_400_000,
    overlapMs: 600_000,
    history: { days: HISTORY_DAYS, note: 'Walmart shows the orders of the last 180 days.' },
  },
} as const satisfies Partial<StoreManifest>;
