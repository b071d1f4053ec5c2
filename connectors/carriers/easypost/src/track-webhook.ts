/**
 * Tracking news by webhook. The signature covers the body alone, so how old a delivery is, the event's own times say. A webhook
 * carries a header of ours that says whose account it is: nothing of EasyPost's names it before the body is believed.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { TrackWebhook } from '@scanship/connector-kit/tracking/track-webhook';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { readTracker } from './track.ts';

const NAME = manifest.name;
const ACCOUNT_HEADER = 'X-Webhook-Account';
const ACCOUNT = /^[0-9a-f]{32}$/;
const HOOK = /^hook_[0-9a-f]{8,40}$/;
/** EasyPost sends what was not taken again for hours; an event keeps its times. */
const GOOD_FOR_MS = 24 * 3_600_000;
const TOPICS: ReadonlySet<string> = new Set(['tracker.created', 'tracker.updated']);

/** Which key a webhook belongs to, without telling anything of it. */
const accountFor = (apiKey: string): string =>
  createHash('sha256').update(`webhook of ${apiKey}`).digest('hex').slice(0, 32);

/** EasyPost normalises the secret first (its client libraries, `validateWebhook`). */
const signatureOf = (secret: string, body: Uint8Array): Buffer =>
  createHmac('sha256', secret.normalize('NFKD')).update(body).digest();

const turnedAway = (why: string) => fail('refused', `A webhook of ${NAME} was turned away: ${why}.`);

function parse(body: Uint8Array): ObjectReader {
  try {
    return readObject(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown);
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
    throw new FieldProblem('body', 'is not JSON');
  }
}

function readEvent(body: Uint8Array): { readonly id: string; readonly topic: string; readonly at: string } {
  try {
    const event = parse(body);
    return {
      id: event.string('id', /^evt_[0-9a-f]{8,40}$/),
      topic: event.string('description', /^[a-z_.]{3,60}$/),
      at: event.instant(event.has('updated_at') ? 'updated_at' : 'created_at'),
    };
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    throw turnedAway('it is no event that can be read');
  }
}

export const trackWebhook: TrackWebhook = {
  accountOf: ({ headers }) => {
    const account = headers[ACCOUNT_HEADER.toLowerCase()];
    return account !== undefined && ACCOUNT.test(account) ? account : undefined;
  },

  verify({ headers, body }, { secret }, now) {
    const [, hex = ''] = /^hmac-sha256-hex=([0-9a-f]{64})$/i.exec(headers['x-hmac-signature'] ?? '') ?? [];
    const given = Buffer.from(hex, 'hex');
    const wanted = signatureOf(secret, body);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw turnedAway('its signature is wrong');
    const { id, topic, at } = readEvent(body);
    if (Math.abs(now.getTime() - Date.parse(at)) > GOOD_FOR_MS) throw turnedAway('its event is too old');
    return { deliveryKey: id, topic };
  },

  understand(topic, body) {
    if (!TOPICS.has(topic)) return { parcels: [], problems: [] };
    const event = parse(body);
    const tracker = event.object('result');
    return {
      parcels: [readTracker(tracker, tracker.string('tracking_code', /^[A-Za-z0-9]{4,50}$/), event.problems)],
      problems: [],
    };
  },

  async subscribe({ address, secret }, env: CarrierEnv) {
    const account = accountFor(env.credentials.apiKey ?? '');
    const list = await exchange(env, { method: 'GET', path: '/v2/webhooks', name: 'webhooks' });
    const [own] = readObject(list.json())
      .strictList('webhooks', (w) => ({ id: w.string('id', HOOK), url: w.string('url') }))
      .filter(({ url }) => url === address);
    const settings = { webhook_secret: secret, custom_headers: [{ name: ACCOUNT_HEADER, value: account }] };
    const response = own
      ? await exchange(env, {
          method: 'PATCH',
          path: path`/v2/webhooks/${own.id}`,
          name: 'change webhook',
          json: settings,
        })
      : await exchange(env, {
          method: 'POST',
          path: '/v2/webhooks',
          name: 'create webhook',
          json: { webhook: { url: address, ...settings } },
        });
    const made = readObject(response.json());
    if (made.string('url') !== address) throw new FieldProblem('url', 'is another address than the one asked for');
    if (made.has('disabled_at')) throw fail('refused', `${NAME} has switched this webhook off; switch it on there.`);
    return { account };
  },
};
