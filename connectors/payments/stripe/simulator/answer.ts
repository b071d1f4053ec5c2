/** How the simulator answers: keys, idempotency, one entry per act, errors in Stripe's shape (docs.stripe.com/api/errors). */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import {
  jsonAnswer,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { accountOf } from './apps.ts';
import { type FormObject, readForm, textOf } from './form.ts';
import { type Account, accountNamed, type Held, type HeldEvent, write } from './state.ts';
import { deliverSoon } from './deliver.ts';

export class Refusal extends Error {
  readonly status: number;
  readonly type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'authentication_error';
  readonly more: JsonObject;
  constructor(status: number, type: Refusal['type'], message: string, more: JsonObject = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.more = more;
  }
}

export const invalid = (message: string, param?: string, code?: string): Refusal =>
  new Refusal(400, 'invalid_request_error', message, {
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  });

export const missing = (what: string, id: string): Refusal =>
  new Refusal(404, 'invalid_request_error', `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' });

const refused = (refusal: Refusal): { readonly status: number; readonly body: JsonObject } => ({
  status: refusal.status,
  body: { error: { type: refusal.type, message: refusal.message, ...refusal.more } },
});

/** What an act leaves. */
export interface Act {
  readonly body: JsonObject;
  readonly status?: number | undefined;
  readonly objects?: readonly Held[] | undefined;
  /** Type and object of each event. */
  readonly events?: readonly (readonly [type: string, object: Held])[] | undefined;
  readonly counted?: { readonly kind: 'paid' | 'voided'; readonly id: string; readonly reference?: string | undefined };
}

export interface Asked {
  readonly account: Account;
  readonly form: FormObject;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly context: SimContext;
  /** Seconds since 1970. */
  readonly now: number;
  /** A browser asks with the publishable key: only what its client secret opens. */
  readonly fromBrowser: boolean;
}

/** JSON as it goes out. */
export const plain = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

function keyOf(request: SimRequest, form: FormObject): string {
  const header = request.headers['authorization'] ?? '';
  const bearer = /^Bearer (.+)$/.exec(header)?.[1];
  return bearer ?? textOf(form, 'key') ?? request.query.get('key') ?? '';
}

export const eventOf = (context: SimContext, type: string, object: Held): HeldEvent => ({
  id: context.newId('evt_'),
  type,
  created: Math.floor(context.now().getTime() / 1000),
  data: { object: plain(object) },
});

function perform(request: SimRequest, context: SimContext, handle: (asked: Asked) => Act): SimAnswer {
  const form = readForm(request.text());
  const key = keyOf(request, form);
  const account = accountOf(key);
  if (account === undefined)
    return jsonAnswer(
      401,
      refused(
        new Refusal(
          401,
          'authentication_error',
          key === '' ? 'You did not provide an API key.' : 'Invalid API Key provided',
        ),
      ).body,
    );
  const held = accountNamed(context, account);
  const asked: Asked = {
    account: held,
    form,
    params: request.params,
    query: request.query,
    context,
    now: Math.floor(context.now().getTime() / 1000),
    fromBrowser: key.startsWith('pk_'),
  };
  const idempotency = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  const hash = createHash('sha256').update(`${request.path}\n${request.text()}`).digest('hex');
  const kept = idempotency === undefined ? undefined : held.answers.get(idempotency);
  if (kept && kept.hash !== hash)
    return jsonAnswer(
      400,
      refused(
        new Refusal(
          400,
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        ),
      ).body,
    );
  if (kept) return jsonAnswer(kept.status, kept.body, { 'idempotent-replayed': 'true' });
  try {
    const act = handle(asked);
    const status = act.status ?? 200;
    if (act.objects !== undefined || idempotency !== undefined) {
      write(
        context,
        account,
        {
          objects: act.objects ?? [],
          events: (act.events ?? []).map(([type, object]) => eventOf(context, type, object)),
          answer: idempotency === undefined ? undefined : { key: idempotency, hash, status, body: act.body },
        },
        act.counted,
      );
      deliverSoon(context, account);
    }
    return jsonAnswer(status, act.body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Parameters that fail are not kept under the key (docs.stripe.com/api/idempotent_requests).
    const { status, body } = refused(error);
    return jsonAnswer(status, body);
  }
}

/** A route of the API. Server keys may do everything; a publishable key only where `browser` says so. */
export const api = (
  name: string,
  method: SimRoute['method'],
  path: string,
  handle: (asked: Asked) => Act,
  browser = false,
): SimRoute => ({
  name,
  method,
  path,
  effect: method === 'GET' ? 'read' : 'effect',
  handle: (request, context) =>
    perform(request, context, (asked) => {
      if (asked.fromBrowser && !browser)
        throw new Refusal(403, 'invalid_request_error', 'This key may not be used for this call.', {
          code: 'secret_key_required',
        });
      return handle(asked);
    }),
});

/** A list as Stripe answers it: newest first, `starting_after` an id. */
export function listOf(asked: Asked, path: string, objects: readonly { readonly id: string }[]): Act {
  const limit = Math.min(100, Math.max(1, Number(asked.query.get('limit') ?? '10')));
  const after = asked.query.get('starting_after');
  const from = after === null ? 0 : objects.findIndex(({ id }) => id === after) + 1;
  const part = objects.slice(from, from + limit);
  return {
    body: {
      object: 'list',
      url: path,
      has_more: from + part.length < objects.length,
      data: part.map((each) => plain(each)),
    },
  };
}
