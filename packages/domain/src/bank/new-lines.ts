/** Which lines of a file are not kept yet, whatever files the others came in. */
import { fold } from '../orders/order-search.ts';
import { type BankLine, entryKey } from './bank-line.ts';

/** A line that is kept. */
export interface KeptLine {
  readonly key: string;
  readonly bookedOn: string;
  readonly minor: number;
  /** What kind of file it came in; files of one kind write a line alike. */
  readonly source: string;
  readonly text: string;
  /** The bank says who paid or was paid. */
  readonly named: boolean;
  readonly partOf: string;
  readonly notice: string;
  /** `decided`: somebody said what it is. `gone`: no line any more, since its parts stand in its place. */
  readonly state: 'open' | 'decided' | 'gone';
}

export interface NewLines {
  readonly fresh: readonly BankLine[];
  readonly known: number;
  /** Keys of kept lines that are the sum of what comes in detail now, and of which nobody decided: they give way. */
  readonly replaced: readonly string[];
}

const MOST_WORDS = 40;
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set((fold(text).match(/[\p{L}\p{N}]{3,}/gu) ?? []).slice(0, MOST_WORDS));

const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common;
};

/** Of a day and an amount. More are alike in everything that could tell them apart. */
const MOST_COMPARED = 2_500;

interface Told {
  readonly text: string;
  readonly named: boolean;
}

/** As many as there are of both, the likest first; of very many those of the same text first, the others in their order. */
function pairsOf<A extends Told, B extends Told>(
  these: readonly A[],
  those: readonly B[],
): readonly (readonly [A, B])[] {
  const pairs: (readonly [A, B])[] = [];
  const [done, taken] = [new Set<A>(), new Set<B>()];
  const pair = (a: A, b: B): void => {
    if (done.has(a) || taken.has(b)) return;
    done.add(a);
    taken.add(b);
    pairs.push([a, b]);
  };
  if (these.length * those.length <= MOST_COMPARED) {
    const words = those.map((other) => ({ other, words: wordsOf(other.text) }));
    const all = these.flatMap((one) => {
      const own = wordsOf(one.text);
      return words.map(({ other, words: said }) => ({
        one,
        other,
        // A sum is of several, so it has no name.
        alike: 2 * likeness(own, said) + Number(one.named === other.named),
      }));
    });
    for (const { one, other } of all.toSorted((a, b) => b.alike - a.alike)) pair(one, other);
    return pairs;
  }
  const byText = grouped(those, ({ text }) => text);
  for (const one of these) {
    const same = byText.get(one.text)?.pop();
    if (same) pair(one, same);
  }
  const left = those.filter((other) => !taken.has(other));
  for (const one of these) {
    if (done.has(one)) continue;
    const next = left.pop();
    if (!next) break;
    pair(one, next);
  }
  return pairs;
}

function grouped<T>(list: Iterable<T>, of: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of list) {
    const key = of(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return groups;
}

/** A booking of several payments, by its parts. */
interface Entry<T> extends Told {
  readonly group: string;
  /** The bank numbered it. */
  readonly numbered: boolean;
  readonly parts: readonly T[];
}

const groupOf = (bookedOn: string, minor: number): string => `${bookedOn} ${minor}`;
const isNumbered = (key: string): boolean => key.startsWith('r|');

/** Whole bookings among parts; two that are alike share the key, so parts are counted up to the whole amount. */
function entriesOf<T extends Told & { readonly partOf: string; readonly minor: number }>(
  list: Iterable<T>,
): readonly Entry<T>[] {
  const entries: Entry<T>[] = [];
  for (const [key, parts] of grouped(list, ({ partOf }) => partOf)) {
    if (key === '') continue;
    const [day = '', amount = ''] = key.split('|').slice(-2);
    const whole = Number(amount);
    let [sum, own]: [number, T[]] = [0, []];
    for (const part of parts) {
      sum += part.minor;
      own.push(part);
      if (sum !== whole) continue;
      const text = own.map((each) => each.text).join(' ');
      entries.push({ group: groupOf(day, whole), numbered: isNumbered(key), parts: own, text, named: false });
      [sum, own] = [0, []];
    }
  }
  return entries;
}

interface Coming extends Told {
  readonly line: BankLine;
  readonly partOf: string;
  readonly minor: number;
}

const keptGroup = ({ bookedOn, minor }: KeptLine): string => groupOf(bookedOn, minor);
const comingGroup = ({ line, minor }: Coming): string => groupOf(line.bookedOn, minor);
const entryGroup = ({ group }: Entry<unknown>): string => group;

/** A key without its running number. */
const baseOf = (key: string): string => key.slice(0, key.lastIndexOf('|'));

/**
 * Lines that only their words tell apart count through a file. Those of notices count on through the other notices that are here: each
 * is the line of its own notice, or one that is of no notice, else one more.
 */
function countedOn(lines: readonly BankLine[], kept: readonly KeptLine[]): readonly BankLine[] {
  const told = lines.filter(({ notice = '', bankRef }) => notice !== '' && bankRef === '');
  if (told.length === 0) return lines;
  const here = grouped(kept, ({ key }) => baseOf(key));
  const keys = new Map<BankLine, string>();
  for (const [base, twins] of grouped(told, ({ key }) => baseOf(key))) {
    const those = here.get(base) ?? [];
    const free = grouped(those.toReversed(), ({ notice }) => notice);
    for (const of of [({ notice = '' }: BankLine) => notice, () => ''])
      for (const line of twins) {
        const found = keys.has(line) ? undefined : free.get(of(line))?.pop();
        if (found) keys.set(line, found.key);
      }
    let last = those.reduce((most, { key }) => Math.max(most, Number(key.slice(base.length + 1))), 0);
    for (const line of twins) if (!keys.has(line)) keys.set(line, `${base}|${(last += 1)}`);
  }
  return lines.map((line) => ({ ...line, key: keys.get(line) ?? line.key }));
}

/**
 * By key first. A file of another kind writes the same line in other words, so of what is left of a day and an amount, as many are
 * taken for the same as are kept from other kinds of files. A booking that one file has as a sum and another in its parts is told by
 * the bank's reference (of files of one kind two references are two bookings), else by its day and amount. Lines of one day only ever meet lines of that day.
 */
export function newLines(all: readonly BankLine[], kept: readonly KeptLine[], source: string): NewLines {
  // What overlaps within a file comes with the same key.
  const lines = countedOn([...new Map(all.map((line) => [line.key, line])).values()], kept);
  const come = new Set(lines.map(({ key }) => key));
  const keys = new Set(kept.map(({ key }) => key));
  const here = kept.filter(({ state }) => state !== 'gone');
  const inParts = grouped(here, ({ partOf }) => partOf);
  const numberOf = ({ partOf, bankRef, bookedOn, amount }: BankLine): string =>
    partOf === '' ? entryKey(bankRef, bookedOn, amount.minor) : '';
  const partsOf = (line: BankLine): readonly KeptLine[] =>
    numberOf(line) === '' ? [] : (inParts.get(numberOf(line)) ?? []);
  const left = new Set(
    lines
      .filter((line) => !keys.has(line.key) && partsOf(line).length === 0)
      .map((line): Coming => {
        const { name, text, reference, partOf, amount } = line;
        return { line, partOf, minor: amount.minor, text: `${name} ${text} ${reference}`, named: name !== '' };
      }),
  );
  // Kept lines that no line of the file is so far.
  const free = new Set(here.filter(({ key }) => !come.has(key)));
  for (const line of lines) for (const part of partsOf(line)) free.delete(part);
  const replaced = new Set<string>();
  // Parts that come in the place of a sum.
  const settled = new Set<Coming>();
  const waiting = (): readonly Coming[] => [...left].filter((each) => !settled.has(each));
  const standFor = (sum: KeptLine, parts: readonly Coming[]): void => {
    free.delete(sum);
    // A sum that was decided stays, and its parts are known with it.
    for (const part of parts)
      if (sum.state === 'decided') left.delete(part);
      else settled.add(part);
    if (sum.state === 'open') replaced.add(sum.key);
  };

  const numbered = new Map(
    here.filter(({ partOf }) => partOf === '').map((each) => [each.key.replace(/\|\d+$/, ''), each] as const),
  );
  for (const [partOf, parts] of grouped(left, (each) => each.partOf)) {
    const sum = numbered.get(partOf);
    if (sum) standFor(sum, parts);
  }

  const isForeign = (each: KeptLine): boolean => each.source !== source;
  const isWhole = ({ partOf }: { readonly partOf: string }): boolean => partOf === '';
  const pairOff = (these: Iterable<Coming>, those: readonly KeptLine[]): void => {
    const others = grouped(those.filter(isForeign), keptGroup);
    for (const [group, list] of grouped(these, comingGroup))
      for (const [each, other] of pairsOf(list, others.get(group) ?? [])) {
        left.delete(each);
        free.delete(other);
      }
  };

  pairOff([...left].filter(isWhole), [...free].filter(isWhole));

  // What the bank booked as one sum is a sum in its other files too, where there is one of that amount.
  const wholes = grouped([...free].filter(isWhole), keptGroup);
  for (const [group, list] of grouped(entriesOf(waiting()), entryGroup))
    for (const numberedOnes of [true, false]) {
      const sums = (wholes.get(group) ?? []).filter(
        (each) => free.has(each) && !(numberedOnes && !isForeign(each) && isNumbered(each.key)),
      );
      const own = list.filter((entry) => entry.numbered === numberedOnes);
      for (const [entry, sum] of pairsOf(own, sums)) standFor(sum, entry.parts);
    }
  const single = grouped([...left].filter(isWhole), comingGroup);
  const split = entriesOf(here).filter(({ parts }) => parts.every((part) => free.has(part)));
  for (const [group, list] of grouped(split, entryGroup))
    for (const numberedOnes of [true, false]) {
      const own = list.filter(({ numbered: has, parts }) => (has && !parts.every(isForeign)) === numberedOnes);
      const sums = (single.get(group) ?? []).filter(
        (each) => left.has(each) && !(numberedOnes && each.line.bankRef !== ''),
      );
      for (const [each, entry] of pairsOf(sums, own)) {
        left.delete(each);
        for (const part of entry.parts) free.delete(part);
      }
    }

  pairOff(waiting(), [...free]);

  const fresh = [...left].map(({ line }) => line);
  return { fresh, known: all.length - fresh.length, replaced: [...replaced] };
}
