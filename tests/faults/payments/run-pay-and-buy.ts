/**
 * Top-ups, refunds and labels of one customer while the server is killed at every step of each, one life after the other. What
 * got no answer is repeated with the same key, as a browser does.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { beginCard, getBilling, payByCard, saveCard } from '@scanship/contracts/money/payments';
import { listReceived, refundPayment } from '@scanship/contracts/money/receivables';
import { FAULT_POINTS, type FaultPoint } from '@scanship/server/platform/journal/session';
import type { FaultInput } from '@scanship/simulator-kit/faults';
import { DEMO_PASSWORD } from '../../support/demo.ts';
import { type Seller, signInAs } from '../../support/seller.ts';
import type { Rig, ServerProcess } from '../rig.ts';
import { buy, type Customer, findCustomer, makeOrders, quote, signIn, type Wish } from '../shopper.ts';

export interface Step {
  readonly act: 'pay' | 'refund' | 'buy';
  readonly point: FaultPoint;
}

/** A card provider is never asked what became of a call: the same call under the same key answers. */
export const STEPS: readonly Step[] = (['pay', 'refund', 'buy'] as const).flatMap((act) =>
  FAULT_POINTS.filter((point) => act === 'buy' || point !== 'asked').map((point) => ({ act, point })),
);
export const stepName = ({ act, point }: Step): string => `${act}: ${point}`;

/** A carrier that knows our key, and one that is asked for our reference, which takes its settle time after each kill. */
const CARRIERS = ['testline-express', 'testline-ground'] as const;
const carriersOf = (step: Step, thorough: boolean): readonly string[] =>
  thorough ? CARRIERS : [step.point === 'asked' ? CARRIERS[1] : CARRIERS[0]];

/** Minor units. */
const TOP_UP = 20_000;
const REFUND = 100;
/** The look-up that is to be cut off comes after the carrier's settle time: 6 s, ten times faster than in life. */
const DIES_WITHIN_MS = 30_000;
const SETTLES_WITHIN_MS = 120_000;

export interface PayAndBuyRun {
  readonly customer: Customer;
  /** How often the server died of itself at a step. */
  readonly deaths: Readonly<Record<string, number>>;
  /** Every amount that was asked for exactly once, however often it was sent. */
  readonly topUps: readonly number[];
  readonly refunds: readonly number[];
  readonly labels: number;
  readonly owedBefore: number;
  /** As the customer is shown it in the end. */
  readonly owed: number;
}

/** How the card provider misbehaves in a round; the seed changes what is hit. */
const misbehaviour = (seed: number): FaultInput[] => [
  { kind: 'drop-after-effect', effect: 'effect', probability: 0.15, seed },
  { kind: 'drop-before-effect', effect: 'effect', probability: 0.1, seed: seed + 1 },
  { kind: 'status-after-effect', effect: 'effect', probability: 0.1, seed: seed + 2 },
  { kind: 'garbage', effect: 'effect', probability: 0.1, seed: seed + 3 },
];

interface Life {
  readonly server: ServerProcess;
  readonly customer: Seller;
  readonly franchise: Seller;
}

async function begin(rig: Rig, seed = false): Promise<Life> {
  const server = await rig.startServer({ seed });
  const origin = `http://127.0.0.1:${server.port}`;
  const [customer, franchise] = await Promise.all([
    signIn(server.port),
    signInAs({ origin, host: 'localhost', userName: 'maple', password: DEMO_PASSWORD }),
  ]);
  return { server, customer, franchise };
}

const leave = (life: Life): Promise<unknown> => Promise.all([life.customer.close(), life.franchise.close()]);

/** One thing wished under one key; asked again, it is the same wish. */
type Ask = (life: Life) => Promise<{ readonly status: number; readonly refusal: unknown }>;

/** False when there was no answer: a server that dies in the middle is what this is about. */
async function answered(ask: () => ReturnType<Ask>): Promise<boolean> {
  try {
    return (await ask()).status < 300;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

/** @param rounds how often each step is gone through; from the second on the point is passed some times before */
export async function payAndBuy(rig: Rig, rounds: number, say: (line: string) => void): Promise<PayAndBuyRun> {
  let life = await begin(rig, true);
  const customer = await findCustomer(rig);
  const orders = [...(await makeOrders(rig.connection, customer, 1, rounds * STEPS.length * CARRIERS.length))];
  const cardId = await addCard(life);
  const owedBefore = (await life.customer.must(getBilling, {})).balances[0]?.owedMinor ?? 0;
  const pay =
    (no: number): Ask =>
    ({ customer: buyer }) =>
      buyer.call(payByCard, {
        body: { purpose: 'top-up', amountMinor: TOP_UP + no, currency: 'CAD', cardId },
        idempotencyKey: `top-up-of-the-test-${no}`,
      });
  const topUps: number[] = [];
  const refunds: number[] = [];
  const deaths: Record<string, number> = {};
  let labels = 0;
  const newTopUp = (): Ask => {
    const no = topUps.length + 1;
    topUps.push(TOP_UP + no);
    return pay(no);
  };
  // Refunds of the first round have something to stand on.
  await Promise.all([repeat(life, newTopUp()), repeat(life, newTopUp())]);

  for (let round = 0; round < rounds * STEPS.length; round += 1) {
    const step = STEPS[round % STEPS.length];
    if (!step) throw new RangeError('there are no steps');
    const passes = Math.floor(round / STEPS.length) % 3;
    const wishes = await wishesOf(life, customer, orders.splice(0, CARRIERS.length), carriersOf(step, rounds > 1));
    labels += wishes.length;
    const asks: Ask[] = step.act === 'refund' ? [] : [newTopUp(), newTopUp()];
    if (step.act !== 'pay') {
      refunds.push(REFUND + round);
      asks.push(await newRefund(life, customer, REFUND + round, `refund-of-the-test-${round}`));
    }
    await rig.admin.setFaults('stripe', misbehaviour(round * 10 + 1));
    // Nobody asks a carrier that has answered.
    if (step.point === 'asked')
      await rig.admin.setFaults('testline-ground', [
        { kind: 'drop-after-effect', effect: 'effect', times: 1 + passes },
      ]);
    const table = step.act === 'buy' ? 'purchases' : 'effects';
    await life.server.order({ kind: 'arm', point: step.point, passes, table });
    const died = await rush(life, asks, wishes, passes === 0);
    if (died) deaths[stepName(step)] = (deaths[stepName(step)] ?? 0) + 1;
    await leave(life);
    await Promise.all(['stripe', 'testline-ground'].map((slug) => rig.admin.clearFaults(slug)));
    life = await begin(rig);
    await Promise.all(asks.map((ask) => repeat(life, ask)));
    await Promise.all(wishes.map((wish) => bought(life, wish)));
    // What is open from this round must not be what dies in the next.
    await settled(rig, customer.tenantId);
    say(`round ${round + 1} of ${rounds * STEPS.length}: killed at ${died ? stepName(step) : 'any moment'}`);
  }
  const owed = (await life.customer.must(getBilling, {})).balances[0]?.owedMinor ?? Number.NaN;
  await leave(life);
  await life.server.kill();
  return { customer, deaths, topUps, refunds, labels, owedBefore, owed };
}

/** All at once, each thing clicked twice; true when the server died by its own hand, else it is killed now. */
async function rush(life: Life, asks: readonly Ask[], wishes: readonly Wish[], surely: boolean): Promise<boolean> {
  const { server } = life;
  const work = Promise.all([
    ...asks.flatMap((ask) => [answered(() => ask(life)), answered(() => ask(life))]),
    ...wishes.flatMap((wish) => [buy(life.customer, wish), buy(life.customer, wish)]),
  ]);
  const still = 'still alive';
  const ended = await Promise.race([
    server.ended,
    surely ? sleep(DIES_WITHIN_MS, still) : work.then(() => sleep(1_000, still)),
  ]);
  // Connections are cut before the process has ended: it is looked at how it ended, not at what the calls saw.
  if (ended === still) await server.kill();
  await work;
  if (ended === null) throw new Error('the server ended without a signal: it failed, nobody killed it');
  return ended === 'SIGKILL';
}

/** Until it is taken; the server lives now. */
async function repeat(life: Life, ask: Ask): Promise<void> {
  for (const until = Date.now() + SETTLES_WITHIN_MS; ; await sleep(200)) {
    const { status, refusal } = await ask(life);
    if (status < 300) return;
    if (Date.now() > until) throw new Error(`it came to nothing: ${status} ${JSON.stringify(refusal)}`);
  }
}

/** Where the carrier says that the cut-off call never came, the purchase is over and the person buys anew. */
async function bought(life: Life, wish: Wish): Promise<void> {
  let { key } = wish;
  for (const until = Date.now() + SETTLES_WITHIN_MS; ; await sleep(200)) {
    const answer = await buy(life.customer, { ...wish, key });
    if (answer.what === 'bought') return;
    const over = answer.what === 'refused' && answer.code === 'carrier_unavailable' && key === wish.key;
    if (over) key = `${wish.key}-anew`;
    else if (answer.what === 'refused' || Date.now() > until)
      throw new Error(`a label was not bought: ${answer.what} ${answer.code ?? ''}`);
  }
}

async function wishesOf(
  life: Life,
  customer: Customer,
  orders: readonly string[],
  slugs: readonly string[],
): Promise<readonly Wish[]> {
  return Promise.all(
    slugs.map(async (slug, index) => {
      const orderId = orders[index] ?? '';
      const grant = customer.grants.find((each) => each.slug === slug);
      const found = grant && (await quote(life.customer, orderId, grant.id, 1));
      if (!found) throw new Error(`${slug} offers nothing for a parcel it must take`);
      return { orderId, ...found, key: `label-${orderId}` };
    }),
  );
}

/** A part of a payment that is left goes back. */
async function newRefund(life: Life, customer: Customer, amountMinor: number, idempotencyKey: string): Promise<Ask> {
  const { payments } = await life.franchise.must(listReceived, { query: { buyerId: customer.tenantId } });
  const payment = payments.find(
    (each) =>
      each.method === 'card' && each.state === 'succeeded' && each.amountMinor - each.refundedMinor >= amountMinor,
  );
  if (!payment) throw new Error('there is no payment to refund');
  const params = { id: payment.id };
  return ({ franchise }) => franchise.call(refundPayment, { params, body: { amountMinor }, idempotencyKey });
}

/** Until neither a charge nor a refund nor a label is open. */
async function settled(rig: Rig, tenantId: string): Promise<void> {
  const states = `('planned', 'reserved', 'sending', 'unknown', 'confirmed')`;
  for (const until = Date.now() + SETTLES_WITHIN_MS; ; await sleep(100)) {
    const open = await rig.ask<{ what: string }>(
      `SELECT kind || ' ' || state AS what FROM effects WHERE state IN ${states}
       UNION ALL SELECT slug || ' ' || state FROM purchases WHERE tenant_id = $1 AND state IN ${states}`,
      [tenantId],
    );
    if (open.length === 0) return;
    if (Date.now() > until) throw new Error(`still open: ${open.map(({ what }) => what).join(', ')}`);
  }
}

/** Plays the browser at the card field. */
async function addCard({ server, customer }: Life): Promise<string> {
  const begun = await customer.must(beginCard, { body: {} });
  const post = async (path: string, form: Record<string, string>): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/_simulators/stripe${path}`, {
      method: 'POST',
      body: new URLSearchParams({ key: begun.publishableKey, ...form }),
    });
    return ((await answer.json()) as { readonly id: string }).id;
  };
  const card = { 'card[number]': '4242424242424242', 'card[exp_month]': '12', 'card[exp_year]': '2034' };
  const method = await post('/v1/payment_methods', card);
  const confirm = { client_secret: begun.clientSecret, payment_method: method };
  await post(`/v1/setup_intents/${begun.setupId}/confirm`, confirm);
  const { cards } = await customer.must(saveCard, { body: { setupId: begun.setupId } });
  const [first] = cards;
  if (!first) throw new Error('the card was not kept');
  return first.id;
}
