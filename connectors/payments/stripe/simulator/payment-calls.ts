/** Payments, refunds and disputes (docs.stripe.com/api/payment_intents, refunds, disputes). */
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import type { Stripe } from 'stripe';
import { type Act, api, type Asked, invalid, listOf, missing, plain, type Refusal } from './answer.ts';
import { cardOfNumber, declinedError, methodOf } from './card-calls.ts';
import { textOf, textsOf } from './form.ts';
import { newCharge, newDispute, newPaymentIntent, newRefund } from './objects.ts';
import { find, type Held, listed } from './state.ts';
import type { Decline } from './test-cards.ts';

const intentOf = (asked: Asked): Stripe.PaymentIntent => {
  const id = asked.params['id'] ?? '';
  const intent = find(asked.account, 'payment_intent', id);
  if (!intent) throw missing('payment_intent', id);
  const secret = textOf(asked.form, 'client_secret') ?? asked.query.get('client_secret');
  if (asked.fromBrowser && secret !== intent.client_secret)
    throw invalid('The client_secret provided does not match.', 'client_secret');
  return intent;
};

/** With its charge where it is asked for. */
const shown = (asked: Asked, intent: Stripe.PaymentIntent, fresh?: Stripe.Charge): Stripe.PaymentIntent => {
  const wanted = [asked.query.get('expand[0]'), textsOf(asked.form, 'expand')['0']].includes('latest_charge');
  const id = intent.latest_charge;
  if (!wanted || typeof id !== 'string') return intent;
  return { ...intent, latest_charge: fresh ?? find(asked.account, 'charge', id) ?? id };
};

const unexpected = (intent: Stripe.PaymentIntent, what: string): Refusal =>
  invalid(
    `You cannot ${what} this PaymentIntent because it has a status of ${intent.status}.`,
    undefined,
    'payment_intent_unexpected_state',
  );

/** The card is charged: paid, or declined with the failed charge kept. */
function settle(asked: Asked, intent: Stripe.PaymentIntent, others: readonly Held[]): Act {
  const id = typeof intent.payment_method === 'string' ? intent.payment_method : '';
  // A method that this very call made is not kept yet.
  const fresh = others.find((one) => one.object === 'test.hidden_card' && one.id === `hidden_${id}`);
  const hidden = fresh?.object === 'test.hidden_card' ? fresh : methodOf(asked, id)[1];
  const kind = cardOfNumber(hidden);
  const chargeId = asked.context.newId('ch_');
  if (kind.charging) return declinedAct(asked, intent, kind.charging, chargeId, others);
  const charge = newCharge(chargeId, asked.now, intent, { paid: true, failure: null, address: asked.context.address });
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  };
  const dispute = kind.disputed
    ? newDispute(asked.context.newId('dp_'), asked.now, charge, 'fraudulent', 'needs_response')
    : undefined;
  const held: Stripe.Charge = { ...charge, disputed: dispute !== undefined };
  return {
    body: plain(shown(asked, paid, held)),
    objects: [...others, held, paid, ...(dispute ? [dispute] : [])],
    events: [
      ['payment_intent.succeeded', paid],
      ['charge.succeeded', held],
      ...(dispute
        ? ([
            ['charge.dispute.created', dispute],
            ['charge.dispute.funds_withdrawn', dispute],
          ] as const)
        : []),
    ],
    counted: { kind: 'paid', id: paid.id, reference: paid.metadata['payment'] },
  };
}

function declinedAct(
  asked: Asked,
  intent: Stripe.PaymentIntent,
  decline: Decline,
  chargeId: string,
  others: readonly Held[],
): Act {
  const charge = newCharge(chargeId, asked.now, intent, {
    paid: false,
    failure: { code: decline.code, message: decline.message },
    address: asked.context.address,
  });
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: {
      type: 'card_error',
      code: decline.code,
      ...(decline.declineCode === undefined ? {} : { decline_code: decline.declineCode }),
      message: decline.message,
      charge: charge.id,
    },
  };
  const error = declinedError(decline, { charge: charge.id });
  return {
    status: 402,
    body: { error: { type: 'card_error', message: decline.message, ...error.more, payment_intent: plain(failed) } },
    objects: [...others, charge, failed],
    events: [
      ['payment_intent.payment_failed', failed],
      ['charge.failed', charge],
    ],
  };
}

function confirm(asked: Asked, intent: Stripe.PaymentIntent, others: readonly Held[] = []): Act {
  const given = textOf(asked.form, 'payment_method');
  const id = given ?? (typeof intent.payment_method === 'string' ? intent.payment_method : undefined);
  if (id === undefined)
    throw invalid(
      'You cannot confirm this PaymentIntent because it’s missing a payment method.',
      undefined,
      'payment_intent_unexpected_state',
    );
  const [method, hidden] = methodOf(asked, id);
  if (typeof intent.customer === 'string' && method.customer !== intent.customer && method.customer !== null)
    throw invalid('The payment method belongs to another customer.', 'payment_method');
  const confirmed: Stripe.PaymentIntent = { ...intent, payment_method: method.id };
  const kind = cardOfNumber(hidden);
  const offSession = textOf(asked.form, 'off_session') === 'true';
  const secure = kind.secure === 'always' || (kind.secure === 'unless-set-up' && !(offSession && hidden.setUp));
  const before = [...others, method, hidden];
  if (!secure) return settle(asked, confirmed, before);
  if (offSession) {
    const decline: Decline = {
      code: 'authentication_required',
      declineCode: 'authentication_required',
      message: 'Your card was declined. This transaction requires authentication.',
    };
    return declinedAct(asked, confirmed, decline, asked.context.newId('ch_'), before);
  }
  const waiting: Stripe.PaymentIntent = {
    ...confirmed,
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
  };
  return {
    body: plain(shown(asked, waiting)),
    objects: [...before, waiting],
    events: [['payment_intent.requires_action', waiting]],
  };
}

function create(asked: Asked): Act {
  const amount = Number(textOf(asked.form, 'amount'));
  const currency = textOf(asked.form, 'currency') ?? '';
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer');
  if (amount < 50) throw invalid('Amount must be at least $0.50.', 'amount', 'amount_too_small');
  if (amount > 99_999_999) throw invalid('Amount must be no more than $999,999.99.', 'amount', 'amount_too_large');
  if (!/^[a-z]{3}$/.test(currency)) throw invalid(`Invalid currency: ${currency}.`, 'currency');
  const customer = textOf(asked.form, 'customer') ?? null;
  if (customer !== null && !find(asked.account, 'customer', customer)) throw missing('customer', customer);
  const id = asked.context.newId('pi_');
  const intent = newPaymentIntent(id, asked.now, {
    amount,
    currency,
    customer,
    paymentMethod: textOf(asked.form, 'payment_method') ?? null,
    description: textOf(asked.form, 'description') ?? null,
    metadata: textsOf(asked.form, 'metadata'),
    confirmation: textOf(asked.form, 'confirmation_method') === 'manual' ? 'manual' : 'automatic',
    secret: `${id}_secret_${asked.context.newId('')}`,
  });
  if (textOf(asked.form, 'confirm') === 'true') return confirm(asked, intent);
  return { body: plain(intent), objects: [intent], events: [['payment_intent.created', intent]] };
}

/** What the page of the bank answers (3-D Secure); not Stripe's API. */
function challenge(asked: Asked): Act {
  const intent = intentOf(asked);
  if (intent.status !== 'requires_action') throw unexpected(intent, 'confirm');
  if (textOf(asked.form, 'answer') === 'allow') {
    // With manual confirmation the server confirms once more (docs.stripe.com/payments/payment-intents).
    if (intent.confirmation_method === 'automatic') return settle(asked, intent, []);
    const ready: Stripe.PaymentIntent = { ...intent, status: 'requires_confirmation', next_action: null };
    return { body: plain(ready), objects: [ready] };
  }
  const decline: Decline = {
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  };
  // The browser is told by the intent itself.
  return { ...declinedAct(asked, intent, decline, asked.context.newId('ch_'), []), status: 200 };
}

function refund(asked: Asked): Act {
  const id = textOf(asked.form, 'payment_intent') ?? '';
  const intent = find(asked.account, 'payment_intent', id);
  if (!intent) throw missing('payment_intent', id);
  const charge =
    typeof intent.latest_charge === 'string' ? find(asked.account, 'charge', intent.latest_charge) : undefined;
  if (intent.status !== 'succeeded' || !charge?.paid)
    throw invalid('This PaymentIntent does not have a successful charge to refund.');
  const left = charge.amount - charge.amount_refunded;
  const amount = Number(textOf(asked.form, 'amount') ?? left);
  if (left === 0) throw invalid('Charge has already been refunded.', undefined, 'charge_already_refunded');
  if (charge.disputed)
    throw invalid('Charge has been charged back; cannot issue a refund.', undefined, 'charge_disputed');
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount');
  if (amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`, 'amount');
  const [, hidden] = methodOf(asked, charge.payment_method ?? '');
  const { refunds } = cardOfNumber(hidden);
  const made = newRefund(asked.context.newId('re_'), asked.now, charge, {
    amount,
    metadata: textsOf(asked.form, 'metadata'),
    status: refunds === undefined ? 'succeeded' : 'pending',
  });
  const after: Stripe.Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  };
  return {
    body: plain(made),
    objects: [made, after],
    events: [
      ['refund.created', made],
      ['charge.refunded', after],
    ],
    counted: { kind: 'voided', id: made.id, reference: made.metadata?.['refund'] },
  };
}

function cancel(asked: Asked): Act {
  const intent = intentOf(asked);
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent, 'cancel');
  const gone: Stripe.PaymentIntent = { ...intent, status: 'canceled', canceled_at: asked.now, next_action: null };
  return { body: plain(gone), objects: [gone], events: [['payment_intent.canceled', gone]] };
}

export const paymentCalls: readonly SimRoute[] = [
  api('create-payment-intent', 'POST', '/v1/payment_intents', create),
  api('list-payment-intents', 'GET', '/v1/payment_intents', (asked) => {
    const customer = asked.query.get('customer');
    const since = Number(asked.query.get('created[gte]') ?? '0');
    return listOf(
      asked,
      '/v1/payment_intents',
      listed(asked.account, 'payment_intent').filter(
        (each) => (customer === null || each.customer === customer) && each.created >= since,
      ),
    );
  }),
  api(
    'get-payment-intent',
    'GET',
    '/v1/payment_intents/:id',
    (asked) => ({ body: plain(shown(asked, intentOf(asked))) }),
    true,
  ),
  api(
    'confirm-payment-intent',
    'POST',
    '/v1/payment_intents/:id/confirm',
    (asked) => {
      const intent = intentOf(asked);
      if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status))
        throw unexpected(intent, 'confirm');
      return confirm(asked, intent);
    },
    true,
  ),
  api('cancel-payment-intent', 'POST', '/v1/payment_intents/:id/cancel', cancel),
  api('challenge-payment-intent', 'POST', '/test/payment_intents/:id/challenge', challenge, true),
  api('create-refund', 'POST', '/v1/refunds', refund),
  api('list-refunds', 'GET', '/v1/refunds', (asked) => {
    const intent = asked.query.get('payment_intent');
    return listOf(
      asked,
      '/v1/refunds',
      listed(asked.account, 'refund').filter((each) => intent === null || each.payment_intent === intent),
    );
  }),
  api('get-dispute', 'GET', '/v1/disputes/:id', (asked) => {
    const dispute = find(asked.account, 'dispute', asked.params['id'] ?? '');
    if (!dispute) throw missing('dispute', asked.params['id'] ?? '');
    return { body: plain(dispute) };
  }),
];
