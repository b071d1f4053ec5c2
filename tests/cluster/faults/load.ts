/** What goes on while something breaks: sellers who import, buy, print and cancel, and one job of many labels after the other. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkImport, commitImport, uploadOrders } from '@scanship/contracts/orders/order-import';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { addPreset } from '@scanship/contracts/shipping/automation';
import { createBatch, getBatch, startBatch } from '@scanship/contracts/shipping/batches';
import { createPlayer } from '@scanship/store-shopify/simulator-player';
import { ordersCsv } from '../../bench/csv.ts';
import { dice } from '../../soak/faults-schedule.ts';
import { type Tally, workUntilEnd } from '../../soak/seller-at-work.ts';
import { type DemoUser, hostOf } from '../../support/demo.ts';
import { type Seller, signInAs } from '../../support/seller.ts';
import { type Cluster, CLUSTER_PASSWORD } from '../cluster.ts';
import { type Missed, patient } from './patient-seller.ts';
import { keepShop } from './shop.ts';

const USERS: readonly DemoUser[] = ['aurora', 'boreal'];
/** Its look-up finds a shipment up to thirty minutes late, and so long it is not called absent: longer than a verdict waits. */
const NOT_AT: ReadonlySet<string> = new Set(['purolator']);
const BULK_USER: DemoUser = 'corner';
const BULK_ORDERS = 12;
const PULSE_MS = 250;
/** A person who waits longer than this sees that something is wrong. */
const PULSE_WITHIN_MS = 5_000;

export interface Load {
  readonly sellers: readonly Seller[];
  readonly tally: Tally;
  /** Answers that must never come. */
  readonly wrong: readonly string[];
  readonly missed: readonly Missed[];
  /** When a call of somebody who only looks was not answered, in order. */
  readonly pulses: readonly { readonly at: number; readonly ok: boolean; readonly what: string }[];
  /** Lets everybody finish what they have begun. */
  stop(): Promise<void>;
}

export const signIn = (cluster: Pick<Cluster, 'url'>, userName: DemoUser): Promise<Seller> =>
  signInAs({ origin: cluster.url, host: hostOf(userName), userName, password: CLUSTER_PASSWORD, connections: 8 });

export async function startLoad(cluster: Pick<Cluster, 'url' | 'simulatorsUrl'>, seed: number): Promise<Load> {
  const missed: Missed[] = [];
  const wrong: string[] = [];
  const tally: Tally = new Map();
  const pulses: { at: number; ok: boolean; what: string }[] = [];
  const state = { over: false };
  const open: Seller[] = [];
  const join = async (user: DemoUser): Promise<Seller> => {
    const seller = await signIn(cluster, user);
    open.push(seller);
    return seller;
  };
  const sellers: Seller[] = [];
  for (const user of USERS) sellers.push(patient(await join(user), missed));
  const bulk = patient(await join(BULK_USER), missed);
  const shop = patient(await join('aurora'), missed);
  const looker = await join('packer');

  const pulse = async (): Promise<void> => {
    while (!state.over) {
      const at = Date.now();
      const late = sleep(PULSE_WITHIN_MS, 'no answer within 5 s');
      const answer = looker.call(listOrders, { query: { size: 1 }, body: {} }).then(
        ({ status, refusal }) => (status < 500 ? '' : `${status} ${refusal?.code ?? ''}`),
        (error: unknown) => String(error),
      );
      const what = await Promise.race([late, answer]);
      pulses.push({ at, ok: what === '', what });
      await sleep(PULSE_MS);
    }
  };
  const bulkJobs = async (): Promise<void> => {
    for (let no = 1; !state.over; no += 1) {
      const before = missed.length;
      try {
        await bulkJob(bulk, `S-bulk-${seed}-${no}-`, wrong);
      } catch (error) {
        // Something of it was committed although its answer was lost, so that it is refused the second time: a person begins a new one.
        if (missed.length === before) throw error;
        await sleep(PULSE_MS);
      }
    }
  };
  const work = Promise.all([
    pulse(),
    bulkJobs(),
    keepShop(shop, createPlayer(cluster.simulatorsUrl), dice(seed), () => !state.over),
    ...sellers.map((seller, index) =>
      workUntilEnd({
        seller,
        roll: dice(seed + index + 1),
        tally,
        wrong,
        notAt: NOT_AT,
        get until() {
          return state.over ? 0 : Number.POSITIVE_INFINITY;
        },
      }),
    ),
  ]);
  // Whoever stops the load hears of it; until then it must not end the program.
  work.catch(() => undefined);
  return {
    sellers: [...sellers, bulk],
    tally,
    wrong,
    missed,
    pulses,
    async stop() {
      state.over = true;
      await work;
      await Promise.all(open.map((seller) => seller.close()));
    },
  };
}

/** One job from its file to its last label. */
async function bulkJob(seller: Seller, prefix: string, wrong: string[]): Promise<void> {
  const bytes = ordersCsv({ orders: BULK_ORDERS, prefix, lines: 1, domestic: true });
  const upload = await seller.must(uploadOrders, { file: { name: `${prefix}.csv`, type: 'text/csv', bytes } });
  const check = await seller.must(checkImport, { params: { id: upload.importId }, body: upload.mapping });
  await seller.must(commitImport, {
    params: { id: upload.importId },
    body: { mapping: upload.mapping, skipBlocked: false, expectedReady: check.readyCount },
    idempotencyKey: randomUUID(),
  });
  const preset = await seller.must(addPreset, {
    body: {
      name: `${prefix}${randomUUID().slice(0, 8)}`,
      hotkey: null,
      choice: {
        service: {
          services: ['testline-express', 'testline-ground'].map((carrier) => ({
            carrier,
            grantId: null,
            service: null,
          })),
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
  const made = await seller.must(createBatch, {
    body: {
      kind: 'preset',
      presetId: preset.id,
      filters: { search: { key: 'orderNumber', value: prefix } },
      name: prefix,
      dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 },
      printOrder: { by: 'number', reversed: false },
      separators: 'part',
      partSize: 100,
      documents: ['labels'],
    },
    idempotencyKey: randomUUID(),
  });
  const params = { id: made.id };
  const become = async (state: string): Promise<Awaited<ReturnType<typeof look>>> => {
    const end = Date.now() + 300_000;
    for (;;) {
      const batch = await look();
      if (batch.state === state) return batch;
      if (Date.now() > end) throw new Error(`the job ${prefix} is ${batch.state} and not ${state} after 5 minutes`);
      await sleep(500);
    }
  };
  const look = () => seller.must(getBatch, { params });
  const plan = await become('planned');
  // Refused where the answer to the first try was lost after it had been committed: it has begun, which is what was wanted.
  await seller.call(startBatch, {
    params,
    body: { version: plan.version, totals: plan.plan.totals },
    idempotencyKey: randomUUID(),
  });
  const done = await become('done');
  if (done.counts.done + done.counts.failed !== plan.counts.willShip)
    wrong.push(`${done.counts.done} of ${plan.counts.willShip} labels of ${prefix} were bought`);
}
