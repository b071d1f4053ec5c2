/** The embedded database of processes on one data folder: the last one turns it off, and nobody before. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { withClient } from './database/connection.ts';
import { openStore, type Store } from './open-store.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-store-'));
  fs.chmodSync(dataDir, 0o755);
});
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

const said: string[] = [];
async function open(): Promise<Store> {
  const config = loadConfig({ DATA_DIR: dataDir }, dataDir);
  if (!config.ok) throw new Error(config.problem.join(' '));
  return openStore(config.value, { root: dataDir, say: (line) => void said.push(line), migrate: 'never' });
}
const answers = (store: Store) =>
  withClient(store.server.admin('postgres'), async (client) => (await client.query('SELECT 1')).rowCount).catch(
    (error: { code?: string }) => error.code,
  );
const users = () => path.join(dataDir, 'postgres/users');

test('stays up for one that has no connection open just now, goes with the last, and is not kept by one that was killed', async () => {
  const first = await open();
  const second = await open();
  // Killed long ago; its number belongs to somebody else by now.
  fs.writeFileSync(path.join(users(), `${process.pid}-killed`), 'another time');
  await second.stop();
  expect(said).toContain('Another process works with this database; it stays up.');
  expect(await answers(first)).toBe(1);
  await first.stop();
  expect(await answers(first)).toBe('ENOENT');
  expect(fs.readdirSync(users())).toEqual([]);
});

test('two that stop at once leave nothing running', async () => {
  const both = [await open(), await open()];
  await Promise.all(both.map((store) => store.stop()));
  expect(await Promise.all(both.map(answers))).toEqual(['ENOENT', 'ENOENT']);
});
