/** The agent of the kill run: the real one, that ends itself with SIGKILL at the n-th pass of a point. */
import process from 'node:process';
import { foldersOf } from '@scanship/print-agent/folders';
import { openLog } from '@scanship/print-agent/log';
import { accessOf, thisMachine } from '@scanship/print-agent/pairing';
import { runAgent } from '@scanship/print-agent/work/run-agent';

const [home = '', point = '', passes = '0'] = process.argv.slice(2);
const folders = foldersOf(home);
const machine = await thisMachine(folders);
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());
let left = Number(passes);

await runAgent({
  folders,
  access: await accessOf(folders, machine),
  machine,
  log: openLog({ folder: folders.logs, mostBytes: 50_000_000 }),
  signal: stop.signal,
  platform: 'linux',
  cupsServer: 'none',
  timing: {
    settle: 90,
    firstHold: 20,
    longestHold: 100,
    firstLook: 4,
    longestLook: 25,
    pieceBytes: 96,
    linesBetween: 400,
  },
  passing(passed) {
    if (passed !== point) return;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    left -= 1;
  },
});
