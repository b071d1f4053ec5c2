/**
 * Deliveries (webhooks) of store platforms: verified, then stored, then acknowledged; understood afterwards, one by one, so
 * that a malformed one stops no other. What a delivery says is never believed: it only names what to ask for.
 */
import type { Delivery, DeliveryMeaning, Store } from '@scanship/connector-kit/store/store';
import {
  answerChallenge,
  deliveryReader,
  runOrdersById,
  understandDelivery,
  verifyDelivery,
} from '@scanship/connector-kit/store/store-run';
import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import { type HookAnswer, tooManyOf } from '../../platform/inbox/hook-route.ts';
import type { Inbox, StoredDelivery, Verdict } from '../../platform/inbox/inbox.ts';
import { eraseBuyers, ordersOfBuyers } from '../orders/index.ts';
import type { AppRegistration, AppRegistrations } from './app-registrations.ts';
import { eraseCopies } from './erase-copies.ts';
import { grouped } from './grouped.ts';
import { openNotices } from './notices.ts';
import type { StoreOpener } from './open-store.ts';
import type { StoreAccess } from './store-access.ts';
import { endAccess } from './store-commands.ts';
import type { StoreEnvironments } from './store-environment.ts';
import { findStore } from './store-registry.ts';
import { isOpen, missingAddress, readStore, type StoreRow } from './store-rows.ts';
import { storedError } from './store-state.ts';
import { keptStores, storesOfAccount } from './stores-of-account.ts';
import { addToRun, insertRun } from './sync/stream-rows.ts';
import { takeOrders } from './sync/take-orders.ts';

export interface DeliveryDeps extends Pick<Services, 'db' | 'clock' | 'log' | 'metrics' | 'budgets' | 'sealer'> {
  readonly apps: AppRegistrations;
  readonly opener: StoreOpener;
  readonly access: StoreAccess;
  readonly environments: StoreEnvironments;
  readonly inbox: Inbox;
}

/** Family of these deliveries in the inbox. */
const FAMILY = 'store';

export interface DeliveryDoor {
  /** Verifies and stores; an unsigned delivery is refused and leaves nothing but a count. */
  receive(platformCode: string, delivery: Delivery): Promise<HookAnswer>;
  /** A platform asks whether the address is ours. */
  challenge(
    platformCode: string,
    question: { readonly query: Readonly<Record<string, string>>; readonly address: string },
  ): Promise<HookAnswer>;
}

export function deliveryDoor(deps: DeliveryDeps): DeliveryDoor {
  const refused = deps.metrics.counter(
    'scanship_store_deliveries_refused_total',
    'Deliveries without a good signature',
    ['platform'],
  );
  return {
    async receive(platformCode, delivery) {
      const entry = findStore(platformCode);
      const connector = await entry?.load();
      if (!entry || !connector || !deliveryReader(connector)) return { status: 404 };
      let untold: string | undefined;
      for (const registration of await deps.apps.all(entry.manifest)) {
        const verified = await openAndVerify(deps, connector, registration, delivery);
        if (!verified.ok) {
          // Not refused, but not to be told now: a key could not be fetched. Whoever sent it tries again.
          if (verified.problem.kind !== 'refused' && verified.problem.kind !== 'invalid-input')
            untold ??= verified.problem.message;
          continue;
        }
        const { deliveryKey, externalAccount, topic } = verified.value;
        const tooMany = await tooManyOf(deps.budgets, `store ${platformCode} ${registration.mode} ${externalAccount}`);
        if (tooMany) return tooMany;
        await deps.inbox.receive({
          slug: `${FAMILY}:${platformCode}`,
          deliveryKey,
          topic,
          externalAccount,
          mode: registration.mode,
          body: delivery.body,
        });
        return { status: 200 };
      }
      if (untold !== undefined) {
        deps.log.warn({ platform: platformCode, why: untold }, 'a delivery could not be verified now');
        return { status: 503 };
      }
      refused.inc({ platform: platformCode });
      return { status: 401 };
    },

    async challenge(platformCode, question) {
      const entry = findStore(platformCode);
      const connector = await entry?.load();
      if (!entry || !connector || !deliveryReader(connector)) return { status: 404 };
      for (const { app } of await deps.apps.all(entry.manifest)) {
        const answer = answerChallenge(connector, question, app);
        if (answer.ok && answer.value !== undefined)
          return { status: 200, contentType: 'application/json', body: JSON.stringify(answer.value) };
      }
      return { status: 404 };
    },
  };
}

async function openAndVerify(
  deps: DeliveryDeps,
  connector: Store,
  registration: AppRegistration,
  delivery: Delivery,
): ReturnType<typeof verifyDelivery> {
  const { manifest } = connector;
  const env = await deps.environments.delivery(manifest, registration, (externalAccount) =>
    keptStores(deps, manifest, registration, externalAccount),
  );
  return verifyDelivery(connector, delivery, env);
}

/** Registers who works these deliveries off. */
export function workDeliveries(deps: DeliveryDeps): void {
  deps.inbox.register(FAMILY, { work: (delivery) => workOff(deps, delivery) });
}

async function workOff(deps: DeliveryDeps, delivery: StoredDelivery): Promise<Verdict> {
  const code = delivery.slug.slice(FAMILY.length + 1);
  const entry = findStore(code);
  if (!entry)
    return { kind: 'later', inMs: 3_600_000, why: 'This platform is not known to this version of the program.' };
  const meant = understandDelivery(await entry.load(), delivery.topic ?? '', delivery.body);
  if (!meant.ok) return { kind: 'failed', why: meant.problem.message };
  if (meant.value.kind === 'redact-buyer') return forgetBuyer(deps, code, delivery, meant.value.externalBuyerIds);
  const stores = await storesOf(deps, code, delivery);
  if (stores.length === 0) return { kind: 'ignored', why: 'No such store is connected here.' };
  let verdict: Verdict = { kind: 'ignored', why: 'Nothing to do.' };
  for (const store of stores) {
    const own = await act(deps, store, meant.value);
    if (own.kind === 'done') verdict = { ...own, tenantId: store.tenantId, storeId: store.id };
    else if (verdict.kind !== 'done') verdict = own;
  }
  return verdict;
}

/** Stores of this name. A deleted one may still be told to forget its buyers. */
async function storesOf(
  { db }: DeliveryDeps,
  code: string,
  { externalAccount, mode }: StoredDelivery,
): Promise<readonly StoreRow[]> {
  if (externalAccount === undefined || mode === undefined) return [];
  const rows: StoreRow[] = [];
  for (const { tenantId, id } of await storesOfAccount({ db }, { platformCode: code, externalAccount, mode })) {
    const row = await db.tenant({ tenantId }, (tx) => readStore(tx, tenantId, id, { evenDeleted: true }));
    if (row) rows.push(row);
  }
  return rows;
}

type OfOneStore = Exclude<DeliveryMeaning, { kind: 'redact-buyer' }>;

async function act(deps: DeliveryDeps, store: StoreRow, meaning: OfOneStore): Promise<Verdict> {
  switch (meaning.kind) {
    case 'nothing':
      return { kind: 'ignored', why: meaning.why };
    case 'changed':
      if (!isOpen(store) || missingAddress(store.address).length > 0)
        return { kind: 'ignored', why: 'The store is not being imported from; its next sync brings this in.' };
      // What names no order is a reason to pull, as every change of a product is.
      return meaning.what === 'products' || meaning.externalIds.length === 0
        ? pullNow(deps, store, meaning.what)
        : fetchOrders(deps, store, meaning.externalIds);
    case 'disconnected':
      return disconnected(deps, store);
    case 'redact':
      return erase(deps, store, meaning);
    case 'data-request':
      return tellSeller(deps, store, meaning.externalOrderIds);
  }
}

/** Asks for the orders a delivery names. @throws when the store cannot be asked now, so that it is tried again */
async function fetchOrders(deps: DeliveryDeps, store: StoreRow, externalIds: readonly string[]): Promise<Verdict> {
  const { tenantId, id: storeId } = store;
  const opened = await deps.opener.open(tenantId, storeId, { kind: 'store', id: storeId });
  if (!opened.ok) return { kind: 'ignored', why: opened.problem.message ?? 'The store is not connected.' };
  const { connector, env } = opened.value;
  const page = await runOrdersById(connector, externalIds, env);
  if (!page.ok) {
    if (page.problem.kind === 'not-authorised') return { kind: 'ignored', why: page.problem.message };
    throw new Error(page.problem.message);
  }
  await deps.db.tenant({ tenantId }, async (tx) => {
    const taken = await takeOrders(tx, store, page.value, deps.clock.now(), {
      sealer: deps.sealer,
      secrets: Object.values(env.credentials),
    });
    if (taken.created + taken.changed + taken.items.length === 0) return;
    const runId = await insertRun(tx, { tenantId, storeId, stream: 'orders' }, 'webhook');
    await addToRun(tx, tenantId, runId, { ...taken, pages: 1, seen: page.value.items.length, ended: true });
  });
  return { kind: 'done' };
}

/** They come in by their own stream, which is due now. */
async function pullNow({ db }: DeliveryDeps, store: StoreRow, stream: 'orders' | 'products'): Promise<Verdict> {
  await db.tenant(store, (tx) =>
    sql`UPDATE sync_streams SET wanted = coalesce(wanted, 'webhook'),
        due_at = CASE WHEN lease_until > clock_timestamp() THEN due_at ELSE least(due_at, clock_timestamp()) END
      WHERE store_id = ${store.id} AND stream = ${stream} AND due_at IS NOT NULL`.execute(tx),
  );
  return { kind: 'done' };
}

async function disconnected({ db, access, clock }: DeliveryDeps, store: StoreRow): Promise<Verdict> {
  if (store.deleted || store.state === 'disconnected') return { kind: 'ignored', why: 'It is disconnected already.' };
  await db.tenant(store, async (tx) => {
    await endAccess(tx, access, store);
    const error = storedError('disconnected', 'The app was removed at the platform.', clock.now());
    await sql`UPDATE stores SET last_error = ${JSON.stringify(error)}::jsonb WHERE id = ${store.id}`.execute(tx);
  });
  return { kind: 'done' };
}

async function erase(
  deps: DeliveryDeps,
  store: StoreRow,
  meaning: Extract<DeliveryMeaning, { kind: 'redact' }>,
): Promise<Verdict> {
  const ctx = { tenantId: store.tenantId };
  const externalIds = meaning.scope === 'store' ? null : meaning.externalOrderIds;
  if (externalIds !== null && externalIds.length === 0) return { kind: 'done' };
  // A store may have very many orders: some hundreds a transaction, until none is left.
  for (;;) {
    const n = await deps.db.tenant(ctx, (tx) =>
      eraseBuyers(ctx, tx, { storeId: store.id, externalIds, now: deps.clock.now() }),
    );
    await eraseCopies(deps, store.tenantId);
    if (n === 0) return { kind: 'done' };
  }
}

/** Erases a person from the orders of every store of this platform and mode, whosever it is. */
async function forgetBuyer(
  deps: DeliveryDeps,
  code: string,
  { mode }: StoredDelivery,
  externalBuyerIds: readonly string[],
): Promise<Verdict> {
  const { db, clock } = deps;
  const done = new Set<string>();
  for (;;) {
    const found = await ordersOfBuyers(db, code, externalBuyerIds);
    const fresh = found.filter(({ orderId }) => !done.has(orderId));
    if (fresh.length === 0)
      return done.size > 0 ? { kind: 'done' } : { kind: 'ignored', why: 'No order of this person is here.' };
    for (const [tenantId, orders] of grouped(fresh, (each) => each.tenantId)) {
      const ctx = { tenantId };
      await db.tenant(ctx, async (tx) => {
        const { rows } = await sql<{ id: string; store_id: string }>`SELECT o.id, o.store_id FROM orders o
          JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id
          WHERE o.id = ANY (${orders.map(({ orderId }) => orderId)}::uuid[]) AND s.mode = ${mode ?? ''}`.execute(tx);
        for (const [storeId, own] of grouped(rows, (row) => row.store_id))
          await eraseBuyers(ctx, tx, { storeId, orderIds: own.map(({ id }) => id), now: clock.now() });
      });
      await eraseCopies(deps, tenantId);
      for (const { orderId } of orders) done.add(orderId);
    }
  }
}

/** What is known of a buyer is asked for: the seller answers it, within the month the law gives. */
async function tellSeller({ db }: DeliveryDeps, store: StoreRow, externalIds: readonly string[]): Promise<Verdict> {
  await db.tenant(store, async (tx) => {
    const { rows } = await sql<{
      number: string;
    }>`SELECT o.number FROM orders o
      WHERE o.store_id = ${store.id} AND o.external_id = ANY (${[...externalIds]}::text[]) ORDER BY o.number LIMIT 20`.execute(
      tx,
    );
    const named = rows.map(({ number }) => number).join(', ');
    await openNotices(tx, store.tenantId, [
      {
        storeId: store.id,
        orderId: null,
        code: 'data-request',
        message: `A buyer of ${store.name} asks what is kept about them${named === '' ? '' : ` (orders ${named})`}.`,
        nextStep: 'Send the buyer what these orders hold within 30 days.',
      },
    ]);
  });
  return { kind: 'done' };
}
