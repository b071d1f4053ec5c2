/** Each line once: whatever parts of a statement come, in whatever order and layout, what is kept is the statement. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { money } from '../money/money.ts';
import { type BankDraft, type BankLine, entryKey, splitEntryKey, withKeys } from './bank-line.ts';
import { type KeptLine, newLines } from './new-lines.ts';

const draft = (day: number, minor: number, text: string, bankRef = ''): BankDraft => ({
  row: 1,
  bookedOn: `2026-11-${String(day).padStart(2, '0')}`,
  valueOn: null,
  amount: money(minor, 'CAD'),
  name: '',
  account: '',
  text,
  reference: '',
  bankRef,
  partOf: '',
});
const statement = fc.array(
  fc.record({
    day: fc.integer({ min: 1, max: 5 }),
    minor: fc.integer({ min: 1, max: 3 }),
    word: fc.constantFrom('COFFEE', 'RENT', 'AURORA'),
  }),
  { minLength: 1, maxLength: 25 },
);

const keptLine = (line: BankLine, source: string): KeptLine => ({
  key: line.key,
  bookedOn: line.bookedOn,
  minor: line.amount.minor,
  source,
  text: `${line.name} ${line.text}`,
  named: line.name !== '',
  partOf: line.partOf,
  notice: line.notice ?? '',
  state: 'open',
});
function keep(kept: KeptLine[], drafts: readonly BankDraft[], source: string): void {
  const { fresh, replaced } = newLines(withKeys(drafts), kept, source);
  for (const [index, each] of kept.entries()) if (replaced.includes(each.key)) kept[index] = { ...each, state: 'gone' };
  kept.push(...fresh.map((line) => keptLine(line, source)));
}
const amounts = (list: readonly { readonly bookedOn: string; readonly minor: number }[]) =>
  list.map(({ bookedOn, minor }) => `${bookedOn} ${minor}`).toSorted();

test('overlapping spans of whole days, in any order and in two layouts', () =>
  fc.assert(
    fc.property(
      statement,
      fc.array(fc.record({ from: fc.integer({ min: 1, max: 5 }), days: fc.nat(4), other: fc.boolean() }), {
        maxLength: 8,
      }),
      (lines, spans) => {
        const kept: KeptLine[] = [];
        for (const { from, days, other } of [...spans, { from: 1, days: 4, other: false }]) {
          const within = lines.filter(({ day }) => day >= from && day <= from + days);
          keep(
            kept,
            within.map(({ day, minor, word }) =>
              draft(day, minor, other ? `Card purchase ${word.toLowerCase()} 77` : word),
            ),
            other ? 'table:b' : 'table:a',
          );
        }
        expect(amounts(kept)).toEqual(
          amounts(
            lines
              .map(({ day, minor }) => draft(day, minor, ''))
              .map(({ bookedOn, amount }) => ({ bookedOn, minor: amount.minor })),
          ),
        );
      },
    ),
    { numRuns: 400 },
  ));

test('the bank’s own reference is the line, whatever else is written', () => {
  const kept: KeptLine[] = [];
  keep(kept, [draft(1, 100, 'first words', 'R1'), draft(1, 100, 'the same words', 'R2')], 'camt');
  keep(kept, [draft(1, 100, 'other words', 'R2'), draft(1, 100, 'the same words', 'R3')], 'camt');
  expect(kept).toHaveLength(3);
});

test('statement and notice tell a booking in other words: it is one, whichever comes first', () => {
  const told = {
    'camt:Stmt': [draft(1, 100, 'Credit transfer AURORA'), draft(1, 100, 'Credit transfer BORA'), draft(1, 200, 'Sum')],
    'camt:Ntfctn': [{ ...draft(1, 100, 'Invoice 12', 'N7'), name: 'Aurora Goods' }, draft(1, 200, 'Aurora, Bora')],
  };
  for (const order of [Object.entries(told), Object.entries(told).toReversed()]) {
    const kept: KeptLine[] = [];
    for (const [source, drafts] of order) keep(kept, drafts, source);
    expect(amounts(kept)).toEqual(['2026-11-01 100', '2026-11-01 100', '2026-11-01 200']);
  }
});

test('what two notices tell alike is two, and the same notice again is known', () => {
  const kept: KeptLine[] = [];
  const notice = (number: string, count = 1) =>
    Array.from({ length: count }, () => ({ ...draft(1, 100, 'PAYMENT'), notice: number }));
  keep(kept, notice('N1'), 'camt:Ntfctn');
  for (const again of ['N2', 'N1', 'N2']) keep(kept, notice(again), 'camt:Ntfctn');
  expect(kept.map(({ notice: number }) => number)).toEqual(['N1', 'N2']);
  keep(kept, notice('N3', 2), 'camt:Ntfctn');
  expect(new Set(kept.map(({ key }) => key)).size).toBe(4);
  // The statement has them all, in the same words and in others; what was there before notices were told apart is of any.
  for (const text of ['PAYMENT', 'Credit transfer'])
    keep(
      kept,
      Array.from({ length: 4 }, () => draft(1, 100, text)),
      'camt:Stmt',
    );
  expect(kept).toHaveLength(4);
  const before = kept.map((line) => ({ ...line, notice: '' }));
  keep(before, notice('N9'), 'camt:Ntfctn');
  expect(before).toHaveLength(4);
});

test('a new file since the last one has only what is new, also of a day that was there', () => {
  const kept: KeptLine[] = [];
  keep(kept, [draft(1, 100, 'MORNING')], 'table:a');
  keep(kept, [draft(1, 100, 'AFTERNOON')], 'table:a');
  expect(kept).toHaveLength(2);
});

test('a sum somebody decided about stays, and its parts are known with it', () => {
  const whole = withKeys([draft(1, 300, 'COLLECTIVE', 'R1')])[0];
  if (!whole) throw new Error('no line');
  const sum: KeptLine = {
    key: whole.key,
    bookedOn: whole.bookedOn,
    minor: 300,
    source: 'camt',
    text: '',
    named: false,
    partOf: '',
    notice: '',
    state: 'decided',
  };
  const parts = withKeys(
    [100, 200].map((minor) => ({ ...draft(1, minor, 'PART', 'R1'), partOf: 'r|R1|2026-11-01|300' })),
  );
  expect(newLines(parts, [sum], 'camt')).toEqual({ fresh: [], known: 2, replaced: [] });
  expect(newLines(parts, [{ ...sum, state: 'open' }], 'camt')).toMatchObject({ known: 0, replaced: [sum.key] });
});

/** A day as a bank books it: single payments, and payments in one sum. */
interface Booking {
  readonly parts: readonly number[];
  readonly numbered: boolean;
}
const day = fc.array(
  fc.record<Booking>({
    parts: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
    numbered: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);
const wholeOf = ({ parts }: Booking): number => parts.reduce((all, each) => all + each, 0);
const nameOf = ({ parts }: Booking, index: number): string => (parts.length === 1 ? `Ann ${index}` : '');
const refOf = ({ numbered }: Booking, index: number): string => (numbered ? `REF${index}` : '');
/** camt.053 without details: what is one sum is one line. */
const sums = (bookings: readonly Booking[]): BankDraft[] =>
  bookings.map((booking, index) => ({
    ...draft(1, wholeOf(booking), `BOOKING ${index}`, refOf(booking, index)),
    name: nameOf(booking, index),
  }));
/** camt.054: in detail, of all or of what is one sum. */
const details = (bookings: readonly Booking[], all = true): BankDraft[] =>
  bookings.flatMap((booking, index) => {
    if (booking.parts.length === 1 && !all) return [];
    const ref = refOf(booking, index);
    if (booking.parts.length === 1) return sums(bookings).slice(index, index + 1);
    const texts = booking.parts.map((_, part) => `PAYER ${index} ${part}`);
    const partOf =
      entryKey(ref, '2026-11-01', wholeOf(booking)) || splitEntryKey(texts, '2026-11-01', wholeOf(booking));
    return booking.parts.map((minor, part) => ({ ...draft(1, minor, texts[part] ?? '', ref), partOf }));
  });
/** A table: sums, in other words and without the bank's references. */
const tableOf = (bookings: readonly Booking[]): BankDraft[] =>
  bookings.map((booking, index) => draft(1, wholeOf(booking), `Collection no ${index}`));

test('sums and their parts, with and without references, in any order of files: the money of the day is there once', () =>
  fc.assert(
    fc.property(day, fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }), (bookings, files) => {
      const kept: KeptLine[] = [];
      const views = [sums(bookings), details(bookings), tableOf(bookings), details(bookings, false)];
      const sources = ['camt:Stmt', 'camt:Ntfctn', 'table:a', 'camt:Ntfctn'];
      for (const which of files) keep(kept, views[which] ?? [], sources[which] ?? '');
      const total = kept.filter(({ state }) => state !== 'gone').reduce((all, { minor }) => all + minor, 0);
      const told = files.every((which) => which === 3) ? bookings.filter(({ parts }) => parts.length > 1) : bookings;
      expect(total).toBe(told.reduce((all, booking) => all + wholeOf(booking), 0));
    }),
    { numRuns: 1_000 },
  ));

test('thousands that are alike in day and amount are laid beside as many in another layout in no time', {
  timeout: 30_000,
}, () => {
  const many = (text: string) =>
    withKeys(Array.from({ length: 4_000 }, (_, n) => draft(1, 100, `${text} customer ${n}`)));
  const kept = many('Deposit of').map((line) => keptLine(line, 'table:a'));
  const begun = performance.now();
  expect(newLines(many('Payment by'), kept, 'table:b')).toMatchObject({ fresh: [], known: 4_000 });
  expect(
    newLines([...many('Payment by'), ...withKeys([draft(1, 100, 'one more')])], kept, 'table:b').fresh,
  ).toHaveLength(1);
  // A tenth of a second alone; each against each takes minutes, which no busy machine comes near.
  expect(performance.now() - begun).toBeLessThan(10_000);
});
