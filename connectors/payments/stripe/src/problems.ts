/**
 * What an error of the SDK means (docs.stripe.com/error-handling, docs.stripe.com/api/errors). For a call that changes something,
 * whatever is not certainly without effect is `unknown-effect`.
 */
import { ConnectorError, type ProblemKind } from '@scanship/connector-kit/errors';
import { Stripe } from 'stripe';

const { errors } = Stripe;

/** Words for the declines people meet most (docs.stripe.com/declines/codes); other codes are told in Stripe's own words. */
const DECLINES: Readonly<Record<string, string>> = {
  insufficient_funds: 'The card does not have enough funds. Use another card or a smaller amount.',
  lost_card: 'The bank declined the card. Use another card.',
  stolen_card: 'The bank declined the card. Use another card.',
  expired_card: 'The card has expired. Add a card that is valid.',
  incorrect_cvc: 'The security code of the card is wrong. Enter the card again.',
  processing_error: 'The bank could not process the card just now. Try again in a moment.',
  authentication_required: 'The bank wants you to confirm this payment yourself. Pay by hand and confirm it there.',
  generic_decline: 'The bank declined the card. Use another card, or ask the bank why.',
};

/** A plain sentence for a decline, by the finer code where there is one. */
export const declineWords = (code: string | undefined, declineCode: string | undefined, said: string): string =>
  DECLINES[declineCode ?? ''] ?? DECLINES[code ?? ''] ?? (said || 'The bank declined the card. Use another card.');

function kindOf(error: InstanceType<typeof errors.StripeError>, changes: boolean): ProblemKind {
  if (error instanceof errors.StripeCardError) return 'refused';
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return 'not-authorised';
  if (error instanceof errors.StripeRateLimitError) return 'quota';
  // Another request under the same key is under way; what it does is not known yet.
  if (error.code === 'idempotency_key_in_use') return 'unknown-effect';
  // The key stands for other data: something was asked for under it that we do not know.
  if (error instanceof errors.StripeIdempotencyError) return 'unknown-effect';
  if (error instanceof errors.StripeInvalidRequestError) return 'invalid-input';
  return changes ? 'unknown-effect' : 'temporary-before-effect';
}

/** Makes what the SDK threw into a `ConnectorError`; what it did not throw is rethrown as an unknown effect. */
export function asConnectorError(error: unknown, changes: boolean): ConnectorError {
  if (error instanceof ConnectorError) return error;
  if (!(error instanceof errors.StripeError)) {
    const kind = changes ? 'unknown-effect' : 'vendor-broken';
    return new ConnectorError({ kind, message: 'The card provider’s answer could not be read.' }, { cause: error });
  }
  const kind = kindOf(error, changes);
  const card = error instanceof errors.StripeCardError;
  const message = card
    ? declineWords(error.code, error.decline_code, error.message)
    : kind === 'unknown-effect' || kind === 'temporary-before-effect'
      ? 'The card provider did not answer.'
      : kind === 'not-authorised'
        ? 'The card provider does not accept our key. Ask your provider to check its registration.'
        : 'The card provider did not accept the request.';
  return new ConnectorError(
    {
      kind,
      message,
      vendorCode: (card ? error.decline_code : undefined) ?? error.code ?? error.type,
      // Stripe's own words to the cardholder are ours already; other messages name parameters and ids.
      vendorMessage: card ? undefined : error.message.slice(0, 300),
    },
    { cause: error },
  );
}

/** Runs a call and translates its error. */
export async function calling<T>(changes: boolean, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw asConnectorError(error, changes);
  }
}
