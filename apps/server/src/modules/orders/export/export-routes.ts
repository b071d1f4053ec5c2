/** The calls that make spreadsheets of orders. */
import { exportOrders, MOST_PACKING_LIST_ORDERS, packingList } from '@scanship/contracts/orders/order-documents';
import { MOST_SELECTED, type OrderSelection } from '@scanship/contracts/orders/order-selection';
import { packingListWorkbook, type PackingListOrder } from '@scanship/documents/paperwork/packing-list';
import { streamCsv, streamWorkbook } from '@scanship/documents/tables/table-stream';
import type { TableValue } from '@scanship/documents/tables/table-writer';
import { ok } from '@scanship/domain/values/result';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/handler.ts';
import { prefersCsv } from '../../../platform/http/prefers-csv.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { OWN_PLATFORM } from '../commands/own-store.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { carrierNamed } from '../queries/order-shipping.ts';
import { countSelection, type ResolvedSelection, resolveSelection, SelectionTooSlow } from '../queries/selection.ts';
import { type ExportLanguage, orderTable } from './order-table.ts';
import { type ExportedOrder, readOrders, type Wanted } from './read-orders.ts';

/** Orders that one statement reads: some 10 ms of work between two looks at other requests, and little to hold. */
const BATCH = 200;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Asker = Pick<RequestContext, 'tenantId' | 'userId' | 'timeZone' | 'locale'>;
const languageOf = (ctx: Pick<RequestContext, 'locale'>): ExportLanguage => (ctx.locale === 'fr-CA' ? 'fr' : 'en');

/**
 * The orders a file is made of. Problems: as `resolveSelection`, and `not_found` when none matches or one of the named is not
 * there, so that no file looks whole that is not.
 */
async function chosen(
  db: Database,
  ctx: Asker,
  now: Date,
  body: OrderSelection,
  most: number,
): Promise<Outcome<ResolvedSelection>> {
  const selection = await resolveSelection(db, ctx, now, body, most);
  if (!selection.ok) return selection;
  if (body.ids) {
    const there = await countSelection(db, ctx, now, body);
    if (!there.ok) return there;
    if (there.value.count < selection.value.count)
      return problem('not_found', { message: 'One of these orders was not found.' });
  }
  if (selection.value.count === 0) return problem('not_found', { message: 'No order matches these filters.' });
  return selection;
}

async function* readBatches(
  db: Database,
  ctx: Asker,
  selection: ResolvedSelection,
  wanted: Wanted,
  signal: AbortSignal,
): AsyncGenerator<readonly ExportedOrder[]> {
  for await (const ids of selection.batches(BATCH)) {
    signal.throwIfAborted();
    yield await db.tenant(ctx, (tx) => readOrders(tx, ids, ctx.timeZone, wanted), { readOnly: 'standby' });
  }
}

/** Reads the first batch before anything is answered, so that what fails at once is said in a sentence. */
async function begun<T>(source: AsyncGenerator<T>): Promise<Outcome<AsyncGenerator<T>>> {
  try {
    const first = await source.next();
    return ok(
      (async function* all() {
        try {
          if (first.done !== true) yield first.value;
          yield* source;
        } finally {
          await source.return(undefined);
        }
      })(),
    );
  } catch (error) {
    if (error instanceof SelectionTooSlow) return problem('search_too_slow');
    throw error;
  }
}

async function* rowsOf(
  batches: AsyncIterable<readonly ExportedOrder[]>,
  row: (order: ExportedOrder) => readonly TableValue[],
): AsyncGenerator<readonly TableValue[]> {
  for await (const batch of batches) for (const order of batch) yield row(order);
}

export function exportRoutes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { carrier }: Pick<OrdersDeps, 'carrier'>,
): readonly Route[] {
  const carrierName = (slug: string, accountName: string | null): string => carrierNamed(carrier, slug, accountName);
  return [
    route(exportOrders, async ({ ctx, body, accept, signal }) => {
      const selection = await chosen(db, ctx, clock.now(), body, MOST_SELECTED);
      if (!selection.ok) return selection;
      const language = languageOf(ctx);
      const table = orderTable(body.columns, { language, carrierName });
      const batches = await begun(readBatches(db, ctx, selection.value, table.wanted, signal));
      if (!batches.ok) return batches;
      const rows = rowsOf(batches.value, table.row);
      if (prefersCsv(accept))
        return ok({
          kind: 'download',
          contentType: 'text/csv; charset=utf-8',
          fileName: 'Orders.csv',
          chunks: streamCsv(
            table.columns.map(({ header }) => header),
            rows,
          ),
        });
      const sheet = language === 'fr' ? 'Commandes' : 'Orders';
      return ok({
        kind: 'download',
        contentType: XLSX,
        fileName: 'Orders.xlsx',
        chunks: streamWorkbook(sheet, table.columns, rows),
      });
    }),

    route(packingList, async ({ ctx, body, signal }) => {
      const selection = await chosen(db, ctx, clock.now(), body, MOST_PACKING_LIST_ORDERS);
      if (!selection.ok) return selection;
      const orders: PackingListOrder[] = [];
      const batches = await begun(readBatches(db, ctx, selection.value, { signs: false, shipping: false }, signal));
      if (!batches.ok) return batches;
      for await (const batch of batches.value) orders.push(...batch.map(toPack));
      const bytes = await packingListWorkbook({ language: languageOf(ctx), orders });
      return ok({ kind: 'file', bytes, contentType: XLSX, fileName: 'PackingList.xlsx' });
    }),
  ];
}

function toPack(order: ExportedOrder): PackingListOrder {
  const { city, provinceCode, zipcode, countryCode } = order.ship_to;
  return {
    orderNumber: order.number,
    orderDate: order.placed,
    recipient: order.ship_to.name,
    destination: `${[city, provinceCode, zipcode].filter((text) => text).join(' ')}, ${countryCode}`,
    store: order.platform_code === OWN_PLATFORM ? undefined : (order.store_name ?? undefined),
    service: order.requested_key ?? undefined,
    note: [order.notes.customer, order.notes.internal].filter((text) => text).join(' · ') || undefined,
    items: order.items.map((item) => ({
      sku: item.sku || undefined,
      name: item.title || item.sku,
      quantity: item.qty,
    })),
  };
}
