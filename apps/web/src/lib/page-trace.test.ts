import { expect, it } from 'vitest';
import { createPageTrace } from './page-trace.ts';

it('calls of one page have one trace, for ten minutes at the most', () => {
  let [path, now] = ['/orders', 0];
  const put = createPageTrace(
    () => path,
    () => now,
  );
  const mark = (): string => {
    const headers = new Headers();
    put(headers);
    return headers.get('traceparent') ?? '';
  };
  const first = mark();
  expect(first).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  now = 600_000;
  expect(mark()).toBe(first);
  now = 600_001;
  const second = mark();
  expect(second).not.toBe(first);
  path = '/orders/1';
  expect(mark()).not.toBe(second);
});
