/**
 * How long what grows with every label is kept: one line a kind. `docs/configuration.md` is held against this table by a test. Books
 * (entries, postings, invoices, carriers' invoices) and labels with their papers are not in it: they are kept.
 */
export interface Kept {
  /** Days, unless RETENTION says otherwise; 0 there: for ever. */
  readonly days: number;
  readonly what: string;
  /** Why so long; the law or the contract it comes from. */
  readonly grounds: string;
  /** Tables partitioned by month: whole months that are older are dropped. */
  readonly months?: readonly string[];
}

const TABLE = {
  quotes: {
    days: 30,
    what: 'Prices that carriers answered',
    grounds: 'Of no use after they have lapsed; a month for questions',
    // Whoever asks a quote for its prices finds both or neither.
    months: ['rates', 'quotes'],
  },
  'carrier-calls': {
    days: 180,
    what: 'Traces of calls to carriers, 20 kB a label',
    grounds: 'UPS and FedEx take disputes of an invoice for up to 180 days',
    months: ['carrier_calls'],
  },
  deliveries: {
    days: 30,
    what: 'Deliveries of stores and carriers (webhooks) that were worked off or given up; others stay',
    grounds: 'Platforms repeat them for some days',
    months: ['inbound_events'],
  },
  'sync-runs': {
    days: 90,
    what: 'Runs of a store’s import',
    grounds: 'Questions about a season',
    months: ['sync_runs'],
  },
  tracking: {
    days: 540,
    what: 'Scans on the way; status and day of delivery stay with the parcel',
    grounds: 'A buyer may dispute a card payment for up to 540 days (Visa, Mastercard)',
    months: ['tracking_events'],
  },
  history: {
    days: 1_095,
    what: 'Who changed what of orders and labels, and why',
    grounds: 'Three years, the prescription of claims (Civil Code of Québec, art. 2925)',
    months: ['state_changes'],
  },
  audit: {
    days: 2_557,
    what: 'Acts in the sealed log; their hashes and seals stay',
    grounds: 'Seven years: six after the end of the tax year (Income Tax Act, s. 230(4))',
    months: ['audit_events'],
  },
  'order-edits': {
    days: 90,
    what: 'What edits of many orders replaced, for taking them back',
    grounds: 'After that the orders have shipped',
  },
  'unread-orders': {
    days: 30,
    what: 'What stores answered about orders that could not be read; it goes at once when they are',
    grounds: 'A month to find out why; the answers name buyers',
  },
  'customer-mails': {
    days: 180,
    what: 'A franchise’s list of the e-mails to its customers’ people',
    grounds: 'Support looks up what came; half a year of questions',
  },
  'return-photos': {
    days: 540,
    what: 'Photos of returns and claims; those of an order whose buyer is erased go with the buyer',
    grounds: 'A buyer may dispute a card payment for up to 540 days (Visa, Mastercard)',
  },
  'import-files': {
    days: 90,
    what: 'Files of orders and products as they were uploaded',
    grounds: 'They hold buyers’ addresses a second time; Law 25 and PIPEDA: no longer than needed',
  },
} as const satisfies Record<string, Kept>;

export type KeptName = keyof typeof TABLE;
export const KEPT: Readonly<Record<KeptName, Kept>> = TABLE;
export const isKeptName = (name: string): name is KeptName => Object.hasOwn(TABLE, name);
export const KEPT_NAMES: readonly KeptName[] = Object.keys(TABLE).filter(isKeptName);

/** Days by kind where an installation chose others. */
export type Retention = Readonly<Partial<Record<KeptName, number>>>;

const DAY_MS = 86_400_000;

/** What is older may go; undefined: nothing may. */
export function oldestKept(retention: Retention, name: KeptName, now: Date): Date | undefined {
  const days = retention[name] ?? KEPT[name].days;
  return days === 0 ? undefined : new Date(now.getTime() - days * DAY_MS);
}
