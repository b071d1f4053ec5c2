/** How the journal charges and refunds: the provider's word, our rows and the books in one transaction. */
import type { Json } from '@scanship/domain/values/json';
import type { JournalHandler, StoredProblem } from '../../platform/journal/handler.ts';
import { problem } from '../../platform/problem.ts';
import { applyIntent, applyRefund, failPayment, failRefund, type PauseAuto } from './apply.ts';
import type { CardAccounts } from './card-account.ts';
import type { ChargeInput, ChargeResult, RefundInput, RefundResult } from './card-connector-registry.ts';
import type { ChargeRequest } from './store-payment.ts';

export interface RefundRequest extends RefundInput {
  readonly mode: 'live' | 'sandbox' | 'simulator';
  readonly paymentId: string;
}

const DEADLINE_MS = 25_000;

/** @throws Error for a value this module did not write: the row must not be worked on */
function sealedAs<T>(value: Json, proof: string): T & Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !(proof in value))
    throw new Error('not a sealed payment');
  return value as T & Json;
}

const gone = () =>
  problem('no_card_provider', {
    message: 'The registration at the card provider is gone; it is needed to settle this.',
  });

const words = (said: StoredProblem | undefined, otherwise: string): string => said?.message ?? otherwise;

export const chargeHandler = (deps: {
  readonly accounts: CardAccounts;
  readonly pauseAuto: PauseAuto;
}): JournalHandler<ChargeInput, ChargeResult, undefined> => ({
  async open(row) {
    const request = sealedAs<ChargeRequest>(row.request, 'customer');
    const account = await deps.accounts.openMode(row.tenantId, request.mode);
    if (!account) return gone();
    const { chargeOperation: operation } = account.connector;
    return {
      ok: true,
      value: { operation, input: request, env: account.env, vendor: 'The card provider', deadlineMs: DEADLINE_MS },
    };
  },
  prepare: () => Promise.resolve(undefined),
  async changed(tx, row, _input, change) {
    const { paymentId } = sealedAs<ChargeRequest>(row.request, 'customer');
    const { intent } = change.result;
    if ((change.to === 'confirmed' || change.to === 'complete') && intent)
      await applyIntent(tx, row.tenantId, paymentId, intent, deps.pauseAuto);
    if (change.to === 'refused' || change.to === 'absent')
      await failPayment(
        tx,
        row.tenantId,
        paymentId,
        words(change.problem, 'The card provider did not take it.'),
        deps.pauseAuto,
      );
  },
});

export const refundHandler = (deps: {
  readonly accounts: CardAccounts;
}): JournalHandler<RefundInput, RefundResult, undefined> => ({
  async open(row) {
    const request = sealedAs<RefundRequest>(row.request, 'refundId');
    const account = await deps.accounts.openMode(row.tenantId, request.mode);
    if (!account) return gone();
    const { refundOperation: operation } = account.connector;
    return {
      ok: true,
      value: { operation, input: request, env: account.env, vendor: 'The card provider', deadlineMs: DEADLINE_MS },
    };
  },
  prepare: () => Promise.resolve(undefined),
  async changed(tx, row, _input, change) {
    const { paymentId, refundId } = sealedAs<RefundRequest>(row.request, 'refundId');
    const { refund } = change.result;
    if ((change.to === 'confirmed' || change.to === 'complete') && refund)
      await applyRefund(tx, row.tenantId, paymentId, refund);
    if (change.to === 'refused' || change.to === 'absent')
      await failRefund(
        tx,
        row.tenantId,
        refundId,
        change.problem?.vendorMessage ?? words(change.problem, 'The card provider did not give it back.'),
      );
  },
});
