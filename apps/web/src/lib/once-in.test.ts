import { describe, expect, it } from 'vitest';
import { createRepeatFilter } from './once-in.ts';

describe('createRepeatFilter', () => {
  it('lets a text pass once in six seconds, others at any time', () => {
    let clock = 0;
    const pass = createRepeatFilter(6000, () => clock);
    expect(pass('Network Error')).toBe(true);
    clock = 5999;
    expect(pass('Network Error')).toBe(false);
    expect(pass('Bad Request')).toBe(true);
    clock = 6000;
    expect(pass('Network Error')).toBe(true);
    clock = 6001;
    expect(pass('Network Error')).toBe(false);
  });
});
