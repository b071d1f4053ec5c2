/** Two measures of contrast, each held to the figures its authors publish, and the ink that is chosen by both. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, inkOn, lightnessContrast, reads } from './contrast.ts';

describe('contrast', () => {
  it('agrees with the known ratios of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#767676', '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5);
    expect(contrast('#24618f', '#ffffff')).toBeCloseTo(6.6, 1);
  });

  it('agrees with the test values of APCA 0.0.98G-4g', () => {
    // From the documentation of SAPC-APCA: text, ground, Lc.
    for (const [text, ground, lc] of [
      ['#888', '#fff', 63.056469930209424],
      ['#fff', '#888', -68.54146436644962],
      ['#000', '#aaa', 58.146262578561334],
      ['#aaa', '#000', -56.24113336839742],
      ['#123', '#def', 91.66830811481631],
      ['#def', '#123', -93.06770049484275],
      ['#123', '#444', 8.32326136957393],
      ['#444', '#123', -7.526878460278154],
    ] as const)
      expect(lightnessContrast(text, ground)).toBeCloseTo(lc, 9);
    expect(lightnessContrast('#777777', '#777777')).toBe(0);
    expect(lightnessContrast('#777777', '#787878')).toBe(0);
  });
});

describe('ink', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

  it('keeps the floor of WCAG on every ground, and no other that keeps it reads better by APCA', () => {
    fc.assert(
      fc.property(hex, fc.constantFrom('#000000', '#101418', '#111111'), (ground, dark) => {
        const ink = inkOn(ground, dark);
        expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
        for (const other of ['#ffffff', dark])
          if (reads(other, ground, { ratio: 4.5, lc: 0 }))
            expect(Math.abs(lightnessContrast(ink, ground))).toBeGreaterThanOrEqual(
              Math.abs(lightnessContrast(other, ground)),
            );
      }),
      { numRuns: 3_000 },
    );
  });

  it('is white where WCAG leaves the choice: it prefers black there, which eyes do not', () => {
    expect(contrast('#000000', '#767676')).toBeGreaterThan(contrast('#ffffff', '#767676'));
    expect(inkOn('#767676')).toBe('#ffffff');
  });
});
