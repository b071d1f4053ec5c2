/**
 * The faults of an installation beyond one machine, under load: `npm run cluster -- --faults` those that have not passed on this code,
 * `--fault NAME` (several times) only these, `--all` all anew, `--table` none. The table of docs/verification.md is written here.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeTable } from '../../../scripts/verification-table.mjs';
import { type Cluster, startCluster } from '../cluster.ts';
import { FAULTS as BREAKS } from './catalogue.ts';
import { FULL_DISK } from './full-disk.ts';
import { LED_BACK } from './led-back.ts';
import { keptResults, tableOf } from './results.ts';
import { type FaultResult, runFault } from './run-faults.ts';

const NOT_BACK = { recoverSeconds: null, faultSeconds: 0, settleSeconds: 0, missed: 0, labels: 0 };

const inWords = (seconds: number | null): string =>
  seconds === null ? 'never answered again' : `answered again after ${seconds.toFixed(1)} s`;

const sentenceOf = ({ breaches, labels, missed, recoverSeconds, settleSeconds }: FaultResult): string =>
  `${breaches.length === 0 ? 'ok' : 'BREACHES'}: ${labels} labels, ${missed} requests repeated, ${inWords(recoverSeconds)}, settled ${settleSeconds.toFixed(1)} s after the load`;

const FAULTS = [...BREAKS, FULL_DISK, ...LED_BACK];

const { values } = parseArgs({
  options: {
    faults: { type: 'boolean' },
    fault: { type: 'string', multiple: true, default: [] },
    all: { type: 'boolean', default: false },
    // Writes the table of what was kept, and tries nothing.
    table: { type: 'boolean', default: false },
    // Hash of all that the faults speak of, by which results are kept.
    code: { type: 'string', default: 'unknown' },
    seed: { type: 'string', default: '20261129' },
  },
});
const root = path.dirname(path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url)))));
const kept = keptResults(path.join(root, 'node_modules/.cache/scanship/cluster-faults.json'), values.code);
const begun = Date.now();
const say = (text: string): void =>
  void process.stdout.write(`${((Date.now() - begun) / 1_000).toFixed(0).padStart(5)} s  ${text}\n`);

const unknown = values.fault.filter((name) => !FAULTS.some((each) => each.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no fault ${unknown.join(', ')}. There are:\n${FAULTS.map(({ name, what }) => `  ${name.padEnd(24)} ${what}\n`).join('')}`,
  );
  process.exit(1);
}
const isWanted = (name: string): boolean => {
  if (values.table) return false;
  if (values.fault.length > 0) return values.fault.includes(name);
  return values.all || kept.of(name)?.breaches.length !== 0;
};
const chosen = FAULTS.filter(({ name }) => isWanted(name));

let bad = false;
let running: Promise<Cluster> | undefined;
/** May be asked again while it starts or closes. */
const end = async (): Promise<void> => {
  const gone = running;
  const cluster = await gone?.catch(() => undefined);
  await cluster?.close();
  if (running === gone) running = undefined;
};
// Whoever interrupts loses nothing but the fault that goes on.
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    interrupted = true;
    void end().finally(() => process.exit(1));
  });
/** Ends the program in a line where it cannot be started, for example because a package is missing. */
const up = async (): Promise<Cluster> => {
  running ??= startCluster({ synchronous: true, say });
  try {
    return await running;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
};

for (const [index, fault] of chosen.entries()) {
  const missing = fault.missing?.();
  if (missing !== undefined) {
    say(`${fault.name}: not tried, missing on this machine: ${missing}`);
    continue;
  }
  const tell = (text: string): void => say(`  ${text}`);
  const cluster = await up();
  try {
    say(`${fault.name}: ${fault.what}`);
    const result =
      'tell' in fault
        ? await fault.tell(cluster, tell)
        : await runFault(cluster, fault, Number(values.seed) + index, tell);
    kept.keep(result);
    bad ||= result.breaches.length > 0;
    tell(sentenceOf(result));
    for (const breach of result.breaches.slice(0, 30)) tell(`BREACH: ${breach}`);
  } catch (error) {
    if (interrupted) break;
    // It did not come back, which is a verdict too; the next fault breaks a new one.
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tell(`BREACH: ${why}`);
    bad = true;
    kept.keep({ ...NOT_BACK, name: fault.name, what: fault.what, breaches: [why] });
    await end();
  }
}
await end();
const table = tableOf(FAULTS, (name) => kept.of(name));
process.stdout.write(`\n${table}\n`);
if (process.env['CLUSTER_TABLE'] !== '0') writeTable('cluster', table);
process.exit(bad ? 1 : 0);
