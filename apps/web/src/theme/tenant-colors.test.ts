import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, fromOklch, toOklch } from './oklch.ts';
import { DIMMED, NEAR_BLACK, readableOn, safeColor, tenantColors } from './tenant-colors.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  it('agrees with the known ratios of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#767676', '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5);
    expect(contrast('#24618f', '#ffffff')).toBeCloseTo(6.6, 1);
  });
});

describe('oklch', () => {
  it('gives every colour back after a round trip, within one step of a channel', () => {
    fc.assert(
      fc.property(hex, (color) => {
        const back = fromOklch(toOklch(color));
        for (const at of [1, 3, 5]) {
          const difference = Number.parseInt(color.slice(at, at + 2), 16) - Number.parseInt(back.slice(at, at + 2), 16);
          expect(Math.abs(difference)).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('tenantColors', () => {
  it('is legible in every role and scheme for 20,000 colours, and never touches the solid colour', () => {
    let failures = 0;
    // A stride that is coprime to 2^24 walks the whole cube evenly and the same way on every run.
    for (let i = 0; i < 20_000; i++) {
      const color = `#${((i * 7_368_787) % 0x1000000).toString(16).padStart(6, '0')}`;
      const c = tenantColors(color);
      if (c.solid !== color || contrast(c.solid, c.onSolid) < 4.5) failures++;
      for (const name of ['light', 'dark'] as const) {
        const s = c[name];
        if ([s.page, s.card, s.hover, s.soft].some((b) => contrast(DIMMED[name], b) < 4.5)) failures++;
        if ([s.page, s.card, s.hover, s.soft].some((b) => contrast(s.text, b) < 4.5 || contrast(s.ui, b) < 3))
          failures++;
        if (contrast(s.ui, s.onUi) < 4.5 || contrast(s.solidEdge, s.card) < 3) failures++;
      }
    }
    expect(failures).toBe(0);
  }, 30_000);

  it('leaves a colour that already reads as it is', () => {
    const c = tenantColors('#24618f');
    expect(c.onSolid).toBe('#ffffff');
    expect(c.light.text).toBe('#24618f');
    expect(c.light.ui).toBe('#24618f');
    expect(c.dark.text).not.toBe('#24618f');
  });

  it('writes dark on yellow and white on near-black', () => {
    expect(readableOn('#ffd400')).toBe(NEAR_BLACK);
    expect(readableOn('#0a0a0a')).toBe('#ffffff');
  });

  it('takes nothing but hex from branding', () => {
    expect(safeColor(' #ABC ', '#24618f')).toBe('#abc');
    for (const bad of ['red', 'url(x)', '#12345', '#24618f;}', '', null, undefined])
      expect(safeColor(bad, '#24618f')).toBe('#24618f');
  });
});
