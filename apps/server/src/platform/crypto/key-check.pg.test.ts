import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withClient } from '../database/connection.ts';
import { adoptMasterKey, requireMasterKey, WrongKeyError } from './key-check.ts';
import { createSealer, masterKeyId } from './sealer.ts';

let test_: TestDatabase;
beforeEach(async () => {
  test_ = await createTestDatabase();
});
afterEach(() => test_.drop());

const [old, fresh, other] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const start = (...keys: Buffer[]) => adoptMasterKey(test_.db, createSealer(keys), keys.map(masterKeyId));
const ready = (...keys: Buffer[]) => requireMasterKey(test_.db, createSealer(keys));
const write = (statement: string) => withClient(test_.migrator, (client) => client.query(statement));

test('the first start writes its key down; another key is refused, at start and while running', async () => {
  await start(old);
  expect(await start(old)).toEqual([]);
  await ready(old);
  await expect(start(other)).rejects.toThrow(
    `MASTER_KEY: this key (${masterKeyId(other)}) is not the one this database is sealed with (${masterKeyId(old)})`,
  );
  await expect(ready(other)).rejects.toThrow(WrongKeyError);
});

test('two first starts with different keys: one of them is refused', async () => {
  const outcomes = await Promise.allSettled([start(old), start(other)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a rotation brings the new key in beside the old one; the old one left out is told', async () => {
  await start(old);
  await expect(start(fresh)).rejects.toThrow(WrongKeyError);
  expect(await start(fresh, old)).toEqual([]);
  await ready(fresh, old);
  expect(await start(fresh)).toEqual([masterKeyId(old)]);
});

test('an installation that sealed before canaries were kept is known by the ids of its values', async () => {
  await write(`INSERT INTO master_keys (key_id) VALUES ('${masterKeyId(old)}')`);
  await expect(start(other)).rejects.toThrow(WrongKeyError);
  await start(old);
  await ready(old);
});

test('a key that only has the id of the right one does not pass', async () => {
  await start(other);
  await write(`UPDATE master_keys SET key_id = '${masterKeyId(old)}'`);
  await expect(start(old)).rejects.toThrow(WrongKeyError);
});
