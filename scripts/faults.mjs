/**
 * `npm run faults`: 1,000 purchases over all sample carriers and the rate sheet, 25 in flight, the server killed again and
 * again at every point of the journal, judged by the simulators' own books. Ends with 1 on any breach.
 * With `--print`: 10,000 print jobs, the print agent killed at every step of its work.
 * With `--bulk`: one job of 1,000 labels on the built server, killed while it buys and while it merges; with `--peak` too, of
 * 10,000, and PostgreSQL is killed as well.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import process from 'node:process';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const main = args.includes('--bulk')
  ? 'tests/faults/bulk/main.ts'
  : args.includes('--print')
    ? 'tests/faults/print-agent/main.ts'
    : 'tests/faults/main.ts';
const child = spawn(process.execPath, ['--import', 'tsx', main, ...args], {
  cwd: root,
  stdio: 'inherit',
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
