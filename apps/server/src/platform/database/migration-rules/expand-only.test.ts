import fs from 'node:fs';
import { expect, test } from 'vitest';
import { contractsUnsaid } from './expand-only.ts';
import { readMigrations } from '../migrator.ts';
import { RELEASED_FILE } from '../released-schema.ts';

const names = fs
  .readFileSync(RELEASED_FILE, 'utf8')
  .split('\n')
  .flatMap((line) => /^migration\t(.+)$/.exec(line)?.[1] ?? []);
const released = new Set(names.map((name) => Number(name.slice(0, 4))));

test('no migration since the last release takes away what that release uses (docs/data-model.md, Changing the schema)', async () => {
  const files = await readMigrations();
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  const since = files.filter(({ number }) => !released.has(number));
  expect((await Promise.all(since.map((file) => contractsUnsaid(file, released)))).flat()).toEqual([]);
});

test('finds what broke running processes before', async () => {
  const files = await readMigrations();
  const old = files.filter(({ number }) => [101, 110, 115, 131, 145, 160, 181].includes(number));
  expect((await Promise.all(old.map((file) => contractsUnsaid(file, released)))).flat()).toEqual([
    '0101-orders-of-a-quote.sql drops a column: ALTER TABLE quotes DROP COLUMN items',
    expect.stringMatching(/^0110-bulk-buying.sql drops a column: ALTER TABLE batches DROP COLUMN planned_total_minor/),
    expect.stringMatching(/^0110-bulk-buying.sql lets a column no longer be empty: ALTER TABLE batch_items/),
    expect.stringMatching(/^0110-bulk-buying.sql drops a column: ALTER TABLE batch_items/),
    expect.stringMatching(/^0115-automation.sql drops a column: ALTER TABLE presets/),
    '0115-automation.sql renames: ALTER TABLE presets RENAME COLUMN options TO choice',
    expect.stringMatching(/^0115-automation.sql adds a column that must be given: ALTER TABLE service_mappings/),
    '0131-one-default-package.sql drops a column: ALTER TABLE customer_settings DROP COLUMN package_id',
    '0145-markup-plans.sql drops a column: ALTER TABLE account_grants DROP COLUMN markup_plan_id',
    '0160-printing.sql drops a column: ALTER TABLE agents DROP COLUMN os',
    '0181-payments.sql drops a table: DROP TABLE payments',
  ]);
});

test('lets additions pass, and what a release has stopped using', async () => {
  const judge = (sql: string) => contractsUnsaid({ name: '0900-x.sql', sql }, released);
  expect(
    await judge(`-- DROP TABLE orders is only said here
      CREATE TABLE fresh (id int); ALTER TABLE fresh DROP COLUMN id;
      ALTER TABLE orders ADD COLUMN a text, ADD COLUMN b int NOT NULL DEFAULT 0, ALTER COLUMN c DROP NOT NULL;
      ALTER TABLE orders DROP CONSTRAINT orders_state_check, ADD CONSTRAINT orders_state_check CHECK (state IN ('x, DROP COLUMN y'));
      DROP VIEW account_balances; CREATE VIEW account_balances AS SELECT 1;
      CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE t; END $$;`),
  ).toEqual([]);
  expect(await judge('-- needs: 0243\nALTER TABLE balances DROP COLUMN through_entry;')).toEqual([]);
  expect(await judge('-- needs: 0899\nDROP TABLE orders;')).toEqual([
    '0900-x.sql needs 0899, which no release has yet: the last one still uses what is taken away.',
  ]);
  expect(await judge('ALTER TABLE orders ADD CONSTRAINT given NOT NULL a NOT VALID;')).toEqual([
    '0900-x.sql lets a column no longer be empty: ALTER TABLE orders ADD CONSTRAINT given NOT NULL a NOT VALID',
  ]);
  expect(await judge('-- Needs 0243\nDROP TABLE orders;')).toEqual([
    '0900-x.sql: write "-- needs: NNNN" on a line of its own.',
  ]);
});
