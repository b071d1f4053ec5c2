import { expect, test } from 'vitest';
import { isView, readViews, withView } from './customer-views.ts';

test('a view keeps filters and order, not the page, and is known by what it keeps', () => {
  const [view] = readViews('[{"name":"New","filters":{"sort":"newest","plan":"Basic","page":4,"create":true,"x":1}}]');
  expect(view).toEqual({ name: 'New', filters: { plan: 'Basic', sort: 'newest' } });
  if (!view) throw new Error('it is read');
  expect(isView(view, { plan: 'Basic', sort: 'newest', page: 3 })).toBe(true);
  expect(isView(view, { plan: 'Basic' })).toBe(false);
});

test('what cannot be read is left out, and a name is taken whatever its case', () => {
  expect(readViews('{')).toEqual([]);
  expect(readViews('[1,{"name":"A"},{"name":"B","filters":{"state":"nonsense"}}]')).toEqual([
    { name: 'B', filters: {} },
  ]);
  const views = [
    { name: 'A', filters: {} },
    { name: 'B', filters: {} },
  ];
  expect(withView(views, { name: 'a', filters: { q: 'x' } })).toEqual([{ name: 'a', filters: { q: 'x' } }, views[1]]);
  expect(withView(views, { name: 'C', filters: {} })).toHaveLength(3);
});
