/**
 * Tables of docs/verification.md that a program writes and nobody by hand: what stands between
 * `<!-- table:NAME of PATH PATH -->` and `<!-- /table:NAME -->` is replaced by what a run came to, with when, on which commit and
 * machine, and a hash of the code it speaks of (the paths; none: nothing marks it as old). Run by itself
 * (`npm run generate -- verification`) this marks every table whose code has changed since.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { stampOf } from './source-stamp.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const VERIFICATION = path.join(root, 'docs/verification.md');
const OLD = '**Older than the code it speaks of.** ';

const begins = (name) => new RegExp(`<!-- table:${name}(?: of ([^>]+?))? -->`, 'g');

/**
 * The text with what stands between the two comments of `name` replaced.
 * @param content or what makes it of the paths named and of what stands there now
 * @throws Error unless each comment is there once, in this order
 */
export function withTable(text, name, content) {
  const end = `<!-- /table:${name} -->`;
  const found = [...text.matchAll(begins(name))];
  const [begin] = found;
  const from = begin ? begin.index + begin[0].length : -1;
  const to = text.indexOf(end);
  if (begin === undefined || found.length > 1 || to < from || to !== text.lastIndexOf(end))
    throw new Error(`One <!-- table:${name} --> and behind it one ${end} are needed.`);
  const made = typeof content === 'string' ? content : content(begin[1]?.split(' ') ?? [], text.slice(from, to).trim());
  return `${text.slice(0, from)}\n${made === '' ? '' : `${made.trim()}\n`}${text.slice(to)}`;
}

const codeOf = (paths, folder = root) => stampOf(folder, paths).slice(0, 12);

/** Commit of a checkout, and whether anything but documents differs from it. */
function commitOf(folder) {
  const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', '.', ':!docs') === '' ? '' : ' with changes';
  return `${git('rev-parse', '--short', 'HEAD')}${changed}`;
}

/**
 * When, on which commit and machine, and of which code: the line that stands above a table.
 * @param measured the checkout that was measured, where it is another one
 */
export function stamp(note = '', paths = [], measured = root) {
  const cores = os.cpus();
  return [
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `commit ${commitOf(measured)}`,
    ...(paths.length > 0 ? [`code ${codeOf(paths, measured)}`] : []),
    `${cores.length} cores (${cores[0]?.model ?? 'unknown'}), ${Math.round(os.totalmem() / 2 ** 30)} GB`,
    `Node ${process.versions.node}`,
    `load ${os.loadavg()[0].toFixed(1)}`,
    ...(note === '' ? [] : [note]),
  ].join(', ');
}

/** What a row says in place of a result where nothing was run. */
export const NOT_RUN = 'not run on this code';
const OLDER = '(older code)';
const codeIn = (content) => /, code (\w+),/.exec(content.replace(OLD, '').split('\n', 1)[0] ?? '')?.[1];
const cellsOf = (row) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/**
 * The table with what an earlier one found for the rows that were not run: one of many proofs can be repeated without the
 * others' results being lost. A row that is of other code says so in its last cell.
 * @param earlier what stands there now, its stamp included
 * @param code of now; absent: a table that names no code
 */
export function withEarlierRows(table, earlier, code) {
  const isOlder = code === undefined || codeIn(earlier) !== code;
  const ran = earlier.split('\n').filter((line) => line.startsWith('|') && !cellsOf(line).includes(NOT_RUN));
  const before = new Map(ran.map((row) => [cellsOf(row)[0], cellsOf(row)]));
  const rowOf = (line) => {
    const cells = cellsOf(line);
    const old = before.get(cells[0]);
    if (!cells.includes(NOT_RUN) || old?.length !== cells.length) return line;
    const when = old.at(-1) ?? '';
    const marked = isOlder && !when.endsWith(OLDER) ? `${when} ${OLDER}` : when;
    // The words of today, the result of then.
    return `| ${[...cells.slice(0, 2), ...old.slice(2, -1), marked].join(' | ')} |`;
  };
  return table
    .trim()
    .split('\n')
    .map((line) => (line.startsWith('|') ? rowOf(line) : line))
    .join('\n');
}

/**
 * Writes a table into docs/verification.md.
 * @param name of its two comments
 * @param table Markdown; what its rows name as not run keeps the result that stands there
 * @param note said behind the stamp, for example the seed
 * @param measured the checkout it speaks of, where it is another one: ours may change while a clone is measured for hours
 */
export function writeTable(name, table, { note = '', measured = root, file = VERIFICATION } = {}) {
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(
    file,
    withTable(text, name, (paths, earlier) => {
      const whole = withEarlierRows(table, earlier, paths.length > 0 ? codeOf(paths, measured) : undefined);
      return `${stamp(note, paths, measured)}.\n\n${whole}`;
    }),
  );
}

/** Rows that stand in a table while its code is that of a checkout; none where it is of other code, which is measured anew. */
export function rowsOnThisCode(name, { measured = root, file = VERIFICATION } = {}) {
  let rows = [];
  withTable(fs.readFileSync(file, 'utf8'), name, (paths, earlier) => {
    const isSame = paths.length > 0 && codeIn(earlier) === codeOf(paths, measured);
    if (isSame)
      rows = earlier
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .slice(2);
    return earlier;
  });
  return rows;
}

/** The text with a mark at each table whose stamp names other code than there is, and none at the others. */
export function markOld(text, codeNow = codeOf) {
  const names = [...text.matchAll(/<!-- table:([\w-]+)/g)].map(([, name]) => name);
  return names.reduce(
    (marked, name) =>
      withTable(marked, name, (paths, content) => {
        const bare = content.replace(OLD, '');
        const code = codeIn(bare);
        return code !== undefined && paths.length > 0 && code !== codeNow(paths) ? `${OLD}${bare}` : bare;
      }),
    text,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  fs.writeFileSync(VERIFICATION, markOld(fs.readFileSync(VERIFICATION, 'utf8')));
