import { describe, expect, it } from 'vitest';
import { emptyRule, readPercent, readRule, readZones, toDraft } from './markup-draft.ts';

describe('a rule as it is typed', () => {
  it('comes back the same from what was stored', () => {
    const rule = {
      name: 'Winter',
      scope: { carriers: ['ups'], services: ['03'], zones: ['domestic', 'CA-BC'], minGrams: 500, maxGrams: 2500 },
      percentBp: 1250,
      fixedMinor: -35,
      floorMinor: 0,
      capMinor: 999,
      firstDay: '2026-12-01',
      lastDay: null,
    };
    expect(readRule(toDraft(rule, 'CAD'), 'CAD')).toEqual({ rule, wrong: [] });
    expect(readRule(toDraft({ ...rule, fixedMinor: 300 }, 'JPY'), 'JPY').rule?.fixedMinor).toBe(300);
  });
  it('has a percentage or a discount off the list price, and nothing that is typed is thrown away', () => {
    const draft = { ...emptyRule(), offList: '12,5' };
    const { rule } = readRule(draft, 'CAD');
    expect(rule).toMatchObject({ percentBp: 0, offListBp: 1250 });
    expect(rule && readRule(toDraft(rule, 'CAD'), 'CAD').rule).toEqual(rule);
    for (const wrong of [{ percent: '3' }, { offList: '101' }, { offList: '-1' }, { offList: 'x' }])
      expect(readRule({ ...draft, ...wrong }, 'CAD')).toEqual({ rule: undefined, wrong: ['offList'] });
  });
  it('an empty one is for everything and adds nothing', () => {
    expect(readRule(emptyRule(), 'CAD').rule).toMatchObject({
      scope: {},
      percentBp: 0,
      fixedMinor: 0,
      floorMinor: null,
    });
  });
  it('names every field that cannot be read', () => {
    const draft = { ...emptyRule(), zones: 'Canada', fromKg: 'x', percent: '1001', fixed: '1.234', cap: 'a lot' };
    expect(readRule(draft, 'CAD')).toEqual({ rule: undefined, wrong: ['zones', 'fromKg', 'fixed', 'cap', 'percent'] });
  });
  it.each([
    ['12,5', 1250],
    [' 3 % ', 300],
    ['-0.01', -1],
    ['', 0],
    ['ten', undefined],
    ['1.234', undefined],
  ])('reads the percentage %s', (text, expected) => {
    expect(readPercent(text)).toBe(expected);
  });
  it('reads zones in any case', () => {
    expect(readZones('Domestic; us ca-bc')).toEqual(['domestic', 'US', 'CA-BC']);
    expect(readZones('U')).toBeUndefined();
  });
});
