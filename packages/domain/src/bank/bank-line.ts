/** Lines of a bank statement, whatever file they came in, and how a line is told to be the one that is here already. */
import type { Money } from '../money/money.ts';
import { fold } from '../orders/order-search.ts';

/** As a file has it. */
export interface BankDraft {
  /** Row of a table, or place of the entry among those of an XML file, from 1. */
  readonly row: number;
  readonly bookedOn: string;
  /** The day from which it bears interest; null where the bank does not say. */
  readonly valueOn: string | null;
  /** Positive: came in. */
  readonly amount: Money;
  /** Who paid, or was paid. */
  readonly name: string;
  /** Their account, as the bank writes it. */
  readonly account: string;
  /** What they wrote, and what the bank says of it. */
  readonly text: string;
  /** Reference in a field of its own (ISO 11649, QR reference, end-to-end). */
  readonly reference: string;
  /** The bank's own reference of this line. */
  readonly bankRef: string;
  /** Of the entry this is a part of, with its whole amount; empty where the line is the whole entry. */
  readonly partOf: string;
  /** Number of the notice it came in (camt.054): what two of them say alike is two bookings. Empty of statements, reports and tables. */
  readonly notice?: string | undefined;
}

export interface BankLine extends BankDraft {
  /** The same whenever this line comes again. */
  readonly key: string;
}

export interface BankBalance {
  readonly day: string;
  readonly minor: number;
}

export interface BankFault {
  readonly row: number;
  readonly message: string;
}

export interface BankReading {
  /** Number of the account, where the file names it. */
  readonly account: string;
  readonly currency: string;
  readonly opening: BankBalance | undefined;
  readonly closing: BankBalance | undefined;
  readonly lines: readonly BankLine[];
  /** Rows that could not be read: nothing of them is kept. */
  readonly faults: readonly BankFault[];
  /** Entries that are not booked yet, or announce something only. */
  readonly pending: number;
  /** What kind of message told it: a bank writes a booking in other words in a notice than in a statement. Undefined of a table. */
  readonly message?: 'Stmt' | 'Rpt' | 'Ntfctn' | undefined;
}

const MOST_TEXT = 200;

/** Letters and digits only, so that other line breaks and blanks of the same text are the same text. */
const compact = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** References that say that there is none. */
const NO_REFERENCE = /^(not ?provided|nonref|none|0+|n\/?a|-*)$/i;
export const realReference = (text: string): string => (NO_REFERENCE.test(text.trim()) ? '' : text.trim());

/** Key of a whole entry, by which a line and its parts of another file find each other. */
export const entryKey = (bankRef: string, bookedOn: string, minor: number): string =>
  bankRef === '' ? '' : `r|${bankRef}|${bookedOn}|${minor}`;

/** Key of a whole entry for its parts where the bank has no reference of it: by what they say. */
export const splitEntryKey = (texts: readonly string[], bookedOn: string, minor: number): string =>
  `e|${compact(texts.join('')).slice(0, MOST_TEXT)}|${bookedOn}|${minor}`;

/**
 * Gives each line its key: the bank's reference where there is one, else day, amount and text; lines that are alike in all of
 * it are counted, since a bank does book the same twice on a day.
 * @param seen what was counted before, where the lines go on in another list
 */
export function withKeys(drafts: readonly BankDraft[], seen = new Map<string, number>()): BankLine[] {
  return drafts.map((draft) => {
    const { bookedOn, amount, bankRef, name, text, reference } = draft;
    const base =
      entryKey(bankRef, bookedOn, amount.minor) ||
      `d|${bookedOn}|${amount.minor}|${compact(`${name}${text}${reference}`).slice(0, MOST_TEXT)}`;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return { ...draft, key: `${base}|${count}` };
  });
}
