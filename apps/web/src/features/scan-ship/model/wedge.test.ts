import { array, assert, constantFrom, double, integer, property, tuple, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Burst, cleanCode, NO_BURST, settle, silenceFor, step } from './wedge.ts';

const SIGNS = [...'ABCdef0123456789-#.'];

/**
 * What a field and the page get of keys with these times between them.
 * @param late before these keys the page's own clock told a silence that the keys' times do not have
 */
function feed(
  keys: readonly (readonly [key: string, gap: number])[],
  late: ReadonlySet<number> = new Set(),
): { typed: string; codes: string[] } {
  let burst: Burst = NO_BURST;
  let at = 1_000;
  let typed = '';
  const codes: string[] = [];
  /** What was typed of a code is taken out of the field again. */
  const scanned = (code: string) => {
    typed = typed.slice(0, typed.length - burst.given);
    codes.push(code);
    burst = NO_BURST;
  };
  const quiet = () => {
    if (burst.text === '') return;
    const end = settle(burst);
    if ('code' in end) scanned(end.code);
    else {
      typed += end.released;
      ({ burst } = end);
    }
  };
  for (const [index, [key, gap]] of keys.entries()) {
    if (gap >= silenceFor(burst) || late.has(index)) quiet();
    at += gap;
    const next = step(burst, key, at);
    if (next.kind === 'code') scanned(next.code);
    else if (next.kind === 'held') burst = next.burst;
    else {
      typed += next.released + (key.length === 1 ? key : '');
      burst = next.kind === 'first' ? next.burst : NO_BURST;
    }
  }
  quiet();
  return { typed, codes };
}
const keysOf = (text: string, gap: number) => [...text].map((key): readonly [string, number] => [key, gap]);

describe('a scanner behind the keyboard', () => {
  const text = (min: number) =>
    array(constantFrom(...SIGNS), { minLength: min, maxLength: 20 }).map((all) => all.join(''));

  it('leaves the field as it was, and gives the code, whatever was typed before', () => {
    assert(
      property(
        text(0),
        text(3),
        double({ min: 1, max: 30, noNaN: true }),
        constantFrom('Enter', 'Tab'),
        (before, code, gap, end) => {
          const [first = '', ...rest] = [...code];
          const keys = [
            ...keysOf(before, 150),
            [first, 150] as const,
            ...keysOf(rest.join(''), gap),
            [end, gap] as const,
          ];
          expect(feed(keys)).toEqual({ typed: before, codes: [code] });
        },
      ),
    );
  });

  it('is no person: 80 ms keys are typed, each of them, and Enter stays Enter', () => {
    assert(
      property(text(1), integer({ min: 36, max: 400 }), (typed, gap) => {
        expect(feed([...keysOf(typed, gap), ['Enter', gap]])).toEqual({ typed, codes: [] });
      }),
    );
  });

  it('is no person who rolls two keys over each other', () => {
    assert(
      property(
        array(tuple(constantFrom(...SIGNS), constantFrom(...SIGNS)), { minLength: 1, maxLength: 6 }),
        (pairs) => {
          const keys = pairs.flatMap(([a, b]) => [[a, 150] as const, [b, 20] as const]);
          expect(feed(keys)).toEqual({ typed: pairs.flat().join(''), codes: [] });
        },
      ),
    );
  });

  it('is whole where a machine under load hands over its first keys late', () => {
    assert(
      property(text(0), text(3), uniqueArray(integer({ min: 1, max: 5 })), (before, code, late) => {
        const typed = keysOf(before, 150);
        const [first = '', ...rest] = [...code];
        const keys = [...typed, [first, 150] as const, ...keysOf(rest.join(''), 8), ['Enter', 8] as const];
        expect(feed(keys, new Set([...late].map((at) => typed.length + at)))).toEqual({ typed: before, codes: [code] });
      }),
    );
  });

  it('may send no ending, and two codes one after the other', () => {
    const [head = '', ...tail] = [...'ORDER-1001'];
    const plain = [[head, 200] as const, ...keysOf(tail.join(''), 8)];
    expect(feed(plain)).toEqual({ typed: '', codes: ['ORDER-1001'] });
    expect(feed([...plain, ['Enter', 8], ...plain, ['Enter', 8]]).codes).toEqual(['ORDER-1001', 'ORDER-1001']);
  });
});

it('takes off what scanners put around a code', () => {
  for (const [raw, code] of [
    [']C1(01)123', '(01)123'],
    ['*1001*', '1001'],
    ['\u0002#1001\u0003', '#1001'],
    [' M-1001 ', 'M-1001'],
    ['**', '**'],
  ] as const)
    expect(cleanCode(raw)).toBe(code);
});
