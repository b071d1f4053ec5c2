/** What Stripe’s test system answered the tests of a payments library: payments, refunds in parts, cards that were declined. */
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { Stripe } from 'stripe';
import { intentSnapshot, refundSnapshot } from '../src/look-up.ts';
import { calling } from '../src/problems.ts';

const source = 'pay-rails/pay, test/vcr_cassettes';

/** As it comes over the line: the types of the SDK are its promise, not what is there. */
const intentOf = (recorded: object): Stripe.PaymentIntent => JSON.parse(JSON.stringify(recorded));
const refundOf = (recorded: object): Stripe.Refund => JSON.parse(JSON.stringify(recorded));

const payment = (name: string, recorded: string, more: object, means: object): RealAnswer => ({
  name,
  operation: 'charge',
  source,
  recorded,
  read: () =>
    intentSnapshot(
      intentOf({
        object: 'payment_intent',
        amount_capturable: 0,
        currency: 'usd',
        last_payment_error: null,
        livemode: false,
        metadata: {},
        ...more,
      }),
    ),
  means,
});

const declined = (name: string, recorded: string, error: object, means: readonly string[]): RealAnswer => ({
  name,
  operation: 'charge',
  source,
  recorded,
  read: async () => {
    try {
      await calling(true, () =>
        Promise.reject(
          Stripe.errors.StripeError.generate({
            type: 'card_error',
            code: 'card_declined',
            decline_code: 'generic_decline',
            doc_url: 'https://stripe.com/docs/error-codes/card-declined',
            message: 'Your card was declined.',
            statusCode: 402,
            ...error,
          }),
        ),
      );
    } catch (error_) {
      if (!(error_ instanceof ConnectorError)) throw error_;
      return [error_.problem.kind, error_.problem.vendorCode, error_.problem.message];
    }
    return ['paid'];
  },
  means,
});

const refunded = (name: string, amount: number, created: number, id: string, means: object): RealAnswer => ({
  name,
  operation: 'refund',
  source,
  recorded: '2025-11-10',
  read: () =>
    refundSnapshot(
      refundOf({
        id,
        object: 'refund',
        amount,
        balance_transaction: `txn_${id}`,
        charge: 'ch_3SRzqk0000000000017eTrqrl',
        created,
        currency: 'usd',
        destination_details: {
          card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
          type: 'card',
        },
        metadata: {},
        payment_intent: 'pi_3SRzqk00000000001P6QNbvc',
        reason: null,
        receipt_number: null,
        source_transfer_reversal: null,
        status: 'succeeded',
        transfer_reversal: null,
      }),
    ),
  means,
});

export const answers: readonly RealAnswer[] = [
  payment(
    'paid at once, its charge asked for with it',
    '2025-11-10',
    {
      id: 'pi_3SRzr4000000000000RsiEOa',
      amount: 2900,
      amount_received: 2900,
      created: 1_762_799_418,
      latest_charge: {
        id: 'ch_3SRzr400000000000SZ3W1ON',
        object: 'charge',
        amount: 2900,
        amount_captured: 2900,
        outcome: { network_status: 'approved_by_network', risk_level: 'normal', risk_score: 35, type: 'authorized' },
        paid: true,
        receipt_url: 'https://pay.stripe.com/receipts/payment/CAcaFw',
        status: 'succeeded',
      },
      status: 'succeeded',
    },
    {
      id: 'pi_3SRzr4000000000000RsiEOa',
      status: 'succeeded',
      minor: 2900,
      currency: 'USD',
      receiptUrl: 'https://pay.stripe.com/receipts/payment/CAcaFw',
      why: null,
    },
  ),
  payment(
    'the bank asks its cardholder, on a page of its own: no charge yet, and no error',
    '2026-03-30',
    {
      id: 'pi_3TGnFM00000000001QIugONj',
      amount: 2900,
      amount_received: 0,
      created: 1_774_905_680,
      latest_charge: null,
      next_action: {
        redirect_to_url: { return_url: 'http://localhost:3000/', url: 'https://hooks.stripe.com/3d_secure_2/hosted' },
        type: 'redirect_to_url',
      },
      status: 'requires_action',
    },
    {
      id: 'pi_3TGnFM00000000001QIugONj',
      status: 'action',
      minor: 2900,
      currency: 'USD',
      receiptUrl: null,
      why: null,
    },
  ),
  payment(
    'the same, to be asked by Stripe’s script',
    '2025-04-17',
    {
      id: 'pi_3RExbR00000000001B6qa3Vl',
      amount: 2500,
      amount_received: 0,
      created: 1_744_916_161,
      latest_charge: null,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'stripe_3ds2_fingerprint' } },
      status: 'requires_action',
    },
    {
      id: 'pi_3RExbR00000000001B6qa3Vl',
      status: 'action',
      minor: 2500,
      currency: 'USD',
      receiptUrl: null,
      why: null,
    },
  ),
  declined(
    'declined without a reason; Stripe advises to try again later, and tells the code of the network',
    '2025-10-31',
    { advice_code: 'try_again_later', network_decline_code: '01' },
    ['refused', 'generic_decline', 'The bank declined the card. Use another card, or ask the bank why.'],
  ),
  declined('the same five years before, without advice', '2020-09-01', {}, [
    'refused',
    'generic_decline',
    'The bank declined the card. Use another card, or ask the bank why.',
  ]),
  refunded(
    'ten dollars of thirty: done, though the bank’s reference is still to come',
    1000,
    1_762_799_399,
    're_3SRzqk00000000001Ri48Fy5',
    { id: 're_3SRzqk00000000001Ri48Fy5', status: 'succeeded', minor: 1000, currency: 'USD' },
  ),
  refunded('five more of the same payment', 500, 1_762_799_400, 're_3SRzqk00000000001xXQfncF', {
    id: 're_3SRzqk00000000001xXQfncF',
    status: 'succeeded',
    minor: 500,
    currency: 'USD',
  }),
];
