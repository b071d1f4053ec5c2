import { expect, it } from 'vitest';
import { fitsBound } from './regex-bound.mjs';
import { regexesOf } from './regex-finder.mjs';

const found = (source: string) => regexesOf('a.ts', source).map((regex) => `/${regex.source}/${regex.flags}`);

it('finds literals, constructed expressions with their constants, and patterns that are text', () => {
  expect(
    found(String.raw`const blank = '\\s+'; const a = /x+$/gi; const b = new RegExp('^' + blank + '$', 'u');`),
  ).toEqual(['/x+$/gi', String.raw`/^\s+$/u`]);
  expect(found('const c = RegExp(`^${given}[a-z]{2}$`); const field = { pattern: "[0-9]{4}" };')).toEqual([
    '/^x[a-z]{2}$/',
    '/^(?:[0-9]{4})$/u',
  ]);
  expect(found('const said = "/no+/ expression"; // nor /this+/')).toEqual([]);
});

it('a bound is the comment above, and counts only where its code stands and the expression is quick for its length', () => {
  const source = [
    '// linear: at most 100 characters by "length > 100" here',
    'const a = /x+$/;',
    '',
    '',
    'const b = /y+$/;',
  ];
  const [a, b] = regexesOf('a.ts', source.join('\n'));
  expect([a?.bound, b?.bound]).toEqual(['at most 100 characters by "length > 100" here', undefined]);
  const bound = a?.bound ?? '';
  const holding = () => `${source.join('\n')}\nif (text.length > 100) return;`;
  expect(fitsBound(bound, '2', 'a.ts', holding)).toBeUndefined();
  expect(fitsBound(bound, '2', 'a.ts', () => source.join('\n'))).toBe('"length > 100" does not stand in a.ts');
  expect(fitsBound(bound, '4', 'a.ts', holding)).toBe('100 characters are too many for that');
  expect(fitsBound(bound, 'exponential', 'a.ts', holding)).toBe('no length is short enough for that');
  expect(fitsBound('it is short, I think', '2', 'a.ts', holding)).toContain('not of the form');
});
