/** A charge and a refund as operations of the journal: each one changing call under our own key, the same on every repeat. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { Json, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { Stripe } from 'stripe';
import { openStripe } from './client.ts';
import { intentSnapshot, type IntentSnapshot, readIntent, type RefundSnapshot, refundSnapshot } from './look-up.ts';
import { asConnectorError, calling } from './problems.ts';

/** Keys are kept for at least 24 hours (docs.stripe.com/api/idempotent_requests); after this nothing is sent under an old one. */
const KEY_LIFE_MS = 20 * 3_600_000;
/** A payment that nobody confirms is given up, so that it cannot be taken days later. Milliseconds. */
const CONFIRM_WITHIN_MS = 3_600_000;
const LOOK_AGAIN_MS = 20_000;

export interface ChargeInput {
  /** Ours: idempotency key and metadata. */
  readonly paymentId: string;
  readonly customer: string;
  readonly paymentMethod: string;
  readonly minor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly description: string;
  /** Nobody is at the screen: a bank that wants to be answered declines. */
  readonly offSession: boolean;
  /** ISO 8601; when it was recorded. */
  readonly plannedAt: string;
}
export interface ChargeResult {
  readonly intent: IntentSnapshot;
}

export interface RefundInput {
  readonly refundId: string;
  readonly intentId: string;
  readonly minor: number;
  readonly plannedAt: string;
}
export interface RefundResult {
  readonly refund: RefundSnapshot;
}

/** @throws TypeError for a value this module did not keep */
function textOf(value: Json | undefined): string {
  if (typeof value !== 'string') throw new TypeError('a kept value is no text');
  return value;
}

const stripeOf = (env: CarrierEnv): Stripe =>
  openStripe({
    secretKey: env.credentials['secretKey'] ?? '',
    apiAddress: textOf(env.settings['apiAddress']),
  });

/** Ours among the customer's payments since it was recorded; lists are up to date, unlike searches. */
async function findCharge(stripe: Stripe, input: ChargeInput): Promise<Stripe.PaymentIntent | undefined> {
  const since = Math.floor(Date.parse(input.plannedAt) / 1000) - 600;
  for await (const intent of stripe.paymentIntents.list({
    customer: input.customer,
    created: { gte: since },
    limit: 100,
  }))
    if (intent.metadata['payment'] === input.paymentId) return intent;
  return undefined;
}

async function findRefund(stripe: Stripe, input: RefundInput): Promise<Stripe.Refund | undefined> {
  for await (const refund of stripe.refunds.list({ payment_intent: input.intentId, limit: 100 }))
    if (refund.metadata?.['refund'] === input.refundId) return refund;
  return undefined;
}

const givenUp = () =>
  fail('refused', 'The card provider could not be reached in time; nothing was taken.', { vendorCode: 'given-up' });

/** An error of Stripe's own is kept under the key like any answer, so repeating it tells nothing more: then the list is asked. */
const ERROR_SETTLES_MS = 10 * 60_000;

/** Sends under our key while the key lives; where that cannot tell, asks what is there. */
async function sentOnce<T>(
  env: CarrierEnv,
  plannedAt: string,
  send: () => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  const age = env.now().getTime() - Date.parse(plannedAt);
  if (age <= KEY_LIFE_MS)
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeAPIError)) throw asConnectorError(error, true);
      const found = await calling(true, find);
      if (found !== undefined) return found;
      if (age < ERROR_SETTLES_MS) throw asConnectorError(error, true);
      throw givenUp();
    }
  const found = await calling(true, find);
  if (found === undefined) throw givenUp();
  return found;
}

const charge = (stripe: Stripe, input: ChargeInput): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create(
    {
      amount: input.minor,
      currency: input.currency.toLowerCase(),
      customer: input.customer,
      payment_method: input.paymentMethod,
      allowed_payment_method_types: ['card'],
      description: input.description,
      metadata: { payment: input.paymentId },
      confirm: true,
      ...(input.offSession ? { off_session: true } : { use_stripe_sdk: true }),
      expand: ['latest_charge'],
    },
    { idempotencyKey: `payment-${input.paymentId}` },
  );

export const chargeOperation: SteppedOperation<ChargeInput, ChargeResult> = {
  recovery: 'own-key',
  // An answer under our key is Stripe's last word, whenever it comes.
  settleAfterMs: 0,
  steps: [
    {
      name: 'charge',
      effect: 'pay',
      async run(input, _kept, env) {
        const stripe = stripeOf(env);
        const intent = await sentOnce(
          env,
          input.plannedAt,
          () => charge(stripe, input),
          () => findCharge(stripe, input),
        );
        const snapshot = intentSnapshot(intent);
        return {
          kind: 'done',
          keep: { intentId: snapshot.id, status: snapshot.status },
          result: { intent: snapshot },
        };
      },
    },
    {
      name: 'settle',
      effect: 'read',
      async run(input, kept, env) {
        if (kept['status'] === 'succeeded' || kept['status'] === 'failed') return { kind: 'done' };
        const stripe = stripeOf(env);
        const id = textOf(kept['intentId']);
        let intent: IntentSnapshot = await readIntent(stripe, id);
        if (intent.status === 'action' && env.now().getTime() - Date.parse(input.plannedAt) > CONFIRM_WITHIN_MS)
          intent = await giveUp(stripe, id);
        if (intent.status === 'action' || intent.status === 'processing')
          return { kind: 'wait', retryAfterMs: LOOK_AGAIN_MS };
        return { kind: 'done', result: { intent: { ...intent } } };
      },
    },
  ],
};

/** Cancels what nobody confirmed; one that was paid meanwhile is left and read again. */
async function giveUp(stripe: Stripe, id: string): Promise<IntentSnapshot> {
  try {
    return intentSnapshot(await stripe.paymentIntents.cancel(id));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return readIntent(stripe, id);
  }
}

export const refundOperation: SteppedOperation<RefundInput, RefundResult> = {
  recovery: 'own-key',
  settleAfterMs: 0,
  steps: [
    {
      name: 'refund',
      effect: 'pay',
      async run(input, _kept, env) {
        const stripe = stripeOf(env);
        const refund = await sentOnce(
          env,
          input.plannedAt,
          () =>
            stripe.refunds.create(
              { payment_intent: input.intentId, amount: input.minor, metadata: { refund: input.refundId } },
              { idempotencyKey: `refund-${input.refundId}` },
            ),
          () => findRefund(stripe, input),
        );
        return { kind: 'done', result: { refund: refundSnapshot(refund) } };
      },
    },
  ],
};
