/**
 * What may be used in how long, and by whom: one line a budget. The numbers stop floods and runaway programs; ordinary work
 * stays far below them. `docs/configuration.md` is held against this table by a test.
 */

/** Whose use is counted together. An IPv6 customer's /64 is one address. */
export type BudgetOf = 'address' | 'person' | 'tenant' | 'agent' | 'sender' | 'recipient';

export interface Budget {
  readonly of: BudgetOf;
  /** Within one window: calls, bytes, mails ... */
  readonly amount: number;
  /** Length of the window, which begins with the first use. Seconds. */
  readonly seconds: number;
  /** Half of it on the Basic plan, twice of it on Advanced and for franchises. */
  readonly byPlan?: boolean;
  readonly what: string;
  /** Told to whoever is refused; "Try again in ..." follows. */
  readonly message: string;
}

const MIB = 1024 * 1024;
const MINUTE = 60;
const TEN_MINUTES = 600;
const HOUR = 3600;
const TOO_MANY_HERE = 'Too many requests came from your network in a short time.';
const TOO_MANY_OF_COMPANY = 'Your company has sent too many requests in a short time.';

/** The budget that RATE_LIMIT_PER_MINUTE names; all others grow and shrink with it. */
export const BASE_CALLS = 1200;

const TABLE = {
  'calls/address': {
    of: 'address',
    amount: BASE_CALLS,
    seconds: MINUTE,
    what: 'Calls that no living session makes: public ones, and those with a token that is refused',
    message: TOO_MANY_HERE,
  },
  'signed-in/address': {
    of: 'address',
    amount: 20 * BASE_CALLS,
    seconds: MINUTE,
    what: 'Calls of everybody who is signed in at one address',
    message: TOO_MANY_HERE,
  },
  'calls/person': {
    of: 'person',
    amount: BASE_CALLS,
    seconds: MINUTE,
    what: 'Calls of one person, in all their sessions; each 8 KiB of a body count as one more',
    message: 'You have sent too many requests in a short time.',
  },
  'calls/tenant': {
    of: 'tenant',
    amount: 5 * BASE_CALLS,
    seconds: MINUTE,
    byPlan: true,
    what: 'Calls of all people of one company; each 8 KiB of a body count as one more',
    message: TOO_MANY_OF_COMPANY,
  },
  'calls/agent': {
    of: 'agent',
    amount: BASE_CALLS,
    seconds: MINUTE,
    what: 'Calls of one print agent',
    message: 'This print agent has sent too many requests in a short time.',
  },
  'agents/tenant': {
    of: 'tenant',
    amount: 10 * BASE_CALLS,
    seconds: MINUTE,
    what: 'Calls of all print agents of one company',
    message: 'The print agents of this company have sent too many requests in a short time.',
  },
  'pairings/address': {
    of: 'address',
    amount: 30,
    seconds: MINUTE,
    what: 'Pairing codes that are tried',
    message: 'Too many pairing codes were tried from your network.',
  },
  'look-ups/address': {
    of: 'address',
    amount: 40,
    seconds: TEN_MINUTES,
    what: 'Orders that buyers look up, and parcels they report',
    message: TOO_MANY_HERE,
  },
  'page-pictures/address': {
    of: 'address',
    amount: 3 * BASE_CALLS,
    seconds: MINUTE,
    what: "Sellers' logos and pictures on the pages of their buyers",
    message: TOO_MANY_HERE,
  },
  'sessions/address': {
    of: 'address',
    amount: 200,
    seconds: TEN_MINUTES,
    what: 'Sessions that are opened',
    message: 'Too many people have signed in from your network in a short time.',
  },
  'sessions/person': {
    of: 'person',
    amount: 30,
    seconds: TEN_MINUTES,
    what: 'Sessions that are opened',
    message: 'You have signed in too often in a short time.',
  },
  'bytes/address': {
    of: 'address',
    amount: 64 * MIB,
    seconds: TEN_MINUTES,
    what: 'Bytes that are sent without a living session',
    message: 'Your network has sent too much data in a short time.',
  },
  'bytes/person': {
    of: 'person',
    amount: 1024 * MIB,
    seconds: TEN_MINUTES,
    what: 'Bytes that are sent, uploads included; a print agent counts as a person',
    message: 'You have sent too much data in a short time.',
  },
  'bytes/tenant': {
    of: 'tenant',
    amount: 2048 * MIB,
    seconds: TEN_MINUTES,
    byPlan: true,
    what: 'Bytes that are sent, uploads included',
    message: 'Your company has sent too much data in a short time.',
  },
  'uploads/person': {
    of: 'person',
    amount: 60,
    seconds: TEN_MINUTES,
    what: 'Files that are uploaded',
    message: 'You have uploaded too many files in a short time.',
  },
  'uploads/tenant': {
    of: 'tenant',
    amount: 120,
    seconds: TEN_MINUTES,
    byPlan: true,
    what: 'Files that are uploaded',
    message: 'Your company has uploaded too many files in a short time.',
  },
  'quotes/person': {
    of: 'person',
    amount: 300,
    seconds: MINUTE,
    what: 'Calls that ask carriers: prices, duties, addresses, and plans of batches',
    message: 'You have asked the carriers too often in a short time.',
  },
  'quotes/tenant': {
    of: 'tenant',
    amount: 600,
    seconds: MINUTE,
    byPlan: true,
    what: 'Calls that ask carriers: prices, duties, addresses, and plans of batches',
    message: 'Your company has asked the carriers too often in a short time.',
  },
  'files/tenant': {
    of: 'tenant',
    amount: 300,
    seconds: TEN_MINUTES,
    byPlan: true,
    what: 'Exports and merged documents of many orders that are made',
    message: 'Your company has asked for too many files in a short time.',
  },
  'invitations/tenant': {
    of: 'tenant',
    amount: 200,
    seconds: HOUR,
    what: 'Invitations that are sent',
    message: 'Your company has sent too many invitations in a short time.',
  },
  'mails/tenant': {
    of: 'tenant',
    amount: 2000,
    seconds: HOUR,
    what: 'Mails of one company; further ones are sent later',
    message: 'This company has sent too many mails in a short time.',
  },
  'mails/recipient': {
    of: 'recipient',
    amount: 60,
    seconds: HOUR,
    what: 'Mails of one kind to one e-mail address; further ones are sent later',
    message: 'This e-mail address has been sent too many mails in a short time.',
  },
  'deliveries/address': {
    of: 'address',
    amount: 6_000,
    seconds: MINUTE,
    what: 'Deliveries from an address none of whose deliveries was genuine lately',
    message: TOO_MANY_HERE,
  },
  'deliveries/known-address': {
    of: 'address',
    amount: 60_000,
    seconds: MINUTE,
    what: 'Deliveries from an address of a platform, for all stores together',
    message: TOO_MANY_HERE,
  },
  'deliveries/sender': {
    of: 'sender',
    amount: 1_200,
    seconds: MINUTE,
    what: 'Genuine deliveries of one store, carrier account or card account',
    message: 'This account has sent too many deliveries in a short time.',
  },
} as const satisfies Readonly<Record<string, Budget>>;

export type BudgetName = keyof typeof TABLE;
export const BUDGETS: Readonly<Record<BudgetName, Budget>> = TABLE;
export const BUDGET_NAMES = Object.keys(TABLE) as readonly BudgetName[];
export const isBudgetName = (name: string): name is BudgetName => Object.hasOwn(TABLE, name);
