import { describe, expect, it } from 'vitest';
import { EMPTY_EDIT, readEdit } from './edit-draft.ts';

describe('what is typed for many orders', () => {
  it('is sent as grams, codes and words; what is empty is not sent', () => {
    expect(
      readEdit({ ...EMPTY_EDIT, weight: '1,5', origin: 'ca', description: ' Mug ' }, 'kg', '2026-11-24').edit,
    ).toEqual({
      weightGrams: 1500,
      originCountry: 'CA',
      customsDescription: 'Mug',
    });
    expect(readEdit({ ...EMPTY_EDIT, hsCode: '6912.00', onlyMissing: true }, 'g', '2026-11-24').edit).toEqual({
      hsCode: '6912.00',
      onlyMissing: true,
    });
    expect(readEdit(EMPTY_EDIT, 'g', '2026-11-24').edit).toBeUndefined();
    expect(readEdit({ ...EMPTY_EDIT, onlyMissing: true }, 'g', '2026-11-24').edit).toBeUndefined();
  });
  it('takes days that are not over', () => {
    const days = { ...EMPTY_EDIT, holdUntil: '2026-11-25', shipDate: '2026-11-24', service: ' Express ' };
    expect(readEdit(days, 'g', '2026-11-24').edit).toEqual({
      holdUntil: '2026-11-25',
      shipDate: '2026-11-24',
      requestedService: 'Express',
    });
    // A hold ends when its day begins, so that today is no day to hold until.
    expect([...readEdit(days, 'g', '2026-11-25').problems]).toEqual(['holdUntil', 'shipDate']);
  });
  it('says which field is wrong and sends nothing then', () => {
    const read = readEdit({ ...EMPTY_EDIT, weight: '0', hsCode: '123', origin: 'Canada' }, 'kg', '2026-11-24');
    expect(read.edit).toBeUndefined();
    expect([...read.problems]).toEqual(['weight', 'hsCode', 'origin']);
    expect([...readEdit({ ...EMPTY_EDIT, weight: '99999' }, 'kg', '2026-11-24').problems]).toEqual(['weight']);
  });
});
