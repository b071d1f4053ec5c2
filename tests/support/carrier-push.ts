/** News as the fictional carrier TestLine Express sends them by itself, signed with the secret it was given. */
import { createHmac, randomUUID } from 'node:crypto';
import type { SimulatorAdmin } from '@scanship/simulator-kit/admin-client';

const SLUG = 'testline-express';

export interface PushedEvent {
  readonly at: string;
  readonly code: string;
  readonly text: string;
  readonly place: string;
}

/** @returns the secret of a subscription, once there is one */
export async function secretOf(admin: Pick<SimulatorAdmin, 'books'>, account: string): Promise<string | undefined> {
  const subscription = (await admin.books(SLUG)).findLast((entry) => entry.id === `push:${account}`);
  const { secret } = (subscription?.data ?? {}) as { readonly secret?: string };
  return secret;
}

/** One delivery of the same event of many parcels. @returns the status it was answered with */
export async function pushNews(
  origin: string,
  keys: { readonly account: string; readonly secret: string; readonly delivery?: string },
  numbers: readonly string[],
  event: PushedEvent,
): Promise<number> {
  const body = JSON.stringify({
    parcels: numbers.map((trackingNumber) => ({ trackingNumber, found: true, events: [event] })),
  });
  const time = String(Math.floor(Date.now() / 1000));
  const delivery = keys.delivery ?? randomUUID();
  const answer = await fetch(`${origin}/hooks/carriers/${SLUG}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-testline-account': keys.account,
      'x-testline-topic': 'parcels.changed',
      'x-testline-time': time,
      'x-testline-delivery': delivery,
      'x-testline-signature': createHmac('sha256', keys.secret).update(`${time}.${delivery}.${body}`).digest('hex'),
    },
    body,
  });
  await answer.body?.cancel();
  return answer.status;
}
