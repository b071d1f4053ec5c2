/**
 * What the simulator holds: Stripe's objects as its types describe them, event by event in the books. One changing call is one
 * entry with the objects as they are afterwards, its events and the answer kept under its idempotency key: all or nothing.
 */
import type { JsonObject } from '@scanship/domain/values/json';
import type { Books } from '@scanship/simulator-kit/books';
import type { SimContext } from '@scanship/simulator-kit/simulator';
import type { Stripe } from 'stripe';

/** What only the simulator knows of a card. */
export interface HiddenCard {
  readonly id: string;
  readonly object: 'test.hidden_card';
  readonly number: string;
  /** Confirmed with 3-D Secure when it was saved. */
  readonly setUp: boolean;
}

/** Which payout a balance transaction went out with; Stripe answers by it and does not tell it. */
export interface PaidOut {
  readonly id: string;
  readonly object: 'test.paid_out';
  readonly payout: string;
}

/** In the place of what was deleted. */
export interface Gone {
  readonly id: string;
  readonly object: 'test.gone';
}

export type Held =
  | Stripe.Customer
  | Stripe.PaymentMethod
  | Stripe.SetupIntent
  | Stripe.PaymentIntent
  | Stripe.Charge
  | Stripe.Refund
  | Stripe.Dispute
  | Stripe.WebhookEndpoint
  | Stripe.Payout
  | Stripe.BalanceTransaction
  | HiddenCard
  | PaidOut
  | Gone;

export interface KeptAnswer {
  readonly key: string;
  readonly hash: string;
  readonly status: number;
  readonly body: JsonObject;
}

export interface HeldEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly data: JsonObject;
}

interface Written {
  readonly objects?: readonly Held[];
  readonly events?: readonly HeldEvent[];
  readonly answer?: KeptAnswer | undefined;
  /** Events an endpoint has taken. */
  readonly delivered?: readonly string[];
}

export interface Account {
  readonly id: string;
  readonly objects: Map<string, Held>;
  readonly answers: Map<string, KeptAnswer>;
  readonly events: Map<string, HeldEvent>;
  readonly undelivered: Set<string>;
}

interface World {
  at: number;
  readonly accounts: Map<string, Account>;
}
const worlds = new WeakMap<Books, World>();

function worldOf({ books }: SimContext): World {
  let world = worlds.get(books);
  if (!world) {
    world = { at: 0, accounts: new Map() };
    worlds.set(books, world);
  }
  const all = books.all();
  for (; world.at < all.length; world.at += 1) {
    const entry = all[world.at];
    if (entry) apply(accountIn(world, entry.account), entry.data);
  }
  return world;
}

function accountIn(world: World, id: string): Account {
  const known = world.accounts.get(id);
  if (known) return known;
  const fresh: Account = {
    id,
    objects: new Map(),
    answers: new Map(),
    events: new Map(),
    undelivered: new Set(),
  };
  world.accounts.set(id, fresh);
  return fresh;
}

function apply(account: Account, written: Written): void {
  for (const object of written.objects ?? []) account.objects.set(object.id, object);
  for (const event of written.events ?? []) {
    account.events.set(event.id, event);
    account.undelivered.add(event.id);
  }
  for (const id of written.delivered ?? []) account.undelivered.delete(id);
  if (written.answer) account.answers.set(written.answer.key, written.answer);
}

export const accountNamed = (context: SimContext, id: string): Account => accountIn(worldOf(context), id);
export const allAccounts = (context: SimContext): readonly Account[] => [...worldOf(context).accounts.values()];

/** Writes one act down. `paid` and `voided` are what judges count. */
export function write(
  context: SimContext,
  account: string,
  written: Written,
  counted: {
    readonly kind: 'paid' | 'voided' | 'note';
    readonly id: string;
    readonly reference?: string | undefined;
  } = {
    kind: 'note',
    id: context.newId('act_'),
  },
): void {
  context.books.append({
    ...counted,
    account,
    data: JSON.parse(JSON.stringify(written)) as JsonObject,
  });
  worldOf(context);
}

export function find<O extends Held['object']>(
  account: Account,
  object: O,
  id: string,
): Extract<Held, { object: O }> | undefined {
  const held = account.objects.get(id);
  return held?.object === object ? (held as Extract<Held, { object: O }>) : undefined;
}

/** Newest first, as Stripe lists. */
export const listed = <O extends Held['object']>(
  account: Account,
  object: O,
): readonly Extract<Held, { object: O }>[] =>
  [...account.objects.values()]
    .filter((held): held is Extract<Held, { object: O }> => held.object === object)
    .toReversed();

/** An event as it is sent. */
export const plainEvent = (event: HeldEvent): JsonObject => ({
  id: event.id,
  object: 'event',
  api_version: null,
  created: event.created,
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type: event.type,
  data: event.data,
});
