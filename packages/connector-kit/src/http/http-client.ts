/**
 * The one HTTP client of all connectors: deadline, quota, breaker, repeats that know whether a call is safe to repeat, a
 * redacted trace, and a problem kind that says whether the request can have had an effect.
 */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { BrokenCircuitError } from 'cockatiel';
import type { Dispatcher } from 'undici';
import { CountedFault, type Breakers } from './breaker.ts';
import { ConnectorError, fail } from '../errors.ts';
import { openInnerSpan } from '../spans.ts';
import { exchange, type ExchangeOutcome } from './exchange.ts';
import type { Http, HttpRequest, HttpResponse } from './http.ts';
import { resolveAddress } from './http-address.ts';
import {
  afterUnknown,
  badContentEncoding,
  faultVerdict,
  onlyAsks,
  statusVerdict,
  type Verdict,
} from './http-faults.ts';
import { makeResponse } from './http-response.ts';
import type { QuotaBudget, QuotaLimit } from './quota.ts';
import { createRedactor, traceBody, type Redactor } from './redact.ts';
import type { TraceSink } from './trace.ts';

export interface HttpClientOptions {
  /** Name for messages ("Canada Post"). */
  readonly vendor: string;
  /** Base address; a path is kept ("https://api.vendor.com/v2"). */
  readonly baseUrl: string;
  /** Further https hosts links may lead to. */
  readonly hosts?: readonly string[] | undefined;
  /** Secret values that must never reach a trace or a message. */
  readonly secrets: readonly string[];
  /** Identifies the credential for quota and breaker; holds no secret itself. */
  readonly accountKey: string;
  /** Where the quota is counted more widely than per credential: its key. */
  readonly quotaKey?: string | undefined;
  readonly quota: QuotaBudget;
  readonly quotaLimit: QuotaLimit;
  readonly breakers: Breakers;
  readonly dispatcher: Dispatcher;
  readonly trace: TraceSink;
  /** Time for one call with all its repeats. Milliseconds. */
  readonly deadlineMs: number;
  /** Largest answer taken. Bytes; 20 MB when absent. */
  readonly maxBytes?: number | undefined;
  /** Attempts of one call in all; 3 when absent. */
  readonly attempts?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly now?: (() => Date) | undefined;
  /** 0 up to 1, for the jitter of the back-off. */
  readonly random?: (() => number) | undefined;
}

const MAX_BYTES = 20_000_000;
const MAX_REDIRECTS = 3;
/** Starting an attempt with less time than this left would only turn a clear answer into a time-out. */
const MIN_ATTEMPT_MS = 50;

/** "45 s", "58 min" */
const inWords = (ms: number): string => (ms > 120_000 ? `${Math.ceil(ms / 60_000)} min` : `${Math.ceil(ms / 1000)} s`);

/** Off the thread that serves everybody. */
const UNPACK: Readonly<Record<string, (bytes: Uint8Array, limit: { maxOutputLength: number }) => Promise<Uint8Array>>> =
  {
    gzip: promisify(gunzip),
    deflate: promisify(inflate),
    br: promisify(brotliDecompress),
  };

/** Waits, or ends at once when the signal fires; the caller looks at the signal afterwards. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}

type Attempt = { readonly response: HttpResponse } | Verdict;

export function createHttpClient(options: HttpClientOptions): Http {
  const base = new URL(options.baseUrl);
  const rules = { vendor: options.vendor, base, hosts: options.hosts ?? [] };
  const redactor = createRedactor(options.secrets);
  const now = options.now ?? ((): Date => new Date());
  const random = options.random ?? Math.random;
  const attempts = options.attempts ?? 3;
  const quotaKey = options.quotaKey ?? options.accountKey;

  async function attemptOnce(
    request: HttpRequest,
    url: URL,
    traceId: string,
    attempt: number,
    deadlineAt: number,
  ): Promise<Attempt> {
    let target = url;
    for (let hop = 0; ; hop += 1) {
      const outcome = await tracedExchange(options, redactor, now, request, target, traceId, attempt, deadlineAt);
      if (outcome.kind === 'fault') return faultVerdict(options.vendor, request, outcome, traceId);
      const bytes = await unpack(options, request, outcome.headers, outcome.bytes, traceId);
      if (bytes instanceof ConnectorError) return { error: bytes, transient: false, counted: false };
      const response = makeResponse(options.vendor, {
        status: outcome.status,
        headers: outcome.headers,
        bytes,
        traceId,
      });
      const wanted =
        (outcome.status >= 200 && outcome.status < 300) || request.accept?.includes(outcome.status) === true;
      if (wanted) return { response };
      const next = redirectTarget(request, target, outcome.status, outcome.headers, hop);
      if (!next) return statusVerdict(options.vendor, request, response, now().getTime(), (t) => redactor.text(t));
      target = next;
    }
  }

  /** Runs one attempt inside the breaker, so that only faults of the other side are counted. */
  async function guarded(
    request: HttpRequest,
    url: URL,
    traceId: string,
    attempt: number,
    deadlineAt: number,
  ): Promise<Attempt> {
    const breaker = options.breakers.of(`${options.accountKey} ${url.host}`);
    try {
      return await breaker.execute(async () => {
        const result = await attemptOnce(request, url, traceId, attempt, deadlineAt);
        if ('error' in result && result.counted) throw new CountedFault(result);
        return result;
      });
    } catch (error) {
      if (error instanceof CountedFault) return error.fault as Verdict;
      if (!(error instanceof BrokenCircuitError)) throw error;
      const message = `${options.vendor} failed several times in a row, so it is left alone for a moment. Nothing was sent.`;
      const retryAfterMs = options.breakers.openMs;
      return {
        error: fail('temporary-before-effect', message, { retryAfterMs, traceId }),
        transient: false,
        counted: false,
      };
    }
  }

  /** Waits for a free call where that fits the deadline and whoever asks wants to. */
  async function takeQuota(
    request: HttpRequest,
    traceId: string,
    deadlineAt: number,
  ): Promise<ConnectorError | undefined> {
    for (;;) {
      const answer = await options.quota.take(quotaKey, options.quotaLimit);
      if (answer.ok) return undefined;
      const left = deadlineAt - performance.now();
      if (answer.final || answer.retryAfterMs + MIN_ATTEMPT_MS > left || request.signal?.aborted) {
        const { calls, perMs } = options.quotaLimit;
        // A budget of ours is never empty for so long: the vendor has said when it wants to hear from this account again.
        const message =
          answer.retryAfterMs > perMs
            ? `${options.vendor} wants no calls of this account for another ${inWords(answer.retryAfterMs)}. Nothing was sent.`
            : `${options.vendor} allows ${calls} calls per ${perMs / 1000} s and they are used up. Nothing was sent.`;
        return fail('quota', message, { retryAfterMs: answer.retryAfterMs, traceId });
      }
      await pause(answer.retryAfterMs, request.signal);
    }
  }

  return {
    async send(request) {
      const url = resolveAddress(rules, request);
      const traceId = randomUUID();
      const deadlineAt = performance.now() + (request.deadlineMs ?? options.deadlineMs);
      const safe = onlyAsks(request) || request.repeatable === true;
      let unknown = false;
      for (let attempt = 1; ; attempt += 1) {
        // What is given back frees the vendor: it waits for no budget.
        const used = request.closing === true ? undefined : await takeQuota(request, traceId, deadlineAt);
        if (used) throw unknown ? afterUnknown(used) : used;
        const result = await guarded(request, url, traceId, attempt, deadlineAt);
        if ('response' in result) return result.response;
        const { problem } = result.error;
        if (problem.kind === 'quota' && problem.retryAfterMs !== undefined)
          await options.quota.pause(quotaKey, problem.retryAfterMs);
        const error = unknown ? afterUnknown(result.error) : result.error;
        unknown ||= problem.kind === 'unknown-effect';
        const harmless = problem.kind === 'quota' || problem.kind === 'temporary-before-effect';
        const again = problem.kind === 'quota' || (result.transient && (safe || harmless));
        const backOff = problem.retryAfterMs ?? Math.round(150 * 2 ** (attempt - 1) * (0.5 + random()));
        const left = deadlineAt - performance.now();
        if (!again || attempt >= attempts || backOff + MIN_ATTEMPT_MS > left || request.signal?.aborted) throw error;
        await pause(backOff, request.signal);
      }
    },
  };
}

async function tracedExchange(
  options: HttpClientOptions,
  redactor: Redactor,
  now: () => Date,
  request: HttpRequest,
  url: URL,
  traceId: string,
  attempt: number,
  deadlineAt: number,
): Promise<ExchangeOutcome> {
  const headers: Record<string, string> = { 'user-agent': 'ScanShip', accept: '*/*' };
  for (const [name, value] of Object.entries({ ...options.headers, ...request.headers }))
    headers[name.toLowerCase()] = value;
  const startedAt = now();
  const start = performance.now();
  const span = openInnerSpan(() => ({
    name: request.name,
    kind: 'call',
    // No address: names of shops and numbers of parcels stand in it. The reference leads to the stored call.
    values: {
      'scanship.vendor': options.vendor,
      'scanship.call_reference': traceId,
      'http.request.method': request.method,
      'http.request.resend_count': attempt === 1 ? undefined : attempt - 1,
    },
  }));
  const outcome = await exchange(options.dispatcher, {
    url,
    method: request.method,
    headers,
    body: request.body,
    deadlineMs: deadlineAt - start,
    signal: request.signal,
    maxBytes: request.maxBytes ?? options.maxBytes ?? MAX_BYTES,
  });
  span?.set({ 'http.response.status_code': outcome.status });
  if (outcome.kind === 'fault') span?.failed(outcome.fault);
  else if (outcome.status >= 400) span?.failed(outcome.status);
  span?.end();
  const safeHeaders = (all: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(all).map(([name, value]) => [name, redactor.header(name, value)]));
  const answer = outcome.kind === 'answer' ? outcome : undefined;
  const { keepsExactly } = options.trace;
  const sentBody = (most?: number) => traceBody(redactor, request.body, headers['content-type'] ?? '', most);
  const cameBody = (most?: number) => traceBody(redactor, answer?.bytes, answer?.headers['content-type'] ?? '', most);
  options.trace.record({
    traceId,
    attempt,
    name: request.name,
    method: request.method,
    address: redactor.address(url),
    startedAt,
    durationMs: Math.round(performance.now() - start),
    requestHeaders: safeHeaders(headers),
    requestBody: sentBody(),
    status: outcome.status,
    responseHeaders: safeHeaders(answer?.headers ?? {}),
    responseBody: cameBody(),
    responseBytes: answer?.bytes.length ?? 0,
    fault: outcome.kind === 'fault' ? redactor.text(`${outcome.fault}: ${outcome.error.message}`) : undefined,
    sent: outcome.kind === 'answer' || outcome.sent,
    ...(keepsExactly === undefined
      ? {}
      : { exact: { requestBody: sentBody(keepsExactly), responseBody: cameBody(keepsExactly) } }),
  });
  return outcome;
}

async function unpack(
  options: HttpClientOptions,
  request: HttpRequest,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
  traceId: string,
): Promise<Uint8Array | ConnectorError> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || bytes.length === 0) return bytes;
  const unpacker = UNPACK[encoding];
  if (!unpacker) return badContentEncoding(options.vendor, onlyAsks(request), traceId);
  try {
    return await unpacker(bytes, { maxOutputLength: request.maxBytes ?? options.maxBytes ?? MAX_BYTES });
  } catch (error) {
    // zlib reports damaged or oversized data by codes (Z_DATA_ERROR, ERR_BUFFER_TOO_LARGE); anything else is ours.
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return badContentEncoding(options.vendor, onlyAsks(request), traceId);
  }
}

/** Only a call that asks is followed, and only to the same origin. */
function redirectTarget(
  request: HttpRequest,
  from: URL,
  status: number,
  headers: Readonly<Record<string, string>>,
  hop: number,
): URL | undefined {
  const follows = request.method === 'GET' ? [301, 302, 303, 307, 308] : request.readOnly === true ? [307, 308] : [];
  const location = headers.location;
  if (!follows.includes(status) || location === undefined || hop >= MAX_REDIRECTS || !URL.canParse(location, from.href))
    return undefined;
  const next = new URL(location, from.href);
  return next.origin === from.origin ? next : undefined;
}
