/**
 * How long somebody else's call waits while two companies send hostile files at once (findings A2 and A8): the built server in
 * a process of its own, the other person in another one, everything on the wall clock.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataOf } from '@scanship/contracts/call';
import { billAccounts, uploadBillFile } from '@scanship/contracts/carriers/carrier-bills';
import { listAccounts, uploadRateSheet } from '@scanship/contracts/carriers/carriers';
import { uploadOwnPicture } from '@scanship/contracts/network/franchises';
import { checkImport, commitImport, uploadOrders } from '@scanship/contracts/orders/order-import';
import { listProducts, putProductPicture } from '@scanship/contracts/products/products';
import { uploadProducts } from '@scanship/contracts/products/product-import';
import {
  gzipBomb,
  type HostileFile,
  hostilePictures,
  hostileTables,
  largeCsv,
  xlsxBomb,
} from '../attack/data/files.ts';
import { freePort, root } from '../support/app.ts';
import { DEMO_PASSWORD } from '../support/demo.ts';
import { type Answer, type Seller, signInAs } from '../support/seller.ts';
import { type BenchServer, withBenchServer } from './bench-server.ts';
import { ordersCsv } from './csv.ts';
import type { Watched } from './other-person.ts';
import type { Row } from './table.ts';

const LIMIT_MS = 250;
const QUIET_MS = 5_000;
/** What is answered at once is sent so often, that a call of the other person falls into it. */
const TIMES = 3;

/** What is sent, by whom, at the same time. */
interface Attack {
  readonly kind: string;
  readonly send: () => Promise<unknown>;
}

export const uploadRows = (): Promise<Row[]> => withBenchServer('uploads', measure);

async function measure({ app, seller: aurora }: BenchServer): Promise<Row[]> {
  const signIn = (userName: string) => signInAs({ origin: app.url, userName, password: DEMO_PASSWORD });
  const [boreal, maple] = [await signIn('boreal'), await signIn('maple')];
  const other = fork(path.join(root, 'tests/bench/other-person.ts'), [app.url, String(app.pid)], {
    execArgv: ['--import', 'tsx'],
    cwd: root,
  });
  await once(other, 'message');
  try {
    const rows: Row[] = [];
    for (const { kind, send } of await attacksOf(aurora, boreal, maple)) {
      rows.push(await longestWait(other, kind, send));
      console.error(`  ${kind}: ${Math.round(rows.at(-1)?.value ?? 0)} ms (${rows.at(-1)?.note ?? ''})`);
    }
    return rows;
  } finally {
    const ended = once(other, 'exit');
    other.send('end');
    await ended;
    await Promise.all([boreal.close(), maple.close()]);
  }
}

async function longestWait(other: ChildProcess, kind: string, send: () => Promise<unknown>): Promise<Row> {
  const ask = async (what: 'watch' | 'told'): Promise<unknown> => {
    const answer = once(other, 'message');
    other.send(what);
    return (await answer)[0];
  };
  await ask('watch');
  const started = performance.now();
  await send();
  const seconds = (performance.now() - started) / 1000;
  const { calls, failed, longest, p99, computed, queued } = (await ask('told')) as Watched;
  if (failed > 0) throw new Error(`${kind}: ${failed} of ${calls} calls of the other person failed`);
  return {
    measure: `longest wait of another person: ${kind}`,
    value: longest,
    unit: 'ms',
    limit: LIMIT_MS,
    kind: 'time',
    note: `${seconds.toFixed(1)} s, ${calls} calls, p99 ${Math.round(p99)}; server’s thread ${Math.round(computed)} computing, ${Math.round(queued)} waiting for a core`,
  };
}

/** A refusal is a good answer, a failure is not, and neither is one that never looked at the file. */
function took(answer: Answer<unknown>, kind: string, more: readonly number[] = []): void {
  if (![200, 413, 422, 503, ...more].includes(answer.status))
    throw new Error(`${kind} was answered ${answer.status} ${answer.refusal?.message ?? ''}`);
}

async function attacksOf(aurora: Seller, boreal: Seller, maple: Seller): Promise<readonly Attack[]> {
  const two = (kind: string, send: (person: Seller) => Promise<Answer<unknown>>): Attack => ({
    kind,
    async send() {
      for (let turn = 0; turn < TIMES; turn += 1)
        for (const answer of await Promise.all([aurora, boreal].map(send))) took(answer, kind);
    },
  });
  const one = (kind: string, person: Seller, send: (person: Seller) => Promise<Answer<unknown>>): Attack => ({
    kind,
    async send() {
      for (let turn = 0; turn < TIMES; turn += 1)
        for (const answer of await Promise.all([send(person), send(person)])) took(answer, kind);
    },
  });
  const orders = (file: HostileFile) => (person: Seller) => person.call(uploadOrders, { file });
  const products = (file: HostileFile) => (person: Seller) => person.call(uploadProducts, { file });
  const { products: known } = await aurora.must(listProducts, { body: {} });
  const { accounts } = await maple.must(listAccounts);
  const { accounts: billed } = await maple.must(billAccounts);
  const sheet = accounts.find(({ rateSheet }) => rateSheet !== null);
  const [product, bill] = [known[0], billed[0]];
  if (!product || !sheet || !bill) throw new Error('The demo lacks what files are sent to.');
  const billOf = (file: HostileFile) => (person: Seller) =>
    person.call(uploadBillFile, { file, body: { accountId: bill.id } });
  // Made once: making them must not stand still what sends them.
  const [tables, pictures] = [hostileTables(), hostilePictures()];
  const [brackets, comments] = [tables[0], pictures[0]];
  if (!brackets || !comments) throw new Error('There are no hostile files.');
  const twenty = largeCsv(20);
  const workbook = xlsxBomb(1_250);
  return [
    { kind: 'nobody sends anything', send: () => sleep(QUIET_MS) },
    ...tables.map((file) => two(`orders, ${file.kind}`, orders(file))),
    two('products, a workbook that unpacks to 1250 MB', products(workbook)),
    two('orders, 14 MB that are all well', orders(largeCsv(14))),
    two('orders, 20 MB, which is too many rows', orders(twenty)),
    two('products, the same 20 MB', products(twenty)),
    ...honestImport(boreal),
    {
      kind: 'orders, four workbooks of each company at once that unpack to 490 MB',
      async send() {
        const bomb = xlsxBomb(490);
        const answers = await Promise.all([1, 2, 3, 4].flatMap(() => [aurora, boreal].map(orders(bomb))));
        // Two imports of a company at once; whoever comes after them is asked to come back.
        for (const answer of answers) took(answer, bomb.kind, [429]);
      },
    },
    one('price list, a header of 40,000 brackets', maple, (person) =>
      person.call(uploadRateSheet, { params: { id: sheet.id }, file: brackets }),
    ),
    one('price list, a workbook that unpacks to 1250 MB', maple, (person) =>
      person.call(uploadRateSheet, { params: { id: sheet.id }, file: workbook }),
    ),
    one('carrier’s invoice, a gzip that unpacks to 300 MB', maple, billOf(gzipBomb())),
    one('carrier’s invoice, a CSV of 20 MB', maple, billOf(twenty)),
    ...pictures.map((file) =>
      one(`product picture, ${file.kind}`, aurora, (person) =>
        person.call(putProductPicture, { params: { id: product.id }, file }),
      ),
    ),
    one('brand picture, 20,000 openings of comments', maple, (person) =>
      person.call(uploadOwnPicture, { body: { field: 'primaryLogo' }, file: comments }),
    ),
    { kind: 'a restore of 1250 MB of nothing, beside the server', send: restoreOfNothing },
  ];
}

/** One file of 20,000 orders, step by step. */
function honestImport(person: Seller): readonly Attack[] {
  const bytes = ordersCsv({ orders: 20_000, prefix: 'HONEST-', lines: 1, domestic: true });
  const file = { name: 'orders.csv', type: 'text/csv', bytes };
  let upload: DataOf<typeof uploadOrders> | undefined;
  let ready = 0;
  const begun = () => {
    if (!upload) throw new Error('The file was not taken.');
    return { params: { id: upload.importId }, mapping: upload.mapping };
  };
  return [
    {
      kind: '20,000 orders, the upload',
      send: async () => (upload = await person.must(uploadOrders, { file })),
    },
    {
      kind: '20,000 orders, the check',
      async send() {
        const { params, mapping } = begun();
        ready = (await person.must(checkImport, { params, body: mapping })).readyCount;
      },
    },
    {
      kind: '20,000 orders, the creation',
      async send() {
        const { params, mapping } = begun();
        const body = { mapping, skipBlocked: false, expectedReady: ready };
        await person.must(commitImport, { params, body, idempotencyKey: randomUUID() });
      },
    },
  ];
}

/** The command in a process of its own, as an operator runs it; it starts a database of its own, too. */
async function restoreOfNothing(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scanship-bench-restore-'));
  const file = path.join(folder, 'backup');
  writeFileSync(file, gzipBomb().bytes);
  const port = String(await freePort());
  const child = spawn(process.execPath, [path.join(root, 'apps/server/dist/main.js'), 'restore', file], {
    cwd: root,
    env: { ...process.env, DATA_DIR: path.join(folder, 'data'), PORT: port },
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  rmSync(folder, { recursive: true });
  if (code === 0) throw new Error('A backup of nothing was restored.');
}
