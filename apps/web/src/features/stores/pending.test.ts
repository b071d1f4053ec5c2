import { beforeEach, describe, expect, it } from 'vitest';
import { choice, forgetPending, readPending, rememberChoice, savePending } from './pending.ts';

beforeEach(forgetPending);
describe('a pending connection', () => {
  it('is there only with code and shop', () => {
    rememberChoice(100_002);
    expect(readPending()).toBeUndefined();
    savePending('c0de', 'maple.myshopify.com', 100_002);
    expect(readPending()).toEqual({
      code: 'c0de',
      shop: 'maple.myshopify.com',
      platformId: 100_002,
      storeId: undefined,
    });
    forgetPending();
    expect(readPending()).toBeUndefined();
  });
  it('keeps the store whose access is renewed, unless another platform answers', () => {
    rememberChoice(100_002, 'store-1');
    savePending('c', 's', 100_002);
    expect(readPending()?.storeId).toBe('store-1');
    savePending('c', 's', 100_005);
    expect(choice()).toEqual({ platformId: 100_005, storeId: undefined });
  });
});
