/**
 * Orders in two looks. First those that Rithum has not seen marked as exported by this app and that are ready to be shipped, as it
 * recommends: each page is marked when the next is asked for, that is after it was stored. Then what changed since, by the time of
 * the change, because cancellations and holds come to orders that were marked long ago.
 */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEachInTurn, type ReadItems, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask, find, ownWhere, send, sinceIn, type RithumCall } from './client.ts';
import { isToShip, readOrder } from './order-reader.ts';
import { nextLink } from './products.ts';
import { ID } from './reading.ts';

const EXPAND = 'Items($expand=Adjustments),Fulfillments($expand=Items)';
/** Rithum's own filter for orders to be brought in. */
const TO_SHIP = "CheckoutStatus eq 'Completed' and PaymentStatus eq 'Cleared' and ShippingStatus eq 'Unshipped'";
/** States kept in the cursor: those of the last moment, which the next page shows again. */
const MOST_SEEN = 200;

interface Place {
  /** `marking`: only what the last page told is left to be marked. */
  readonly look: 'fresh' | 'changed' | 'marking';
  /** Beginning of the whole pull; absent: everything. */
  readonly since: string | undefined;
  /** Changes from this time on, as Rithum writes it. */
  readonly from: string | undefined;
  /** Rithum's link, where more than one page changed in one moment. */
  readonly link: string | undefined;
  /** Orders that changed at the moment `from` and were told. */
  readonly seen: readonly string[];
  /** Stored by now, so they can be marked as exported. */
  readonly mark: readonly string[];
}

const texts = (at: ObjectReader, name: string): string[] => {
  const value = at.raw(name);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
};

function placeOf({ cursor, since }: PullInput): Place {
  const begin = since?.toISOString();
  const nothing = { link: undefined, seen: [], mark: [] };
  if (cursor === undefined)
    return { look: begin === undefined ? 'changed' : 'fresh', since: begin, from: begin, ...nothing };
  const at = readObject(cursor);
  const text = (name: string): string | undefined => (at.has(name) ? at.string(name) : undefined);
  return {
    look: at.choice('look', { fresh: 'fresh', changed: 'changed', marking: 'marking' } as const),
    since: text('since'),
    from: text('from'),
    link: at.has('link') ? at.string('link', /^\/v1\/Orders\?/) : undefined,
    seen: texts(at, 'seen'),
    mark: texts(at, 'mark').filter((id) => ID.test(id)),
  };
}

const asCursor = ({ look, since, from, link, seen, mark }: Place): JsonObject => ({
  look,
  ...(since !== undefined && { since }),
  ...(from !== undefined && { from }),
  ...(link !== undefined && { link }),
  seen: [...seen],
  mark: [...mark],
});

interface Stamp {
  readonly id: string | undefined;
  readonly changed: string | undefined;
}

function stampOf(node: ObjectReader): Stamp {
  const quiet = node.isolated();
  return {
    id: quiet.maybe('ID', (n) => quiet.id(n, ID)),
    changed: quiet.maybe('UpdatedDateUtc', (n) => quiet.instant(n)),
  };
}

const timeOf = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text));

/** Marking twice is marking once, so a lost answer is asked for again. One that is gone needs no mark. */
async function markExported(ids: readonly string[], env: StoreEnv): Promise<void> {
  for (const id of ids)
    await send(
      env,
      { name: 'mark as exported', method: 'POST', path: `/v1/Orders(${id})/Export`, readOnly: true },
      [404],
    );
}

export const orderCall = (id: string): RithumCall => ({
  name: 'order',
  path: `/v1/Orders(${id})`,
  query: { $expand: EXPAND },
});

/** A list shows twenty lines of an order at most and says so; asked for alone, the order is shown whole. */
const isCut = (order: ObjectReader): boolean => {
  const quiet = order.isolated();
  const inside = quiet.has('Fulfillments') ? quiet.list('Fulfillments', (one) => one.has('Items@odata.nextLink')) : [];
  return quiet.has('Items@odata.nextLink') || quiet.has('Fulfillments@odata.nextLink') || inside.includes(true);
};

const isOf = (order: ObjectReader, env: StoreEnv): boolean => order.id('ProfileID', ID) === env.externalAccount;

async function readAll(
  nodes: readonly ObjectReader[],
  env: StoreEnv,
): Promise<ReadItems<StoreOrder> & { readonly toShip: readonly string[] }> {
  const toShip: string[] = [];
  const read = await readEachInTurn(
    nodes,
    (node) => node.id('ID', ID),
    async (listed, externalId) => {
      const whole = externalId !== undefined && isCut(listed) ? await find(env, orderCall(externalId)) : undefined;
      const order = whole?.isolated(listed.problems) ?? listed;
      if (!isOf(order, env)) return undefined;
      const made = readOrder(order);
      if (isToShip(order)) toShip.push(made.externalId);
      return made;
    },
  );
  return { ...read, toShip };
}

function callOf(at: Place, env: StoreEnv): RithumCall {
  if (at.link !== undefined) return { name: 'orders', path: at.link };
  if (at.look === 'fresh')
    return {
      name: 'orders to be exported',
      path: '/v1/Orders',
      query: { exported: 'false', $filter: ownWhere(env, TO_SHIP), $expand: EXPAND, $orderby: 'ID' },
    };
  return {
    name: 'orders',
    path: '/v1/Orders',
    query: {
      $filter: ownWhere(env, ...sinceIn('UpdatedDateUtc', at.from)),
      $expand: EXPAND,
      $orderby: 'UpdatedDateUtc,ID',
    },
  };
}

/** Where the page after a full one of changes begins: at its last moment, or at Rithum's link within one moment. */
function following(at: Place, stamps: readonly Stamp[], link: string, mark: readonly string[]): Place {
  const last = stamps.reduce<string | undefined>(
    (latest, { changed }) => (timeOf(changed) > timeOf(latest) ? changed : latest),
    undefined,
  );
  if (timeOf(last) <= timeOf(at.from)) return { ...at, link, mark };
  const seen = stamps.flatMap(({ id, changed }) => (id !== undefined && timeOf(changed) === timeOf(last) ? [id] : []));
  return { ...at, from: last, link: undefined, seen: seen.slice(-MOST_SEEN), mark };
}

const secondLook = ({ since }: Place): Place => ({
  look: 'changed',
  since,
  from: since,
  link: undefined,
  seen: [],
  mark: [],
});

async function freshPage(at: Place, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  // Without a place of its own: what is marked leaves the list, so its first page is always the next one.
  const answer = await ask(env, callOf(at, env));
  const nodes = answer.list('value', (node) => node);
  const read = await readAll(nodes, env);
  // What could not be read is not marked and stays on the page; a page without anything new is the last.
  const fresh = read.toShip.filter((id) => !at.seen.includes(id));
  const seen = [...at.seen, ...fresh].slice(-MOST_SEEN);
  return {
    items: read.items.filter(({ externalId }) => fresh.includes(externalId)),
    problems: [...saidBy(answer), ...read.problems],
    next: asCursor(fresh.length === 0 ? secondLook(at) : { ...at, seen, mark: fresh }),
  };
}

async function changedPage(at: Place, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const answer = await ask(env, callOf(at, env));
  const link = nextLink(answer);
  const nodes = answer.list('value', (node) => node);
  const stamps = nodes.map(stampOf);
  const untold = nodes.filter((_node, index) => {
    const { id, changed } = stamps[index] ?? {};
    return id === undefined || timeOf(changed) !== timeOf(at.from) || !at.seen.includes(id);
  });
  const read = await readAll(untold, env);
  // Everything was asked for: those that wait are marked now. Later on the first look does that.
  const mark = at.since === undefined ? read.toShip : [];
  const next = link === undefined ? undefined : following(at, stamps, link, mark);
  const end = mark.length === 0 ? undefined : { ...at, look: 'marking' as const, link: undefined, seen: [], mark };
  const place = next ?? end;
  return {
    items: read.items,
    problems: [...saidBy(answer), ...read.problems],
    next: place && asCursor(place),
  };
}

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const at = placeOf(input);
  await markExported(at.mark, env);
  if (at.look === 'marking') return { items: [], problems: [] };
  return at.look === 'fresh' ? freshPage(at, env) : changedPage(at, env);
}

/** One call each; those that do not exist, or are another profile's, are left out. */
export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const nodes: ObjectReader[] = [];
  for (const id of new Set(externalIds)) {
    const order = ID.test(id) ? await find(env, orderCall(id)) : undefined;
    if (order) nodes.push(order);
  }
  const { items, problems } = await readAll(nodes, env);
  return { items, problems };
}
