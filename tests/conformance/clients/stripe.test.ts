/** Stripe’s own client at the simulator, beyond the calls that ours makes. */
import { keysOf } from '@scanship/payments-stripe/simulator-apps';
import { simulator } from '@scanship/payments-stripe/simulator';
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

it('an address that Stripe does not have is refused in Stripe’s form', async () => {
  await expect(client.rawRequest('GET', '/v1/no_such_thing')).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    message: expect.stringContaining('Unrecognized request URL') as string,
  });
});
