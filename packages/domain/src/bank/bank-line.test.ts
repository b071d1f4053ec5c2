/** Each line once: whatever parts of a statement come, in whatever order and layout, what is kept is the statement. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { money } from '../money/money.ts';
import { type BankDraft, type KeptLine, newLines, withKeys } from './bank-line.ts';

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

function keep(kept: KeptLine[], drafts: readonly BankDraft[], source: string): void {
  const { fresh } = newLines(withKeys(drafts), kept, source);
  kept.push(
    ...fresh.map((line) => ({
      key: line.key,
      bookedOn: line.bookedOn,
      minor: line.amount.minor,
      source,
      text: `${line.name} ${line.text}`,
      partOf: line.partOf,
      decided: false,
    })),
  );
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
    partOf: '',
    decided: true,
  };
  const parts = withKeys(
    [100, 200].map((minor) => ({ ...draft(1, minor, 'PART', 'R1'), partOf: 'r|R1|2026-11-01|300' })),
  );
  expect(newLines(parts, [sum], 'camt')).toEqual({ fresh: [], known: 2, replaced: [] });
  expect(newLines(parts, [{ ...sum, decided: false }], 'camt')).toMatchObject({ known: 0, replaced: [sum.key] });
});
