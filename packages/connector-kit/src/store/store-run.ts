/**
 * One question to a store: a page of orders or products, a look-up, a test, a subscription. Each has a deadline, is caught
 * once, and is tolerant item by item: what cannot be used becomes a message beside the good ones.
 */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@scanship/domain/values/json';
import { err, ok, type Result } from '@scanship/domain/values/result';
import type { StoreOrder, StoreProduct } from '@scanship/domain/stores/store-order';
import { ConnectorError, type ConnectorProblem } from '../errors.ts';
import { FieldProblem } from '../answers/json-reader.ts';
import { jsonProblem } from '../answers/json-value.ts';
import { runGuarded } from '../steps/step-runner.ts';
import type {
  Delivery,
  DeliveryMeaning,
  DeliveryReader,
  PullInput,
  PullPage,
  Store,
  VerifiedDelivery,
} from './store.ts';
import type { ConnectEnv, DeliveryEnv, StoreEnv } from './store-environment.ts';

const CURSOR_LIMIT = 8_000;

const lacks = (store: Store, what: string): Result<never, ConnectorProblem> =>
  err({ kind: 'refused', message: `${store.manifest.name} does not offer ${what}.`, vendorCode: 'not-offered' });

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));

/** Why an order cannot be used, or undefined. */
function orderProblem(order: StoreOrder): string | undefined {
  const name = order.number === '' ? order.externalId : order.number;
  if (order.externalId === '') return 'An order without an id was left out.';
  if (!isInstant(order.placedAt) || !isInstant(order.updatedAt)) return `Order ${name} has no readable times.`;
  const keys = new Set<string>();
  for (const line of order.lines) {
    const key = JSON.stringify([line.group ?? null, line.externalLineId]);
    if (line.externalLineId === '' || keys.has(key)) return `Order ${name} has lines that cannot be told apart.`;
    keys.add(key);
    const whole = [line.quantity, line.cancelled, line.shipped].every((n) => Number.isSafeInteger(n) && n >= 0);
    if (!whole || line.cancelled + line.shipped > line.quantity)
      return `The quantities of "${line.title}" in order ${name} do not fit together.`;
    if (line.unitPrice.currency !== order.total.currency) return `Order ${name} mixes currencies.`;
  }
  return undefined;
}

const productProblem = (product: StoreProduct): string | undefined =>
  product.externalId === ''
    ? 'A product without an id was left out.'
    : isInstant(product.updatedAt)
      ? undefined
      : `Product ${product.title} has no readable time of change.`;

function checkedPage<T extends { readonly externalId: string }>(
  store: Store,
  page: PullPage<T>,
  given: PullInput['cursor'],
  wrong: (item: T) => string | undefined,
): Result<PullPage<T>, ConnectorProblem> {
  const { name } = store.manifest;
  const fault = (what: string): Result<never, ConnectorProblem> =>
    err({
      kind: 'vendor-broken',
      message: `${name} gave a page that cannot be followed by another: ${what}.`,
      vendorCode: 'bad-cursor',
    });
  if (page.next !== undefined) {
    const unfit = jsonProblem(page.next, CURSOR_LIMIT);
    if (unfit !== undefined) return fault(unfit);
    // A pull that does not move on would never end.
    if (given !== undefined && isDeepStrictEqual(page.next, given)) return fault('it leads back to itself');
  }
  const items: T[] = [];
  const problems = [...page.problems];
  for (const item of page.items) {
    const message = wrong(item);
    if (message === undefined) items.push(item);
    else problems.push({ externalId: item.externalId === '' ? undefined : item.externalId, message, raw: item });
  }
  return ok({ ...page, items, problems });
}

/** One page of orders; goes on with `next` as the cursor until there is none. */
export async function runOrders(
  store: Store,
  input: PullInput,
  env: StoreEnv,
  deadlineMs: number = store.manifest.deadlineMs.page,
): Promise<Result<PullPage<StoreOrder>, ConnectorProblem>> {
  const ask = store.orders?.bind(store);
  if (!ask) return lacks(store, 'orders');
  const page = await runGuarded(env, { deadlineMs, vendor: store.manifest.name }, false, (e) => ask(input, e));
  return page.ok ? checkedPage(store, page.value, input.cursor, orderProblem) : page;
}

/** Named orders; those that do not exist are left out. */
export async function runOrdersById(
  store: Store,
  externalIds: readonly string[],
  env: StoreEnv,
  deadlineMs: number = store.manifest.deadlineMs.page,
): Promise<Result<PullPage<StoreOrder>, ConnectorProblem>> {
  const ask = store.ordersById?.bind(store);
  if (!ask) return lacks(store, 'single orders');
  const page = await runGuarded(env, { deadlineMs, vendor: store.manifest.name }, false, (e) => ask(externalIds, e));
  return page.ok ? checkedPage(store, page.value, undefined, orderProblem) : page;
}

/** One page of products. */
export async function runProducts(
  store: Store,
  input: PullInput,
  env: StoreEnv,
  deadlineMs: number = store.manifest.deadlineMs.page,
): Promise<Result<PullPage<StoreProduct>, ConnectorProblem>> {
  const ask = store.products?.bind(store);
  if (!ask) return lacks(store, 'products');
  const page = await runGuarded(env, { deadlineMs, vendor: store.manifest.name }, false, (e) => ask(input, e));
  return page.ok ? checkedPage(store, page.value, input.cursor, productProblem) : page;
}

/** Any other question with the time the manifest gives it: test of the connection, locations, subscriptions, goodbye. */
export function runStoreQuestion<T>(
  store: Store,
  env: StoreEnv,
  ask: (env: StoreEnv) => Promise<T>,
  deadlineMs: number = store.manifest.deadlineMs.other,
): Promise<Result<T, ConnectorProblem>> {
  return runGuarded(env, { deadlineMs, vendor: store.manifest.name }, false, ask);
}

/** Completing a consent, trying typed-in keys, renewing access: before or beside a working store. */
export function runConnect<T>(
  store: Store,
  env: ConnectEnv,
  ask: (env: ConnectEnv) => Promise<T>,
  deadlineMs: number = store.manifest.deadlineMs.other,
): Promise<Result<T, ConnectorProblem>> {
  return runGuarded({ ...env, settings: {} }, { deadlineMs, vendor: store.manifest.name }, false, (watched) =>
    ask(watched),
  );
}

/** Proves that the store lets us in, without any effect. */
export const runStoreTest = (
  store: Store,
  env: StoreEnv,
): Promise<Result<{ readonly message: string; readonly accountName?: string | undefined }, ConnectorProblem>> =>
  runStoreQuestion(store, env, (e) => store.testConnection(e));

function caught<T>(store: Store, what: string, work: () => T): Result<T, ConnectorProblem> {
  try {
    return ok(work());
  } catch (error) {
    if (error instanceof ConnectorError) return err(error.problem);
    const said = error instanceof Error ? error.message : String(error);
    if (error instanceof FieldProblem)
      return err({
        kind: 'vendor-broken',
        message: `${store.manifest.name} sent ${what} that cannot be read: ${said}`,
        vendorCode: 'unreadable',
      });
    return err({
      kind: 'vendor-broken',
      message: `The connector of ${store.manifest.name} could not process ${what}. Please report this.`,
      vendorCode: 'connector-fault',
      vendorMessage: said,
    });
  }
}

/** Who a signed request (install link, return from consent) is about; `refused` when it is not the platform's. */
export const checkEntry = (
  store: Store,
  query: Readonly<Record<string, string>>,
  app: Readonly<Record<string, string>>,
  now: Date,
): Result<{ readonly externalAccount: string; readonly code: string }, ConnectorProblem> => {
  const { authorise } = store;
  return authorise
    ? caught(store, 'a request', () => authorise.checkEntry(query, app, now))
    : lacks(store, 'a connection by consent');
};

/** Who reads what arrives for this platform; undefined where nothing does. */
export const deliveryReader = (store: Store): DeliveryReader | undefined => store.webhooks ?? store.notices;

/**
 * Believes a delivery or not. Nothing of its body is read before.
 * @returns a problem of kind `refused` when it is not the platform's; of any other kind when that could not be told now
 */
export const verifyDelivery = async (
  store: Store,
  delivery: Delivery,
  env: DeliveryEnv,
  deadlineMs: number = store.manifest.deadlineMs.other,
): Promise<Result<VerifiedDelivery, ConnectorProblem>> => {
  const reader = deliveryReader(store);
  if (!reader) return lacks(store, 'deliveries');
  const whole = { ...env, credentials: {}, settings: {} };
  return runGuarded(whole, { deadlineMs, vendor: store.manifest.name }, false, async (e) =>
    reader.verify(delivery, env.app, e),
  );
};

/** The answer to a platform's question whether an address is ours; undefined when it is no such question. */
export const answerChallenge = (
  store: Store,
  question: { readonly query: Readonly<Record<string, string>>; readonly address: string },
  app: Readonly<Record<string, string>>,
): Result<JsonObject | undefined, ConnectorProblem> => {
  const reader = deliveryReader(store);
  return reader?.challenge
    ? caught(store, 'a question', () => reader.challenge?.(question, app))
    : lacks(store, 'such questions');
};

/** What a verified delivery asks for; a malformed one is a problem of its own and stops no other. */
export const understandDelivery = (
  store: Store,
  topic: string,
  body: Uint8Array,
): Result<DeliveryMeaning, ConnectorProblem> => {
  const reader = deliveryReader(store);
  return reader ? caught(store, 'a delivery', () => reader.understand(topic, body)) : lacks(store, 'deliveries');
};
