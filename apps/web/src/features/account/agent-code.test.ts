/** The code of a sales agent's link is kept for a while, and nothing else passes for one. */
import { describe, expect, it } from 'vitest';
import { memoryStore, STORAGE_KEYS } from '../../lib/storage.ts';
import { forgetAgentCode, keepAgentCode, keptAgentCode } from './agent-code.ts';

const DAY = 86_400_000;

describe('the code of an agent’s link', () => {
  it('is the newest one, for thirty days, until an account is opened', () => {
    const store = memoryStore();
    expect(keptAgentCode(store, 0)).toBeUndefined();
    keepAgentCode(store, 'first', 0);
    keepAgentCode(store, 'second', DAY);
    keepAgentCode(store, undefined, 2 * DAY);
    expect(keptAgentCode(store, 30 * DAY)).toBe('second');
    expect(keptAgentCode(store, 31 * DAY)).toBeUndefined();
    keepAgentCode(store, 'third', 40 * DAY);
    forgetAgentCode(store);
    expect(keptAgentCode(store, 40 * DAY)).toBeUndefined();
  });

  it('is nothing that was spoilt or is too long to be sent', () => {
    const store = memoryStore();
    keepAgentCode(store, 'x'.repeat(101), 0);
    expect(keptAgentCode(store, 0)).toBeUndefined();
    for (const text of ['', 'null', '7', '{', '{"code":7,"at":0}', '{"code":"a"}', '["a"]']) {
      store.setItem(STORAGE_KEYS.agentCode, text);
      expect(keptAgentCode(store, 0)).toBeUndefined();
    }
  });
});
