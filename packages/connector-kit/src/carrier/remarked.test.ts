import { expect, it } from 'vitest';
import { remarked } from './remarked.ts';

it('keeps what a person can read: each remark once, ten at most, none longer than 300 characters', () => {
  expect(remarked([])).toEqual({});
  expect(remarked(['The house number\n is unknown.', 'The house number is unknown.', ' '])).toEqual({
    messages: ['The house number is unknown.'],
  });
  const { messages = [] } = remarked(Array.from({ length: 500 }, (_, at) => `${at} ${'x'.repeat(1_000)}`));
  expect([messages.length, messages[0]?.length, messages[9]]).toEqual([10, 300, '491 more remarks were left out.']);
  expect(remarked(Array.from({ length: 10 }, (_, at) => `${at}`)).messages).toHaveLength(10);
});
