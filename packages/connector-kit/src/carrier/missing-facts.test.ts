import { expect, it } from 'vitest';
import { fail } from '../errors.ts';
import { missingFacts } from './missing-facts.ts';

const wants = (field: string, message: string) => (): never => {
  throw fail('invalid-input', message, { field });
};

it('names each refusal once, and nothing where the facts are there', () => {
  expect(missingFacts(() => 'fine')).toEqual([]);
  expect(
    missingFacts(
      wants('from.phone', 'A number is needed.'),
      wants('to.phone', 'A number is needed.'),
      wants('to.name', 'A name.'),
    ),
  ).toEqual([
    { field: 'from.phone', message: 'A number is needed.' },
    { field: 'to.name', message: 'A name.' },
  ]);
});

it('hides nothing else', () => {
  const broken = new TypeError('ours');
  expect(() =>
    missingFacts(() => {
      throw broken;
    }),
  ).toThrow(broken);
  expect(() =>
    missingFacts(() => {
      throw fail('refused', 'No.');
    }),
  ).toThrow('No.');
});
