/** Puts an exported case where its connector keeps what vendors really answered. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type CaseChoice, caseFile, CaseProblem } from './case-file.ts';

const BIOME = fileURLToPath(new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url));

/**
 * Nothing that is there is written over.
 * @returns what a person does next
 * @throws CaseProblem
 */
export function writeCase(file: string, root: string, choice: CaseChoice): string {
  if (!existsSync(file)) throw new CaseProblem(`There is no file ${file}.`);
  const made = caseFile(readFileSync(file, 'utf8'), root, choice);
  const target = path.join(root, made.path);
  if (existsSync(target)) throw new CaseProblem(`${made.path} is there already: give the case another name.`);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, made.text);
  spawnSync(process.execPath, [BIOME, 'format', '--write', target]);
  return `made   ${made.path}
Now    npm test -- ${made.connector}    shows what is read of it and fails: write what it means into "means", and into "source" the
       vendor's page about the call. Where the connector misreads it, mend the reader. Leave out fields that change nothing.
`;
}
