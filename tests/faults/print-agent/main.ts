/** `npm run faults -- --print`: 10,000 jobs on stand-ins, then fewer on a real IPP printer. Ends with 1 on any breach. */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { hasIppeveprinter } from '../../../apps/print-agent/test/ippeveprinter.ts';
import { breachesOf } from './judge.ts';
import { type PrintFaultOptions, runPrintFaults } from './run-print-faults.ts';

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--print'),
  options: { jobs: { type: 'string', default: '10000' }, real: { type: 'string', default: '400' } },
});

async function prove(what: string, options: PrintFaultOptions): Promise<void> {
  const { verdict, kills, killsAt, seconds } = await runPrintFaults({
    ...options,
    say: (line) => console.log(`  ${line}`),
  });
  console.log(`${what}: ${verdict.jobs} jobs, ${kills} kills in ${seconds.toFixed(0)} s`);
  console.table(killsAt);
  console.log(
    `printed ${verdict.printed}, sent to printers that cannot be asked ${verdict.sent}, "did it print?" ${verdict.unknown}, ` +
      `failed with a reason ${verdict.failed}, lost ${verdict.lost.length}, printed twice ${verdict.doubled.length}, wrongly told ${verdict.wrong.length}`,
  );
  for (const breach of breachesOf(verdict)) {
    console.error(breach);
    process.exitCode = 1;
  }
}

await prove('stand-ins', { jobs: Number(values.jobs), between: 40 });
if (hasIppeveprinter()) await prove('ippeveprinter', { jobs: Number(values.real), between: 10, real: true });
