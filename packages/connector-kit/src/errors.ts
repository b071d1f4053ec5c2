/**
 * The seven ways an operation at the other side can fail (docs/architecture.md). Connectors throw `ConnectorError`; the
 * kit's runner catches it once and hands the caller a typed `ConnectorProblem`.
 */
export const PROBLEM_KINDS = [
  /** Our data are not acceptable there; the person can mend them. Nothing happened. */
  'invalid-input',
  /** Understood and declined (service not offered, account blocked, already voided). Nothing happened. */
  'refused',
  /** Credentials missing, wrong or expired. Nothing happened. */
  'not-authorised',
  /** Too many calls; `retryAfterMs` says when. Nothing happened. */
  'quota',
  /** Failed before the request could have had an effect (name look-up, connect, refused by our own breaker). */
  'temporary-before-effect',
  /** The request may have had its effect: time-out, broken connection, 5xx after sending. Must be settled by asking. */
  'unknown-effect',
  /** The answer cannot be understood. For a call with an effect this is treated as unknown. */
  'vendor-broken',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export interface ConnectorProblem {
  readonly kind: ProblemKind;
  /** One plain sentence for the person, secrets removed. */
  readonly message: string;
  /** The vendor's own code and words, secrets removed. */
  readonly vendorCode?: string | undefined;
  readonly vendorMessage?: string | undefined;
  /** Which of our fields the vendor complained about ("to.zipcode", "parcels.1.weightGrams"), where it can be told. */
  readonly field?: string | undefined;
  /** Ids of what stood there when it could not be told apart from ours: a person who says that none of it is ours means these. */
  readonly seen?: readonly string[] | undefined;
  readonly retryAfterMs?: number | undefined;
  /** Reference of the redacted trace of the call, for support. */
  readonly traceId?: string | undefined;
}

export class ConnectorError extends Error {
  readonly problem: ConnectorProblem;
  constructor(problem: ConnectorProblem, options?: { cause?: unknown }) {
    super(problem.message, options);
    this.name = 'ConnectorError';
    this.problem = problem;
  }
}

export const fail = (
  kind: ProblemKind,
  message: string,
  more: Omit<ConnectorProblem, 'kind' | 'message'> = {},
): ConnectorError => new ConnectorError({ kind, message, ...more });

/** What cannot be said to a vendor, found before any call. @param field ours: "to.zipcode", "parcels.0.dimensions" */
export const invalidInput = (message: string, field: string): ConnectorError =>
  fail('invalid-input', message, { field });
