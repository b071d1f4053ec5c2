/**
 * Paying and buying while the server is killed at every step of a charge, a refund and a label, and the card provider drops,
 * fails and answers rubbish. In the end the ledger says what the card provider says, and the labels that are paid are the
 * carriers'. With VERIFY each step is gone through three times, passed more often before it kills.
 */
import process from 'node:process';
import { expect, it } from 'vitest';
import { breaches, judge } from '../judge.ts';
import { openRig, type Rig } from '../rig.ts';
import { movedAtProvider, movedInBooks, type Movement, movementBreaches, rowBreaches } from './judge-payments.ts';
import { payAndBuy, STEPS, stepName } from './run-pay-and-buy.ts';

const ROUNDS = process.env['VERIFY'] ? 3 : 1;

const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
const ascending = (numbers: readonly number[]): readonly number[] => numbers.toSorted((a, b) => a - b);
const minorOf = (moved: readonly Movement[], kind: Movement['kind']): readonly number[] =>
  moved.filter((one) => one.kind === kind).map(({ minor }) => minor);

it(
  'a kill at every step of pay and buy: ledger, card provider and carriers agree to the cent',
  async () => {
    const rig = await openRig({ leaseMs: 1_500, timeScale: 0.1, logLevel: 'silent' });
    try {
      const before = await movedAtProvider(rig);
      const run = await payAndBuy(rig, ROUNDS, (line) => console.log(line));
      // Every step in the list has killed the server at least once.
      expect(STEPS.map(stepName).filter((name) => !run.deaths[name])).toEqual([]);

      const provider = await movedAtProvider(rig);
      const { sellers, buyers } = await movedInBooks(rig);
      expect(movementBreaches(provider, sellers, 'the seller’s')).toEqual([]);
      expect(movementBreaches(provider, buyers, 'the buyer’s')).toEqual([]);
      expect(await rowBreaches(rig)).toEqual([]);
      // What was wished, once, however often it was sent.
      const own = await ownMovements(rig, provider, run.customer.tenantId);
      expect(before).toEqual([]);
      expect(ascending(minorOf(own, 'payment'))).toEqual(ascending(run.topUps));
      expect(ascending(minorOf(own, 'refund'))).toEqual(ascending(run.refunds));

      const verdict = await judge(rig, run.customer.tenantId);
      expect(breaches(verdict)).toEqual([]);
      expect(verdict.paid).toBe(run.labels);
      expect(verdict.complete).toBe(run.labels);
      const prices = await rig.ask<{ minor: number }>(
        `SELECT price_minor::int AS minor FROM purchases AS p WHERE tenant_id = $1 AND state = 'complete'
         AND EXISTS (SELECT 1 FROM effect_steps AS e WHERE e.tenant_id = p.tenant_id AND e.subject_id = p.id)`,
        [run.customer.tenantId],
      );
      expect(prices).toHaveLength(run.labels);
      const labels = total(prices.map(({ minor }) => minor));
      expect(labels).toBeGreaterThan(0);
      // The wallet is the sum of what the card provider and the carriers' labels say, and of what was owed before.
      expect(run.owed).toBe(run.owedBefore + labels - total(minorOf(own, 'payment')) + total(minorOf(own, 'refund')));
    } finally {
      await rig.close();
    }
  },
  ROUNDS * 900_000,
);

/** Those of one buyer. */
async function ownMovements(rig: Rig, moved: readonly Movement[], buyerId: string): Promise<readonly Movement[]> {
  const rows = await rig.ask<{ id: string }>(
    `SELECT id FROM payments WHERE buyer_id = $1 UNION ALL
     SELECT r.id FROM refunds AS r JOIN payments AS p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id WHERE p.buyer_id = $1`,
    [buyerId],
  );
  const ids = new Set(rows.map(({ id }) => id));
  return moved.filter(({ id }) => ids.has(id));
}

it('finds a payment that was taken twice, booked twice, lost, invented or of another amount', () => {
  const one: Movement = { kind: 'payment', id: 'a', minor: 2_000 };
  const back: Movement = { kind: 'refund', id: 'b', minor: 100 };
  const found = (provider: readonly Movement[], books: readonly Movement[]) => movementBreaches(provider, books, 'a');
  expect(found([one, back], [back, one])).toEqual([]);
  expect(found([one, one], [one])).toEqual(['payment a was made 2 times at the card provider']);
  expect(found([one], [one, one])).toEqual(['payment a is booked 2 times in a book']);
  expect(found([one, back], [one])).toEqual(['refund b is at the card provider and not in a book']);
  expect(found([one], [one, back])).toEqual(['refund b is in a book and not at the card provider']);
  expect(found([one], [{ ...one, minor: 1_999 }])).toEqual([
    'payment a is 2000 at the card provider and 1999 in a book',
  ]);
});
