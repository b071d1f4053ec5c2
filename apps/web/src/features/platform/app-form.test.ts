import { expect, it } from 'vitest';
import { nameIsWrong, recordOf, secretsOf } from './app-form.ts';

const pair = (name: string, value: string, key = 0) => ({ key, name, value });

it('sends only secrets that were typed, and empties those that are to go', () => {
  const typed = [pair('clientSecret', 's3cret'), pair('webhookKey', '')];
  expect(secretsOf(typed, new Set(['old']))).toEqual({ clientSecret: 's3cret', old: '' });
  // Taken away and typed anew is a new value.
  expect(secretsOf([pair('old', 'new')], new Set(['old']))).toEqual({ old: 'new' });
  expect(secretsOf([], new Set())).toEqual({});
});

it('leaves out rows without a usable name', () => {
  expect(recordOf([pair('', 'x'), pair('scopes', 'read'), pair('bad name', 'y')])).toEqual({ scopes: 'read' });
  expect(nameIsWrong('bad name')).toBe(true);
  expect(nameIsWrong('')).toBe(false);
});
