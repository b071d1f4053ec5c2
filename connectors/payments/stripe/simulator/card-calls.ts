/** Customers, cards and saving them (docs.stripe.com/api/customers, payment_methods, setup_intents). */
import type { SimRoute } from '@scanship/simulator-kit/simulator';
import type { Stripe } from 'stripe';
import { type Act, api, type Asked, invalid, missing, plain, Refusal } from './answer.ts';
import { textOf, textsOf } from './form.ts';
import { newCustomer, newPaymentMethod, newSetupIntent } from './objects.ts';
import { find, type HiddenCard, listed } from './state.ts';
import { type Decline, isCardNumber, TEST_CARDS, TEST_METHODS, type TestCard } from './test-cards.ts';

export const declinedError = (decline: Decline, more: Record<string, string> = {}): Refusal =>
  new Refusal(402, 'card_error', decline.message, {
    code: decline.code,
    ...(decline.declineCode === undefined ? {} : { decline_code: decline.declineCode }),
    ...more,
  });

/** A payment method of this account; one of the documented names is made on first use. */
export function methodOf(asked: Asked, id: string): readonly [Stripe.PaymentMethod, HiddenCard] {
  const number = TEST_METHODS[id];
  if (number !== undefined) return newCard(asked, { number, expMonth: 12, expYear: 2034 });
  const method = find(asked.account, 'payment_method', id);
  if (!method) throw missing('PaymentMethod', id);
  const hidden = find(asked.account, 'test.hidden_card', `hidden_${id}`);
  if (!hidden) throw missing('PaymentMethod', id);
  return [method, hidden];
}

function newCard(
  asked: Asked,
  given: { readonly number: string; readonly expMonth: number; readonly expYear: number },
): readonly [Stripe.PaymentMethod, HiddenCard] {
  const kind = TEST_CARDS[given.number];
  if (!isCardNumber(given.number))
    throw new Refusal(402, 'card_error', 'Your card number is incorrect.', {
      code: 'incorrect_number',
      param: 'number',
    });
  if (!kind)
    throw new Refusal(
      402,
      'card_error',
      'Your card was declined. Your request was in test mode, but used a non test card.',
      {
        code: 'card_declined',
        decline_code: 'test_mode_live_card',
      },
    );
  const now = new Date(asked.now * 1000);
  if (given.expYear * 12 + given.expMonth <= now.getUTCFullYear() * 12 + now.getUTCMonth())
    throw new Refusal(402, 'card_error', 'Your card’s expiration date is in the past.', {
      code: 'invalid_expiry_year',
    });
  const id = asked.context.newId('pm_');
  return [
    newPaymentMethod(id, asked.now, { ...given, kind }),
    { id: `hidden_${id}`, object: 'test.hidden_card', number: given.number, setUp: false },
  ];
}

const setupOf = (asked: Asked): Stripe.SetupIntent => {
  const id = asked.params['id'] ?? '';
  const intent = find(asked.account, 'setup_intent', id);
  if (!intent) throw missing('setupintent', id);
  const secret = textOf(asked.form, 'client_secret') ?? asked.query.get('client_secret');
  if (asked.fromBrowser && secret !== intent.client_secret)
    throw invalid('The client_secret provided does not match.', 'client_secret');
  return intent;
};

const withMethod = (asked: Asked, intent: Stripe.SetupIntent): Stripe.SetupIntent => {
  const { payment_method: method } = intent;
  const expand = asked.query.get('expand[0]') === 'payment_method';
  if (!expand || typeof method !== 'string') return intent;
  return { ...intent, payment_method: find(asked.account, 'payment_method', method) ?? method };
};

function confirmSetup(asked: Asked): Act {
  const intent = setupOf(asked);
  if (intent.status === 'succeeded')
    throw invalid('This SetupIntent has succeeded already.', undefined, 'setup_intent_unexpected_state');
  const id = textOf(asked.form, 'payment_method') ?? '';
  const [method, hidden] = methodOf(asked, id);
  const kind = TEST_CARDS[hidden.number] ?? { brand: 'visa' as const };
  if (kind.saving) throw declinedError(kind.saving);
  if (kind.secure && !hidden.setUp) {
    const waiting: Stripe.SetupIntent = {
      ...intent,
      payment_method: method.id,
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    };
    return { body: plain(waiting), objects: [method, hidden, waiting] };
  }
  return savedBy(intent, method, hidden);
}

function savedBy(intent: Stripe.SetupIntent, method: Stripe.PaymentMethod, hidden: HiddenCard): Act {
  const attached: Stripe.PaymentMethod = { ...method, customer: intent.customer as string | null };
  const done: Stripe.SetupIntent = { ...intent, payment_method: method.id, status: 'succeeded', next_action: null };
  return {
    body: plain(done),
    objects: [attached, { ...hidden, setUp: true }, done],
    events: [
      ['setup_intent.succeeded', done],
      ['payment_method.attached', attached],
    ],
  };
}

/** What the page of the bank answers (3-D Secure); not Stripe's API. */
function challengeSetup(asked: Asked): Act {
  const intent = setupOf(asked);
  const { payment_method: method } = intent;
  if (intent.status !== 'requires_action' || typeof method !== 'string')
    throw invalid('Nothing is to be confirmed.', undefined, 'setup_intent_unexpected_state');
  if (textOf(asked.form, 'answer') === 'allow') {
    const [card, hidden] = methodOf(asked, method);
    return savedBy(intent, card, hidden);
  }
  const failed: Stripe.SetupIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
  };
  return { body: plain(failed), objects: [failed] };
}

export const cardCalls: readonly SimRoute[] = [
  api('create-customer', 'POST', '/v1/customers', (asked) => {
    const customer = newCustomer(asked.context.newId('cus_'), asked.now, {
      name: textOf(asked.form, 'name') ?? null,
      email: textOf(asked.form, 'email') ?? null,
      metadata: textsOf(asked.form, 'metadata'),
    });
    return { body: plain(customer), objects: [customer], events: [['customer.created', customer]] };
  }),
  api('get-customer', 'GET', '/v1/customers/:id', (asked) => {
    const customer = find(asked.account, 'customer', asked.params['id'] ?? '');
    if (!customer) throw missing('customer', asked.params['id'] ?? '');
    return { body: plain(customer) };
  }),
  api('delete-customer', 'DELETE', '/v1/customers/:id', (asked) => {
    const id = asked.params['id'] ?? '';
    const customer = find(asked.account, 'customer', id);
    if (!customer) throw missing('customer', id);
    const detached = listed(asked.account, 'payment_method')
      .filter((method) => method.customer === id)
      .map((method): Stripe.PaymentMethod => ({ ...method, customer: null }));
    return {
      body: { id, object: 'customer', deleted: true },
      objects: [...detached, { id, object: 'test.gone' }],
      events: [['customer.deleted', customer]],
    };
  }),
  api(
    'create-payment-method',
    'POST',
    '/v1/payment_methods',
    (asked) => {
      const card = textsOf(asked.form, 'card');
      const [method, hidden] = newCard(asked, {
        number: (card['number'] ?? '').replace(/\D/g, ''),
        expMonth: Number(card['exp_month']),
        expYear: Number(card['exp_year']),
      });
      return { body: plain(method), objects: [method, hidden] };
    },
    true,
  ),
  api('attach-payment-method', 'POST', '/v1/payment_methods/:id/attach', (asked) => {
    const customer = textOf(asked.form, 'customer') ?? '';
    if (!find(asked.account, 'customer', customer)) throw missing('customer', customer);
    const [method, hidden] = methodOf(asked, asked.params['id'] ?? '');
    const { saving } = cardOfNumber(hidden);
    if (saving) throw declinedError(saving);
    const attached: Stripe.PaymentMethod = { ...method, customer };
    return { body: plain(attached), objects: [attached, hidden], events: [['payment_method.attached', attached]] };
  }),
  api('detach-payment-method', 'POST', '/v1/payment_methods/:id/detach', (asked) => {
    const method = find(asked.account, 'payment_method', asked.params['id'] ?? '');
    if (!method) throw missing('PaymentMethod', asked.params['id'] ?? '');
    if (method.customer === null)
      throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.');
    const detached: Stripe.PaymentMethod = { ...method, customer: null };
    return { body: plain(detached), objects: [detached], events: [['payment_method.detached', detached]] };
  }),
  api('create-setup-intent', 'POST', '/v1/setup_intents', (asked) => {
    const customer = textOf(asked.form, 'customer') ?? null;
    if (customer !== null && !find(asked.account, 'customer', customer)) throw missing('customer', customer);
    const id = asked.context.newId('seti_');
    const intent = newSetupIntent(id, asked.now, {
      customer,
      usage: textOf(asked.form, 'usage') ?? 'off_session',
      secret: `${id}_secret_${asked.context.newId('')}`,
    });
    return { body: plain(intent), objects: [intent], events: [['setup_intent.created', intent]] };
  }),
  api(
    'get-setup-intent',
    'GET',
    '/v1/setup_intents/:id',
    (asked) => ({ body: plain(withMethod(asked, setupOf(asked))) }),
    true,
  ),
  api('confirm-setup-intent', 'POST', '/v1/setup_intents/:id/confirm', confirmSetup, true),
  api('challenge-setup-intent', 'POST', '/test/setup_intents/:id/challenge', challengeSetup, true),
];

export const cardOfNumber = (hidden: HiddenCard): TestCard => TEST_CARDS[hidden.number] ?? { brand: 'visa' };
