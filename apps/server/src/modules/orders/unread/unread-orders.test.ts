import { expect, test } from 'vitest';
import { computed } from '../../../../../../packages/domain/test/slices.ts';
import { rawText } from './unread-orders.ts';

const nested = (levels: number, inner: unknown): unknown => {
  let deep = inner;
  for (let n = 0; n < levels; n += 1) deep = [deep];
  return deep;
};

test('the answer stands in lines; secrets, cards and what the store lets us in with are hidden', () => {
  const { text, shortened } = rawText(
    { id: 7, cart_token: 'c0ffee', note: 'card 4242 4242 4242 4242', link: 'https://shop.example/?key=shpat_123456' },
    ['shpat_123456'],
  );
  expect(shortened).toBe(false);
  expect(text.split('\n')).toEqual([
    '{',
    '  "id": 7,',
    '  "cart_token": "[hidden]",',
    '  "note": "card [hidden]",',
    expect.stringContaining('[hidden]'),
    '}',
  ]);
  expect(text).not.toContain('shpat');
});

test('what is too long is cut and said to be; no secret is halved by the cut', () => {
  const secret = 'shpat_0123456789';
  const filler = 'x'.repeat(65_536 - 20);
  const { text, shortened } = rawText({ filler, secret: [secret], more: 'y'.repeat(80_000) }, [secret]);
  expect([text.length, shortened]).toEqual([65_536, true]);
  expect(text).not.toContain('shpat');
  expect(rawText({ one: 'z'.repeat(66_000) }, []).shortened).toBe(true);
});

test('brackets without end are kept as they are: lines of them would take the square of the time', () => {
  const [brackets, raw] = [`${'['.repeat(3_000)}${']'.repeat(3_000)}`, nested(2_999, [])];
  const started = computed();
  expect(rawText(raw, [])).toEqual({ text: brackets, shortened: false });
  expect(computed() - started).toBeLessThan(2_000);
});

test('an answer that holds itself, or is nothing, costs nothing but its text', () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  for (const raw of [loop, undefined]) expect(rawText(raw, [])).toEqual({ text: '', shortened: true });
});
