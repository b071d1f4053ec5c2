import { describe, expect, it } from 'vitest';
import { changedServices, mergeServices } from './merge-services.ts';

const known = [
  { code: 'A', name: 'Ground' },
  { code: 'B', name: 'Air' },
];

describe('services of an account', () => {
  it('are the connector’s while the carrier was not asked; what is not named is on', () => {
    expect(mergeServices(known, undefined, { B: { enabled: false } })).toEqual([
      { code: 'A', name: 'Ground', enabled: true, known: true },
      { code: 'B', name: 'Air', enabled: false, known: true },
    ]);
  });
  it('tell which the carrier lists, and show those only it knows, by name, with their switches', () => {
    const listed = [
      { code: 'Z9', name: 'Zebra' },
      { code: 'A', name: 'Ground by another name' },
      { code: 'Q', name: '' },
    ];
    expect(mergeServices(known, listed, { Z9: { enabled: false } })).toEqual([
      { code: 'A', name: 'Ground', enabled: true, known: true, listed: true },
      { code: 'B', name: 'Air', enabled: true, known: true, listed: false },
      { code: 'Q', name: 'Q', enabled: true, known: false, listed: true },
      { code: 'Z9', name: 'Zebra', enabled: false, known: false, listed: true },
    ]);
  });
  it('news are against the last list, or against what the connector knows when there was none', () => {
    const now = [
      { code: 'A', name: 'Ground' },
      { code: 'Z9', name: 'Zebra' },
    ];
    expect(changedServices({ known, listed: undefined }, now)).toEqual({ added: ['Z9'], gone: [] });
    expect(changedServices({ known, listed: now }, now)).toEqual({ added: [], gone: [] });
    expect(changedServices({ known, listed: [...now, { code: 'B', name: 'Air' }] }, now)).toEqual({
      added: [],
      gone: ['B'],
    });
  });
});
