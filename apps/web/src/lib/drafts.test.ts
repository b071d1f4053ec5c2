import { describe, expect, it } from 'vitest';
import { readDraft, writeDraft } from './drafts.ts';

const DAY_MS = 86_400_000;

describe('half-typed work', () => {
  it('is kept by person and name until it is let go', () => {
    writeDraft('anna', 'note', { text: 'Ring tw' });
    expect(readDraft('anna', 'note')).toEqual({ text: 'Ring tw' });
    expect(readDraft('ben', 'note')).toBeUndefined();
    expect(readDraft('anna', 'other')).toBeUndefined();
    writeDraft('anna', 'note', undefined);
    expect(readDraft('anna', 'note')).toBeUndefined();
  });
  it('is forgotten after a week', () => {
    writeDraft('anna', 'old', 'x', 1_000);
    expect(readDraft('anna', 'old', 1_000 + 7 * DAY_MS)).toBe('x');
    expect(readDraft('anna', 'old', 1_001 + 7 * DAY_MS)).toBeUndefined();
  });
});
