import { expect, test } from 'vitest';
import { type ComparedRule, markupDifference } from './markup-difference.ts';

const rule = (change: Partial<ComparedRule>): ComparedRule => ({
  name: '',
  scope: {},
  percentBp: 0,
  fixedMinor: 0,
  floorMinor: null,
  capMinor: null,
  firstDay: null,
  lastDay: null,
  ...change,
});
const told = (before: ComparedRule[], after: ComparedRule[]) =>
  markupDifference(before, after).map(({ kind, byMinor, before: was, after: is }) => [
    kind,
    byMinor,
    was?.percentBp,
    is?.percentBp,
  ]);

test('pairs rules by what they are for, the biggest change first', () => {
  const ups = { scope: { carriers: ['ups'] } };
  const us = { scope: { zones: ['US'] } };
  expect(
    told(
      [rule({ ...ups, percentBp: 1000 }), rule({ ...us, percentBp: 500 }), rule({ name: 'Winter', fixedMinor: 100 })],
      [
        rule({ ...ups, percentBp: 1100 }),
        rule({ name: 'Winter', fixedMinor: 100, scope: { minGrams: 500 } }),
        rule({ percentBp: 3000, capMinor: 300, scope: { zones: ['FR'] } }),
      ],
    ),
  ).toEqual([
    ['added', 300, undefined, 3000],
    ['removed', -100, 500, undefined],
    ['changed', 20, 1000, 1100],
    ['changed', 0, 0, 0],
  ]);
});

test('another order is a change, the same list is none', () => {
  const [a, b, c] = [1, 2, 3].map((percentBp) => rule({ percentBp, scope: { minGrams: percentBp } }));
  if (!a || !b || !c) throw new Error('three');
  expect(told([a, b, c], [{ ...a }, { ...b }, { ...c }])).toEqual([]);
  expect(told([a, b, c], [c, a, b])).toEqual([['moved', 0, 3, 3]]);
  expect(told([a, a], [a])).toEqual([['removed', 0, 1, undefined]]);
});
