/**
 * Deliveries (webhooks) of store platforms: verified, then stored, then acknowledged; understood afterwards, one by one, so
 * that a malformed one stops no other. What a delivery says is never believed: it only names what to ask for.
 */
import type { Delivery, DeliveryMeaning } from '@scanship/connector-kit/store';
import { runOrdersById, understandDelivery, verifyDelivery } from '@scanship/connector-kit/store-run';
import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import type { HookAnswer } from '../../platform/inbox/hook-route.ts';
import type { Inbox, StoredDelivery, Verdict } from '../../platform/inbox/inbox.ts';
import { eraseBuyers } from '../orders/index.ts';
import type { AppRegistrations } from './app-registrations.ts';
import { openNotices } from './notices.ts';
import type { StoreOpener } from './open-store.ts';
import type { StoreAccess } from './store-access.ts';
import { endAccess } from './store-commands.ts';
import { findStore } from './store-registry.ts';
import { isOpen, missingAddress, readStore, type StoreRow } from './store-rows.ts';
import { storedError } from './store-state.ts';
import { addToRun, insertRun } from './sync/stream-rows.ts';
import { takeOrders } from './sync/take-orders.ts';

export interface DeliveryDeps extends Pick<Services, 'db' | 'clock' | 'log' | 'metrics'> {
  readonly apps: AppRegistrations;
  readonly opener: StoreOpener;
  readonly access: StoreAccess;
  readonly inbox: Inbox;
}

/** Family of these deliveries in the inbox. */
const FAMILY = 'store';

/** Verifies and stores; an unsigned delivery is refused and leaves nothing but a count. */
export function deliveryDoor(deps: DeliveryDeps): (platformCode: string, delivery: Delivery) => Promise<HookAnswer> {
  const refused = deps.metrics.counter(
    'scanship_store_deliveries_refused_total',
    'Deliveries without a good signature',
    ['platform'],
  );
  return async (platformCode, delivery) => {
    const entry = findStore(platformCode);
    if (!entry?.manifest.capabilities.webhooks) return { status: 404 };
    const connector = await entry.load();
    for (const { app, mode } of await deps.apps.all(entry.manifest)) {
      const verified = verifyDelivery(connector, delivery, app);
      if (!verified.ok) continue;
      const { deliveryKey, externalAccount, topic } = verified.value;
      await deps.inbox.receive({
        slug: `${FAMILY}:${platformCode}`,
        deliveryKey,
        topic,
        externalAccount,
        mode,
        body: delivery.body,
      });
      return { status: 200 };
    }
    refused.inc({ platform: platformCode });
    return { status: 401 };
  };
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
  const keys = await db.system((tx) =>
    tx
      .selectFrom('stores')
      .select(['tenant_id', 'id'])
      .where('platform_code', '=', code)
      .where('external_account', '=', externalAccount)
      .where('mode', '=', mode)
      .execute(),
  );
  const rows: StoreRow[] = [];
  for (const { tenant_id: tenantId, id } of keys) {
    const row = await db.tenant({ tenantId }, (tx) => readStore(tx, tenantId, id, { evenDeleted: true }));
    if (row) rows.push(row);
  }
  return rows;
}

async function act(deps: DeliveryDeps, store: StoreRow, meaning: DeliveryMeaning): Promise<Verdict> {
  switch (meaning.kind) {
    case 'nothing':
      return { kind: 'ignored', why: meaning.why };
    case 'changed':
      if (!isOpen(store) || missingAddress(store.address).length > 0)
        return { kind: 'ignored', why: 'The store is not being imported from; its next sync brings this in.' };
      return meaning.what === 'products' ? askForProducts(deps, store) : fetchOrders(deps, store, meaning.externalIds);
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
    const taken = await takeOrders(tx, store, page.value, deps.clock.now());
    if (taken.created + taken.changed + taken.items.length === 0) return;
    const runId = await insertRun(tx, { tenantId, storeId, stream: 'orders' }, 'webhook');
    await addToRun(tx, tenantId, runId, { ...taken, pages: 1, seen: page.value.items.length, ended: true });
  });
  return { kind: 'done' };
}

/** Products come in by their own stream, which is due now. */
async function askForProducts({ db }: DeliveryDeps, store: StoreRow): Promise<Verdict> {
  await db.tenant(store, (tx) =>
    sql`UPDATE sync_streams SET wanted = coalesce(wanted, 'webhook'),
        due_at = CASE WHEN lease_until > clock_timestamp() THEN due_at ELSE least(due_at, clock_timestamp()) END
      WHERE store_id = ${store.id} AND stream = 'products' AND due_at IS NOT NULL`.execute(tx),
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
  { db, clock }: DeliveryDeps,
  store: StoreRow,
  meaning: Extract<DeliveryMeaning, { kind: 'redact' }>,
): Promise<Verdict> {
  const ctx = { tenantId: store.tenantId };
  const externalIds = meaning.scope === 'store' ? null : meaning.externalOrderIds;
  if (externalIds !== null && externalIds.length === 0) return { kind: 'done' };
  // A store may have very many orders: some hundreds a transaction, until none is left.
  for (;;) {
    const n = await db.tenant(ctx, (tx) => eraseBuyers(ctx, tx, { storeId: store.id, externalIds, now: clock.now() }));
    if (n === 0) return { kind: 'done' };
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
