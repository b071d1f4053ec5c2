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

/**
 * Gives each line its key: the bank's reference where there is one, else day, amount and text; lines that are alike in all of
 * it are counted, since a bank does book the same twice on a day.
 */
export function withKeys(drafts: readonly BankDraft[]): BankLine[] {
  const seen = new Map<string, number>();
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

/** A line that is kept. */
export interface KeptLine {
  readonly key: string;
  readonly bookedOn: string;
  readonly minor: number;
  /** What kind of file it came in; files of one kind write a line alike. */
  readonly source: string;
  readonly text: string;
  readonly partOf: string;
  /** Somebody decided about it. */
  readonly decided: boolean;
}

export interface NewLines {
  readonly fresh: readonly BankLine[];
  readonly known: number;
  /** Keys of kept lines that are the sum of what comes in detail now, and of which nobody decided: they give way. */
  readonly replaced: readonly string[];
}

const words = (text: string): ReadonlySet<string> => new Set(fold(text).match(/[\p{L}\p{N}]{3,}/gu) ?? []);

const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common;
};

/**
 * Which lines of a file are not kept yet. By key first. A file of another kind writes the same line in other words, so of what is
 * left of a day and an amount, as many are taken for the same as are kept from other kinds of files, the likest first.
 */
export function newLines(lines: readonly BankLine[], kept: readonly KeptLine[], source: string): NewLines {
  const keys = new Set(kept.map(({ key }) => key));
  const wholes = new Set(kept.map(({ partOf }) => partOf).filter((each) => each !== ''));
  const matched = new Set(lines.map(({ key }) => key).filter((key) => keys.has(key)));
  // The sum of what is kept in parts already.
  const isSum = (line: BankLine): boolean =>
    line.partOf === '' && line.bankRef !== '' && wholes.has(entryKey(line.bankRef, line.bookedOn, line.amount.minor));
  const sums = new Map(
    kept.filter(({ partOf }) => partOf === '').map((each) => [each.key.replace(/\|\d+$/, ''), each] as const),
  );
  const replaced = new Set<string>();
  const fresh: BankLine[] = [];
  for (const line of lines) {
    if (keys.has(line.key) || isSum(line)) continue;
    const sum = line.partOf === '' ? undefined : sums.get(line.partOf);
    // A sum that was decided stays, and its parts are known with it.
    if (sum?.decided) continue;
    if (sum) replaced.add(sum.key);
    fresh.push(line);
  }
  const byGroup = new Map<string, BankLine[]>();
  for (const line of fresh) {
    const group = `${line.bookedOn} ${line.amount.minor}`;
    const list = byGroup.get(group);
    if (list) list.push(line);
    else byGroup.set(group, [line]);
  }
  const others = new Map<string, KeptLine[]>();
  for (const each of kept) {
    if (each.source === source || matched.has(each.key) || replaced.has(each.key)) continue;
    const group = `${each.bookedOn} ${each.minor}`;
    const list = others.get(group);
    if (list) list.push(each);
    else others.set(group, [each]);
  }
  const same = new Set<BankLine>();
  for (const [group, list] of others) {
    const pairs = (byGroup.get(group) ?? [])
      .flatMap((line) => {
        const own = words(`${line.name} ${line.text} ${line.reference}`);
        return list.map((other) => ({ line, other, alike: likeness(own, words(other.text)) }));
      })
      .toSorted((a, b) => b.alike - a.alike);
    const taken = new Set<KeptLine>();
    for (const { line, other } of pairs) {
      if (same.has(line) || taken.has(other)) continue;
      same.add(line);
      taken.add(other);
    }
  }
  const left = fresh.filter((line) => !same.has(line));
  return { fresh: left, known: lines.length - left.length, replaced: [...replaced] };
}
