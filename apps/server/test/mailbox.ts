/** A real SMTP server on loopback that keeps what it is given. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came. */
  readonly raw: string;
  /** With its quoted-printable and encoded words decoded, as far as our own mails use them. */
  readonly text: string;
}

export interface Mailbox {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** What it says to a recipient; undefined takes the mail. */
  answer: ((address: string) => { readonly responseCode: number; readonly message: string } | undefined) | undefined;
  close(): Promise<void>;
}

const decoded = (message: string): string =>
  message
    .replaceAll(/\r\n[ \t]+/g, ' ')
    // Encoded words beside each other are one text (RFC 2047).
    .replaceAll(/\?=[ ]+=\?UTF-8\?Q\?/gi, '')
    .replaceAll(/=\?UTF-8\?Q\?(.+?)\?=/gi, (_whole, text: string) => text.replaceAll('_', ' '))
    .replaceAll(/=\?UTF-8\?B\?(.+?)\?=/gi, (_whole, text: string) => Buffer.from(text, 'base64').toString('utf8'))
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));

export async function openMailbox(): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (address, _session, done) => {
      const refusal = mailbox.answer?.(address.address);
      done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }) : null);
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const raw = Buffer.concat(parts).toString('utf8');
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          text: decoded(raw),
        });
        done(null, 'queued');
      });
    },
  });
  // A client that dies takes its connection with it, and nothing else.
  server.on('error', () => undefined);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', () => done());
  });
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    answer: undefined,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
      }),
  };
  return mailbox;
}
