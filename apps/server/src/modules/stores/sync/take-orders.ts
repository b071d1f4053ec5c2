/** Takes orders of a store over, with everything that belongs into the same transaction. */
import type { PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { type Conflict, type UnreadKeeper, upsertStoreOrders } from '../../orders/index.ts';
import { productFacts } from '../../products/index.ts';
import { STORE_ADDRESS } from '../../settings/index.ts';
import { closeNotices, type NewNotice, openNotices } from '../notices.ts';
import { reportedUnits } from '../pushes/reported-units.ts';
import type { StoreRow } from '../store-rows.ts';
import { inTurn } from './take-products.ts';
import { wantedOrders } from './wanted-orders.ts';
import type { RunItem } from './stream-rows.ts';

export interface TakenOrders {
  readonly created: number;
  readonly changed: number;
  readonly items: readonly RunItem[];
}

/** @param unread keeps the platform's answer about orders that could not be read; absent: nothing of it is kept */
export async function takeOrders(
  tx: Tx,
  store: StoreRow,
  page: Pick<PullPage<StoreOrder>, 'items' | 'problems'>,
  now: Date,
  unread?: UnreadKeeper,
): Promise<TakenOrders> {
  const ctx = { tenantId: store.tenantId };
  await inTurn(tx, store.id);
  const items = await wantedOrders(page.items, store.settings.imports, (ids) => knownOrders(tx, store.id, ids));
  const lines = items.flatMap((order) => order.lines);
  const outcome = await upsertStoreOrders(ctx, tx, {
    store: {
      storeId: store.id,
      platformCode: store.platformCode,
      name: store.name,
      currency: store.currency ?? 'CAD',
      locations: await locationsOf(tx, store),
    },
    orders: items,
    // A message about an order that was read all the same is a remark, not a failure of the order.
    unreadable: page.problems
      .filter((each) => !page.items.some((order) => order.externalId === each.externalId))
      .map(({ externalId, message, raw }) => ({ externalId, message, raw })),
    factsOf: withDefaultWeight(
      await productFacts(
        tx,
        store.id,
        lines.filter(
          (line) => line.unitGrams === undefined || line.hsCode === undefined || line.originCountry === undefined,
        ),
      ),
      store.settings.imports?.defaultUnitGrams ?? null,
    ),
    unread,
    reportedUnits: (orderIds) => reportedUnits(tx, orderIds),
    now,
  });
  await tell(tx, store, outcome);
  const remarks = page.problems.filter((each) => page.items.some((order) => order.externalId === each.externalId));
  return {
    created: outcome.created,
    changed: outcome.changed,
    items: [...outcome.failed, ...remarks].map(({ externalId, message }) => ({
      externalId: externalId ?? null,
      message,
    })),
  };
}

async function knownOrders(tx: Tx, storeId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ external_id: string }>`SELECT external_id FROM orders
    WHERE store_id = ${storeId} AND external_id = ANY (${[...ids]}::text[])`.execute(tx);
  return new Set(rows.map((row) => row.external_id));
}

type FactsOf = NonNullable<Parameters<typeof upsertStoreOrders>[2]['factsOf']>;

/** The store's usual weight stands in where neither order nor product knows one. */
const withDefaultWeight =
  (factsOf: FactsOf, grams: number | null): FactsOf =>
  (line) => {
    const facts = factsOf(line);
    if (grams === null || (facts && facts.weightGrams !== null)) return facts;
    return { hsCode: null, originCountry: null, ...facts, weightGrams: grams };
  };

async function tell(tx: Tx, store: StoreRow, outcome: Awaited<ReturnType<typeof upsertStoreOrders>>): Promise<void> {
  await closeNotices(tx, store.tenantId, outcome.calm, [
    'cancelled-with-label',
    'items-with-label',
    'order-unreadable',
    'import-failed',
  ]);
  if (outcome.calm.length > 0) {
    const cancelled = await sql<{ id: string }>`SELECT o.id FROM orders o
      JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
      WHERE o.id = ANY (${[...outcome.calm]}::uuid[]) AND o.cancelled_at IS NOT NULL
        AND d.imported ->> 'cancelledAt' IS NOT NULL`.execute(tx);
    await closeNotices(
      tx,
      store.tenantId,
      cancelled.rows.map(({ id }) => id),
      ['cancel-at-store'],
    );
  }
  await openNotices(tx, store.tenantId, [
    ...outcome.conflicts.map((conflict) => conflictNotice(store, conflict)),
    ...outcome.outdated.map(
      ({ orderId, message }): NewNotice => ({
        storeId: store.id,
        orderId,
        code: 'order-unreadable',
        message: `The newest version of this order at ${store.name} could not be read: ${message}`,
        nextStep: 'Compare it with the store before shipping; it is tried again with the next sync.',
      }),
    ),
    ...(await failedOrders(tx, store, outcome.failed)),
  ]);
}

function conflictNotice(store: StoreRow, { orderId, units, cancelled }: Conflict): NewNotice {
  const labelled = units === 1 ? '1 unit has a label' : `${units} units have a label`;
  return cancelled
    ? {
        storeId: store.id,
        orderId,
        code: 'cancelled-with-label',
        message: `The order was cancelled at ${store.name}, but ${labelled} here.`,
        nextStep: 'Cancel the label if the parcel has not left yet; otherwise settle it with the buyer.',
      }
    : {
        storeId: store.id,
        orderId,
        code: 'items-with-label',
        message: `${store.name} cancelled or shipped items of which ${labelled} here.`,
        nextStep: 'Check what is in the parcel; cancel the label if it should not go.',
      };
}

/** Placeholders of orders that could not be read: the order's page says why. */
async function failedOrders(tx: Tx, store: StoreRow, failed: readonly PullProblem[]): Promise<NewNotice[]> {
  const named = failed.filter((each) => each.externalId !== undefined);
  if (named.length === 0) return [];
  const { rows } = await sql<{ id: string; external_id: string }>`SELECT o.id, o.external_id
    FROM orders o WHERE o.store_id = ${store.id} AND o.external_id = ANY (${named.map((each) => each.externalId ?? '')}::text[])
      AND o.import_state = 'failed'`.execute(tx);
  return rows.map((row) => ({
    storeId: store.id,
    orderId: row.id,
    code: 'import-failed',
    message: `This order could not be imported from ${store.name}: ${named.find((each) => each.externalId === row.external_id)?.message ?? ''}`,
    nextStep: 'Correct it at the store; the next sync imports it. Until then it cannot be shipped from here.',
  }));
}

/** Our location of each of the store's: as its settings say, else the place that was imported. */
export async function locationsOf(tx: Tx, store: StoreRow): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; external_id: string }>`SELECT id, external_id FROM locations
    WHERE store_id = ${store.id} AND external_id IS NOT NULL AND external_id <> ${STORE_ADDRESS} AND archived_at IS NULL`.execute(
    tx,
  );
  return new Map([
    ...rows.map((row): [string, string] => [row.external_id, row.id]),
    ...Object.entries(store.settings.warehouses ?? {}),
  ]);
}
