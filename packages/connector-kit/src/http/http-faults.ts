/** Turns what went wrong in one exchange into the right kind of problem: the table of docs/connectors.md, "Faults". */
import { ConnectorError, fail, type ConnectorProblem, type ProblemKind } from '../errors.ts';
import type { ExchangeOutcome } from './exchange.ts';
import type { HttpRequest, HttpResponse, VendorProblem } from './http.ts';
import { excerpt } from './http-response.ts';
import { FieldProblem } from '../answers/json-reader.ts';

export interface Verdict {
  readonly error: ConnectorError;
  /** Worth repeating when the call is safe to repeat. */
  readonly transient: boolean;
  /** Counts as a fault of the other side for the breaker. */
  readonly counted: boolean;
}

/** The call cannot change anything at the vendor. */
export const onlyAsks = ({ method = 'GET', readOnly }: Partial<Pick<HttpRequest, 'method' | 'readOnly'>>): boolean =>
  method === 'GET' || readOnly === true;

const CONNECT_WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'the name look-up failed',
  ECONNREFUSED: 'it refused the connection',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no network',
  UND_ERR_CONNECT_TIMEOUT: 'it did not take the connection in time',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  OUTBOUND_REFUSED: 'the address is not a public one',
};

const codeOf = (error: Error): string => {
  const code: unknown = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : '';
};

/** What a fault without a usable answer means. */
export function faultVerdict(
  vendor: string,
  request: HttpRequest,
  fault: Extract<ExchangeOutcome, { kind: 'fault' }>,
  traceId: string,
): Verdict {
  const counted = fault.fault !== 'cancelled' && codeOf(fault.error) !== 'OUTBOUND_REFUSED';
  const options = { cause: fault.error };
  if (!fault.sent) {
    const words =
      CONNECT_WORDS[codeOf(fault.error)] ?? (fault.fault === 'timeout' ? 'it took too long' : 'the connection failed');
    const message = `${vendor} could not be reached: ${words}. Nothing was sent.`;
    return {
      error: new ConnectorError({ kind: 'temporary-before-effect', message, traceId }, options),
      transient: fault.fault === 'connection' && counted,
      counted,
    };
  }
  const words =
    fault.fault === 'timeout'
      ? 'did not answer in time'
      : fault.fault === 'cancelled'
        ? 'had not answered when the time for this step was over'
        : fault.fault === 'too-large'
          ? 'sent a longer answer than it may'
          : 'broke the connection before answering';
  const reads = onlyAsks(request);
  const kind: ProblemKind = reads
    ? fault.fault === 'too-large'
      ? 'vendor-broken'
      : 'temporary-before-effect'
    : 'unknown-effect';
  const message = reads
    ? `${vendor} ${words}.`
    : `${vendor} ${words}; whether "${request.name}" took effect there is not known yet.`;
  return {
    error: new ConnectorError({ kind, message, traceId }, options),
    transient: fault.fault === 'connection' || fault.fault === 'timeout',
    counted,
  };
}

/** Seconds or a date, as milliseconds from `now`; undefined when absent or unreadable. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,7}$/.test(header.trim())) return Number(header.trim()) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function kindOfStatus(status: number, reads: boolean): ProblemKind {
  if (status === 401 || status === 403) return 'not-authorised';
  if (status === 429) return 'quota';
  if (status === 408 || status === 425 || status >= 500) return reads ? 'temporary-before-effect' : 'unknown-effect';
  if (status === 400 || status === 422) return 'invalid-input';
  if (status >= 400) return 'refused';
  return reads ? 'vendor-broken' : 'unknown-effect';
}

function sentence(vendor: string, kind: ProblemKind, request: HttpRequest, status: number): string {
  switch (kind) {
    case 'not-authorised':
      return `${vendor} did not accept the credentials of this account.`;
    case 'quota':
      return `${vendor} asks us to slow down; the call is repeated later.`;
    case 'temporary-before-effect':
      return `${vendor} has a fault of its own at the moment (status ${status}).`;
    case 'unknown-effect':
      return `${vendor} answered "${request.name}" with a fault of its own (status ${status}); whether it took effect is not known yet.`;
    case 'invalid-input':
      return `${vendor} does not accept the data of this request.`;
    case 'refused':
      return `${vendor} declined this request (status ${status}).`;
    default:
      return `${vendor} answered in a way that is not part of its contract (status ${status}).`;
  }
}

/** The connector's reading; an error page it cannot read says nothing more than its status. */
function readProblem(request: HttpRequest, response: HttpResponse): VendorProblem {
  try {
    return request.readProblem?.(response) ?? {};
  } catch (error) {
    if (error instanceof ConnectorError || error instanceof FieldProblem) return {};
    throw error;
  }
}

/** What an answer outside 2xx and `accept` means; the connector's own reading of it comes first. */
export function statusVerdict(
  vendor: string,
  request: HttpRequest,
  response: HttpResponse,
  now: number,
  clean: (text: string) => string,
): Verdict {
  const reads = onlyAsks(request);
  const read = readProblem(request, response);
  const kind = read.kind ?? kindOfStatus(response.status, reads);
  const wait = retryAfterMs(response.headers['retry-after'], now) ?? read.retryAfterMs;
  const vendorMessage = read.vendorMessage ?? (read.message === undefined ? excerpt(response.text(), 120) : undefined);
  const problem: ConnectorProblem = {
    kind,
    message: clean(read.message ?? sentence(vendor, kind, request, response.status)),
    vendorCode: read.vendorCode ?? `HTTP ${response.status}`,
    vendorMessage: vendorMessage ? clean(vendorMessage) : undefined,
    field: read.field,
    retryAfterMs: kind === 'quota' ? (wait ?? 60_000) : wait,
    traceId: response.traceId,
  };
  // SOAP faults travel with status 500 whoever is at fault, so the kind decides and not the status alone.
  const theirs = kind === 'temporary-before-effect' || kind === 'unknown-effect';
  return { error: new ConnectorError(problem), transient: theirs, counted: theirs && response.status >= 500 };
}

/** After an attempt that may have had its effect, nothing short of a good answer makes the outcome known again. */
export function afterUnknown(error: ConnectorError): ConnectorError {
  if (error.problem.kind === 'unknown-effect') return error;
  const message = `${error.problem.message} An earlier attempt of the same call may have taken effect.`;
  return new ConnectorError({ ...error.problem, kind: 'unknown-effect', message }, { cause: error });
}

export const badContentEncoding = (vendor: string, reads: boolean, traceId: string): ConnectorError =>
  fail(reads ? 'vendor-broken' : 'unknown-effect', `${vendor} sent a compressed answer that cannot be unpacked.`, {
    traceId,
  });
