/**
 * Makes the calls that `packages/contracts` describes. It knows nothing of screens: failures are thrown as the classes of
 * `api-errors.ts`, and the end of a session is told to whoever listens. There is no time-out (decisions 17).
 */
import type { BodyOf, Call, DataOf, ParamsOf, QueryOf } from '@scanship/contracts/call';
import type { Envelope } from '@scanship/contracts/envelope';
import { getProfile, refreshSession } from '@scanship/contracts/access/auth';
import { DRAWN_FOR_HEADER } from '@scanship/contracts/access/drawn-for';
import {
  ApiError,
  errorOfAnswer,
  isCode,
  SessionEndedError,
  SupersededError,
  toTransportError,
  TransportError,
} from './api-errors.ts';
import type { DrawnFor } from './drawn-for.ts';
import { readJsonLines } from './json-lines.ts';
import type { Session } from './session.ts';

type Given<K extends string, T> = [T] extends [undefined]
  ? { readonly [P in K]?: undefined }
  : { readonly [P in K]: T };
type GivenQuery<T> = [T] extends [undefined] ? { readonly query?: undefined } : { readonly query?: T };

export type CallInput<C extends Call> = Given<'params', ParamsOf<C>> &
  Given<'body', BodyOf<C>> &
  GivenQuery<QueryOf<C>> & {
    readonly file?: File;
    readonly signal?: AbortSignal;
    readonly idempotencyKey?: string;
    /** Within `session.handOver`: all other refusals of tokens wait for this answer. */
    readonly handsOver?: true;
  };

export interface Answer<T> {
  readonly data: T;
  readonly successMessage: string | undefined;
}
export interface FileAnswer {
  readonly blob: Blob;
  /** Name of the Content-Disposition header, where there is one. */
  readonly fileName: string | undefined;
}

export interface ApiClient {
  call<C extends Call>(call: C, input: CallInput<C>): Promise<Answer<DataOf<C>>>;
  file<C extends Call>(call: C, input: CallInput<C>): Promise<FileAnswer>;
  /** Yields each JSON line of a streaming call as it arrives. */
  lines<C extends Call>(call: C, input: CallInput<C>): AsyncGenerator<DataOf<C>, void, void>;
}

export interface ApiClientOptions {
  /** Origin of the server without a trailing slash; `/api` is added. */
  readonly origin: string;
  readonly session: Session;
  readonly cookies: () => string;
  readonly language: () => string;
  readonly onSessionEnd: (error: SessionEndedError) => void;
  /** The session stands, but its screen is locked. */
  readonly onSessionLocked?: () => void;
  readonly drawnFor: Pick<DrawnFor, 'principal' | 'isOver' | 'end'>;
}

/** Put onto every call, where a page wants that: pages before the sign-in load nothing for it. */
export const marks: { put?: (headers: Headers) => void } = {};

interface LooseInput {
  readonly params?: Record<string, unknown> | undefined;
  readonly query?: Record<string, unknown> | undefined;
  readonly body?: unknown;
  readonly file?: File | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly handsOver?: true | undefined;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Fills `{name}` of the path and adds the query; empty query values are left out. */
export function addressOf(origin: string, call: Call, input: LooseInput): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`${call.id} needs "${name}"`);
    return encodeURIComponent(asText(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== null && value !== '') query.set(name, asText(value));
  const text = query.toString();
  return `${origin}/api${path}${text ? `?${text}` : ''}`;
}

/** Value of the XSRF-TOKEN cookie, decoded; over TLS of the one that no other host can plant. */
export function xsrfToken(cookies: string): string | undefined {
  const found = new Map<string, string>();
  for (const part of cookies.split(';')) {
    const [name = '', ...value] = part.trim().split('=');
    found.set(name, value.join('='));
  }
  const value = found.get('__Host-XSRF-TOKEN') ?? found.get('XSRF-TOKEN');
  return value === undefined ? undefined : decodeURIComponent(value);
}

/** File name of a Content-Disposition header; the UTF-8 form wins over the plain one. */
export function fileNameOf(header: string | null): string | undefined {
  if (!header) return undefined;
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // A malformed header still has the plain name.
    }
  }
  return /filename="([^"]+)"/i.exec(header)?.[1] ?? /filename=([^;"\s]+)/i.exec(header)?.[1];
}

/** A body that broke off is no answer, whatever its status line said. */
function errorOfBody(error: unknown, signal: AbortSignal | undefined): Error {
  return signal?.aborted || error instanceof SupersededError
    ? toTransportError(error, signal)
    : new TransportError('aborted', error);
}

async function readEnvelope(response: Response, signal: AbortSignal | undefined): Promise<Envelope | undefined> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw errorOfBody(error, signal);
  }
  // 204 and others that say nothing: a success is a success without a word.
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Calls that are about whoever holds the tokens now, or about nobody; all others are made for the person on the page. */
const isOfPage = (call: Call): boolean =>
  (call.auth === 'access' || call.namesCaller === true) && call.id !== getProfile.id;

export function createApiClient(options: ApiClientOptions): ApiClient {
  const { origin, session, drawnFor } = options;

  /** Begins a call of this page. What is answered stops it from being sent or shown once the page is somebody else's. */
  function watchDrawnFor(call: Call): () => void {
    const principal = drawnFor.principal();
    return () => {
      if (isOfPage(call) && (drawnFor.isOver() || (principal !== undefined && drawnFor.principal() !== principal)))
        throw new SupersededError('drawn for somebody else');
    };
  }

  async function send(call: Call, input: LooseInput, token: string | null): Promise<Response> {
    const headers = new Headers({ accept: call.produces ? `${call.produces}, application/json` : 'application/json' });
    headers.set('accept-language', options.language());
    if (token) headers.set('authorization', `Bearer ${token}`);
    const xsrf = xsrfToken(options.cookies());
    if (xsrf) headers.set('x-xsrf-token', xsrf);
    if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey);
    const principal = drawnFor.principal();
    if (principal && isOfPage(call)) headers.set(DRAWN_FOR_HEADER, principal);
    marks.put?.(headers);
    let body: BodyInit | undefined;
    if (call.upload) {
      const form = new FormData();
      for (const [name, value] of Object.entries((input.body as Record<string, unknown> | undefined) ?? {}))
        if (value !== undefined && value !== null) form.set(name, asText(value));
      if (input.file) form.set('file', input.file, input.file.name);
      body = form;
    } else if (input.body !== undefined) {
      headers.set('content-type', 'application/json');
      body = JSON.stringify(input.body);
    }
    const url = addressOf(origin, call, input);
    if (!/^https?:\/\//.test(url)) throw new TransportError('protocol');
    try {
      const go = () =>
        fetch(url, { method: call.method, headers, body, signal: input.signal, credentials: 'same-origin' });
      const response = await go();
      const now = xsrfToken(options.cookies());
      // The refusal brought the cookie of this session (it was another's, or from before the sign-in): nothing was done.
      if (response.status !== 403 || now === undefined || now === xsrf) return response;
      headers.set('x-xsrf-token', now);
      return await go();
    } catch (error) {
      throw toTransportError(error, input.signal);
    }
  }

  function end(error: SessionEndedError, usedToken: string | null): never {
    // Another tab may have signed in again, or gone on as somebody else; that session is not this answer's business.
    if (usedToken !== null && session.token() === usedToken) {
      session.clear();
      options.onSessionEnd(error);
    }
    throw error;
  }

  /** Answers a token that differs from `expired`, refreshing unless another request or tab already did; or why there is none. */
  async function renew(expired: string | null): Promise<string | SessionEndedError> {
    return session.exclusively(async () => {
      const current = session.token();
      if (current && current !== expired) return current;
      const refreshToken = session.refreshToken();
      let envelope: Envelope | undefined;
      if (current && refreshToken) {
        const response = await send(refreshSession, {}, refreshToken);
        const { ok, status } = response;
        envelope = await readEnvelope(response, undefined);
        const pair = envelope?.data as DataOf<typeof refreshSession> | undefined;
        if (ok && pair?.token) {
          session.renew(pair.token, pair.refreshToken);
          return pair.token;
        }
        // Only a refusal ends the session; a server that is down says nothing about it (decisions 2).
        if (status !== 401 && status !== 403)
          throw ok ? new ApiError(status, 'Bad Request', envelope) : errorOfAnswer(status, envelope);
      }
      return new SessionEndedError(401, 'Session expired', envelope);
    });
  }

  /** The response of a success; anything else is thrown. Refreshes once when the access token has expired. */
  async function request(call: Call, input: LooseInput, check: () => void): Promise<Response> {
    check();
    const named = call.auth === 'access' || call.namesCaller === true;
    let token = call.auth === 'refresh' ? session.refreshToken() : named ? session.token() : null;
    for (let attempt = 0; ; attempt++) {
      const response = await send(call, input, token);
      check();
      if (response.ok) return response;
      let error = errorOfAnswer(response.status, await readEnvelope(response, input.signal));
      if (error.status === 401 && error.code === 'token_expired' && named && attempt === 0) {
        const renewed = await renew(token);
        if (typeof renewed === 'string' || call.auth === 'public') {
          // A public call goes on without a name when the session is over.
          token = typeof renewed === 'string' ? renewed : null;
          continue;
        }
        error = renewed;
      }
      if (isCode(error, 'session_locked')) options.onSessionLocked?.();
      if (isCode(error, 'drawn_for_another')) drawnFor.end();
      if (error instanceof SessionEndedError && call.auth !== 'public') {
        if (!input.handsOver) await session.handedOver();
        end(error, token);
      }
      throw error;
    }
  }

  return {
    async call<C extends Call>(call: C, input: CallInput<C>) {
      const check = watchDrawnFor(call);
      const response = await request(call, input, check);
      const envelope = await readEnvelope(response, input.signal);
      check();
      if (!envelope)
        throw new ApiError(response.status, 'The server answered something this page does not understand.');
      return { data: envelope.data as DataOf<C>, successMessage: envelope.successMessage };
    },
    async file(call, input) {
      const check = watchDrawnFor(call);
      const response = await request(call, input, check);
      try {
        const blob = await response.blob();
        check();
        return { blob, fileName: fileNameOf(response.headers.get('content-disposition')) };
      } catch (error) {
        throw errorOfBody(error, input.signal);
      }
    },
    async *lines<C extends Call>(call: C, input: CallInput<C>) {
      const check = watchDrawnFor(call);
      const response = await request(call, input, check);
      if (!response.body) throw new TransportError('aborted');
      try {
        for await (const line of readJsonLines(response.body)) {
          check();
          yield line as DataOf<C>;
        }
      } catch (error) {
        throw errorOfBody(error, input.signal);
      }
    },
  };
}
