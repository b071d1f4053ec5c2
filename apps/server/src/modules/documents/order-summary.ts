/** The order summary: chosen orders on a few pages, with the units of each SKU in all of them. */
import type { AddressDto } from '@scanship/contracts/common';
import { MOST_SUMMARY_ORDERS } from '@scanship/contracts/orders/order-documents';
import type { OrderSelection } from '@scanship/contracts/orders/order-selection';
import { orderSummaryPdf, type SummaryOrder, type SummarySku } from '@scanship/documents/paperwork/order-summary';
import { money, toDecimal } from '@scanship/domain/money/money';
import { type Fulfillment, statusWord } from '@scanship/domain/orders/order';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { resolveSelection, SelectionTooSlow } from '../orders/index.ts';
import { brandedFor, documentBranding, type StorePapers } from './branding.ts';
import { type Asker, type DrawDeps, languageOf } from './draw-documents.ts';
import type { StoredFile } from './print-labels.ts';

interface OrderRecord {
  readonly id: string;
  readonly number: string;
  readonly placed: string;
  readonly ship_to: AddressDto;
  readonly requested_key: string | null;
  readonly fulfillment: Fulfillment;
  readonly cancelled: boolean;
  readonly item_qty: number;
  readonly total_minor: number;
  readonly currency: string;
  readonly store_id: string;
  readonly papers: StorePapers | null;
}

async function readOrders(tx: Tx, ids: readonly string[], timeZone: string): Promise<readonly OrderRecord[]> {
  const { rows } =
    await sql<OrderRecord>`SELECT o.id, o.number, to_char(o.placed_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS placed,
      d.ship_to, o.requested_key, o.fulfillment, o.cancelled_at IS NOT NULL AS cancelled, o.total_minor, o.currency, o.store_id,
      s.branding AS papers, (SELECT coalesce(sum(i.qty - i.qty_cancelled), 0)::int8 FROM order_items i
        WHERE i.tenant_id = o.tenant_id AND i.order_id = o.id) AS item_qty
    FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS w(id, place)
      JOIN orders o ON o.id = w.id JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
      LEFT JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id
    ORDER BY w.place`.execute(tx);
  return rows;
}

/** Units by SKU over all orders, most first; lines without a SKU are kept apart by their title. */
async function readSkus(tx: Tx, ids: readonly string[]): Promise<readonly SummarySku[]> {
  const { rows } =
    await sql<SummarySku>`SELECT min(i.sku) AS sku, min(i.title) AS name, sum(i.qty - i.qty_cancelled)::int8 AS units,
      count(DISTINCT i.order_id) AS orders
    FROM order_items i WHERE i.order_id = ANY (${[...ids]}::uuid[]) AND i.qty > i.qty_cancelled
    GROUP BY i.sku_key, CASE WHEN i.sku_key = '' THEN i.title ELSE '' END
    ORDER BY 3 DESC, 1, 2`.execute(tx);
  return rows;
}

/** "45.00 CAD" for each currency. */
function sums(orders: readonly OrderRecord[]): string[] {
  const byCurrency = new Map<string, number>();
  for (const { currency, total_minor } of orders)
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + total_minor);
  return [...byCurrency].map(([currency, minor]) => `${toDecimal(money(minor, currency))} ${currency}`);
}

const toSummary = (row: OrderRecord): SummaryOrder => ({
  orderNumber: row.number,
  orderDate: row.placed,
  recipient: row.ship_to.name,
  destination: `${[row.ship_to.city, row.ship_to.provinceCode].filter((text) => text).join(' ')}, ${row.ship_to.countryCode}`,
  service: row.requested_key ?? undefined,
  status: statusWord(row),
  items: row.item_qty,
  total: `${toDecimal(money(row.total_minor, row.currency))} ${row.currency}`,
});

/** Problems: as `resolveSelection`; `not_found` when no order is there, or one of those named is not. */
export async function orderSummary(
  deps: DrawDeps,
  asker: Asker,
  now: Date,
  selection: OrderSelection,
  paper: 'letter' | 'a4' = 'letter',
): Promise<Outcome<StoredFile>> {
  const chosen = await resolveSelection(deps.db, asker, now, selection, MOST_SUMMARY_ORDERS);
  if (!chosen.ok) return chosen;
  let ids: readonly string[];
  try {
    ids = await chosen.value.ids();
  } catch (error) {
    if (error instanceof SelectionTooSlow) return problem('search_too_slow');
    throw error;
  }
  if (ids.length === 0) return problem('not_found', { message: 'No order matches these filters.' });
  const { orders, skus } = await deps.db.tenant(
    asker,
    async (tx) => ({ orders: await readOrders(tx, ids, asker.timeZone), skus: await readSkus(tx, ids) }),
    { readOnly: true },
  );
  if (orders.length < ids.length) return problem('not_found', { message: 'One of these orders was not found.' });
  const stores = new Map(orders.map((row) => [row.store_id, row.papers ?? {}]));
  const bytes = await orderSummaryPdf(
    {
      paper,
      language: languageOf(asker),
      branding: brandedFor(await documentBranding(deps.db, asker), [...stores.values()]),
      madeAt: minuteIn(now, asker.timeZone),
      orders: orders.map(toSummary),
      skus,
      totals: sums(orders),
    },
    deps.renderer,
  );
  return ok({ bytes, contentType: 'application/pdf', fileName: 'OrderSummary.pdf' });
}

/** YYYY-MM-DD HH:mm. */
const minuteIn = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
