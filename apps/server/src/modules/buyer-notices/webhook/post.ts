/**
 * One delivery to a seller's webhook, as docs/notice-webhook.md describes it: signed as standardwebhooks.com has it, never redirected,
 * never to our own network, with a bounded wait and a bounded answer.
 */
import { createHmac } from 'node:crypto';
import { exchange } from '@scanship/connector-kit/http/exchange';
import { OutboundRefused } from '@scanship/connector-kit/http/outbound-guard';
import type { Dispatcher } from 'undici';
import type { Webhook } from './webhook-rows.ts';

export interface Posted {
  /** `kept`: nothing leaves this installation. */
  readonly kind: 'accepted' | 'later' | 'inside' | 'kept';
  /** What it answered, or why there is no answer. */
  readonly answer: string;
  /** It did not answer at all: the next one would wait as long. */
  readonly silent?: boolean;
}

export const POST_DEADLINE_MS = 10_000;
const MOST_ANSWER_BYTES = 64 * 1024;
const MOST_SHOWN = 200;

export const signatureOf = (secret: string, id: string, timestamp: number, body: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`;

/** One line, as it may be kept and shown. */
const shown = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes.subarray(0, 4 * MOST_SHOWN))
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_SHOWN);

const isInside = (error: Error): boolean =>
  error instanceof OutboundRefused || (error.cause instanceof Error && isInside(error.cause));

/** Posts to a webhook. */
export type Post = (
  webhook: Webhook,
  message: { readonly id: string; readonly body: string },
  now: Date,
) => Promise<Posted>;

/** @param leaves whether anything leaves this installation, as with mails: a copy of one that is tried calls nobody */
export const createPost =
  (connections: Dispatcher, { leaves, deadlineMs }: { readonly leaves: boolean; readonly deadlineMs: number }): Post =>
  (webhook, message, now) =>
    leaves
      ? post(connections, webhook, message, now, deadlineMs)
      : Promise.resolve({ kind: 'kept', answer: 'not called' });

async function post(
  connections: Dispatcher,
  { url, secret }: Webhook,
  message: { readonly id: string; readonly body: string },
  now: Date,
  deadlineMs: number,
): Promise<Posted> {
  const timestamp = Math.floor(now.getTime() / 1_000);
  const outcome = await exchange(connections, {
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: '*/*',
      'accept-encoding': 'identity',
      'webhook-id': message.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf(secret, message.id, timestamp, message.body),
    },
    body: message.body,
    deadlineMs,
    signal: undefined,
    maxBytes: MOST_ANSWER_BYTES,
  });
  if (outcome.kind === 'answer') {
    const { status, bytes } = outcome;
    const said = shown(bytes);
    const answer = said === '' ? String(status) : `${status}: ${said}`;
    if (status >= 200 && status < 300) return { kind: 'accepted', answer };
    return {
      kind: 'later',
      answer: status >= 300 && status < 400 ? `${status}: a redirect, which is not followed` : answer,
    };
  }
  const { fault, error, status } = outcome;
  // Accepted, with more to say than is read.
  if (fault === 'too-large' && status !== undefined && status >= 200 && status < 300)
    return { kind: 'accepted', answer: String(status) };
  if (isInside(error)) return { kind: 'inside', answer: 'not called' };
  if (fault === 'timeout')
    return { kind: 'later', answer: `no answer within ${deadlineMs / 1_000} seconds`, silent: true };
  return {
    kind: 'later',
    answer:
      fault === 'too-large' ? `${status ?? ''}: the answer is too long` : 'the connection could not be made or broke',
    silent: fault === 'connection',
  };
}
