/** IPP over HTTP (RFC 8010, section 4): one request, one answer, by TCP or by the socket of the local CUPS. */
import http from 'node:http';
import https from 'node:https';
import { BadIppMessage, decodeAnswer, type IppAnswer } from './message.ts';

/** Where a printer is asked. */
export interface IppTarget {
  /** As it goes into `printer-uri`: ipp://host:631/printers/name. */
  readonly uri: string;
  /** Path of the CUPS socket; TCP when absent. */
  readonly socketPath?: string;
}

/** No answer that could be understood. */
export class IppUnreachable extends Error {
  override readonly name = 'IppUnreachable';
  /** true: nothing can have reached the printer. */
  readonly nothingSent: boolean;
  constructor(message: string, nothingSent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.nothingSent = nothingSent;
  }
}

const LONGEST_ANSWER_BYTES = 8 * 1024 * 1024;

export interface ExchangeOptions {
  readonly timeoutMs: number;
  /** The document that follows the message, in pieces; `betweenPieces` is awaited after each but the last. */
  readonly document?: readonly Buffer[];
  readonly betweenPieces?: () => Promise<void> | void;
}

function open(target: IppTarget, length: number): http.ClientRequest {
  const url = new URL(target.uri.replace(/^ipp/, 'http'));
  const secure = url.protocol === 'https:';
  const options: https.RequestOptions = {
    method: 'POST',
    path: url.pathname + url.search,
    headers: {
      'content-type': 'application/ipp',
      'content-length': length,
      accept: 'application/ipp',
      host: target.socketPath ? 'localhost' : url.host,
    },
    // A connection of its own: whether it could be made decides whether anything may have been sent.
    agent: false,
  };
  if (target.socketPath) return http.request({ ...options, socketPath: target.socketPath });
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Printers sign their own certificates; encryption without proof is still better than ipp:// in the clear.
  if (secure) return https.request({ ...options, host, port: url.port || 631, rejectUnauthorized: false });
  return http.request({ ...options, host, port: url.port || 631 });
}

/** @throws IppUnreachable */
export async function exchange(target: IppTarget, message: Buffer, options: ExchangeOptions): Promise<IppAnswer> {
  const document = options.document ?? [];
  const length = document.reduce((sum, piece) => sum + piece.length, message.length);
  let connected = false;
  const request = open(target, length);
  try {
    const answered = new Promise<Buffer>((resolve, reject) => {
      const timer = setTimeout(
        () => request.destroy(new Error(`no answer within ${options.timeoutMs} ms`)),
        options.timeoutMs,
      );
      const failed = (error: Error) => {
        clearTimeout(timer);
        reject(error);
      };
      request.on('error', failed);
      request.on('socket', (socket) => {
        if (!socket.connecting) connected = true;
        socket.once('connect', () => {
          connected = true;
        });
      });
      request.on('response', (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          size += part.length;
          if (size > LONGEST_ANSWER_BYTES) request.destroy(new Error('the answer is too long'));
          else parts.push(part);
        });
        response.on('error', failed);
        response.on('end', () => {
          clearTimeout(timer);
          if (response.statusCode === 200) resolve(Buffer.concat(parts));
          else reject(new Error(`HTTP ${response.statusCode}`));
        });
      });
    });
    await Promise.race([writeAll(request, [message, ...document], options.betweenPieces), answered]);
    return decodeAnswer(await answered);
  } catch (error) {
    request.destroy();
    const why = error instanceof Error ? error.message : String(error);
    // HTTP refusals (401, 403, 404, 426) come before a job is made.
    const refused = why.startsWith('HTTP 4');
    throw new IppUnreachable(why, (!connected && !(error instanceof BadIppMessage)) || refused, { cause: error });
  }
}

async function writeAll(
  request: http.ClientRequest,
  pieces: readonly Buffer[],
  between?: () => Promise<void> | void,
): Promise<void> {
  if (!between) {
    for (const piece of pieces.slice(0, -1)) request.write(piece);
    request.end(pieces.at(-1));
    return;
  }
  for (const [index, piece] of pieces.entries()) {
    await new Promise<void>((resolve) => {
      request.write(piece, () => resolve());
    });
    if (index < pieces.length - 1) await between();
  }
  request.end();
}
