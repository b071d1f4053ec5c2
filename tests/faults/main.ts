/** `npm run faults`: prints what happened and ends with 1 on any breach. `--purchases 1000 --in-flight 25 --log error` */
import { parseArgs } from 'node:util';
import { breaches } from './judge.ts';
import { runFaults } from './run-faults.ts';

const { values } = parseArgs({
  options: {
    purchases: { type: 'string', default: '1000' },
    'in-flight': { type: 'string', default: '25' },
    log: { type: 'string', default: 'silent' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const logLevel = values.log === 'error' || values.log === 'warn' ? values.log : 'silent';
const run = await runFaults({
  purchases: Number(values.purchases),
  inFlight: Number(values['in-flight']),
  say,
  logLevel,
});
const { verdict } = run;
const rows: readonly (readonly [string, string | number])[] = [
  ['purchases stored', verdict.purchases],
  ['kills', run.rounds],
  ...Object.entries(run.killsAtPoint).map(([point, n]) => [`  at ${point}`, n] as const),
  ['labels the simulators were paid for', verdict.paid],
  ['complete', verdict.complete],
  ['refused or absent', verdict.released],
  ['voided', verdict.voided],
  ['decided by a person', run.decided],
  ['doubled', verdict.doubled.length],
  ['lost', verdict.lost.length],
  ['hidden', verdict.hidden.length],
  ['invented', verdict.invented.length],
  ['faults in the ledger', verdict.ledger.length],
  ['faults in allocation', verdict.allocation.length],
  ['faults in files and numbers', verdict.files.length],
  ['seconds', Math.round(run.seconds)],
];
say('');
for (const [name, value] of rows) say(`${name.padEnd(40)} ${String(value).padStart(8)}`);
const found = breaches(verdict);
for (const sentence of found.slice(0, 50)) say(`BREACH: ${sentence}`);
process.exit(found.length === 0 ? 0 : 1);
