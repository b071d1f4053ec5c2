/**
 * A seller ships many orders at once; the server is killed while labels are bought and while they are merged, and started
 * again. In the end the carriers' own books and the printed barcodes judge.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addPreset } from '@scanship/contracts/shipping/automation';
import {
  type Batch,
  type BatchItem,
  createBatch,
  getBatch,
  leaveOutAccount,
  listBatchItems,
  startBatch,
} from '@scanship/contracts/shipping/batches';
import { checkImport, commitImport, uploadOrders } from '@scanship/contracts/orders/order-import';
import { getDocument } from '@scanship/contracts/shipping/shipments';
import { ordersCsv } from '../../bench/csv.ts';
import type { Seller } from '../../support/seller.ts';
import type { BulkHost } from './host.ts';
import { codesOfPages } from './read-labels.ts';

/** Accounts that hold a plan up for longer are left out. */
const MOST_WAIT_S = 600;
/** Carriers that can be asked what became of a purchase, so that nobody has to decide. */
export const CARRIERS = ['testline-express', 'testline-ground'] as const;

export interface BulkRunOptions {
  readonly orders: number;
  readonly partSize: number;
  /**
   * When the server, PostgreSQL under it or the process beside it is killed: share of the labels that are bought, or parts that are
   * merged. The process beside it is killed while both have orders in hand.
   */
  readonly kills: readonly (({ readonly bought: number } | { readonly parts: number }) & {
    readonly who?: 'database' | 'beside';
  })[];
  readonly say: (line: string) => void;
  readonly withinMs: number;
}

export interface BulkRun {
  readonly batch: Batch;
  readonly items: readonly BatchItem[];
  /** Labels the carriers were paid for. */
  readonly paid: number;
  /** How far the job was when it was killed. */
  readonly kills: readonly { readonly done: number; readonly parts: number }[];
  /** Every breach is one sentence. */
  readonly breaches: readonly string[];
  /** Pages of labels whose barcode was read. */
  readonly readable: number;
  readonly planSeconds: number;
  readonly buySeconds: number;
}

const VICTIMS = { server: 'the server', database: 'PostgreSQL', beside: 'the process beside the server' } as const;

const paidAt = async (host: BulkHost): Promise<string[]> => {
  const paid: string[] = [];
  for (const slug of CARRIERS)
    for (const entry of await host.admin().books(slug))
      if (entry.kind === 'paid') paid.push(entry.reference ?? entry.id);
  return paid;
};

export async function runBulk(host: BulkHost, options: BulkRunOptions): Promise<BulkRun> {
  const { say } = options;
  const until = Date.now() + options.withinMs;
  let seller = await host.signIn();
  const before = (await paidAt(host)).length;
  const prefix = `BULK-${options.orders}-`;
  await importOrders(seller, prefix, options.orders);
  say(`${options.orders} orders imported`);

  const preset = await seller.must(addPreset, {
    body: {
      name: `Bulk ${randomUUID().slice(0, 8)}`,
      hotkey: null,
      choice: {
        service: {
          services: CARRIERS.map((carrier) => ({ carrier, grantId: null, service: null })),
          pick: 'cheapest',
        },
        grantIds: null,
        packageId: null,
        insurance: null,
        signature: null,
        saturdayDelivery: null,
      },
    },
    idempotencyKey: randomUUID(),
  });
  const planned = Date.now();
  const made = await seller.must(createBatch, {
    body: {
      kind: 'preset',
      presetId: preset.id,
      filters: { search: { key: 'orderNumber', value: prefix } },
      name: 'Killed',
      dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 },
      printOrder: { by: 'number', reversed: true },
      separators: 'part',
      partSize: options.partSize,
      documents: ['labels'],
    },
    idempotencyKey: randomUUID(),
  });
  const params = { id: made.id };
  const look = (): Promise<Batch> => seller.must(getBatch, { params });
  const waitFor = async (wanted: (batch: Batch) => boolean): Promise<Batch> => {
    for (;;) {
      const batch = await look();
      if (wanted(batch)) return batch;
      if (Date.now() > until) throw new Error(`not done in time: ${JSON.stringify({ ...batch, plan: undefined })}`);
      await sleep(100);
    }
  };
  let plan = await look();
  while (plan.state === 'planning') {
    // Aggregators that might sell these carriers, too, of two to five calls a second: on such a day one plans without them.
    for (const { grantId, carrierName, message } of plan.plan.waits.filter(({ seconds }) => seconds > MOST_WAIT_S)) {
      say(`planned without ${carrierName}: ${message}`);
      await seller.must(leaveOutAccount, { params, body: { grantId }, idempotencyKey: randomUUID() });
    }
    await sleep(1_000);
    plan = await look();
  }
  const planSeconds = (Date.now() - planned) / 1_000;
  say(`planned in ${planSeconds.toFixed(1)} s: ${plan.counts.willShip} ship, ${plan.counts.blocked} blocked`);
  if (plan.counts.willShip !== options.orders)
    throw new Error(
      `only ${plan.counts.willShip} of ${options.orders} can be shipped: ${JSON.stringify(plan.plan.blocked)}`,
    );
  const started = Date.now();
  await seller.must(startBatch, {
    params,
    body: { version: plan.version, totals: plan.plan.totals },
    idempotencyKey: randomUUID(),
  });

  const untilShared = async (): Promise<void> => {
    for (;;) {
      const shared = await host.ask<{ n: number }>(
        'SELECT count(*)::int AS n FROM batch_items WHERE worker_id IS NOT NULL',
      );
      if ((shared?.n ?? 0) > 0) return;
      if (Date.now() > until || (await look()).state === 'done') throw new Error('nobody shared the work of the batch');
      await sleep(20);
    }
  };
  const kills: { done: number; parts: number }[] = [];
  for (const kill of options.kills) {
    const at = await waitFor((batch) =>
      'bought' in kill ? batch.counts.done >= options.orders * kill.bought : readyParts(batch) >= kill.parts,
    );
    if (kill.who === 'beside') await untilShared();
    kills.push({ done: at.counts.done, parts: readyParts(at) });
    say(`${VICTIMS[kill.who ?? 'server']} is killed with ${at.counts.done} bought, ${readyParts(at)} files merged`);
    if (kill.who === 'beside') {
      await host.killBeside?.();
      continue;
    }
    await seller.close();
    if (kill.who === 'database') await host.killDatabase();
    else {
      await host.kill();
      await host.start();
    }
    seller = await host.signIn();
  }
  await waitFor((batch) => batch.state === 'done');
  const buySeconds = (Date.now() - started) / 1_000;
  say(`bought in ${buySeconds.toFixed(1)} s, kills included`);
  const batch = await waitFor(
    (each) => each.documents.length > 0 && each.documents.every(({ state }) => state === 'ready' || state === 'failed'),
  );
  const items = await allItems(seller, made.id);
  const books = options.kills.some(({ who }) => who === 'database') ? await brokenBooks(host) : [];
  const paid = (await paidAt(host)).length - before;
  const { breaches, readable } = await judgeBulk(seller, options, batch, items, await paidAt(host), paid);
  await seller.close();
  return { batch, items, paid, kills, breaches: [...breaches, ...books], readable, planSeconds, buySeconds };
}

/** Each entry's postings add up to nothing, each balance is the sum of its postings, and nothing is still set aside. */
async function brokenBooks(host: BulkHost): Promise<readonly string[]> {
  const found = await host.ask<{ uneven: number; off: number; aside: number }>(`SELECT
    (SELECT count(*)::int FROM (SELECT 1 FROM postings GROUP BY tenant_id, entry_id HAVING sum(amount_minor) <> 0) AS u) AS uneven,
    (SELECT count(*)::int FROM account_balances AS b WHERE b.amount_minor <> (SELECT coalesce(sum(p.amount_minor), 0)
      FROM postings AS p WHERE p.tenant_id = b.tenant_id AND p.account_id = b.account_id)) AS off,
    (SELECT count(*)::int FROM account_balances AS b WHERE b.reserved_minor <> 0) AS aside`);
  return [
    ...(found?.uneven === 0 ? [] : [`entries whose postings do not add up: ${String(found?.uneven)}`]),
    ...(found?.off === 0 ? [] : [`balances that are not the sum of their postings: ${String(found?.off)}`]),
    ...(found?.aside === 0 ? [] : [`accounts with money still set aside: ${String(found?.aside)}`]),
  ];
}

const readyParts = (batch: Batch): number => batch.documents.filter((part) => part.state === 'ready').length;

/** By a file, as people do: uploaded, checked, created. */
export async function importOrders(seller: Seller, prefix: string, orders: number): Promise<void> {
  const bytes = ordersCsv({ orders, prefix, lines: 1, domestic: true });
  const upload = await seller.must(uploadOrders, { file: { name: `${prefix}.csv`, type: 'text/csv', bytes } });
  const params = { id: upload.importId };
  const check = await seller.must(checkImport, { params, body: upload.mapping });
  const done = await seller.must(commitImport, {
    params,
    body: { mapping: upload.mapping, skipBlocked: false, expectedReady: check.readyCount },
    idempotencyKey: randomUUID(),
  });
  if (done.created !== orders) throw new Error(`${done.created} of ${orders} orders were imported`);
}

async function allItems(seller: Seller, id: string): Promise<BatchItem[]> {
  const items: BatchItem[] = [];
  for (let after: number | undefined; ; ) {
    const page = await seller.must(listBatchItems, { params: { id }, query: { after, size: 500 } });
    items.push(...page.items);
    if (page.next === null) return items;
    after = page.next;
  }
}

const plain = (text: string): string => text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();

async function judgeBulk(
  seller: Seller,
  options: BulkRunOptions,
  batch: Batch,
  items: readonly BatchItem[],
  references: readonly string[],
  paid: number,
): Promise<{ readonly breaches: readonly string[]; readonly readable: number }> {
  const breaches: string[] = [];
  const assertEqual = (what: string, found: unknown, wanted: unknown): void => {
    if (found !== wanted) breaches.push(`${what}: ${String(found)} instead of ${String(wanted)}`);
  };
  assertEqual('labels paid at the carriers', paid, options.orders);
  assertEqual('references paid twice', references.length - new Set(references).size, 0);
  assertEqual('labels of the batch', batch.counts.done, options.orders);
  assertEqual('orders', new Set(items.map((item) => item.orderId)).size, options.orders);
  assertEqual('shipments', new Set(items.map((item) => item.shipmentId)).size, options.orders);
  const numbers = items.flatMap((item) => item.trackingNumbers);
  assertEqual('tracking numbers', new Set(numbers).size, options.orders);
  for (const total of batch.plan.totals)
    assertEqual('spent', batch.spent.find((each) => each.currency === total.currency)?.minor, total.minor);
  assertEqual('files', batch.documents.length, Math.ceil(options.orders / options.partSize));

  // Order number, largest first, counted as people do.
  const collator = new Intl.Collator('en', { numeric: true });
  const wanted = items
    .toSorted((a, b) => collator.compare(b.orderNumber, a.orderNumber))
    .map((item) => item.trackingNumbers[0] ?? 'nothing');
  let readable = 0;
  for (const part of batch.documents) {
    if (part.documentId === null) {
      breaches.push(`${part.fileName}: ${part.problem ?? 'not merged'}`);
      continue;
    }
    const file = await seller.call(getDocument, { params: { id: part.documentId } });
    const pages = await codesOfPages(file.bytes);
    assertEqual(`pages of ${part.fileName}`, pages.length, part.orders + 1);
    // The first page says what follows.
    for (const [index, codes] of pages.slice(1).entries()) {
      const number = wanted[(part.part - 1) * options.partSize + index] ?? 'nothing more';
      if (codes.some((code) => plain(code).includes(plain(number)))) readable += 1;
      else breaches.push(`${part.fileName} page ${index + 2}: ${codes.join(', ') || 'no code'} instead of ${number}`);
    }
  }
  assertEqual('barcodes read in the chosen order', readable, options.orders);
  return { breaches, readable };
}
