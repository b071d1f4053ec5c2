/** The one place that names the card provider's connector; its code is loaded when it is first used. */

export type { ChargeInput, ChargeResult, RefundInput, RefundResult } from '@scanship/payments-stripe/charge';
export type { PayoutItem, PayoutSnapshot } from '@scanship/payments-stripe/payouts';
export type { DisputeSnapshot, IntentSnapshot, RefundSnapshot } from '@scanship/payments-stripe/look-up';

/** Everything of the connector, loaded once. */
export const loadCardConnector = async () => ({
  ...(await import('@scanship/payments-stripe/client')),
  ...(await import('@scanship/payments-stripe/cards')),
  ...(await import('@scanship/payments-stripe/charge')),
  ...(await import('@scanship/payments-stripe/look-up')),
  ...(await import('@scanship/payments-stripe/payouts')),
  ...(await import('@scanship/payments-stripe/events')),
});
export type CardConnector = Awaited<ReturnType<typeof loadCardConnector>>;
export type CardClient = ReturnType<CardConnector['openStripe']>;
