/**
 * What one buyer owes one seller in one currency over a span of time: an opening balance, what was added and taken off, and a
 * closing balance that is always their sum. Amounts are as they stand on the seller's receivable: positive is owed, negative
 * is to the buyer's credit.
 */
import { add, money, type Money, sum } from './money.ts';

/** In the order in which they are printed. Payments and refunds are money; a correction is a credit note. */
export const STATEMENT_SECTIONS = [
  'label',
  'return',
  'void',
  'adjustment',
  'plan',
  'royalty',
  'correction',
  'payment',
  'refund',
] as const;
export type StatementSection = (typeof STATEMENT_SECTIONS)[number];

/** Sections that settle what was charged; they are allotted to invoices and are in no invoice's own total. */
const SETTLING: ReadonlySet<StatementSection> = new Set(['payment', 'refund', 'correction']);
export const isSettling = (section: StatementSection): boolean => SETTLING.has(section);

/**
 * The section of an entry by what booked it. Money that went back to the buyer is a payment with a positive amount.
 * @param isReturn whether the label is a return's; only a purchase is asked for it
 */
export function sectionOf(sourceKind: string, amountMinor: number, isReturn = false): StatementSection {
  switch (sourceKind) {
    case 'purchase':
      return isReturn ? 'return' : 'label';
    case 'void':
      return 'void';
    case 'plan':
      return 'plan';
    case 'royalty':
      return 'royalty';
    case 'correction':
      return 'correction';
    case 'payment':
      return amountMinor > 0 ? 'refund' : 'payment';
    default:
      return 'adjustment';
  }
}

export interface StatementLine {
  readonly section: StatementSection;
  readonly amount: Money;
  /** What of the amount is tax. */
  readonly tax: Money;
}

export interface StatementGroup {
  readonly section: StatementSection;
  readonly count: number;
  readonly amount: Money;
  readonly tax: Money;
}

/** Lines by section, in the order of printing; empty sections are left out. */
export function groupLines(lines: readonly StatementLine[], currency: string): StatementGroup[] {
  return STATEMENT_SECTIONS.flatMap((section) => {
    const own = lines.filter((line) => line.section === section);
    if (own.length === 0) return [];
    const total = (of: (line: StatementLine) => Money) => sum(own.map(of), currency);
    return [{ section, count: own.length, amount: total((line) => line.amount), tax: total((line) => line.tax) }];
  });
}

export interface StatementTotals {
  readonly opening: Money;
  /** Everything but payments, refunds and credit notes: what the period itself cost. */
  readonly charges: Money;
  /** Payments, refunds and credit notes; mostly negative. */
  readonly settled: Money;
  /** What of the charges and credit notes is tax. */
  readonly tax: Money;
  /** Opening + charges + settled. */
  readonly closing: Money;
}

export function totalsOf(opening: Money, groups: readonly StatementGroup[]): StatementTotals {
  const { currency } = opening;
  const part = (settling: boolean): Money =>
    sum(
      groups.filter((group) => isSettling(group.section) === settling).map((group) => group.amount),
      currency,
    );
  const [charges, settled] = [part(false), part(true)];
  return {
    opening,
    charges,
    settled,
    tax: sum(
      groups.map((group) => group.tax),
      currency,
    ),
    closing: add(opening, add(charges, settled)),
  };
}

/** One tax of a statement ("GST-CA"). Code '' holds tax that was booked without saying which. */
export interface TaxShare {
  readonly code: string;
  readonly label: string;
  /** Parts per million, where known. */
  readonly ratePpm: number | null;
  readonly amount: Money;
}

/**
 * Shares by code and rate, the largest first, so that they sum to `booked`, the tax in the books: what no line names stands
 * under the code ''.
 */
export function taxSummary(shares: readonly TaxShare[], booked: Money): TaxShare[] {
  const byCode = new Map<string, TaxShare>();
  for (const share of shares) {
    const key = `${share.code}/${share.ratePpm ?? ''}`;
    const known = byCode.get(key);
    byCode.set(key, known ? { ...known, amount: add(known.amount, share.amount) } : share);
  }
  const named = [...byCode.values()].filter(({ amount }) => amount.minor !== 0);
  const rest =
    booked.minor -
    sum(
      named.map(({ amount }) => amount),
      booked.currency,
    ).minor;
  const all =
    rest === 0 ? named : [...named, { code: '', label: '', ratePpm: null, amount: money(rest, booked.currency) }];
  return all.toSorted(
    (a, b) => Math.abs(b.amount.minor) - Math.abs(a.amount.minor) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
}

/** Days from one day to another (YYYY-MM-DD); negative when `to` is before `from`. */
export const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** The last day on which an invoice is paid in time; terms of 0 days: the day it is issued. */
export function dueDay(issuedDay: string, termsDays: number): string {
  const due = new Date(`${issuedDay}T00:00:00Z`);
  due.setUTCDate(due.getUTCDate() + termsDays);
  return due.toISOString().slice(0, 10);
}

export interface ChargedInvoice {
  readonly id: string;
  /** What it charges by itself; negative where more was credited than bought. */
  readonly chargesMinor: number;
}

export interface Allotment {
  /** What is still to be paid of each invoice, by id; never negative. */
  readonly open: ReadonlyMap<string, number>;
  /** What was paid or credited beyond all invoices; negative where more was paid back than ever came in. */
  readonly leftMinor: number;
}

/**
 * Allots what was paid and credited to invoices, oldest first. An invoice of credits alone pays for others.
 * @param invoices oldest first, of one buyer and currency
 * @param settledMinor sum of payments, refunds and credit notes as they stand on the receivable (payments are negative)
 */
export function allot(invoices: readonly ChargedInvoice[], settledMinor: number): Allotment {
  let left = invoices.reduce((credit, { chargesMinor }) => credit - Math.min(0, chargesMinor), -settledMinor);
  const open = new Map<string, number>();
  for (const { id, chargesMinor } of invoices) {
    const owed = Math.max(0, chargesMinor);
    const paid = Math.min(owed, Math.max(0, left));
    open.set(id, owed - paid);
    left -= paid;
  }
  return { open, leftMinor: left === 0 ? 0 : left };
}

export const INVOICE_STATES = ['paid', 'open', 'overdue'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

export const invoiceState = (openMinor: number, due: string, today: string): InvoiceState =>
  openMinor <= 0 ? 'paid' : today > due ? 'overdue' : 'open';

/** By days past the due day: not yet due, 1 to 30, 31 to 60, 61 to 90, more. */
export const AGING_BUCKETS = ['current', 'days1', 'days31', 'days61', 'over90'] as const;
export type AgingBucket = (typeof AGING_BUCKETS)[number];

export const agingBucket = (due: string, today: string): AgingBucket => {
  const late = daysFrom(due, today);
  return late <= 0 ? 'current' : late <= 30 ? 'days1' : late <= 60 ? 'days31' : late <= 90 ? 'days61' : 'over90';
};

export interface OpenInvoice {
  readonly due: string;
  readonly openMinor: number;
}

export type Aging = Readonly<Record<AgingBucket, Money>>;

export function agingOf(invoices: readonly OpenInvoice[], today: string, currency: string): Aging {
  const buckets = { current: 0, days1: 0, days31: 0, days61: 0, over90: 0 };
  for (const { due, openMinor } of invoices) buckets[agingBucket(due, today)] += openMinor;
  const of = (bucket: AgingBucket): Money => money(buckets[bucket], currency);
  return {
    current: of('current'),
    days1: of('days1'),
    days31: of('days31'),
    days61: of('days61'),
    over90: of('over90'),
  };
}

/** The first day of the month of a day, and of the month after it. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
export function monthAfter(day: string): string {
  const next = new Date(`${monthOf(day)}T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString().slice(0, 10);
}
