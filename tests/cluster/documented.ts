/**
 * Commands of "Two machines, step by step" in docs/operations.md. The cluster runs them from there, with its own names, ports and passwords put
 * in: what is tried is what is written, and a command that changes there is tried as it stands then.
 */
import { chapter, written } from '../../scripts/docs/operations-page.ts';

export const CHAPTER = 'Two machines, step by step';

/** What is run by the cluster, by how it begins. */
export const RUN_HERE = [
  'CREATE ROLE scanship',
  'CREATE DATABASE scanship',
  'pg_basebackup',
  'ALTER SYSTEM SET synchronous_standby_names',
  'SELECT pg_reload_conf()',
  'npm start -- migrate',
  'ALTER ROLE scanship_app',
  'GRANT pg_read_all_stats',
  'envsubst',
  'SELECT pg_promote()',
  'set server database/primary addr',
  'shutdown sessions server',
  'set server reading/standby addr',
  'npm start -- restore',
] as const;
export type Documented = (typeof RUN_HERE)[number];

/** The demo brings its people; `main.pg.test.ts` makes the first one of an installation without. */
export const TRIED_ELSEWHERE = ['npm start -- create-super-admin'];

const all = written(chapter(CHAPTER));

/**
 * @param changed what stands there for what it is here
 * @throws Error where it is not written, or not with those words
 */
export function documented(begins: Documented, changed: Readonly<Record<string, string>> = {}): string {
  const [found, ...others] = all.commands.filter((command) => command.startsWith(begins));
  if (found === undefined || others.length > 0)
    throw new Error(`docs/operations.md must say "${begins} ..." once in "${CHAPTER}"`);
  return putIn(found, changed);
}

export function documentedSetting(name: string, changed: Readonly<Record<string, string>> = {}): string {
  const value = all.settings[name];
  if (value === undefined) throw new Error(`docs/operations.md sets no ${name} in "${CHAPTER}"`);
  return putIn(value, changed);
}

function putIn(text: string, changed: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [there, here] of Object.entries(changed)) {
    if (!text.includes(there)) throw new Error(`docs/operations.md says nothing of ${there} in: ${text}`);
    result = result.replace(there, () => here);
  }
  return result;
}
