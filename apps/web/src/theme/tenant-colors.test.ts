import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, lightnessContrast } from '@scanship/domain/values/contrast';
import { fromOklch, toOklch } from './oklch.ts';
import { betterSolid } from './better-solid.ts';
import { DIMMED, NEAR_BLACK, readableOn, safeColor, tenantColors } from './tenant-colors.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

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
  it('is legible in every role and scheme for 5,000 colours, and never touches the solid colour', () => {
    let failures = 0;
    // A stride that is coprime to 2^24 walks the whole cube evenly and the same way on every run.
    for (let i = 0; i < 5_000; i++) {
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

  it('is legible by APCA as well for 2,000 colours: links Lc 60, controls and edges 30, marks 45', () => {
    const lc = (a: string, b: string) => Math.abs(lightnessContrast(a, b));
    const faults: string[] = [];
    let moved = 0;
    for (let i = 0; i < 2_000; i++) {
      const color = `#${((i * 7_368_787) % 0x1000000).toString(16).padStart(6, '0')}`;
      const c = tenantColors(color);
      for (const name of ['light', 'dark'] as const) {
        const s = c[name];
        const surfaces = [s.page, s.card, s.hover, s.soft];
        if (surfaces.some((b) => lc(s.text, b) < 60 || lc(s.ui, b) < 30)) faults.push(`${name} ${color}`);
        if (lc(s.onUi, s.ui) < 45 || lc(s.solidEdge, s.card) < 30) faults.push(`${name} mark ${color}`);
        if (lc(DIMMED[name], s.soft) < 45) faults.push(`${name} dimmed ${color}`);
      }
      // Of the texts that WCAG allows on the brand's own colour, none reads better.
      for (const ink of ['#ffffff', NEAR_BLACK])
        if (contrast(ink, color) >= 4.5 && lc(ink, color) > lc(c.onSolid, color)) faults.push(`button ${color}`);
      const better = betterSolid(color);
      if (better === undefined ? lc(c.onSolid, color) < 60 : lc(c.onSolid, color) >= 60) faults.push(`asked ${color}`);
      if (better === undefined) continue;
      moved++;
      if (lc(readableOn(better), better) < 60 || contrast(readableOn(better), better) < 4.5)
        faults.push(`better ${color}`);
    }
    expect(faults).toEqual([]);
    expect(moved).toBeGreaterThan(300);
  }, 30_000);

  it('names a colour near a middle one on which buttons read better', () => {
    expect(readableOn('#7a7a7a')).toBe('#000000');
    const better = betterSolid('#7a7a7a') ?? '';
    expect(readableOn(better)).toBe('#ffffff');
    expect(Math.abs(toOklch(better).lightness - toOklch('#7a7a7a').lightness)).toBeLessThan(0.03);
    expect(betterSolid('#24618f')).toBeUndefined();
  });

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
