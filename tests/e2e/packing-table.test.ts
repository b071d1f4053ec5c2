/**
 * The packing table as it stands in a warehouse: a scanner, the built server, the print agent as its own process and a real IPP
 * printer. `npm test` ships fewer orders than `npm run verify` (VERIFY set), which ships 50 and 50 again with its lines cut.
 */
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { addPrinterSettings, listPrintJobs, listPrinterSettings } from '@scanship/contracts/printing/printers';
import { addScanSetting, type ScanShipped } from '@scanship/contracts/printing/scan-ship';
import { USUAL_SCAN_SETTING } from '@scanship/domain/scan-ship/scan-ship';
import type { Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { hasIppeveprinter, type Ippeveprinter, startIppeveprinter } from '../../apps/print-agent/test/ippeveprinter.ts';
import { orderTo } from '../support/demo.ts';
import { textOf } from '../support/label-codes.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { type CutLine, openLine } from '../support/line.ts';
import { type AgentAtWork, startPrintAgent } from '../support/print-agent.ts';
import { scan } from '../support/scanner.ts';
import type { Seller } from '../support/seller.ts';

const AS = 'aurora';
const LONG = process.env['VERIFY'] !== undefined;
const STRAIGHT = LONG ? 50 : 12;
const WITH_CUTS = LONG ? 50 : 9;

let lane: Lane;
let seller: Seller;
beforeAll(async () => {
  lane = await openLane();
  seller = await lane.seller(AS);
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

/** A page at the table of a machine that ships at once. */
interface Table {
  readonly page: Page;
  /** Calls that buy, in the order they left the page. */
  readonly calls: { readonly orderId: string; readonly key: string | undefined }[];
  /** Order number and tracking number of each shipment, in the order the server answered. */
  readonly shipped: (readonly [number: string, tracking: string])[];
  close(): Promise<void>;
}

async function sitDown(machineId: string): Promise<Table> {
  const station = machineId === 'none' ? {} : { machineId };
  await seller.must(addScanSetting, { body: { setting: { ...USUAL_SCAN_SETTING, autoPrintSeconds: 0 }, ...station } });
  const { page, context } = await lane.open({ as: AS, width: 1360, height: 900 });
  await context.addInitScript((id) => {
    // Frames of a preview have no storage of their own.
    if (globalThis.self === globalThis.top) localStorage.setItem('print-station', id);
  }, machineId);
  const calls: Table['calls'] = [];
  const shipped: (readonly [string, string])[] = [];
  const isShip = (url: string): boolean => new URL(url).pathname === '/api/scanship/ecom/order/ship';
  page.on('request', (request) => {
    if (!isShip(request.url())) return;
    const { orderId } = JSON.parse(request.postData() ?? '{}') as { orderId: string };
    calls.push({ orderId, key: request.headers()['idempotency-key'] });
  });
  const keep = async (response: Response): Promise<void> => {
    if (!isShip(response.url()) || response.status() !== 200) return;
    const { data } = (await response.json()) as { readonly data: ScanShipped };
    shipped.push([data.ecomOrderNumber, data.shipment.parcels[0]?.trackingNumber ?? '']);
  };
  page.on('response', (response) => void keep(response));
  await page.goto('/ecommerce/scan-ship');
  await said(page, 'Scan an order');
  return { page, calls, shipped, close: () => context.close() };
}

const said = (page: Page, text: string, timeout = 45_000) =>
  page.locator('.scan-banner').filter({ hasText: text }).waitFor({ timeout });
/** Numbers of new orders. */
async function newOrders(stem: string, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, at) => `${stem}-${String(at + 1).padStart(2, '0')}`);
  for (const number of numbers) await lane.addOrder(AS, orderTo(number));
  return numbers;
}

if (hasIppeveprinter()) {
  let printer: Ippeveprinter;
  let line: CutLine;
  let agent: AgentAtWork;
  beforeAll(async () => {
    const port = Number(new URL(lane.origin('localhost')).port);
    [printer, line] = await Promise.all([startIppeveprinter(), openLine(port)]);
    agent = await startPrintAgent({
      seller,
      printers: { Table: printer.uri },
      through: `http://localhost:${line.port}`,
    });
    const { machineId, printers } = agent;
    const { printerSettings } = await seller.must(listPrinterSettings, { query: { machineId } });
    const printerSetting = printerSettings.map((each) =>
      each.documentType === 'SHIPPING_LABEL'
        ? { ...each, printerId: printers[0]?.id ?? null, format: 'pdf' as const, autoprint: true }
        : each,
    );
    await seller.must(addPrinterSettings, { body: { machineId, printerSetting } });
  });
  afterAll(async () => {
    await agent?.dispose();
    await Promise.all([printer?.close(), line?.close()]);
  });

  /** What lies in the printer since `before`, by the tracking numbers printed on it. */
  async function labelsSince(before: number, shipped: Table['shipped']): Promise<string[]> {
    const found: string[] = [];
    for (const id of printer.order().slice(before)) {
      const [pdf, ...again] = printer.printed(id);
      if (!pdf || again.length > 0) throw new Error(`job ${id} was printed ${again.length + 1} times`);
      const text = (await textOf(pdf)).replaceAll(/\s/g, '');
      found.push(shipped.find(([, tracking]) => tracking !== '' && text.includes(tracking))?.[0] ?? 'not one of ours');
    }
    return found;
  }
  const states = async () => {
    const { jobs } = await seller.must(listPrintJobs, {
      query: { machineId: agent.machineId, state: 'all', size: 200 },
    });
    return jobs.map(({ state }) => state);
  };
  const nothingOpened = async ({ page }: Table) =>
    expect([await page.getByRole('dialog').count(), page.context().pages().length]).toEqual([0, 1]);

  it(`${STRAIGHT} orders scanned one after the other: a real IPP printer gets exactly their labels, in order; nothing opens`, async () => {
    const numbers = await newOrders('TABLE', STRAIGHT);
    const table = await sitDown(agent.machineId);
    for (const number of numbers) {
      await scan(table.page, number);
      await said(table.page, `Order ${number} shipped`);
      await nothingOpened(table);
    }
    await expect.poll(() => printer.order().length).toBe(STRAIGHT);
    await expect.poll(states).toEqual(numbers.map(() => 'printed'));
    expect(await labelsSince(0, table.shipped)).toEqual(numbers);
    expect(new Set(table.calls.map(({ key }) => key)).size).toBe(STRAIGHT);
    await table.close();
  }, 240_000);

  it(`${WITH_CUTS} orders with the agent's line and then the browser's line cut: the same, none twice`, async () => {
    const third = Math.floor(WITH_CUTS / 3);
    const numbers = await newOrders('CUTS', WITH_CUTS);
    const before = printer.order().length;
    const table = await sitDown(agent.machineId);
    for (const [at, number] of numbers.slice(0, 2 * third).entries()) {
      // In the middle of whatever it does: the last label may be anywhere between server and printer.
      if (at === third - 1) setTimeout(() => line.cut(), 150);
      await scan(table.page, number);
      await said(table.page, `Order ${number} shipped`);
      await nothingOpened(table);
    }
    line.cut();
    expect(printer.order().length - before).toBeLessThan(2 * third);
    line.mend();

    const waiting = numbers.slice(2 * third);
    await table.page.context().setOffline(true);
    for (const number of waiting) await scan(table.page, number);
    await table.page.getByText(`${waiting.length} scans wait and are processed in order when it is back.`).waitFor();
    await table.page.context().setOffline(false);
    await said(table.page, `Order ${waiting.at(-1)} shipped`, 120_000);

    // The agent tries again by itself, at the latest after some seconds.
    await expect.poll(() => printer.order().length - before, { timeout: 60_000 }).toBe(WITH_CUTS);
    await expect.poll(async () => (await states()).every((state) => state === 'printed')).toBe(true);
    expect(await labelsSince(before, table.shipped)).toEqual(numbers);
    expect((await states()).length).toBe(before + WITH_CUTS);
    expect(table.shipped.map(([number]) => number)).toEqual(numbers);
    const keys = table.calls.map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([WITH_CUTS, WITH_CUTS]);
    await table.close();
  }, 300_000);
}

it('5 scans without a line wait in view and become exactly 5 purchases, in order, each with a key of its own', async () => {
  const numbers = await newOrders(`QUEUE-${randomUUID().slice(0, 4)}`, 5);
  const table = await sitDown('none');
  await table.page.context().setOffline(true);
  for (const number of numbers) await scan(table.page, number);
  await table.page.getByText('5 scans wait and are processed in order when it is back.').waitFor();
  const row = (number: string) => table.page.getByTestId('scan-row').filter({ hasText: number }).getByText('Waits');
  for (const number of numbers) await row(number).waitFor();
  expect(table.calls).toEqual([]);
  await table.page.context().setOffline(false);
  await said(table.page, `Order ${numbers.at(-1)} shipped`);
  await expect.poll(() => table.shipped.map(([number]) => number)).toEqual(numbers);
  expect([table.calls.length, new Set(table.calls.map(({ key }) => key)).size]).toEqual([5, 5]);
  await table.close();
});
