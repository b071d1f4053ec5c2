/**
 * `npm run verify`: the long proofs on two cores: the whole attack, 1,000 purchases killed at every step, paying and buying killed
 * three times at every step, a bulk job of 1,000 labels killed three times and one of 10,000 with PostgreSQL killed too, 10,000
 * print jobs with the print agent killed at every step, every journey in the browser with every carrier's and platform's form and 50 orders by scanner to a real printer
 * (50 more with its lines cut), every property with fresh values, the soak, accessibility of every screen, every control of every role, an installation beyond one machine
 * that is broken part by part (decision 0440), the way back to a moment by the document's own commands, and the list at a million orders. What passed is kept while the code stays as it is, so a run that was cut short goes on where it ended; `--all` begins
 * anew. The table of docs/verification.md is written here.
 */
import process from 'node:process';
import { prepare } from './prepare.mjs';

await prepare();
// What these need is installed by now.
const { lanesAskedFor, runLanes, script } = await import('./lanes.mjs');
const { keptLanes } = await import('./kept-lanes.mjs');
const { NOT_RUN, writeTable } = await import('./verification-table.mjs');
const { vitest } = await import('./vitest-lane.mjs');

/** Name, what it proves, the lane. */
const PROOFS = [
  ['attack', 'the whole attacker', vitest('attack', { env: { VERIFY: '1' } })],
  [
    'connectors',
    'every damage of every answer, every mutant of every request',
    vitest('connectors', { env: { VERIFY: '1' }, workers: 3 }),
  ],
  [
    'browser',
    'every journey in the browser; 50 orders by scanner to a real printer, and 50 with its lines cut',
    vitest('browser', { env: { VERIFY: '1' }, parts: 2 }),
  ],
  ['purchases', '1,000 purchases, the server killed at every step', script('', 'scripts/faults.mjs')],
  ['bulk', 'one job of 1,000 labels, the server killed three times', script('', 'scripts/faults.mjs', ['--bulk'])],
  [
    'peak',
    'one job of 10,000 labels, the server killed three times and PostgreSQL once',
    script('', 'scripts/faults.mjs', ['--bulk', '--peak']),
  ],
  ['print', '10,000 print jobs, the agent killed at every step', script('', 'scripts/faults.mjs', ['--print'])],
  [
    'payments',
    'paying and buying killed at every step',
    vitest('faults', { files: ['tests/faults/payments'], env: { VERIFY: '1' } }),
  ],
  [
    'notices',
    'notices to buyers, the server killed while they go out',
    vitest('faults', { files: ['tests/faults/notices'], env: { VERIFY: '1' } }),
  ],
  ['accessibility', 'every screen by axe, in every brand’s colours', vitest('accessibility')],
  ['crawl', 'every control of every page by every role, judged after each step', vitest('crawl')],
  [
    'properties',
    'every property, asked three times with values of its own',
    script('', 'scripts/properties.mjs', ['3']),
  ],
  ['soak', 'sellers, packers and stores at work for minutes', vitest('soak')],
  [
    'cluster',
    'two webs, two workers, a pooler, a proxy and a standby: each dies, hangs, loses its network or is replaced under load',
    // Each fault that passed is kept by itself; `--all` tries all of them anew.
    script('', 'scripts/cluster/run-cluster.mjs', ['--faults', ...(process.argv.includes('--all') ? ['--all'] : [])]),
  ],
  [
    'pitr',
    'the nightly backup and the way back to a moment, by the commands of docs/operations.md: labels and a customer deleted by mistake',
    script('', 'scripts/cluster/run-way-back.mjs'),
  ],
  ['million', 'the order list at 1,000,000 orders', script('', 'scripts/bench.mjs', ['--million'])],
];

/** Most of them wait more than they work; these take both cores or measure time, and go alone at the end. */
const ALONE = ['peak', 'cluster', 'million'];

const kept = keptLanes();
const asked = lanesAskedFor();
const chosen = PROOFS.filter(([name]) => asked.length === 0 || asked.some((one) => name.startsWith(one)));
const all = process.argv.includes('--all') || asked.length > 0;
const open = chosen.filter(([name]) => all || !kept.has(name));
const names = (proofs) => proofs.map(([name]) => name).join(', ');
if (open.length < chosen.length)
  console.log(
    `Passed on this code already: ${names(chosen.filter((each) => !open.includes(each)))} (--all runs them again)`,
  );

const lanesOf = (proofs) => proofs.map(([name, , lane]) => ({ ...lane, name, after: 'build' }));
const onResult = (result) => kept.keep(result);
const together = open.filter(([name]) => !ALONE.includes(name));
const alone = open.filter(([name]) => ALONE.includes(name));
const codes = [];
if (open.length > 0) {
  const lanes = [script('build', 'scripts/build.mjs'), ...lanesOf(together)];
  codes.push(await runLanes(lanes, { concurrency: 2, only: [], onResult }));
  if (alone.length > 0) codes.push(await runLanes(lanesOf(alone), { only: [], onResult }));
}
writeTable('verify', tableOf(PROOFS));
process.exitCode = Math.max(0, ...codes);

function tableOf(proofs) {
  const row = ([name, what]) => {
    const last = kept.last(name);
    if (last === undefined) return `| ${name} | ${what} | ${NOT_RUN} | | | |`;
    const minutes = (last.seconds / 60).toFixed(1);
    return `| ${name} | ${what} | ${last.bad ? 'FAILED' : 'ok'} | ${last.passed || ''} | ${minutes} min | ${last.when} |`;
  };
  return ['| lane | what | result | tests | took | when |', '|---|---|---|--:|--:|---|', ...proofs.map(row)].join('\n');
}
