import type { Branding } from '@scanship/contracts/network/start-up';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tenantColors } from '../../theme/tenant-colors.ts';
import { changedFields, contrastsOf, textOf } from './branding-model.ts';

const stored = { tenantId: 'x', brandName: 'Maple', tagLine: null, primaryColor: '#24618f' } as Branding;

describe('what is sent of an edited brand', () => {
  it('is only what differs, with null for what was emptied', () => {
    expect(changedFields(stored, {})).toEqual({});
    expect(changedFields(stored, { brandName: 'Maple ', tagLine: '  ' })).toEqual({});
    expect(changedFields(stored, { brandName: '', tagLine: 'Go', primaryColor: '#24618f' })).toEqual({
      brandName: null,
      tagLine: 'Go',
    });
  });

  it('shows the draft before what is stored, also when it was emptied', () => {
    expect(textOf(stored, { brandName: '' }, 'brandName')).toBe('');
    expect(textOf(stored, {}, 'brandName')).toBe('Maple');
    expect(textOf(stored, {}, 'tagLine')).toBe('');
  });
});

describe('contrast', () => {
  it('is enough for any colour a tenant picks, and says which colour was moved', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(hex, (primary) => {
        const results = contrastsOf(tenantColors(primary));
        expect(results).toHaveLength(6);
        for (const { what, ratio, needed, lc, lcNeeded } of results) {
          expect(ratio).toBeGreaterThanOrEqual(needed);
          if (what !== 'button') expect(lc).toBeGreaterThanOrEqual(lcNeeded);
        }
      }),
    );
    const yellow = contrastsOf(tenantColors('#ffd500'));
    expect(yellow.find((one) => one.what === 'text' && one.scheme === 'light')?.moved).toBeDefined();
    expect(yellow.find((one) => one.what === 'text' && one.scheme === 'dark')?.moved).toBeUndefined();
  });
});
