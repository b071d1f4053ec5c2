import { describe, expect, it } from 'vitest';
import { EMPTY_EDIT, readEdit } from './edit-draft.ts';

describe('what is typed for many orders', () => {
  it('is sent as grams, codes and words; what is empty is not sent', () => {
    expect(readEdit({ ...EMPTY_EDIT, weight: '1,5', origin: 'ca', description: ' Mug ' }, 'kg').edit).toEqual({
      weightGrams: 1500,
      originCountry: 'CA',
      customsDescription: 'Mug',
    });
    expect(readEdit({ ...EMPTY_EDIT, hsCode: '6912.00', onlyMissing: true }, 'g').edit).toEqual({
      hsCode: '6912.00',
      onlyMissing: true,
    });
    expect(readEdit(EMPTY_EDIT, 'g').edit).toBeUndefined();
    expect(readEdit({ ...EMPTY_EDIT, onlyMissing: true }, 'g').edit).toBeUndefined();
  });
  it('says which field is wrong and sends nothing then', () => {
    const read = readEdit({ ...EMPTY_EDIT, weight: '0', hsCode: '123', origin: 'Canada' }, 'kg');
    expect(read.edit).toBeUndefined();
    expect([...read.problems]).toEqual(['weight', 'hsCode', 'origin']);
    expect([...readEdit({ ...EMPTY_EDIT, weight: '99999' }, 'kg').problems]).toEqual(['weight']);
  });
});
