/**
 * Sentences that product-spec section 8 has word for word and that clients compare in English (decisions 1): they leave
 * the server as they are in every language, and screens translate them by code.
 */
import { ERRORS } from '@scanship/contracts/errors';
import { TRANSPORT_ERRORS } from '@scanship/contracts/transport-errors';
import { VERIFIED_MESSAGE } from '@scanship/contracts/access/auth';

export const EXACT_SENTENCES: ReadonlySet<string> = new Set([
  VERIFIED_MESSAGE,
  ERRORS.bad_request.message,
  ERRORS.session_expired.message,
  ERRORS.unauthorized.message,
  ERRORS.verification_failed.message,
  ...Object.values(TRANSPORT_ERRORS).filter((sentence) => typeof sentence === 'string'),
]);
