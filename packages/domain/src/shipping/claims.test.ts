import { describe, expect, it } from 'vitest';
import { CLAIM_STATES, CLAIM_TRANSITIONS, claimWindow } from './claims.ts';

describe('the window of a claim', () => {
  const days = { sent: '2026-10-01', promised: '2026-10-05' };
  it.each([
    ['ups', 'loss', { from: null, until: '2026-12-04' }],
    ['fedex', 'damage', { from: null, until: '2026-11-30' }],
    ['usps', 'loss', { from: '2026-10-16', until: '2026-11-30' }],
    ['usps', 'damage', { from: null, until: '2026-11-30' }],
    ['canada-post', 'contents', { from: null, until: '2026-12-30' }],
  ] as const)('%s, %s', (slug, kind, window) => {
    expect(claimWindow(slug, kind, days, true)).toMatchObject(window);
  });
  it('is not known of other carriers, nor without a day', () => {
    expect(claimWindow('rate-sheet', 'loss', days, true)).toBeUndefined();
    expect(claimWindow('ups', 'loss', { sent: null, promised: null }, true)).toMatchObject({ from: null, until: null });
    expect(claimWindow('ups', 'loss', { sent: '2026-10-01', promised: null }, true)?.until).toBe('2026-11-30');
  });
  it('is told across a border only where the carrier counts the same days there', () => {
    expect(claimWindow('ups', 'loss', days, false)?.until).toBe('2026-12-04');
    for (const slug of ['fedex', 'usps', 'canada-post'])
      expect(claimWindow(slug, 'damage', days, false)).toMatchObject({ from: null, until: null });
  });
});

it('what is paid is over, and everything else can go on', () => {
  expect(CLAIM_STATES.filter((state) => CLAIM_TRANSITIONS[state].length === 0)).toEqual(['paid']);
});
