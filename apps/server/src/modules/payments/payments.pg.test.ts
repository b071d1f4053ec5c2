/** Paying over HTTP against the simulated card provider: cards, top-ups, 3-D Secure, declines, refunds, chargebacks, webhooks. */
import { createHmac } from 'node:crypto';
import { keysOf } from '@scanship/payments-stripe/simulator-apps';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePaymentsWorld, type PayerName, type PaymentsWorld } from '../../../test/payments-world.ts';
import { createCardAccounts } from './card-account.ts';
import { forgetCards } from './cards.ts';

let w: PaymentsWorld;
let seller: string;
let buyer: string;

beforeAll(async () => {
  w = await makePaymentsWorld();
  seller = w.world.first.id;
  buyer = w.world.people.admin.tenantId;
  await w.prepaid(seller, buyer, 0);
});
afterAll(() => w.close());
beforeEach(() => w.admin.clearFaults('stripe'));

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly why: string | null;
  readonly refundedMinor: number;
  readonly disputedMinor: number;
  readonly card: string | null;
}
interface Page {
  readonly cards: { id: string; last4: string; isDefault: boolean }[];
  readonly balances: { availableMinor: number | null; owedMinor: number }[];
  readonly autoTopUp: { state: string; pausedWhy: string | null } | null;
  readonly cardMode: string;
}
const billing = async (who: PayerName = 'admin'): Promise<Page> =>
  (await w.call(who, 'GET', '/billing')).json.data as Page;
const cardEnding = async (last4: string, who: PayerName = 'admin'): Promise<string> => {
  const card = (await billing(who)).cards.find((each) => each.last4 === last4);
  if (!card) throw new Error(`no card ${last4}`);
  return card.id;
};
const pay = async (cardId: string, amountMinor: number, key?: string, purpose = 'top-up', who: PayerName = 'admin') =>
  w.call(
    who,
    'POST',
    '/billing/payments',
    { purpose, amountMinor, currency: 'CAD', cardId },
    key ? { 'idempotency-key': key } : {},
  );
const started = (answer: Awaited<ReturnType<typeof pay>>) =>
  answer.json.data as { payment: Shown; action: { clientSecret: string } | null };
const paidAt = async () => (await w.provider(seller)).intents.filter(({ status }) => status === 'succeeded');

describe('cards and top-ups', () => {
  test('a card is added, the first is the default, and only ids and four digits are kept', async () => {
    expect((await w.addCard('admin', '4242424242424242')).status).toBe(200);
    expect((await w.addCard('admin', '4000002760003184')).status).toBe(200);
    const page = await billing();
    expect(page.cardMode).toBe('test');
    expect(page.cards.map(({ last4, isDefault }) => [last4, isDefault])).toEqual([
      ['4242', true],
      ['3184', false],
    ]);
    const stored = await w.database.db.tenant({ tenantId: seller }, (tx) =>
      tx.selectFrom('cards').selectAll().execute(),
    );
    expect(JSON.stringify(stored)).not.toContain('4242424242424242');
  });

  test('the card form’s keys are those that getCardKeys answers', async () => {
    const keys = (await w.call('admin', 'GET', '/stripe/get-keys')).json.data as {
      publishableKey: string;
      mode: string;
    };
    const begun = (await w.call('admin', 'POST', '/billing/cards/begin', {})).json.data as { publishableKey: string };
    expect(keys).toEqual({ publishableKey: begun.publishableKey, mode: 'simulator' });
    expect(keys.publishableKey).not.toBe('');
  });

  test('a declined card is not kept, and the provider is not believed about somebody else’s card', async () => {
    const declined = await w.addCard('admin', '4000000000000002');
    expect([declined.status, declined.json.code]).toEqual([400, 'validation']);
    expect((await billing()).cards).toHaveLength(2);
    const begun = await w.call('basic', 'POST', '/billing/cards/begin', {});
    const { setupId } = begun.json.data as { setupId: string };
    expect((await w.call('admin', 'POST', '/billing/cards', { setupId })).json.code).toBe('card_declined');
  });

  test('a top-up is taken once and in both books; the same key is the same payment', async () => {
    const card = await cardEnding('4242');
    const first = await pay(card, 2_500, 'one-of-the-test');
    expect(started(first).payment).toMatchObject({ state: 'succeeded', card: 'Visa 4242' });
    const again = await pay(card, 2_500, 'one-of-the-test');
    expect(started(again).payment.id).toBe(started(first).payment.id);
    expect((await pay(card, 2_600, 'one-of-the-test')).json.code).toBe('key_reused');
    expect((await paidAt()).map(({ amount }) => amount)).toEqual([2_500]);
    expect(await w.owed(seller, buyer)).toBe(-2_500);
    expect((await billing()).balances[0]).toMatchObject({ availableMinor: 2_500, owedMinor: -2_500 });
    expect(await w.faults([seller, buyer])).toEqual([]);
  });

  test('amounts outside the limits, what is not owed, and other people’s cards are refused in words', async () => {
    const card = await cardEnding('4242');
    expect((await pay(card, 499)).status).toBe(400);
    expect((await pay(card, 500_001)).status).toBe(400);
    const owes = await pay(card, 1_000, undefined, 'pay');
    expect(owes.json.errorMessages?.[0]?.message).toBe('0.00 CAD is owed. Pay that, or top up.');
    const foreign = await pay(card, 1_000, undefined, 'top-up', 'basic');
    expect(foreign.json.errorMessages?.[0]?.field).toBe('cardId');
    expect((await w.call('user', 'GET', '/billing')).json.code).toBe('forbidden');
  });

  test('3-D Secure: nothing is booked before the bank said yes, and nothing when it said no', async () => {
    const card = await cardEnding('3184');
    const before = await w.owed(seller, buyer);
    const waiting = started(await pay(card, 3_000));
    expect([waiting.payment.state, typeof waiting.action?.clientSecret]).toEqual(['action', 'string']);
    expect(await w.owed(seller, buyer)).toBe(before);
    await w.challenge(seller, waiting.action?.clientSecret ?? '', 'allow');
    const settle = (id: string) => w.call('admin', 'POST', `/billing/payments/${id}/settle`, {});
    expect(started(await settle(waiting.payment.id)).payment.state).toBe('succeeded');
    expect(started(await settle(waiting.payment.id)).payment.state).toBe('succeeded');
    expect(await w.owed(seller, buyer)).toBe(before - 3_000);
    const refused = started(await pay(card, 4_000));
    await w.challenge(seller, refused.action?.clientSecret ?? '', 'deny');
    const failed = started(await settle(refused.payment.id)).payment;
    expect([failed.state, failed.why]).toEqual([
      'failed',
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    ]);
    expect(await w.owed(seller, buyer)).toBe(before - 3_000);
    expect((await w.call('basic', 'POST', `/billing/payments/${waiting.payment.id}/settle`, {})).json.code).toBe(
      'not_found',
    );
  });

  test('a decline is told in words and books nothing', async () => {
    await w.addCard('admin', '4000000000000341');
    const before = await w.owed(seller, buyer);
    const declined = await pay(await cardEnding('0341'), 1_000);
    expect([declined.status, declined.json.code, declined.json.errorMessage]).toEqual([
      422,
      'card_declined',
      'The bank declined the card. Use another card, or ask the bank why.',
    ]);
    expect(await w.owed(seller, buyer)).toBe(before);
  });

  test('the answer is lost, the call is broken, the provider fails: charged once all the same', async () => {
    const card = await cardEnding('4242');
    for (const fault of [
      { kind: 'drop-after-effect' },
      { kind: 'drop-before-effect' },
      { kind: 'status-after-effect' },
      { kind: 'garbage' },
      { kind: 'truncate' },
    ] as const) {
      const [owed, count] = [await w.owed(seller, buyer), (await paidAt()).length];
      await w.admin.setFaults('stripe', [{ ...fault, route: 'create-payment-intent', times: 1 }]);
      const answer = started(await pay(card, 700));
      let { state } = answer.payment;
      for (let round = 0; round < 100 && state === 'open'; round += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        await w.application.services.db.ping();
        state = started(await w.call('admin', 'POST', `/billing/payments/${answer.payment.id}/settle`, {})).payment
          .state;
      }
      expect([fault.kind, state]).toEqual([fault.kind, 'succeeded']);
      expect([fault.kind, (await paidAt()).length, await w.owed(seller, buyer)]).toEqual([
        fault.kind,
        count + 1,
        owed - 700,
      ]);
    }
    expect(await w.faults([seller, buyer])).toEqual([]);
  });
});

describe('the seller', () => {
  test('sees who owes what, enters a transfer once, and refunds it', async () => {
    const list = await w.call('franchise', 'GET', '/receivables?sort=name');
    const rows = (list.json.data as { receivables: { id: string; name: string; balance: { owedMinor: number } }[] })
      .receivables;
    expect(rows.map(({ name }) => name)).toEqual(['Customer one', 'Customer two']);
    const basic = w.world.people.basic.tenantId;
    const day = (fromNow: number) => new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10);
    const body = {
      method: 'transfer',
      amountMinor: 12_345,
      currency: 'CAD',
      reference: 'Wire 77',
      receivedOn: day(-4),
    };
    const key = { 'idempotency-key': 'wire-77-of-the-test' };
    const made = await w.call('franchise', 'POST', `/receivables/${basic}/payments`, body, key);
    expect(made.json.data).toMatchObject({
      state: 'succeeded',
      reference: 'Wire 77',
      buyerName: 'Customer two',
      receivedOn: day(-4),
    });
    for (const receivedOn of [day(2), day(-800)]) {
      const refused = await w.call('franchise', 'POST', `/receivables/${basic}/payments`, { ...body, receivedOn });
      expect(refused.json.errorMessages?.map(({ field }) => field)).toEqual(['receivedOn']);
    }
    await w.call('franchise', 'POST', `/receivables/${basic}/payments`, body, key);
    expect(await w.owed(seller, basic)).toBe(-12_345);
    const { id } = made.json.data as Shown;
    const back = await w.call('franchise', 'POST', `/receivables/payments/${id}/refund`, {
      amountMinor: 345,
      reason: 'Too much',
    });
    expect(back.json.data).toMatchObject({ refundedMinor: 345 });
    expect(await w.owed(seller, basic)).toBe(-12_000);
    expect(await w.faults([seller, basic])).toEqual([]);
  });

  test('refunds a card payment in parts and never more than is left', async () => {
    const { payment } = started(await pay(await cardEnding('4242'), 5_000));
    const owed = await w.owed(seller, buyer);
    const refund = (amountMinor: number, key: string) =>
      w.call(
        'franchise',
        'POST',
        `/receivables/payments/${payment.id}/refund`,
        { amountMinor },
        { 'idempotency-key': key },
      );
    const [once, twice] = await Promise.all([refund(2_000, 'r1-of-the-test'), refund(2_000, 'r1-of-the-test')]);
    expect([once.status, twice.status].filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect((await refund(3_500, 'r2-of-the-test')).json.errorMessages?.[0]?.message).toBe(
      'At most 30.00 CAD can be refunded.',
    );
    expect((await refund(3_000, 'r3-of-the-test')).json.data).toMatchObject({ refundedMinor: 5_000 });
    expect((await refund(1, 'r4-of-the-test')).json.errorMessages?.[0]?.message).toBe(
      'There is nothing left to refund of this payment.',
    );
    expect(await w.owed(seller, buyer)).toBe(owed + 5_000);
    expect((await w.provider(seller)).refunds.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
      2_000, 3_000,
    ]);
    for (const who of ['admin', 'support', 'agent', 'foreign'] as const)
      expect(
        (await w.call(who, 'POST', `/receivables/payments/${payment.id}/refund`, { amountMinor: 1 })).status,
      ).not.toBe(200);
  });

  test('a franchise pays the platform with the same calls, into the platform’s account', async () => {
    await w.addCard('franchise', '5555555555554444');
    expect(
      started(await pay(await cardEnding('4444', 'franchise'), 9_900, 'f-of-the-test', 'top-up', 'franchise')).payment
        .state,
    ).toBe('succeeded');
    expect(await w.owed(w.world.platformId, seller)).toBe(-9_900);
    expect((await w.provider(w.world.platformId)).intents.map(({ amount }) => amount)).toEqual([9_900]);
    const list = await w.call('root', 'GET', '/receivables');
    expect(list.json.data).toMatchObject({ totalRecords: 2 });
    expect(
      (
        await w.call('root', 'POST', `/receivables/${buyer}/payments`, {
          method: 'cash',
          amountMinor: 1,
          currency: 'CAD',
          reference: 'x',
        })
      ).json.code,
    ).toBe('not_found');
  });
});

describe('events of the provider', () => {
  const deliver = async (event: object, options: { secret?: string; at?: number; signature?: string } = {}) => {
    const body = JSON.stringify(event);
    const at = options.at ?? Math.floor(Date.now() / 1000);
    const secret = options.secret ?? keysOf(seller).webhookSecret;
    const signature =
      options.signature ?? `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
    const answer = await w.app.inject({
      method: 'POST',
      url: `/hooks/stripe/${seller}.simulator`,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: body,
    });
    await w.application.inbox.sweep();
    return { status: answer.statusCode, text: answer.body };
  };
  const eventOf = (id: string, type: string, object: object) => ({ id, object: 'event', type, data: { object } });

  test('unsigned, wrongly signed, old and foreign events are turned away', async () => {
    const event = eventOf('evt_x', 'payment_intent.succeeded', { id: 'pi_x' });
    expect((await deliver(event, { signature: 'rubbish' })).status).toBe(401);
    expect((await deliver(event, { secret: 'whsec_other' })).status).toBe(401);
    expect((await deliver(event, { at: Math.floor(Date.now() / 1000) - 3_600 })).status).toBe(401);
    expect((await w.app.inject({ method: 'POST', url: '/hooks/stripe/nobody.live', payload: '{}' })).statusCode).toBe(
      401,
    );
  });

  test('a chargeback takes the money back at once, won gives it back; order and repeats change nothing', async () => {
    const { payment } = started(await pay(await cardEnding('4242'), 6_000));
    const owed = await w.owed(seller, buyer);
    const intents = (await w.provider(seller)).intents;
    const intent = intents.find((each) => each.metadata['payment'] === payment.id)?.id ?? '';
    const { id } = await w.play('/disputes', { payment_intent: intent });
    const object = { id, object: 'dispute', payment_intent: intent };
    // The later event first, and everything twice.
    await deliver(eventOf('evt_d2', 'charge.dispute.funds_withdrawn', object));
    expect((await deliver(eventOf('evt_d2', 'charge.dispute.funds_withdrawn', object))).text).toBe('repeated');
    await deliver(eventOf('evt_d1', 'charge.dispute.created', object));
    expect(await w.owed(seller, buyer)).toBe(owed + 6_000);
    expect(
      (await w.call('franchise', 'POST', `/receivables/payments/${payment.id}/refund`, { amountMinor: 100 })).status,
    ).toBe(400);
    const open = await w.call('franchise', 'GET', '/receivables/chargebacks');
    expect(open.json.data).toMatchObject({
      chargebacks: [{ state: 'open', amountMinor: 6_000, buyerName: 'Customer one', reason: 'fraudulent' }],
    });
    await w.play(`/disputes/${id}/close`, { status: 'won' });
    await deliver(eventOf('evt_d3', 'charge.dispute.closed', object));
    await deliver(eventOf('evt_d4', 'charge.dispute.updated', object));
    await deliver(eventOf('evt_d5', 'charge.dispute.funds_reinstated', object));
    expect(await w.owed(seller, buyer)).toBe(owed);
    expect(await w.faults([seller, buyer])).toEqual([]);
  });

  test('an event that comes before our own answer books once; one of a payment confirmed elsewhere books too', async () => {
    const waiting = started(await pay(await cardEnding('3184'), 1_500));
    const owed = await w.owed(seller, buyer);
    await w.challenge(seller, waiting.action?.clientSecret ?? '', 'allow');
    const [id = ''] = (waiting.action?.clientSecret ?? '').split('_secret_');
    await deliver(eventOf('evt_p1', 'payment_intent.succeeded', { id, object: 'payment_intent' }));
    await deliver(eventOf('evt_p2', 'payment_intent.requires_action', { id, object: 'payment_intent' }));
    expect(await w.owed(seller, buyer)).toBe(owed - 1_500);
    await w.call('admin', 'POST', `/billing/payments/${waiting.payment.id}/settle`, {});
    expect(await w.owed(seller, buyer)).toBe(owed - 1_500);
  });
});

describe('automatic top-up', () => {
  const autos = async () => {
    const rows = await w.database.db.tenant({ tenantId: seller }, (tx) =>
      tx.selectFrom('payments').select(['state', 'why']).where('purpose', '=', 'auto').orderBy('created_at').execute(),
    );
    return rows;
  };
  const settled = async () => {
    for (let round = 0; round < 60; round += 1) {
      const rows = await autos();
      if (rows.every(({ state }) => state !== 'open')) return rows;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('an automatic charge stays open');
  };
  const set = (cardId: string, belowMinor: number) =>
    w.call('admin', 'PUT', '/billing/auto-top-up', {
      on: true,
      currency: 'CAD',
      belowMinor,
      amountMinor: 2_000,
      cardId,
    });

  test('charges once when too little is available, and no more while enough is', async () => {
    const { balances } = await billing();
    const available = balances[0]?.availableMinor ?? 0;
    await set(await cardEnding('4242'), available + 1);
    expect((await settled()).map(({ state }) => state)).toEqual(['succeeded']);
    expect((await billing()).balances[0]?.availableMinor).toBe(available + 2_000);
    await w.application.services.db.ping();
    expect(await settled()).toHaveLength(1);
  });

  test('a charge that the bank wants confirmed pauses it, tells the person by mail, and is not tried again', async () => {
    const available = (await billing()).balances[0]?.availableMinor ?? 0;
    await set(await cardEnding('3184'), available + 1);
    const rows = await settled();
    expect(rows.at(-1)).toEqual({
      state: 'failed',
      why: 'The bank wants you to confirm this payment yourself. Pay by hand and confirm it there.',
    });
    const { autoTopUp } = await billing();
    expect([autoTopUp?.state, autoTopUp?.pausedWhy]).toEqual(['paused', rows.at(-1)?.why]);
    const mails = await w.database.db.tenant({ tenantId: buyer }, (tx) =>
      tx.selectFrom('effects').select('payload').where('kind', '=', 'email').execute(),
    );
    expect(mails.map(({ payload }) => payload)).toEqual([
      { template: 'notice', to: 'admin@example.com', language: 'en' },
    ]);
    expect(await settled()).toHaveLength(rows.length);
  });

  test('its card is taken away: it is off', async () => {
    const card = await cardEnding('3184');
    expect((await w.call('admin', 'DELETE', `/billing/cards/${card}`)).status).toBe(200);
    expect((await billing()).autoTopUp?.state).toBe('off');
    expect((await pay(card, 1_000)).json.errorMessages?.[0]?.field).toBe('cardId');
    expect(await w.faults([seller, buyer, w.world.platformId])).toEqual([]);
  });
});

test('a buyer that is erased is deleted at the provider with every card, also one that could not be detached before', async () => {
  const accounts = createCardAccounts(w.application.services, {
    simulator: {
      addressOf: () => Promise.resolve(w.address),
      keysOf: (id) => Promise.resolve(keysOf(id)),
    },
    origin: () => undefined,
  });
  const pair = { sellerId: seller, buyerId: w.world.people.basic.tenantId };
  const forget = () => forgetCards(w.database.db, accounts, pair);
  expect((await w.addCard('basic', '4242424242424242')).status).toBe(200);
  expect((await w.addCard('basic', '5555555555554444')).status).toBe(200);
  const lost = { kind: 'status-before-effect' } as const;
  await w.admin.setFaults('stripe', [{ ...lost, route: 'detach-payment-method' }]);
  const [first] = (await billing('basic')).cards;
  expect((await w.call('basic', 'DELETE', `/billing/cards/${first?.id}`)).status).toBe(200);
  // Known is that somebody else may try again: nothing is overwritten yet.
  await w.admin.setFaults('stripe', [{ ...lost, route: 'delete-customer' }]);
  await expect(forget()).rejects.toThrow();
  await w.admin.clearFaults('stripe');
  await forget();
  await forget();
  expect((await billing('basic')).cards).toEqual([]);
  const account = await accounts.open(seller);
  if (!account) throw new Error('no account');
  const known = await w.database.db.tenant({ tenantId: seller }, async (tx) => ({
    customers: await tx.selectFrom('card_customers').selectAll().where('buyer_id', '=', pair.buyerId).execute(),
    cards: await tx.selectFrom('cards').selectAll().where('buyer_id', '=', pair.buyerId).execute(),
  }));
  expect(known.cards).toHaveLength(2);
  await expect(account.client.customers.retrieve(known.customers[0]?.provider_id ?? '')).rejects.toMatchObject({
    code: 'resource_missing',
  });
  for (const { provider_id: card } of known.cards)
    await expect(account.client.paymentMethods.detach(card)).rejects.toThrow('not attached');
  // Where the seller's keys are gone nobody can say that the cards are.
  await expect(forgetCards(w.database.db, { openMode: () => Promise.resolve(undefined) }, pair)).rejects.toThrow(
    'whose keys',
  );
});
