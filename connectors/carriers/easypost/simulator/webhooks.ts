/** Webhooks of the simulator, and the events it sends to them, signed as EasyPost signs. */
import { createHmac, randomUUID } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { SimAccount, SimContext, SimPush } from '@scanship/simulator-kit/simulator';
import { accept, webhookChange, webhookRequest } from './contract.ts';
import { hex, notFound, trackerJson, withNumber } from './shipments.ts';

type Settings = ReturnType<typeof webhookRequest.parse>['webhook'];

const KEY = (account: SimAccount): string => `webhooks:${account.id}`;

/** The newest state of each webhook of the account, in the order they were made. */
function hooksOf(sim: SimContext, account: SimAccount): ReadonlyMap<string, Settings> {
  const hooks = new Map<string, Settings>();
  for (const { data } of sim.books.byId(KEY(account)))
    if (typeof data.hook === 'string') hooks.set(data.hook, webhookRequest.parse({ webhook: data.settings }).webhook);
  return hooks;
}

const shown = (id: string, { url, custom_headers: headers = [] }: Settings): JsonObject => ({
  id,
  object: 'Webhook',
  mode: 'test',
  url,
  disabled_at: null,
  custom_headers: headers.map(({ name, value }) => ({ name, value })),
});

function keep(id: string, settings: Settings, sim: SimContext, account: SimAccount): JsonObject {
  const data = { hook: id, settings: JSON.parse(JSON.stringify(settings)) as JsonObject };
  sim.books.append({ kind: 'note', id: KEY(account), account: account.id, data });
  return shown(id, settings);
}

export const allOf = (sim: SimContext, account: SimAccount): readonly JsonObject[] =>
  [...hooksOf(sim, account)].map(([id, settings]) => shown(id, settings));

export const create = (body: unknown, sim: SimContext, account: SimAccount): JsonObject =>
  keep(`hook_${hex(sim.newId('h'))}`, accept(webhookRequest, body).webhook, sim, account);

export function change(id: string, body: unknown, sim: SimContext, account: SimAccount): JsonObject {
  const before = hooksOf(sim, account).get(id);
  if (!before) throw notFound();
  return keep(id, { ...before, ...accept(webhookChange, body) }, sim, account);
}

export const sign = (secret: string, body: string): string =>
  `hmac-sha256-hex=${createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex')}`;

export async function push(sim: SimContext): Promise<readonly SimPush[]> {
  const pushes: SimPush[] = [];
  for (const account of sim.accounts)
    for (const { url, webhook_secret: secret, custom_headers: own = [] } of hooksOf(sim, account).values())
      for (const kept of withNumber(null, sim, account)) {
        // Made at the moment it is sent, however far the simulator's clock was moved.
        const at = new Date().toISOString();
        const body = JSON.stringify({
          id: `evt_${randomUUID().replaceAll('-', '')}`,
          object: 'Event',
          description: 'tracker.updated',
          mode: 'test',
          status: 'pending',
          user_id: `user_${hex(account.id)}`,
          previous_attributes: {},
          pending_urls: [url],
          completed_urls: [],
          created_at: at,
          updated_at: at,
          result: trackerJson(kept, sim),
        });
        const headers = {
          'content-type': 'application/json',
          ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
          ...(secret === undefined ? {} : { 'x-hmac-signature': sign(secret, body) }),
        };
        const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
        pushes.push({ account: account.id, status: answer?.status ?? 0 });
      }
  return pushes;
}
