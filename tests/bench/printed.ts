/**
 * From a scan to the first byte of its label at a real IPP printer process: the purchase call of an order that was rated before,
 * through the built server and the print agent as its own process. The sample carrier answers at once; what it takes is not
 * taken off, so the figure is an upper bound of our own part.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addOrder } from '@scanship/contracts/orders/orders';
import { addPrinterSettings, listPrinterSettings, listPrintJobs } from '@scanship/contracts/printing/printers';
import { rateScanned, shipScannedByDetails } from '@scanship/contracts/printing/scan-ship';
import { hasIppeveprinter, startIppeveprinter } from '../../apps/print-agent/test/ippeveprinter.ts';
import { makeAgentPackage } from '../support/agent-package.ts';
import { root, startApp } from '../support/app.ts';
import { DEMO_PASSWORD, orderTo } from '../support/demo.ts';
import { openLine } from '../support/line.ts';
import { startPrintAgent } from '../support/print-agent.ts';
import { type Seller, signInAs } from '../support/seller.ts';
import { wakeSimulators } from '../support/wake-simulators.ts';
import { median, percentile, type Row } from './table.ts';

const ROUNDS = 40;
const LIMIT_MS = 300;
const GIVE_UP_MS = 15_000;

export async function printedRows(): Promise<Row[]> {
  if (!existsSync(path.join(root, 'apps/server/dist/main.js'))) throw new Error('The server is not built.');
  if (!hasIppeveprinter()) throw new Error('ippeveprinter is not installed.');
  const app = await startApp({
    env: { LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '1000000', PRINT_AGENT_DIR: makeAgentPackage() },
  });
  try {
    await wakeSimulators(app);
    const seller = await signInAs({ origin: app.url, userName: 'aurora', password: DEMO_PASSWORD });
    try {
      return await measure(seller);
    } finally {
      await seller.close();
    }
  } finally {
    await app.dispose();
  }
}

async function measure(seller: Seller): Promise<Row[]> {
  const printer = await startIppeveprinter();
  let printing: ((at: number) => void) | undefined;
  const line = await openLine(Number(new URL(printer.uri).port), (piece) => {
    // The document follows the attributes of its job in the same body.
    if (piece.includes('%PDF')) printing?.(performance.now());
  });
  const agent = await startPrintAgent({ seller, printers: { Table: `ipp://127.0.0.1:${line.port}/ipp/print` } });
  try {
    const { machineId, printers } = agent;
    const { printerSettings } = await seller.must(listPrinterSettings, { query: { machineId } });
    const printerSetting = printerSettings.map((each) =>
      each.documentType === 'SHIPPING_LABEL'
        ? { ...each, printerId: printers[0]?.id ?? null, format: 'pdf' as const, autoprint: true }
        : each,
    );
    await seller.must(addPrinterSettings, { body: { machineId, printerSetting } });
    const whole: number[] = [];
    const after: number[] = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      const { scanToByte, answerToByte } = await once(seller, machineId, n, (heard) => {
        printing = heard;
      });
      whole.push(scanToByte);
      after.push(answerToByte);
    }
    const [load = 0] = os.loadavg();
    const note = `${ROUNDS} labels, load ${load.toFixed(1)} on ${os.cpus().length} cores`;
    return [
      {
        measure: 'scan to first byte at the IPP printer, p95',
        value: percentile(whole, 0.95),
        unit: 'ms',
        limit: LIMIT_MS,
        kind: 'time',
        note: `${note}, the carrier's own answer included`,
      },
      {
        measure: 'scan to first byte at the IPP printer, median',
        value: median(whole),
        unit: 'ms',
        limit: LIMIT_MS,
        kind: 'time',
        note,
      },
      { measure: 'of it after the purchase was answered, median', value: median(after), unit: 'ms', kind: 'time' },
    ];
  } finally {
    await agent.dispose();
    await line.close();
    await printer.close();
  }
}

async function once(seller: Seller, machineId: string, n: number, listen: (heard: (at: number) => void) => void) {
  const order = await seller.must(addOrder, { body: orderTo(`FAST-${n}`), idempotencyKey: randomUUID() });
  const details = { orderId: order.id, shipMode: 'shipInBox' as const };
  const { scanShipQuote } = await seller.must(rateScanned, { body: details });
  const rate = scanShipQuote[0];
  if (!rate) throw new Error('no carrier offered a rate');
  const first = new Promise<number>((resolve) => listen(resolve));
  const body = { ...details, machineId, quoteId: rate.quoteId, rateId: rate.id };
  const started = performance.now();
  const buying = seller
    .must(shipScannedByDetails, { body, idempotencyKey: randomUUID() })
    .then(() => performance.now());
  const at = await Promise.race([first, wait(GIVE_UP_MS, undefined, { ref: false })]);
  if (at === undefined) throw new Error(`the label of FAST-${n} did not come to the printer within ${GIVE_UP_MS} ms`);
  const answered = await buying;
  await untilPrinted(seller);
  return { scanToByte: at - started, answerToByte: at - answered };
}

/** ippeveprinter takes one job at a time: the next scan comes when the last label is out, as it does at a table. */
async function untilPrinted(seller: Seller): Promise<void> {
  const until = performance.now() + GIVE_UP_MS;
  for (;;) {
    const { jobs } = await seller.must(listPrintJobs, { query: { size: 5, state: 'waiting' } });
    if (jobs.length === 0) return;
    if (performance.now() > until) throw new Error(`${jobs.length} labels did not come out within ${GIVE_UP_MS} ms`);
    await wait(20);
  }
}
