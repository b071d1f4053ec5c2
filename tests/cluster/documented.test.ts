import { readFileSync } from 'node:fs';
import { SETTINGS } from '@scanship/server/config/config';
import { expect, it } from 'vitest';
import { chapter, chapters, written } from '../../scripts/docs/operations-page.ts';
import { CHAPTER, documented, documentedSetting, RUN_HERE, TRIED_ELSEWHERE } from './documented.ts';

it('each command of "Two machines, step by step" is one that the cluster runs, and each of these is written once', () => {
  const { commands } = written(chapter(CHAPTER));
  const known = [...RUN_HERE, ...TRIED_ELSEWHERE];
  expect(
    commands.filter((command) => !(command in NOT_RUN) && !known.some((begins) => command.startsWith(begins))),
  ).toEqual([]);
  for (const begins of known)
    expect(
      commands.filter((command) => command.startsWith(begins)),
      begins,
    ).toHaveLength(1);
});

/** Other chapters with commands, by what runs these as they stand; each of them holds its own. */
const RUN_BY: Readonly<Record<string, string>> = {
  'A backup each night': 'tests/cluster/rehearsal/chapter.test.ts',
  'Back to any moment': 'tests/cluster/rehearsal/chapter.test.ts',
  'Upgrading without a stop': 'apps/server/src/documented-commands.pg.test.ts',
  'After a failover or a restore': 'apps/server/src/documented-commands.pg.test.ts',
  'Files in a bucket': 'apps/server/src/documented-commands.pg.test.ts',
  'A customer goes to another installation': 'apps/server/src/documented-commands.pg.test.ts',
  'Mails that come back': 'apps/server/src/documented-commands.pg.test.ts',
};

/** Not run by what runs their chapter, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm run generate -- alerts': 'makes files of the repository; `npm test` holds that they are as it makes them',
  'npm run generate -- release': 'is run when a release is made, and changes what the next one is held against',
  'VACUUM FULL blobs': 'PostgreSQL’s own; it has nothing of this product to try',
  'npm run verify -- pitr': 'is what runs the chapter',
  'npm run cluster': 'is what runs the chapter',
};

it('each command of any chapter is run by a test as it stands there, or it is said why not', () => {
  const left = chapters()
    .filter((title) => title !== CHAPTER && !(title in RUN_BY))
    .flatMap((title) => written(chapter(title)).commands);
  const inSentences = chapters().flatMap((title) => written(chapter(title)).commands);
  expect(left.filter((command) => !(command in NOT_RUN))).toEqual([]);
  expect(Object.keys(NOT_RUN).filter((command) => !inSentences.includes(command))).toEqual([]);
  for (const [title, file] of Object.entries(RUN_BY)) {
    expect(readFileSync(file, 'utf8'), file).toContain(title);
    expect(written(chapter(title)).commands.length, title).toBeGreaterThan(0);
  }
});

it('each setting is one of the product', () => {
  const known = SETTINGS.map(({ name }) => name);
  const { settings } = written(chapter(CHAPTER));
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
