/** Expected failures of commands: a code of the catalogue, with the sentence and fields that belong to this case. */
import { ERRORS, type ErrorCode } from '@scanship/contracts/errors';
import type { Money } from '@scanship/domain/money/money';
import { err, type Result } from '@scanship/domain/values/result';

export interface AppProblem {
  readonly code: ErrorCode;
  /** Replaces the catalogue's sentence where the case can be told more exactly. */
  readonly message?: string | undefined;
  readonly advice?: string | undefined;
  /** Seconds until it is worth trying again; goes out as Retry-After too. */
  readonly retryAfterSeconds?: number | undefined;
  /** By how much the asker's own funds fall short, for what can help there; the sentence tells it to people. */
  readonly short?: Money | undefined;
  readonly errors?:
    | readonly { readonly message: string; readonly code?: string | undefined; readonly field?: string | undefined }[]
    | undefined;
}

export type Outcome<T> = Result<T, AppProblem>;

/** `return problem('not_found')`, `return problem('validation', { errors: [{ field: 'to.zipcode', message: '...' }] })`. */
export const problem = (code: ErrorCode, more: Omit<AppProblem, 'code'> = {}): Result<never, AppProblem> =>
  err({ code, ...more });

export const statusOf = (p: AppProblem): number => ERRORS[p.code].status;
