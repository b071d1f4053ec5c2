/**
 * The fault run: purchases in flight, the server killed at a point of the journal, started again, and so on through every
 * point; carriers that drop, fail and answer late; second tabs and repeated requests. In the end everything settles, a
 * person decides what nobody can be asked about, and the simulators' own books judge.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { FAULT_POINTS } from '@scanship/server/platform/journal/session';
import type { FaultInput } from '@scanship/simulator-kit/faults';
import type { Seller } from '../support/seller.ts';
import { judge, SIMULATED, type Verdict } from './judge.ts';
import { openRig, type Rig, type ServerProcess } from './rig.ts';
import {
  buy,
  cancel,
  type Customer,
  decideAll,
  findCustomer,
  makeOrders,
  quote,
  signIn,
  type Wish,
} from './shopper.ts';

export interface FaultRunOptions {
  readonly purchases: number;
  readonly inFlight: number;
  readonly say?: (line: string) => void;
  readonly logLevel?: 'silent' | 'error' | 'warn';
  /** Looks at the database and the books after the verdict, before they are gone. */
  readonly inspect?: (rig: Rig, tenantId: string) => Promise<void>;
}

export interface FaultRun {
  readonly verdict: Verdict;
  readonly rounds: number;
  readonly killsAtPoint: Readonly<Record<string, number>>;
  readonly decided: number;
  readonly seconds: number;
}

/** Connectors' deadlines and settle times run this much faster than in life. */
const TIME_SCALE = 0.1;
const LEASE_MS = 1_500;
/** Longer than a scaled deadline, shorter than the shortest scaled settle time. */
const LATE_MS = 2_000;

/** A server that has not come to its point by then is helped to die. A busy machine takes its time to get there. */
const HELP_AFTER_MS = 30_000;

/** How the carriers misbehave in a round; the seed changes what is hit. */
const misbehaviour = (seed: number): FaultInput[] => [
  { kind: 'drop-after-effect', effect: 'effect', probability: 0.08, seed },
  { kind: 'status-after-effect', effect: 'effect', probability: 0.06, seed: seed + 1 },
  { kind: 'latency', effect: 'effect', probability: 0.05, ms: LATE_MS, seed: seed + 2 },
  { kind: 'status-before-effect', effect: 'effect', probability: 0.05, seed: seed + 3 },
  { kind: 'drop-before-effect', effect: 'effect', probability: 0.04, seed: seed + 4 },
  { kind: 'garbage', effect: 'effect', probability: 0.03, seed: seed + 5 },
  { kind: 'quota', effect: 'any', probability: 0.02, seed: seed + 6 },
  { kind: 'status-before-effect', effect: 'read', probability: 0.05, status: 503, seed: seed + 7 },
];

export async function runFaults(options: FaultRunOptions): Promise<FaultRun> {
  const begun = Date.now();
  const say = options.say ?? (() => undefined);
  const rig = await openRig({ leaseMs: LEASE_MS, timeScale: TIME_SCALE, logLevel: options.logLevel ?? 'silent' });
  try {
    let server = await rig.startServer({ seed: true });
    const customer = await findCustomer(rig);
    const orders = await makeOrders(rig.connection, customer, 1, options.purchases);
    const rounds = Math.ceil(options.purchases / options.inFlight);
    const killsAtPoint: Record<string, number> = {};
    let again: readonly Wish[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const point = FAULT_POINTS[round % FAULT_POINTS.length] ?? 'answered';
      const own = orders.slice(round * options.inFlight, (round + 1) * options.inFlight);
      const seller = await signIn(server.port);
      const wishes = await plan(rig, seller, customer, own, round);
      for (const slug of SIMULATED) await rig.admin.setFaults(slug, misbehaviour(round * 100 + 1));
      await server.order({ kind: 'arm', point, passes: passesOf(point, own.length, round) });
      const { byItself: died, cutOff } = await rush(
        server,
        seller,
        [...again, ...wishes],
        await toCancel(rig, customer, round),
      );
      killsAtPoint[died ? point : 'any moment'] = (killsAtPoint[died ? point : 'any moment'] ?? 0) + 1;
      await seller.close();
      // A proxy repeats what it got no answer to, with the same keys.
      again = cutOff;
      say(`round ${round + 1} of ${rounds}: ${wishes.length} requests, killed at ${died ? point : 'any moment'}`);
      server = await rig.startServer();
    }
    for (const slug of SIMULATED) await rig.admin.clearFaults(slug);
    const seller = await signIn(server.port);
    await repeat(seller, again);
    const decided = await settle(rig, seller, customer);
    await seller.close();
    await server.kill();
    const verdict = await judge(rig, customer.tenantId);
    await options.inspect?.(rig, customer.tenantId);
    return { verdict, rounds, killsAtPoint, decided, seconds: (Date.now() - begun) / 1_000 };
  } finally {
    await rig.close();
  }
}

/** How often a point is passed before the server dies there: early, in the middle or late. Look-ups are few. */
const passesOf = (point: string, inFlight: number, round: number): number =>
  point === 'asked' ? 0 : Math.floor(inFlight * (0.1 + 0.08 * ((round * 7) % 10)));

/** Quotes for every order; every fifth order also gets a second tab with a quote and a key of its own. */
async function plan(
  rig: Rig,
  seller: Seller,
  customer: Customer,
  orders: readonly string[],
  round: number,
): Promise<readonly Wish[]> {
  for (const slug of SIMULATED) await rig.admin.clearFaults(slug);
  const wishes: Wish[] = [];
  await inTurns(orders, 6, async (orderId, index) => {
    const grant = customer.grants[(index + round) % customer.grants.length];
    if (!grant) return;
    const parcels = index % 9 === 4 ? 2 : 1;
    const tabs = index % 5 === 3 ? 2 : 1;
    for (let tab = 0; tab < tabs; tab += 1) {
      const found = await quote(seller, orderId, grant.id, parcels);
      if (!found) throw new Error(`${grant.slug} offers nothing for a parcel it must take`);
      wishes.push({ orderId, ...found, key: `${orderId}-${tab}` });
    }
  });
  return wishes;
}

/** All at once, until the server dies; it is helped after a while when its fault point was not passed often enough. */
async function rush(
  server: ServerProcess,
  seller: Seller,
  wishes: readonly Wish[],
  cancels: readonly string[],
): Promise<{ readonly byItself: boolean; readonly cutOff: readonly Wish[] }> {
  const life = { over: false };
  void server.ended.finally(() => {
    life.over = true;
  });
  // Every seventh is clicked twice.
  const clicks = wishes.flatMap((wish, index) => (index % 7 === 0 ? [wish, wish] : [wish]));
  const bought = Promise.all(clicks.map(async (wish) => ({ wish, answer: await buy(seller, wish) })));
  const work = Promise.all([bought, ...cancels.map((shipmentId) => cancel(seller, shipmentId))]);
  await Promise.race([server.ended, work.then(() => sleep(200)), sleep(HELP_AFTER_MS)]);
  const byItself = life.over;
  if (!life.over) await server.kill();
  await work;
  const cutOff = (await bought).filter(({ answer }) => answer.what === 'cut-off').map(({ wish }) => wish);
  return { byItself, cutOff: [...new Set(cutOff)] };
}

/** Repeats what got no answer until it has one; the server lives now. */
async function repeat(seller: Seller, wishes: readonly Wish[]): Promise<void> {
  for (let left = wishes, no = 0; left.length > 0 && no < 60; no += 1) {
    const answers = await Promise.all(left.map(async (wish) => ({ wish, answer: await buy(seller, wish) })));
    left = answers.filter(({ answer }) => answer.what === 'cut-off').map(({ wish }) => wish);
    if (left.length > 0) await sleep(1_000);
  }
}

/** A few labels of earlier rounds are given back. */
async function toCancel(rig: Rig, customer: Customer, round: number): Promise<readonly string[]> {
  if (round === 0) return [];
  const rows = await rig.ask<{ id: string }>(
    `SELECT id FROM shipments WHERE tenant_id = $1 AND state = 'bought' ORDER BY md5(id::text || $2) LIMIT 3`,
    [customer.tenantId, String(round)],
  );
  return rows.map((row) => row.id);
}

const OPEN = `('planned', 'reserved', 'sending', 'unknown', 'confirmed')`;

/** Waits until nothing moves any more, then lets a person decide the rest, until nothing is open. */
async function settle(rig: Rig, seller: Seller, customer: Customer): Promise<number> {
  const until = Date.now() + 150_000;
  let decided = 0;
  for (;;) {
    const [open] = await rig.ask<{ moving: number; disputed: number }>(
      `SELECT (SELECT count(*)::int FROM purchases WHERE tenant_id = $1 AND state IN ${OPEN} AND NOT (state = 'reserved' AND due_at IS NULL))
         + (SELECT count(*)::int FROM voids WHERE tenant_id = $1 AND state IN ${OPEN}) AS moving,
         (SELECT count(*)::int FROM purchases WHERE tenant_id = $1 AND state = 'disputed')
         + (SELECT count(*)::int FROM voids WHERE tenant_id = $1 AND state = 'disputed') AS disputed`,
      [customer.tenantId],
    );
    if (!open || Date.now() > until) return decided;
    if (open.moving === 0 && open.disputed === 0) return decided;
    if (open.moving === 0) {
      // Whatever is disputed stands on the page of exceptions.
      const listed = await decideAll(rig, seller);
      if (listed < Math.min(500, open.disputed))
        throw new Error(`${open.disputed} are disputed and ${listed} are listed`);
      decided += listed;
    }
    await sleep(500);
  }
}

async function inTurns<T>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) await work(item, index);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}
