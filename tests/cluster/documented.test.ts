import { SETTINGS } from '@scanship/server/config/config';
import { expect, it } from 'vitest';
import { documented, documentedSetting, RUN_HERE, TRIED_ELSEWHERE, written } from './documented.ts';

it('each command of "Two machines, step by step" is one that the cluster runs, and each of these is written once', () => {
  const { commands } = written();
  const known = [...RUN_HERE, ...TRIED_ELSEWHERE];
  expect(commands.filter((command) => !known.some((begins) => command.startsWith(begins)))).toEqual([]);
  for (const begins of known)
    expect(
      commands.filter((command) => command.startsWith(begins)),
      begins,
    ).toHaveLength(1);
});

it('each setting is one of the product', () => {
  const known = SETTINGS.map(({ name }) => name);
  const { settings } = written();
  expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual([]);
  expect(Object.keys(settings)).toEqual([
    'DATABASE_URL',
    'DIRECT_DATABASE_URL',
    'READ_DATABASE_URL',
    'TRUST_PROXY',
    'DRAIN_SECONDS',
  ]);
});

it('names are put in where they stand, and what does not stand there is a fault', () => {
  expect(documented('ALTER ROLE scanship_app', { "'...'": "'a$&b'" })).toBe("ALTER ROLE scanship_app PASSWORD 'a$&b'");
  expect(documentedSetting('DATABASE_URL', { 'pool:6432': '127.0.0.1:1' })).toBe(
    'postgres://scanship_app:...@127.0.0.1:1/scanship',
  );
  expect(() => documented('SELECT pg_promote()', { 'db-9': 'x' })).toThrow('says nothing of db-9');
});

it('commands are found in blocks and in sentences', () => {
  expect(
    written(
      'Say `SELECT 1` to `db-1`, or `A=b npm start -- x`.\n\n   ```sql\n   CREATE ROLE a;\n   ```\n```sh\nB=c\npg_x -D d\n```\n',
    ),
  ).toEqual({
    commands: ['CREATE ROLE a', 'pg_x -D d', 'SELECT 1', 'npm start -- x'],
    settings: { B: 'c' },
  });
});
