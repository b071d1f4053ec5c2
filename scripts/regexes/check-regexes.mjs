/**
 * Holds that every regular expression of shipped code takes time in proportion to its input, or that its input is short: one
 * that backtracks lets a small file or answer stop the process. Recheck judges each once; what passed stands by its hash in
 * `regex-verdicts.txt` (written here, committed), so that only new ones cost time. One that is kept although it is not linear
 * says so on the line above: `// linear: at most 100 characters by "text.length > LONGEST" here` (or `in <path>`); the quoted
 * code must stand there.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root } from '../lanes.mjs';
import { fitsBound } from './regex-bound.mjs';
import { regexesOf } from './regex-finder.mjs';
import { sourceFiles } from '../source-files.mjs';

const VERDICTS = path.join(root, 'scripts', 'regexes', 'regex-verdicts.txt');
/** Sources only; what runs on nothing but our own tests is left out. */
const SHIPPED = /^(?:packages|apps|connectors\/\w+)\/[\w-]+\/src\/(?!.*\.test\.tsx?$).*\.tsx?$/;

const hashOf = ({ source, flags }) => createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 16);
const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** "linear", the degree of its polynomial ("2"), "exponential" or "unknown". */
async function judge({ source, flags }) {
  // Loaded only where there is something new: it is three megabytes.
  const { check } = await import('recheck');
  // A timeout says that the machine is busy or the automaton too large; the other method then has the time it needs.
  for (const [checker, timeout] of [
    ['auto', 5000],
    ['fuzz', 40_000],
  ]) {
    const { status, complexity } = await check(source, flags, { checker, timeout });
    if (status === 'safe') return 'linear';
    if (status === 'vulnerable') return complexity.type === 'polynomial' ? String(complexity.degree) : complexity.type;
  }
  return 'unknown';
}

const files = sourceFiles(['packages', 'apps', 'connectors'], /\.tsx?$/).filter((file) => SHIPPED.test(file));
const known = new Map(
  (existsSync(VERDICTS) ? readFileSync(VERDICTS, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' ')),
);
const used = new Map();
const faults = [];
let regexes = 0;
for (const file of files) {
  for (const regex of regexesOf(file, read(file))) {
    regexes += 1;
    const hash = hashOf(regex);
    const verdict = used.get(hash) ?? known.get(hash) ?? (await judge(regex));
    if (verdict === 'linear') used.set(hash, verdict);
    else {
      // Only what is certain is remembered: a verdict that ran out of time is sought again.
      if (verdict !== 'unknown') used.set(hash, verdict);
      const why = regex.bound ? fitsBound(regex.bound, verdict, file, read) : 'nothing bounds its input';
      if (why)
        faults.push(`${file}:${regex.line}: /${regex.source}/${regex.flags} is ${wordsOf(verdict)}, and ${why}.`);
    }
  }
}

function wordsOf(verdict) {
  if (/^\d+$/.test(verdict)) return `polynomial (degree ${verdict})`;
  return verdict === 'unknown' ? 'too intricate to be judged' : verdict;
}

const lines = [...used].map((entry) => entry.join(' ')).toSorted();
const text = `${lines.join('\n')}\n`;
const changed = !existsSync(VERDICTS) || readFileSync(VERDICTS, 'utf8') !== text;
if (changed && !process.env.CI) {
  writeFileSync(VERDICTS, text);
  console.log('scripts/regexes/regex-verdicts.txt was brought up to date: commit it.');
}
// A checker that reads nothing is always green.
if (files.length < 1000 || regexes < 1500)
  faults.push(`only ${regexes} expressions in ${files.length} files were read`);
for (const fault of faults) console.error(fault);
console.log(`regular expressions: ${regexes} in ${files.length} files, ${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);
