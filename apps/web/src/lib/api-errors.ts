/** What can go wrong between the app and the server, in the words of product-spec section 8 (decisions 1, 2, 17, 18). */
import type { ErrorCode, ERRORS } from '@scanship/contracts/errors';
import { TRANSPORT_ERRORS } from '@scanship/contracts/transport-errors';
import type { Envelope } from '@scanship/contracts/envelope';

/** The catalogue's own sentence, held by the compiler: the catalogue itself stays out of the first load. */
type Sentence<C extends ErrorCode> = (typeof ERRORS)[C]['message'];
const BAD_REQUEST: Sentence<'bad_request'> = 'Bad Request';

export interface FieldError {
  readonly field: string;
  readonly message: string;
  readonly code?: string | undefined;
}

/** The server answered, and the answer is not a success. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: string | undefined;
  readonly advice: string | undefined;
  readonly reference: string | undefined;
  readonly fields: readonly FieldError[];
  readonly messages: readonly string[];

  constructor(status: number, message: string, envelope: Envelope = {}) {
    super(message);
    this.status = status;
    this.code = envelope.code;
    this.advice = envelope.advice;
    this.reference = envelope.reference;
    this.fields = (envelope.errorMessages ?? []).flatMap((e) =>
      e.field ? [{ field: e.field, message: e.message, code: e.code }] : [],
    );
    this.messages = (envelope.errorMessages ?? []).map((e) => e.message);
  }
}

/** The server refused the session itself: the only kind of failure that signs a person out (decisions 2). */
export class SessionEndedError extends ApiError {
  override readonly name = 'SessionEndedError';
}

export type TransportKind = 'network' | 'aborted' | 'timeout' | 'cancelled' | 'protocol';

/** No usable answer came. The session is kept, and trying again is safe. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly kind: TransportKind;
  constructor(kind: TransportKind, cause?: unknown) {
    super(TRANSPORT_ERRORS[kind], { cause });
    this.kind = kind;
  }
}

/** A newer request took this one's place: to be dropped in silence. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

/** Reasons given to `AbortController.abort`, so that both kinds of end are told apart. */
export const CANCELLED_BY_PERSON = Symbol('cancelled by the person');

/** Turns whatever `fetch` or reading a body threw into a class of this file. */
export function toTransportError(error: unknown, signal?: AbortSignal | null): Error {
  if (error instanceof ApiError || error instanceof TransportError || error instanceof SupersededError) return error;
  if (signal?.aborted) {
    if (signal.reason === CANCELLED_BY_PERSON) return new TransportError('cancelled', error);
    if (isNamed(signal.reason, 'TimeoutError')) return new TransportError('timeout', error);
    return new SupersededError('superseded', { cause: error });
  }
  if (isNamed(error, 'TimeoutError')) return new TransportError('timeout', error);
  if (isNamed(error, 'AbortError')) return new TransportError('aborted', error);
  return new TransportError('network', error);
}

const isNamed = (error: unknown, name: string): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === name;

/** The three sentences that end a session; compared in English before anything is translated (decisions 1). */
const ENDS_SESSION: ReadonlySet<string> = new Set<Sentence<'session_expired' | 'unauthorized'>>([
  'Session expired',
  'Unauthorized access',
]);
const ENDING_CODES: ReadonlySet<string> = new Set(['session_expired', 'unauthorized']);

/**
 * The error of an answer outside 200 to 299. `envelope` is absent when the body was not JSON (a proxy's page, an empty
 * body): then 400 reads "Bad Request" and the rest "Request failed with status code N".
 */
export function errorOfAnswer(status: number, envelope: Envelope | undefined): ApiError {
  const said = envelope?.errorMessage || envelope?.errorMessages?.[0]?.message;
  const message = said || (status === 400 ? BAD_REQUEST : TRANSPORT_ERRORS.status(status));
  const ends = status === 401 && (ENDING_CODES.has(envelope?.code ?? '') || ENDS_SESSION.has(message));
  return ends ? new SessionEndedError(status, message, envelope) : new ApiError(status, message, envelope);
}

/** True when trying the same again may work: no answer, or a server that is busy. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof TransportError ? error.kind !== 'cancelled' : error instanceof ApiError && error.status >= 500;

/** Error of one field, by the path the server gave ("shipTo.zipcode"). */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.fields.map((f) => [f.field, f.message]));
}

/** Whether the server answered with this code of the catalogue. */
export const isCode = (error: unknown, code: ErrorCode): boolean => error instanceof ApiError && error.code === code;
