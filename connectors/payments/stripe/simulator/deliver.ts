/** Sends events to the endpoints of an account, signed as Stripe signs (docs.stripe.com/webhooks#verify-manually). */
import { createHmac } from 'node:crypto';
import type { SimContext } from '@scanship/simulator-kit/simulator';
import { keysOf } from './apps.ts';
import { accountNamed, allAccounts, type HeldEvent, listed, plainEvent, write } from './state.ts';

export const signature = (body: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

async function deliver(context: SimContext, account: string, event: HeldEvent): Promise<number> {
  const endpoints = listed(accountNamed(context, account), 'webhook_endpoint').filter((endpoint) =>
    endpoint.enabled_events.some((type) => type === '*' || type === event.type),
  );
  let worst = 200;
  for (const endpoint of endpoints) {
    const body = JSON.stringify(plainEvent(event));
    const seconds = Math.floor(Date.now() / 1000);
    try {
      const answer = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature(body, keysOf(account).webhookSecret, seconds),
        },
        body,
        signal: AbortSignal.timeout(10_000),
      });
      if (answer.status >= 300) worst = answer.status;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      worst = 0;
    }
  }
  return worst;
}

/** Sends what no endpoint has taken yet; `again` also what was taken, which a receiver must bear. */
export async function deliverAll(
  context: SimContext,
  account: string,
  again = false,
): Promise<{ readonly account: string; readonly status: number }[]> {
  const held = accountNamed(context, account);
  if (listed(held, 'webhook_endpoint').length === 0) return [];
  const ids = again ? [...held.events.keys()].toReversed() : [...held.undelivered];
  const pushes = [];
  for (const id of ids) {
    const event = held.events.get(id);
    if (!event) continue;
    const status = await deliver(context, account, event);
    pushes.push({ account, status });
    if (status >= 200 && status < 300 && held.undelivered.has(id)) write(context, account, { delivered: [id] });
  }
  return pushes;
}

const running = new Set<string>();

/** After an answer went out; what is not taken goes with the next act, or with a push of the admin's. */
export function deliverSoon(context: SimContext, account: string): void {
  if (running.has(account)) return;
  running.add(account);
  setTimeout(() => {
    void deliverAll(context, account)
      .catch((error: unknown) => {
        process.stderr.write(`events of ${account} could not be delivered: ${String(error)}\n`);
      })
      .finally(() => running.delete(account));
  }, 50).unref();
}

export async function deliverEverywhere(context: SimContext) {
  const pushes = [];
  for (const { id } of allAccounts(context)) pushes.push(...(await deliverAll(context, id)));
  return pushes;
}
