/**
 * `npm run bench`: every promised figure, measured now, beside its limit. Limits that are ratios are taken in this very
 * run. Times never fail it; bytes, memory, statement counts and query plans do.
 *
 *     npm run bench                     everything but the million orders (about 5 minutes)
 *     npm run bench -- --quick          leaves out what needs waiting
 *     npm run bench -- --million        and the list at 1,000,000 orders (first run: minutes of seeding)
 *     npm run bench -- label-bytes      what one label leaves behind in the database, table by table
 *     npm run bench -- peak             a peak day's labels and plans, alone: it takes both cores for minutes
 *     npm run bench -- documents web    only these parts
 */
import os from 'node:os';
import process from 'node:process';
import { allCarriersRows } from './all-carriers.ts';
import { billAuditRows } from './bill-audit.ts';
import { bundleRows } from './bundles.ts';
import { buyersRows } from './buyers.ts';
import { connectorRows } from './connectors.ts';
import { documentRows } from './documents.ts';
import { labelBytesRows } from './label-bytes.ts';
import { millionRows } from './million.ts';
import { monthCloseRows } from './month-close.ts';
import { peakRows } from './peak/rows.ts';
import { printedRows } from './printed.ts';
import { programRows } from './program.ts';
import { quoteRows } from './quotes.ts';
import { reportRows } from './reports.ts';
import { servedRows } from './served.ts';
import { storeImportRows } from './store-import.ts';
import { type Left, type Row, tableText, verdictOf } from './table.ts';
import { uploadRows } from './uploads.ts';
import { writeTable } from '../../scripts/verification-table.mjs';
import { whatIfRows } from './what-if.ts';

const QUICK = process.argv.includes('--quick');
const MILLION = process.argv.includes('--million');

interface Part {
  readonly name: string;
  readonly run: (left: Left[]) => Promise<Row[]>;
}

// These two first: they count the CPU of this whole process.
const PARTS: readonly Part[] = [
  { name: 'documents', run: documentRows },
  { name: 'connectors', run: connectorRows },
  { name: 'web', run: bundleRows },
  { name: 'served', run: servedRows },
  { name: 'program', run: (left) => programRows({ quick: QUICK }, left) },
  { name: 'quotes', run: quoteRows },
  { name: 'all-carriers', run: allCarriersRows },
  { name: 'printed', run: printedRows },
  { name: 'stores', run: storeImportRows },
  { name: 'what-if', run: () => whatIfRows() },
  { name: 'month-close', run: monthCloseRows },
  { name: 'reports', run: () => reportRows() },
  { name: 'bill-audit', run: () => billAuditRows() },
  { name: 'uploads', run: uploadRows },
  { name: 'buyers', run: buyersRows },
  { name: 'label-bytes', run: labelBytesRows },
  { name: 'peak', run: () => peakRows() },
  { name: 'million', run: millionRows },
];

/** Parts that have a table of their own in docs/verification.md, and write it when they ran alone. */
const TABLES: ReadonlySet<string> = new Set(['uploads', 'reports', 'buyers', 'label-bytes', 'peak']);

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const unknown = named.find((name) => !PARTS.some((part) => part.name === name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}"; parts are ${PARTS.map((part) => part.name).join(', ')}.`);
  process.exit(2);
}
const chosen = PARTS.filter(({ name }) =>
  named.length > 0 ? named.includes(name) : name === 'million' ? MILLION : name !== 'peak',
);

const rows: Row[] = [];
const left: Left[] = [];
let broken = false;
for (const part of chosen) {
  console.error(`${part.name} ...`);
  try {
    rows.push(...(await part.run(left)));
  } catch (error) {
    broken = true;
    left.push({
      measure: part.name,
      why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
    });
    console.error(error);
  }
}
const [alone, other] = chosen;
if (!broken && alone && !other && TABLES.has(alone.name)) writeTable(alone.name, tableText(rows, left));
const [busy = 0] = os.loadavg();
console.log(
  `\n${os.cpus().length} cores, Node ${process.versions.node}, load ${busy.toFixed(1)}, ${new Date().toISOString().slice(0, 10)}\n`,
);
console.log(tableText(rows, left));
const failed = rows.filter((row) => verdictOf(row) === 'FAIL');
const over = rows.filter((row) => verdictOf(row) === 'over');
if (over.length > 0)
  console.log(`\n${over.length} over their limit in time (the machine decides; this does not fail).`);
for (const row of failed) console.log(`FAILED: ${row.measure}`);
// Worker threads and kept connections must not hold a finished bench.
process.exit(broken || failed.length > 0 ? 1 : 0);
