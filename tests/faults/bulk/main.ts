/**
 * `npm run faults -- --bulk`: 1,000 labels in one job on the built server, killed while it buys and while it merges.
 * With `--peak` 10,000 labels (`--orders=600` for less), and PostgreSQL is killed once beside the server's three times.
 */
import { parseArgs } from 'node:util';
import { writeTable } from '../../../scripts/verification-table.mjs';
import { builtHost, rigHost } from './host.ts';
import { hasPoppler } from './read-labels.ts';
import { runBulk } from './run-bulk.ts';

const { values } = parseArgs({
  options: {
    bulk: { type: 'boolean' },
    peak: { type: 'boolean', default: false },
    orders: { type: 'string' },
    part: { type: 'string', default: '500' },
    // The same application without a build, its database and simulators left alone by the kills.
    host: { type: 'string', default: 'built' },
  },
});
const orders = Number(values.orders ?? (values.peak ? 10_000 : 1_000));
const begun = Date.now();
const say = (line: string): void =>
  void process.stdout.write(`${((Date.now() - begun) / 1_000).toFixed(0).padStart(5)} s  ${line}\n`);
say(`pages are drawn by ${(await hasPoppler()) ? 'poppler' : 'PDFium (poppler is not installed)'}`);
const host = await (values.host === 'rig' ? rigHost() : builtHost());
try {
  const run = await runBulk(host, {
    orders,
    partSize: Number(values.part),
    kills: [
      { bought: 0.3 },
      ...(values.peak ? [{ bought: 0.5, who: 'database' as const }] : []),
      { bought: 0.7 },
      { parts: 1 },
    ],
    say,
    withinMs: (values.peak ? 120 : 30) * 60_000,
  });
  const rows: readonly (readonly [string, string | number])[] = [
    ['labels paid at the carriers', run.paid],
    ['kills', run.kills.length],
    ['files', run.batch.documents.length],
    ['barcodes read in the chosen order', run.readable],
    ['seconds to plan', run.planSeconds.toFixed(1)],
    ['seconds to buy, kills included', run.buySeconds.toFixed(1)],
    ['breaches', run.breaches.length],
  ];
  for (const [name, value] of rows) say(`${name.padEnd(40)} ${String(value).padStart(8)}`);
  if (values.peak && values.orders === undefined)
    writeTable('peak-kills', ['| what | |', '|---|--:|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'));
  for (const sentence of run.breaches.slice(0, 50)) say(`BREACH: ${sentence}`);
  process.exitCode = run.breaches.length === 0 ? 0 : 1;
} finally {
  await host.close();
}
// What the simulators hold open ends with this process.
process.exit();
