import { expect, test } from 'vitest';
import { longLocks } from './long-locks.ts';
import { readMigrations } from '../migrator.ts';

/** Those before had landed when this was asked for the first time, and what has landed is never edited. */
const FIRST = 450;

test('no migration keeps others from a large table (docs/data-model.md, Changing the schema)', async () => {
  const files = (await readMigrations()).filter(({ number }) => number >= FIRST);
  expect((await Promise.all(files.map(longLocks))).flat()).toEqual([]);
});

const judge = (sql: string) => longLocks({ name: '0900-x.sql', sql });
/** The reasons alone. */
const reasons = async (sql: string) =>
  (await judge(sql)).map((line) => line.replace('0900-x.sql ', '').replace(/;.*$/, ''));

test('finds it in those that landed before', async () => {
  const files = await readMigrations();
  const old = files.filter(({ number }) => [248, 420, 428].includes(number));
  const found = (await Promise.all(old.map(longLocks))).flat().map((line) => line.replace(/; .*$/, ''));
  expect(new Set(found)).toEqual(
    new Set([
      '0248-search-keys.sql changes rows of order_tokens in one transaction, and whoever changes one of them waits',
      '0248-search-keys.sql changes rows of order_title_words in one transaction, and whoever changes one of them waits',
      '0248-search-keys.sql changes rows of parcels in one transaction, and whoever changes one of them waits',
      '0420-pickups-of-returns.sql looks at every row of returns while nobody may read it',
      '0420-pickups-of-returns.sql looks at every row of pickups while nobody may change one',
      '0420-pickups-of-returns.sql builds an index while nobody may write to pickups',
      '0428-deliveries-of-a-customer.sql builds an index while nobody may write to inbound_events',
    ]),
  );
});

test.each([
  ['CREATE INDEX i ON orders (a)', 'builds an index while nobody may write to orders'],
  ['CREATE UNIQUE INDEX i ON orders (a)', 'builds an index while nobody may write to orders'],
  ['-- step\nCREATE INDEX CONCURRENTLY i ON orders (a)', 'leaves a broken index when it is killed'],
  [
    'ALTER TABLE orders ADD COLUMN a uuid DEFAULT uuidv7()',
    'writes orders anew for a value of each row while nobody may read it',
  ],
  ['ALTER TABLE orders ADD COLUMN a bigserial', 'writes orders anew for a value of each row while nobody may read it'],
  [
    'ALTER TABLE orders ADD COLUMN a int GENERATED ALWAYS AS (b + 1) STORED',
    'writes orders anew for a value of each row while nobody may read it',
  ],
  [
    'ALTER TABLE orders ADD COLUMN a int DEFAULT 1 CHECK (a > 0)',
    'looks at every row of orders while nobody may read it',
  ],
  ['ALTER TABLE orders ADD COLUMN a int UNIQUE', 'builds an index while nobody may read orders'],
  ['ALTER TABLE orders ALTER COLUMN a TYPE int8', 'writes orders anew while nobody may read it'],
  ['ALTER TABLE orders ALTER COLUMN a SET NOT NULL', 'looks at every row of orders while nobody may read it'],
  ['ALTER TABLE orders ADD CHECK (a > 0)', 'looks at every row of orders while nobody may change one'],
  [
    'ALTER TABLE orders ADD FOREIGN KEY (a) REFERENCES stores',
    'looks at every row of orders while nobody may change one',
  ],
  ['ALTER TABLE orders ADD UNIQUE (a)', 'builds an index while nobody may read orders'],
  ['ALTER TABLE orders VALIDATE CONSTRAINT c', 'looks at every row of orders under the locks of this file'],
  ['UPDATE orders SET a = 1', 'changes rows of orders in one transaction, and whoever changes one of them waits'],
  [
    'DELETE FROM maintenance.things',
    'changes rows of maintenance.things in one transaction, and whoever changes one of them waits',
  ],
  [
    `SELECT maintenance.backfill($$UPDATE orders SET a = 1$$, 'orders')`,
    'changes rows of orders in one transaction, and whoever changes one of them waits',
  ],
  [
    'CREATE TABLE n (a int); INSERT INTO n SELECT a FROM orders JOIN stores USING (b)',
    'reads all of orders and stores in one transaction',
  ],
  ['DO $$ BEGIN UPDATE orders SET a = 1; END $$', 'does what cannot be seen'],
  ['LOCK TABLE orders', 'keeps everybody from a table'],
])('refuses %s', async (sql, why) => {
  expect(await reasons(sql)).toEqual([why]);
});

test('each refusal names the file, what to write instead, and the statement', async () => {
  expect(await judge('-- é\nALTER TABLE ONLY orders\n  ADD CHECK (a > 0);')).toEqual([
    '0900-x.sql looks at every row of orders while nobody may change one; write NOT VALID, and VALIDATE CONSTRAINT as a step of another file: ALTER TABLE ONLY orders ADD CHECK (a > 0)',
  ]);
});

test('lets pass what is over at once, what is built beside others, and what the file makes itself', async () => {
  expect(
    await judge(`CREATE TABLE fresh (id int); CREATE INDEX i ON fresh (id); ALTER TABLE fresh ADD CHECK (id > 0); UPDATE fresh SET id = 1;
      INSERT INTO fresh VALUES (1);
      ALTER TABLE orders ADD COLUMN a text, ADD COLUMN b int NOT NULL DEFAULT 0, ADD COLUMN c timestamptz DEFAULT now(),
        ADD COLUMN d uuid REFERENCES stores, ADD COLUMN e int GENERATED ALWAYS AS (b + 1) VIRTUAL;
      ALTER TABLE orders ADD CONSTRAINT k CHECK (b > 0) NOT VALID, ADD CONSTRAINT n NOT NULL a NOT VALID, ALTER COLUMN b DROP NOT NULL;
      ALTER TABLE orders ADD CONSTRAINT u UNIQUE USING INDEX u; CREATE TRIGGER t BEFORE INSERT ON orders EXECUTE FUNCTION f();
      CREATE INDEX p ON ONLY rates (a); SELECT maintenance.allow_system('orders', 'id');
      CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE orders SET a = 1; END $$;`),
  ).toEqual([]);
  expect(
    await judge(`-- step
      DROP INDEX CONCURRENTLY IF EXISTS i;
-- step
      CREATE INDEX CONCURRENTLY i ON orders (a);
-- step: until nothing is left
      UPDATE orders SET a = 1 WHERE id IN (SELECT id FROM orders WHERE a IS NULL LIMIT 5000);
-- step
      ALTER TABLE orders VALIDATE CONSTRAINT k;`),
  ).toEqual([]);
  expect(
    await judge(
      '-- quick: plans: some dozens\n-- quick: DO: reads the catalogue\nUPDATE plans SET a = 1; DO $$ BEGIN END $$',
    ),
  ).toEqual([]);
  expect(await judge('-- quick: plans\nUPDATE plans SET a = 1')).toHaveLength(1);
});
