/** Whoever adds a table decides whether its rows go with a customer to another franchise. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalog } from '../../../test/row-maker.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withClient } from '../../platform/database/connection.ts';
import { FIRST, OF_ORDERS, ORDER, STAYS, THEN } from './carried-tables.ts';
import { newIdOf, withNewIds } from './new-ids.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 2 });
});
afterAll(() => database.drop());

test('every table of a customer goes or stays', async () => {
  const goes = [...FIRST, ...THEN, ORDER, ...OF_ORDERS].map(({ name }) => name);
  const tables = (await withClient(database.migrator, readCatalog))
    .filter(({ home }) => home === 'tenant_id')
    .map(({ name }) => name);
  expect(tables.filter((name) => !goes.includes(name) && !STAYS.has(name))).toEqual([]);
  expect(goes.filter((name) => STAYS.has(name))).toEqual([]);
  expect([...goes, ...STAYS].filter((name) => !tables.includes(name))).toEqual([]);
  // What is sealed is sealed for its owner, so it is no table to be copied.
  const sealed = (await withClient(database.migrator, readCatalog)).filter((table) => table.sealed.length > 0);
  expect(sealed.filter(({ name }) => goes.includes(name)).map(({ name }) => name)).toEqual([]);
});

test('an id is always replaced by the same one, in the same order, and what does not go stays', () => {
  const [move, id, other] = [
    '01a228c5-614e-77ea-ab67-6323bdae86fb',
    '01a228c4-fa34-7483-8f63-0b296b5e1d11',
    '01a228c4-fa34-7483-8f63-0b296b5e1d12',
  ];
  const made = newIdOf(move, id);
  expect(made).toMatch(/^01a228c4-fa34-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(made).not.toBe(newIdOf(other, id));
  expect(withNewIds(`{"a":"${id}","b":"${other}"}`, new Map([[id, made]]))).toBe(`{"a":"${made}","b":"${other}"}`);
});
