import type { PackageEntry } from '@scanship/contracts/products/packages';
import { describe, expect, it } from 'vitest';
import { draftOf, type PackageUnits, readDraft } from './package-draft.ts';

const inches: PackageUnits = { weight: 'lb', length: 'in', decimalComma: false, currency: 'CAD' };
const metric: PackageUnits = { weight: 'kg', length: 'cm', decimalComma: true, currency: 'CAD' };
const entry: PackageEntry = {
  id: '0199a000-0000-7000-8000-000000000001',
  name: 'Shoe box',
  kind: 'own',
  carrier: null,
  carrierName: null,
  presetCode: null,
  inner: null,
  outer: { lengthMm: 301, widthMm: 203, heightMm: 117 },
  tareGrams: 183,
  maxGrams: 10_001,
  cost: { minor: 85, currency: 'CAD' },
  isDefault: true,
  version: 3,
};

describe('what is typed for a box', () => {
  it('keeps exact millimetres and grams of what nobody touched, in any unit', () => {
    for (const units of [inches, metric]) {
      const { input } = readDraft({ ...draftOf(entry, false, units), name: 'Shoes' }, entry, units);
      expect(input).toMatchObject({
        name: 'Shoes',
        outer: entry.outer,
        tareGrams: 183,
        maxGrams: 10_001,
        costMinor: 85,
      });
    }
  });

  it('reads the units of the customer, with a comma too', () => {
    const typed = { ...draftOf(undefined, true, metric), name: 'Box', outer: ['30,5', '20', '10'] as const };
    expect(readDraft({ ...typed, tare: '0,18', max: '12', cost: '1,25' }, undefined, metric).input).toEqual({
      name: 'Box',
      outer: { lengthMm: 305, widthMm: 200, heightMm: 100 },
      inner: null,
      tareGrams: 180,
      maxGrams: 12_000,
      costMinor: 125,
      isDefault: true,
    });
    expect(readDraft({ ...typed, outer: ['12', '8', '4'] }, undefined, inches).input?.outer).toEqual({
      lengthMm: 305,
      widthMm: 203,
      heightMm: 102,
    });
  });

  it('names every field that cannot be read', () => {
    const draft = {
      name: ' ',
      outer: ['1', '', '2'],
      inner: ['1', '0', '1'],
      tare: 'x',
      max: '0',
      cost: 'abc',
      isDefault: false,
    } as const;
    expect(readDraft(draft, undefined, metric)).toEqual({
      wrong: new Set(['name', 'outer', 'inner', 'tare', 'max', 'cost']),
    });
  });
});
