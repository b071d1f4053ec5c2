/** Stripe’s own client at the simulator, beyond the calls that ours makes. */
import { keysOf } from '@scanship/payments-stripe/simulator-apps';
import { simulator } from '@scanship/payments-stripe/simulator';
import { readPayoutItems, readPayouts } from '@scanship/payments-stripe/payouts';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atRoot, type AtRoot } from '../../support/at-root.ts';

let stand: TestSimulator;
let root: AtRoot;
let client: Stripe;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  root = await atRoot(stand.simulator.address);
  const { hostname, port } = new URL(root.address);
  client = new Stripe(keysOf('own-client').secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
});
afterAll(async () => {
  await root.close();
  await stand.close();
});

it('a payment made and confirmed in one call is charged, or declined with its code', async () => {
  const pay = (payment_method: string) =>
    client.paymentIntents.create({ amount: 1250, currency: 'cad', confirm: true, payment_method });
  const paid = await pay('pm_card_visa');
  expect([paid.status, paid.amount_received]).toEqual(['succeeded', 1250]);
  await expect(pay('pm_card_chargeDeclined')).rejects.toMatchObject({ code: 'card_declined' });
  const refund = await client.refunds.create({ payment_intent: paid.id });
  expect(refund.amount).toBe(1250);
});

it('a payout is the sum of what is in it, told once, and the list names what each is about', async () => {
  const own = new Stripe(keysOf('payouts').secretKey, {
    host: new URL(root.address).hostname,
    port: new URL(root.address).port,
    protocol: 'http',
    maxNetworkRetries: 0,
  });
  const pay = (amount: number, method = 'pm_card_visa') =>
    own.paymentIntents.create({ amount, currency: 'cad', confirm: true, payment_method: method });
  const first = await pay(10_000);
  const disputed = await pay(3_000, 'pm_card_createDispute');
  await own.refunds.create({ payment_intent: first.id, amount: 2_500 });
  const payOut = async (body: object) =>
    (
      await fetch(`${new URL(stand.simulator.address).origin}/_admin/stripe/payouts`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
    ).json();
  await payOut({ account: 'payouts', arrival: '2026-11-30' });
  await payOut({ account: 'payouts' });
  const [payout, ...more] = await readPayouts(own, new Date(0));
  // 100.00 - 3.20, 30.00 - 1.17, back 25.00 and 30.00 with 15.00 for the dispute.
  expect(more).toEqual([]);
  expect(payout).toMatchObject({
    minor: 5_563,
    currency: 'CAD',
    arrivesOn: '2026-11-30',
    state: 'paid',
    itemised: true,
  });
  const items = await readPayoutItems(own, payout?.id ?? '');
  expect(
    items.map(({ kind, minor, feeMinor, intentId }) => `${kind} ${minor} ${feeMinor} ${intentId}`).toSorted(),
  ).toEqual([
    `charge 10000 320 ${first.id}`,
    `charge 3000 117 ${disputed.id}`,
    `dispute -3000 1500 ${disputed.id}`,
    `refund -2500 0 ${first.id}`,
  ]);
  expect(items.reduce((all, { netMinor }) => all + netMinor, 0)).toBe(payout?.minor);
  await pay(5_000);
  await payOut({ account: 'payouts', byHand: true });
  const [byHand] = await readPayouts(own, new Date(0));
  expect([byHand?.minor, byHand?.itemised]).toEqual([4_825, false]);
});

it('an address that Stripe does not have is refused in Stripe’s form', async () => {
  await expect(client.rawRequest('GET', '/v1/no_such_thing')).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    message: expect.stringContaining('Unrecognized request URL') as string,
  });
});
