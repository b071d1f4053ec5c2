/** A call that no screen makes says in the documentation of the API who it is for; one that a screen makes does not. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const sources = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\./.test(file) && !/(?:^|[\\/])(?:node_modules|dist)[\\/]/.test(file),
    )
    .map((file) => path.join(root, folder, file));

it('calls without a screen say who they are for', () => {
  // The names of acts in the audit log are no calls.
  const clients = [...sources('apps/web/src'), ...sources('apps/print-agent/src')]
    .filter((file) => !file.endsWith('act-words.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const used = new Set(clients.match(/\b[a-z]\w+\b/g));
  const calls = sources('packages/contracts/src').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(/(?=export const \w+ = defineCall\()/)
      .flatMap((part) => {
        const name = /^export const (\w+) = defineCall\(/.exec(part)?.[1];
        const body = part.slice(0, part.indexOf('\n});'));
        return name === undefined ? [] : [{ name, says: /^ {2}noScreen: '/m.test(body) }];
      }),
  );
  expect(calls.length).toBeGreaterThan(300);
  const wrong = calls.filter(({ name, says }) => used.has(name) === says).map(({ name }) => name);
  expect(wrong).toEqual([]);
});
