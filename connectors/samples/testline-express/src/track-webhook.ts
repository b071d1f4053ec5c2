/** Signed pushes of tracking news (README.md, "Pushes"). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { TrackWebhook } from '@scanship/connector-kit/tracking/track-webhook';
import { call } from './client.ts';
import { manifest } from './manifest.ts';
import { trackedParcels } from './track.ts';

/** A signature is good for this long; the vendor signs anew when it sends again. */
const GOOD_FOR_MS = 10 * 60_000;
const TOPIC = 'parcels.changed';

const signatureOf = (secret: string, time: string, delivery: string, body: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${time}.${delivery}.`).update(body).digest();

const unsigned = (why: string) => fail('refused', `A push of ${manifest.name} was turned away: ${why}.`);

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
    throw new FieldProblem('body', 'is not JSON');
  }
}

export const trackWebhook: TrackWebhook = {
  accountOf: ({ headers }) => {
    const account = headers['x-testline-account'];
    return account !== undefined && /^[\w-]{1,60}$/.test(account) ? account : undefined;
  },

  verify({ headers, body }, { secret }, now) {
    const { 'x-testline-time': time = '', 'x-testline-delivery': delivery = '' } = headers;
    const given = Buffer.from(headers['x-testline-signature'] ?? '', 'hex');
    if (!/^\d{9,11}$/.test(time) || !/^[\w-]{8,80}$/.test(delivery)) throw unsigned('its headers are incomplete');
    const wanted = signatureOf(secret, time, delivery, body);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw unsigned('its signature is wrong');
    if (Math.abs(now.getTime() - Number(time) * 1000) > GOOD_FOR_MS) throw unsigned('its signature is too old');
    return { deliveryKey: delivery, topic: headers['x-testline-topic'] ?? TOPIC };
  },

  understand(topic, body) {
    if (topic !== TOPIC) return { parcels: [], problems: [] };
    const answer = readObject(parse(body));
    return { parcels: trackedParcels(answer), problems: answer.problems };
  },

  async subscribe({ address, secret }, env: CarrierEnv) {
    const json = { address, secret };
    const response = await call(env, {
      method: 'PUT',
      path: '/v1/push',
      name: 'subscribe to pushes',
      readOnly: true,
      json,
    });
    const answer = readObject(response.json());
    return { account: answer.string('account', /^[\w-]{1,60}$/) };
  },
};
