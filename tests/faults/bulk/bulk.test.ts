import { afterAll, beforeAll, expect, it } from 'vitest';
import { breaches, judge } from '../judge.ts';
import { rigHost } from './host.ts';
import { runBulk } from './run-bulk.ts';

let host: Awaited<ReturnType<typeof rigHost>>;
beforeAll(async () => {
  host = await rigHost();
});
afterAll(async () => {
  await host.close();
});

it('a bulk job that two processes share, each killed, ends with every label once and every barcode in the chosen order', async () => {
  for (const slug of ['testline-express', 'testline-ground'])
    await host.admin().setFaults(slug, [{ kind: 'drop-after-effect', effect: 'effect', probability: 0.05, seed: 7 }]);
  const run = await runBulk(host, {
    orders: 96,
    partSize: 40,
    kills: [{ bought: 0.1, who: 'beside' }, { bought: 0.4 }],
    say: (line) => {
      if (process.env['TEST_LOG']) process.stdout.write(`${performance.now().toFixed(0)} ms ${line}\n`);
    },
    withinMs: 300_000,
  });
  expect(run.breaches).toEqual([]);
  expect(run.paid).toBe(96);
  // It was cut off in the middle, neither before nor after.
  expect(run.kills[1]?.done).toBeGreaterThanOrEqual(38);
  expect(run.kills[1]?.done).toBeLessThan(96);
  expect(run.batch.documents.map((part) => [part.fileName, part.orders])).toEqual([
    ['ShipmentByCarrier-1-of-3.pdf', 40],
    ['ShipmentByCarrier-2-of-3.pdf', 40],
    ['ShipmentByCarrier-3-of-3.pdf', 16],
  ]);
  const [customer] = await host.rig.ask<{ tenant_id: string }>('SELECT tenant_id FROM batches LIMIT 1');
  expect(breaches(await judge(host.rig, customer?.tenant_id ?? null, 'BULK-%'))).toEqual([]);
});
