import type { SavedReport } from '@scanship/contracts/money/saved-reports';
import { expect, test } from 'vitest';
import { isShown, reportSearch, withSaved } from './report-search.ts';

test('nonsense in the address is left out', () => {
  const read = reportSearch({
    days: 'other',
    against: '1',
    from: '2026-01-01',
    beforeTo: '<script>',
    currency: 'cad',
    tables: 7,
  });
  expect(Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))).toEqual({
    days: 'other',
    from: '2026-01-01',
  });
});

test('a kept report decides where the address is silent, and what was changed there stands', () => {
  const saved = {
    id: '01a22807-92bd-744d-9239-0b808de511f4',
    tables: ['lanes', 'late'],
    days: 'month',
    against: 'year',
    currency: 'USD',
  } as const satisfies Partial<SavedReport>;
  const kept = { ...saved, tables: [...saved.tables] } as SavedReport;
  const opened = withSaved({ saved: saved.id }, kept);
  expect(opened).toMatchObject({
    days: 'month',
    against: 'year',
    tables: 'lanes.late',
    currency: 'USD',
    saved: saved.id,
  });
  expect(isShown(opened, 'lanes')).toBe(true);
  expect(isShown(opened, 'carriers')).toBe(false);
  expect(withSaved({ ...opened, days: 'week' }, kept)).toMatchObject({ days: 'week', tables: 'lanes.late' });
  expect(withSaved({}, undefined)).toEqual({});
  expect(isShown({}, 'carriers')).toBe(true);
});
