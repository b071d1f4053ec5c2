import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { storable } from '../../../platform/database/json-column.ts';
import { selectRows, sendInTurn } from './rows.ts';

let database: TestDatabase;
const tenantId = newId();
beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 1 });
});
afterAll(() => database.drop());

const COLUMNS = { id: 'uuid', word: 'text', n: 'int4', big: 'int8', flag: 'bool', at: 'timestamptz', data: 'jsonb' };

/** What a list of values could be mistaken for. */
const word = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'NULL', 'null', '{}', '{a,b}', '"', '\\', '\\"', ' a ', ',', 'é\u0000e', '\ud800'),
);
const row = fc.record({
  id: fc.uuid(),
  word: fc.option(word),
  n: fc.option(fc.integer()),
  big: fc.option(fc.maxSafeInteger()),
  flag: fc.option(fc.boolean()),
  at: fc.option(
    fc
      .date({ min: new Date('1990-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  ),
  data: fc.option(fc.oneof(fc.record({ word }), fc.array(word), fc.constant({ none: null }))),
});

test('rows arrive as they were given, whatever stands in them, in their order', { timeout: 30_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), fc.boolean(), async (some, alike) => {
      const [first] = some;
      // Columns in which all rows have the same are sent once.
      const rows = alike && first ? some.map(({ id }) => ({ ...first, id })) : some;
      const { rows: read } = await database.db.tenant({ tenantId }, (tx) =>
        sql<
          Record<string, unknown>
        >`SELECT x.a AS id, x.b AS word, x.c AS n, x.d AS big, x.e AS flag, x.f AS at, x.g AS data
          FROM (${selectRows(COLUMNS, rows)}) AS x(a, b, c, d, e, f, g)`.execute(tx),
      );
      expect(read.map((each) => ({ ...each, big: each['big'] === null ? null : Number(each['big']) }))).toEqual(
        rows.map((each) => ({
          ...each,
          word: each.word === null ? null : storable(each.word),
          at: each.at === null ? null : new Date(each.at),
          data:
            each.data === null
              ? null
              : JSON.parse(
                  JSON.stringify(each.data, (_key, value: unknown) =>
                    typeof value === 'string' ? storable(value) : value,
                  ),
                ),
        })),
      );
    }),
    { numRuns: 150 },
  );
});

test('statements sent in turn: the first that failed is told, and the connection is good for others', async () => {
  const work = database.db.tenant({ tenantId }, (tx) =>
    sendInTurn([
      () => sql`SELECT 1`.execute(tx).then(() => undefined),
      () => sql`SELECT 1 / 0`.execute(tx).then(() => undefined),
      () => sql`SELECT 1`.execute(tx).then(() => undefined),
    ]),
  );
  await expect(work).rejects.toThrow('division by zero');
  const { rows } = await database.db.tenant({ tenantId }, (tx) => sql<{ n: number }>`SELECT 2 AS n`.execute(tx));
  expect(rows).toEqual([{ n: 2 }]);
});
