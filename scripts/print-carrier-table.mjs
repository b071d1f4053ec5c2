/**
 * Prints the table carrier x operation after the connectors' tests: what is offered and why not, how many requests the vendor's
 * contract has accepted, how many of its samples were read, and how an unknown outcome is settled.
 */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const EVIDENCE = path.join(root, 'node_modules/.cache/scanship/carrier-evidence.jsonl');

/**
 * Forgets what an earlier run found out.
 * @param subjects folders of the connectors that run again: the others' notes stay; absent: all of them are forgotten
 */
export function forgetEvidence(subjects) {
  const carriers = subjects?.filter((subject) => !subject.startsWith('connectors/stores/'));
  const slugs = new Set(carriers?.map((subject) => path.basename(subject)));
  const left = subjects ? read().filter(({ slug }) => !slugs.has(slug)) : [];
  fs.rmSync(EVIDENCE, { force: true });
  if (left.length > 0) fs.writeFileSync(EVIDENCE, left.map((note) => `${JSON.stringify(note)}\n`).join(''));
}

const read = () =>
  fs.existsSync(EVIDENCE)
    ? fs
        .readFileSync(EVIDENCE, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

/** @param {readonly object[]} notes */
function gather(notes) {
  const cells = new Map();
  for (const note of notes) {
    const key = `${note.slug} ${note.operation}`;
    const cell = cells.get(key) ?? { sent: 0, valid: 0, samples: 0, passed: 0, offered: undefined, why: undefined };
    cell.sent += note.requests?.sent ?? 0;
    cell.valid += note.requests?.valid ?? 0;
    cell.samples += note.samples ?? 0;
    cell.passed += note.passed ?? 0;
    cell.recovery = note.recovery ?? cell.recovery;
    cell.offered = note.offered ?? cell.offered;
    cell.why = note.why ?? cell.why;
    cells.set(key, cell);
  }
  return cells;
}

function textOf(cell) {
  if (!cell) return '?';
  if (cell.offered === false) return '-';
  const parts = [];
  if (cell.sent > 0) parts.push(cell.valid === cell.sent ? `c${cell.sent}` : `c${cell.valid}/${cell.sent}`);
  if (cell.samples > 0) parts.push(`s${cell.samples}`);
  if (cell.recovery)
    parts.push({ 'own-key': 'key', 'by-reference': 'ref', listing: 'list', none: 'person' }[cell.recovery]);
  return parts.length > 0 ? parts.join(' ') : 'yes';
}

/** @param say takes each piece of it; the terminal when absent */
export function printCarrierTable(say = (words) => process.stdout.write(words)) {
  const lines = (words) => say(`${words}\n`);
  const notes = read();
  const cells = gather(notes);
  const slugs = [...new Set(notes.map(({ slug }) => slug))].filter((slug) => !slug.startsWith('testline-'));
  const operations = [...new Set(notes.filter((note) => note.offered !== undefined).map(({ operation }) => operation))];
  if (slugs.length === 0 || operations.length === 0) return;
  const rows = [
    ['', ...slugs],
    ...operations.map((op) => [op, ...slugs.map((slug) => textOf(cells.get(`${slug} ${op}`)))]),
  ];
  const widths = rows[0].map((_head, at) => Math.max(...rows.map((row) => row[at].length)));
  lines(
    '\nOperation x carrier (cN: requests the contract accepted, sN: samples read, key/ref/list/person: recovery; -: see below)',
  );
  for (const row of rows)
    lines(
      row
        .map((text, at) => text.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    );
  lines('\nNot offered, and why');
  for (const slug of slugs) {
    const whys = operations.flatMap((op) => {
      const cell = cells.get(`${slug} ${op}`);
      return cell?.offered === false ? [`  ${slug}, ${op}: ${cell.why ?? 'no reason is stated'}`] : [];
    });
    for (const why of whys) lines(why);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printCarrierTable();
