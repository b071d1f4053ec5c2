/**
 * Hands mails to the mail server. Errors say how far it came: before the message was handed over nothing can have been sent;
 * after it, without an answer, nobody knows (RFC 5321, 4.5.3.2.6), and the mail is not repeated.
 */
import { Readable } from 'node:stream';
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import { openInnerSpan } from '@scanship/connector-kit/spans';
import { isSaidOfRecipient } from '@scanship/domain/addresses/mail-status';
import { isLoopback } from '../../config/config.ts';

export interface Envelope {
  readonly from: string;
  readonly to: string;
}

export type Handed =
  | { readonly ok: true; readonly response: string }
  | {
      readonly ok: false;
      readonly error: ConnectorError;
      /** The server will never take mails for this address; any other refusal may be about us. */
      readonly addressRefused: boolean;
    };

export interface SmtpServer {
  /** @returns what the server said. @throws ConnectorError */
  hand(envelope: Envelope, message: Uint8Array): Promise<string>;
  /** The same, with what went wrong as a value. */
  attempt(envelope: Envelope, message: Uint8Array): Promise<Handed>;
  close(): void;
}

const CONNECT_MS = 15_000;
/** RFC 5321 allows ten minutes for the last answer; a server that takes longer than this leaves the outcome unknown. */
const SILENCE_MS = 60_000;

interface SmtpError {
  readonly message: string;
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  /** What the client had said: "RCPT TO". */
  readonly command?: string;
}

/**
 * @param url `smtp://` or `smtps://`; `?tls=none` allows a plain connection to a server that is not on this machine
 * @param connections kept open at the most, for many mails one after the other; absent: one for each mail
 */
export const createSmtpServer = (url: string, connections?: number): SmtpServer => {
  const parsed = new URL(url);
  const secure = parsed.protocol === 'smtps:';
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const plain = !secure && (isLoopback(host) || parsed.searchParams.get('tls') === 'none');
  const user = decodeURIComponent(parsed.username);
  const options = {
    host,
    port: parsed.port ? Number(parsed.port) : secure ? 465 : 587,
    secure,
    ignoreTLS: plain,
    requireTLS: !secure && !plain,
    ...(user ? { auth: { user, pass: decodeURIComponent(parsed.password) } } : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // A mail goes to another connection only while not a byte of it was read; even then we would rather try again ourselves.
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return connections === undefined
      ? createTransport(options)
      : createTransport({ ...options, pool: true, maxConnections: connections, maxRequeues: 1 });
  };
  let connected: ReturnType<typeof connect> | undefined;
  const attempt = async (envelope: Envelope, message: Uint8Array): Promise<Handed> => {
    // Nobody who writes or is written to.
    const span = openInnerSpan(() => ({ name: 'SMTP send', kind: 'call' }));
    try {
      const handed = await handOver(envelope, message);
      if (!handed.ok) span?.failed(handed.error.problem.vendorCode ?? handed.error);
      return handed;
    } finally {
      span?.end();
    }
  };
  const handOver = async (envelope: Envelope, message: Uint8Array): Promise<Handed> => {
    connected ??= connect();
    const transporter = await connected;
    let handedOver = false;
    // Read only once the server has said that it wants the message.
    const raw = Readable.from(
      (function* parts() {
        handedOver = true;
        yield Buffer.from(message.buffer, message.byteOffset, message.byteLength);
      })(),
    );
    try {
      const { response } = await transporter.sendMail({ envelope: { from: envelope.from, to: [envelope.to] }, raw });
      return { ok: true, response: response.slice(0, 300) };
    } catch (error) {
      const thrown = error as SmtpError;
      return { ok: false, error: explain(thrown, handedOver), addressRefused: refusesAddress(thrown) };
    }
  };
  return {
    attempt,
    async hand(envelope, message) {
      const handed = await attempt(envelope, message);
      if (handed.ok) return handed.response;
      throw handed.error;
    },
    close: () => void connected?.then((transporter) => transporter.close()),
  };
};

/** Such as "550 5.1.1 No such user". */
const STATUS = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})(?!\S)/;
/** They live elsewhere (551), their host takes no mail (556). 550 and 553 are said of senders as well, to each recipient. */
const OF_NOBODY_ELSE: readonly (number | undefined)[] = [551, 556];

/** A refusal for good, said of the recipient. */
export const refusesAddress = ({ command, responseCode, response }: SmtpError): boolean => {
  if (command !== 'RCPT TO') return false;
  const [, status] = STATUS.exec(response ?? '') ?? [];
  return status === undefined ? OF_NOBODY_ELSE.includes(responseCode) : isSaidOfRecipient(status);
};

/** The server's own words, in one line, without an address that might be somebody's. */
const said = (error: SmtpError): string => (error.response ?? error.message).replaceAll(/\s+/g, ' ').slice(0, 300);

export const explain = (error: SmtpError, handedOver: boolean): ConnectorError => {
  const status = error.responseCode;
  const words = { vendorMessage: said(error), ...(status ? { vendorCode: String(status) } : {}) };
  if (status !== undefined && status >= 500 && error.code !== 'EAUTH')
    return fail('refused', `The mail server refused this mail: ${said(error)}`, words);
  // A definite "later", or a fault of ours or theirs before the message: nothing was sent, so it is tried again for hours.
  if (status !== undefined || !handedOver)
    return fail('quota', `The mail server cannot take mails at the moment: ${said(error)}`, {
      ...words,
      retryAfterMs: 60_000,
    });
  return fail(
    'unknown-effect',
    'The connection broke after the mail was handed over; it is not sent a second time.',
    words,
  );
};
