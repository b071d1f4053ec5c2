import { expect, it } from 'vitest';
import { isLoading, whileLoading } from './loading.ts';

it('the bar stands for every call that is under way, until the last has ended, well or not', async () => {
  let end = (): void => undefined;
  const first = whileLoading(new Promise<void>((resolve) => (end = resolve)));
  await expect(whileLoading(Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(isLoading()).toBe(true);
  end();
  await first;
  expect(isLoading()).toBe(false);
});
