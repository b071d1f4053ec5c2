import type { ImportMapping } from '@scanship/contracts/orders/order-import';
import { describe, expect, it } from 'vitest';
import { assign, fieldOfColumn, missingRequired, readAs, withoutReadAs } from './mapping.ts';

const base: ImportMapping = {
  columns: { orderNumber: 0, name: 1, address1: 2, city: 3 },
  defaults: { currency: 'CAD', weightUnit: 'kg', dateOrder: 'ymd' },
};

describe('mapping', () => {
  it('a field moves to its new column, and the column forgets what it meant', () => {
    const next = assign(base, 1, 'orderNumber');
    expect(next.columns).toEqual({ orderNumber: 1, address1: 2, city: 3 });
    expect(fieldOfColumn(next, 0)).toBeUndefined();
    expect(fieldOfColumn(next, 1)).toBe('orderNumber');
  });
  it('a column can mean nothing', () => expect(assign(base, 3, undefined).columns.city).toBeUndefined());
  it('says which needed fields have no column; a default country is enough', () => {
    expect(missingRequired(base)).toEqual(['countryCode']);
    expect(missingRequired({ ...base, defaults: { ...base.defaults, countryCode: 'CA' } })).toEqual([]);
  });
  it('a cell read as something that cannot be read either is given another meaning, and all can be taken back', () => {
    const first = readAs(base, { field: 'countryCode', from: 'Kanadaland', to: 'KA' });
    const second = readAs(first, { field: 'countryCode', from: 'KA', to: 'CA' });
    expect(second.readAs?.[0]).toEqual({ field: 'countryCode', from: 'Kanadaland', to: 'CA' });
    const [one] = second.readAs ?? [];
    expect(one && withoutReadAs(second, one).readAs).toEqual([{ field: 'countryCode', from: 'KA', to: 'CA' }]);
  });
});
