/**
 * Any sequence of top-ups, payments, charges, refunds, chargebacks, repeats and crashes: the books balance, the wallet is the
 * sum of what the card provider has, and nothing is taken twice.
 */
import { asyncProperty, assert, constantFrom, array, nat, record } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePaymentsWorld, type PaymentsWorld } from '../../../test/payments-world.ts';
import { newId } from '../../platform/database/ids.ts';
import { bookCharge } from '../billing/index.ts';
import { FAULT_POINTS, type FaultPoint } from '../../platform/journal/session.ts';

let w: PaymentsWorld;
let seller: string;
let buyer: string;
let cards: { readonly id: string; readonly last4: string }[];
/** What was charged for labels and fees, less nothing: it only grows. */
let charged = 0;

beforeAll(async () => {
  w = await makePaymentsWorld();
  seller = w.world.first.id;
  buyer = w.world.people.admin.tenantId;
  for (const number of ['4242424242424242', '4000002760003184', '4000000000000341']) await w.addCard('admin', number);
  cards = ((await w.call('admin', 'GET', '/billing')).json.data as { cards: typeof cards }).cards;
}, 60_000);
afterAll(() => w.close());

interface Listed {
  readonly id: string;
  readonly state: string;
}
const payments = async (): Promise<readonly Listed[]> =>
  ((await w.call('admin', 'GET', '/billing/payments?size=100')).json.data as { payments: Listed[] }).payments;

/** Lets everything that is open come to its end, as time would. */
async function settle(): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    await w.database.db.tenant({ tenantId: seller }, (tx) =>
      tx
        .updateTable('effects')
        .set({ due_at: new Date(0), lease_until: null })
        .where('tenant_id', '=', seller)
        .where('state', 'in', ['planned', 'reserved', 'sending', 'unknown'])
        .where('kind', 'in', ['card_charge', 'card_refund'])
        .execute(),
    );
    const open = await w.database.db.tenant({ tenantId: seller }, (tx) =>
      tx
        .selectFrom('effects')
        .select('id')
        .where('tenant_id', '=', seller)
        .where('kind', 'in', ['card_charge', 'card_refund'])
        .where('state', 'in', ['planned', 'reserved', 'sending', 'unknown'])
        .execute(),
    );
    if (open.length === 0) return;
    await w.restart();
    await w.application.startJobs();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error('something stays open');
}

async function hold(): Promise<void> {
  expect(await w.faults([seller, buyer])).toEqual([]);
  const { intents, refunds, disputes } = await w.provider(seller);
  const sum = (list: readonly { readonly amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0);
  const taken = sum(intents.filter(({ status }) => status === 'succeeded'));
  const back = sum(refunds.filter(({ status }) => status !== 'failed'));
  const disputed = sum(disputes.filter(({ status }) => status !== 'won'));
  expect(await w.owed(seller, buyer)).toBe(charged - taken + back + disputed);
  const keys = intents.map(({ metadata }) => metadata['payment']);
  expect(new Set(keys).size).toBe(keys.length);
}

/** The process dies the next time it passes the point: nothing after it is stored, as after `kill -9`. */
async function crashAt(point: FaultPoint): Promise<void> {
  let armed = true;
  await w.restart({
    journal: {
      leaseMs: 1_000,
      onPoint: (passed) => {
        if (!armed || passed !== point) return;
        armed = false;
        throw new Error(`the process dies at ${point}`);
      },
    },
  });
}

const KINDS = ['top-up', 'top-up', 'charge', 'refund', 'dispute', 'close', 'again', 'crash'] as const;
const FAULTS = ['none', 'none', 'drop-after-effect', 'drop-before-effect', 'status-after-effect', 'garbage'] as const;
interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly which: number;
  readonly minor: number;
  readonly fault: (typeof FAULTS)[number];
}
const steps = array(
  record<Step>({
    kind: constantFrom(...KINDS),
    which: nat(100),
    minor: nat(9_000),
    fault: constantFrom(...FAULTS),
  }),
  { minLength: 4, maxLength: 8 },
);

const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)];

async function take({ kind, which, minor, fault }: Step): Promise<void> {
  await w.admin.clearFaults('stripe');
  if (fault !== 'none') await w.admin.setFaults('stripe', [{ kind: fault, effect: 'effect', times: 1 }]);
  const { intents, disputes } = await w.provider(seller);
  const paid = intents.filter(({ status }) => status === 'succeeded');
  switch (kind) {
    case 'top-up': {
      const body = { purpose: 'top-up', amountMinor: 500 + minor, currency: 'CAD', cardId: pick(cards, which)?.id };
      const key = { 'idempotency-key': newId() };
      const [first, twin] = await Promise.all([
        w.call('admin', 'POST', '/billing/payments', body, key),
        w.call('admin', 'POST', '/billing/payments', body, key),
      ]);
      for (const answer of [first, twin]) {
        const begun = answer.json.data as { payment: Listed; action: { clientSecret: string } | null } | undefined;
        if (!begun?.action) continue;
        await w.challenge(seller, begun.action.clientSecret, minor % 3 === 0 ? 'deny' : 'allow');
        await w.call('admin', 'POST', `/billing/payments/${begun.payment.id}/settle`, {});
      }
      return;
    }
    case 'charge':
      await w.database.db.tenant({ tenantId: seller }, (tx) =>
        bookCharge(
          tx,
          { homeTenantId: seller, kind: 'fee', source: { kind: 'plan', id: newId() } },
          { from: seller, to: buyer, price: { minor, currency: 'CAD' }, lines: [] },
        ),
      );
      charged += minor;
      return;
    case 'refund': {
      const payment = pick(await payments(), which);
      const body = { amountMinor: 1 + (minor % 1_000) };
      const key = { 'idempotency-key': newId() };
      if (payment)
        for (let round = 0; round < 2; round += 1)
          await w.call('franchise', 'POST', `/receivables/payments/${payment.id}/refund`, body, key);
      return;
    }
    case 'dispute': {
      const free = paid.filter(({ id }) => !disputed.has(id));
      const intent = pick(free, which);
      if (!intent) return;
      disputed.add(intent.id);
      await w.play('/disputes', { payment_intent: intent.id });
      return;
    }
    case 'close': {
      const dispute = pick(
        disputes.filter(({ status }) => status === 'needs_response'),
        which,
      );
      if (dispute) await w.play(`/disputes/${dispute.id}/close`, { status: minor % 2 === 0 ? 'won' : 'lost' });
      return;
    }
    case 'again':
      await w.deliverAll(seller, true);
      return;
    case 'crash':
      await crashAt(pick(FAULT_POINTS, which) ?? 'answered');
  }
}
const disputed = new Set<string>();

test('whatever is paid, refunded, taken back, repeated and cut off, books and provider agree', async () => {
  await assert(
    asyncProperty(steps, async (list) => {
      for (const each of list) await take(each);
      await w.admin.clearFaults('stripe');
      await w.restart();
      await settle();
      await w.deliverAll(seller, false);
      await hold();
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 400_000);
