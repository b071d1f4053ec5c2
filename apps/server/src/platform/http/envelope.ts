/** How outcomes become JSON answers (packages/contracts/src/envelope.ts). */
import type { Envelope } from '@scanship/contracts/envelope';
import { ERRORS, type ErrorEntry } from '@scanship/contracts/errors';
import type { AppProblem } from '../problem.ts';

/** The envelope of an expected failure; `reference` is the request id, to quote to support. */
export const problemEnvelope = (p: AppProblem, reference: string): Envelope => {
  const entry: ErrorEntry = ERRORS[p.code];
  const message = p.message ?? entry.message;
  const advice = p.advice ?? entry.advice;
  return {
    errorMessage: message,
    errorMessages: p.errors && p.errors.length > 0 ? p.errors.map((e) => ({ ...e })) : [{ message, code: p.code }],
    code: p.code,
    ...(advice === undefined ? {} : { advice }),
    ...(p.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: p.retryAfterSeconds }),
    reference,
  };
};

export const dataEnvelope = (data: unknown, successMessage: string | undefined): Envelope => ({
  data,
  ...(successMessage === undefined ? {} : { successMessage }),
});
