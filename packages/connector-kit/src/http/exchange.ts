/**
 * One HTTP exchange over undici at the level where it can be told whether the request was put on a connected socket: the
 * whole question "can it have had an effect?" hangs on that, and lists of error codes answer it only by guess.
 */
import type { Dispatcher } from 'undici';

export interface ExchangeRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  readonly maxBytes: number;
}

export type ExchangeFault = 'timeout' | 'cancelled' | 'connection' | 'too-large';

export type ExchangeOutcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly bytes: Uint8Array;
    }
  | {
      readonly kind: 'fault';
      readonly fault: ExchangeFault;
      /** False: the request never reached a connected socket, so nothing can have happened. */
      readonly sent: boolean;
      readonly error: Error;
      /** Status that came before the fault, if any. */
      readonly status: number | undefined;
    };

const flatHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> => {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  return flat;
};

/** Runs one exchange; never rejects. The deadline covers connecting, sending and the whole answer. */
export function exchange(dispatcher: Dispatcher, request: ExchangeRequest): Promise<ExchangeOutcome> {
  return new Promise((resolve) => {
    let sent = false;
    let over = false;
    let status: number | undefined;
    let headers: Record<string, string> = {};
    let size = 0;
    const chunks: Uint8Array[] = [];
    let controller: Dispatcher.DispatchController | undefined;

    const settle = (outcome: ExchangeOutcome): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const giveUp = (fault: ExchangeFault, error: Error): void => {
      if (over) return;
      settle({ kind: 'fault', fault, sent, error, status });
      controller?.abort(error);
    };
    const onAbort = (): void => giveUp('cancelled', new Error('the caller ended the call'));
    const timer = setTimeout(
      () => giveUp('timeout', new Error(`no complete answer within ${request.deadlineMs} ms`)),
      Math.max(0, request.deadlineMs),
    );
    if (request.signal?.aborted) return onAbort();
    request.signal?.addEventListener('abort', onAbort, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(c) {
        controller = c;
        // Given up while connecting: undici drops an aborted request before it writes a byte.
        if (over) c.abort(new Error('the call was given up before it was sent'));
        else sent = true;
      },
      onResponseStart(_c, code, fields) {
        status = code;
        headers = flatHeaders(fields);
      },
      onResponseData(_c, chunk) {
        size += chunk.length;
        if (size > request.maxBytes)
          giveUp('too-large', new Error(`the answer is longer than ${request.maxBytes} bytes`));
        else chunks.push(chunk);
      },
      onResponseEnd() {
        settle({ kind: 'answer', status: status ?? 0, headers, bytes: Buffer.concat(chunks) });
      },
      onResponseError(_c, error) {
        settle({ kind: 'fault', fault: 'connection', sent, error, status });
      },
    };
    try {
      dispatcher.dispatch(
        {
          origin: request.url.origin,
          path: request.url.pathname + request.url.search,
          method: request.method,
          headers: request.headers,
          body: request.body ?? null,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        handler,
      );
    } catch (error) {
      // undici refuses malformed headers and the like synchronously, before anything is queued.
      settle({ kind: 'fault', fault: 'connection', sent: false, error: error as Error, status });
    }
  });
}
