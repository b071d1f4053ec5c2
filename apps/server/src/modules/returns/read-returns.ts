/** The seller's list of returns, and one with everything known of it. */
import type { DataOf, QueryOf } from '@scanship/contracts/call';
import type { listReturns, ReturnDetail, ReturnRow } from '@scanship/contracts/shipping/returns';
import { orderNumberKey } from '@scanship/domain/orders/order-search';
import type { ShipmentState } from '@scanship/domain/shipping/shipment-states';
import {
  lacksLabel,
  RETURN_STATES,
  type ReturnCondition,
  type ReturnHandOver,
  type ReturnPayer,
  type ReturnState,
  type ReturnWish,
  stateOfReturn,
  STORED_RETURN_STATES,
  type StoredReturnState,
} from '@scanship/domain/shipping/returns';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { BuyersPickups } from '../pickups/index.ts';
import { pickupOf } from './pickup.ts';
import { photosOf } from './photos.ts';
import { cameBack } from './exchange.ts';
import { productNamed } from './instead.ts';
import { EXCHANGE } from '../stores/index.ts';
import { numberOf } from './portal.ts';

const PAGE = 50;
const MOST_COUNTED = 1_000;

interface Row {
  readonly id: string;
  readonly no: number;
  readonly state: StoredReturnState;
  readonly shipment_state: ShipmentState | null;
  readonly order_id: string;
  readonly number: string;
  readonly reason_words: string;
  readonly payer: ReturnPayer;
  readonly wish: ReturnWish;
  readonly units: number;
  readonly asked_at: Date;
  readonly problem: string | null;
  readonly tracking_number: string | null;
  readonly test: boolean;
}

const COLUMNS = sql`r.id, r.no, r.state, s.state AS shipment_state, r.order_id, o.number, r.reason_words, r.payer, r.wish, r.asked_at,
  r.problem, w.test,
  (SELECT sum(i.qty)::int FROM return_items AS i WHERE i.tenant_id = r.tenant_id AND i.return_id = r.id) AS units,
  (SELECT c.tracking_number FROM parcels AS c WHERE c.tenant_id = s.tenant_id AND c.shipment_id = s.id
    AND c.tracking_number IS NOT NULL ORDER BY c.no LIMIT 1) AS tracking_number`;
const JOINED = sql`returns AS r
  JOIN orders AS o ON o.tenant_id = r.tenant_id AND o.id = r.order_id
  JOIN shipments AS w ON w.tenant_id = r.tenant_id AND w.id = r.return_of
  LEFT JOIN shipments AS s ON s.tenant_id = r.tenant_id AND s.id = r.shipment_id`;

/** What `stateOfReturn` says, for filters; the tests hold both against each other. */
const SHOWN_STATE = sql`CASE WHEN r.state = 'approved' AND s.state IN ('handed_over', 'delivered', 'returned', 'lost')
  THEN 'on_the_way' WHEN r.state = 'approved' AND s.state IN ('bought', 'partly_bought') THEN 'label' ELSE r.state END`;

const storedOf = (state: ReturnState): StoredReturnState =>
  STORED_RETURN_STATES.find((each) => each === state) ?? 'approved';

const problemOf = (row: Pick<Row, 'state' | 'shipment_state' | 'problem'>): string | null => {
  if (row.state !== 'approved') return null;
  if (row.shipment_state === 'voided') return 'Its label was cancelled.';
  return row.problem ?? (row.shipment_state === 'draft' ? 'The carrier refused its label.' : null);
};

const rowOf = (row: Row): ReturnRow => ({
  id: row.id,
  number: numberOf(row.number, row.no),
  state: stateOfReturn(row.state, row.shipment_state),
  orderId: row.order_id,
  orderNumber: row.number,
  reason: row.reason_words,
  payer: row.payer,
  wish: row.wish,
  units: row.units,
  askedAt: row.asked_at.toISOString(),
  problem: problemOf(row),
  trackingNumber: row.tracking_number,
  test: row.test,
});

export async function readReturns(
  tx: Tx,
  tenantId: string,
  asked: QueryOf<typeof listReturns>,
): Promise<DataOf<typeof listReturns>> {
  const { rows } = await sql<Row>`SELECT ${COLUMNS} FROM ${JOINED} WHERE r.tenant_id = ${tenantId}
    ${asked?.state ? sql`AND r.state = ${storedOf(asked.state)} AND ${SHOWN_STATE} = ${asked.state}` : sql``}
    ${asked?.order ? sql`AND r.number_key ^@ ${orderNumberKey(asked.order)}` : sql``}
    ${asked?.after ? sql`AND r.id < ${asked.after}` : sql``}
    ORDER BY r.id DESC LIMIT ${PAGE + 1}`.execute(tx);
  const shown = rows.slice(0, PAGE);
  const counted = await sql<{ state: ReturnState; n: number }>`SELECT ${SHOWN_STATE} AS state, count(*)::int AS n
    FROM unnest(${[...STORED_RETURN_STATES]}::text[]) AS q (state)
    CROSS JOIN LATERAL (SELECT r.tenant_id, r.state, r.shipment_id FROM returns AS r
      WHERE r.tenant_id = ${tenantId} AND r.state = q.state LIMIT ${MOST_COUNTED}) AS r
    LEFT JOIN shipments AS s ON s.tenant_id = r.tenant_id AND s.id = r.shipment_id GROUP BY 1`.execute(tx);
  const counts = new Map(counted.rows.map(({ state, n }) => [state, n]));
  return {
    returns: shown.map(rowOf),
    nextCursor: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
    counts: {
      asked: 0,
      approved: 0,
      label: 0,
      on_the_way: 0,
      arrived: 0,
      checked: 0,
      done: 0,
      refused: 0,
      ...Object.fromEntries(RETURN_STATES.map((state) => [state, counts.get(state) ?? 0])),
    },
  };
}

interface Detail extends Row {
  readonly return_of: string;
  readonly shipment_id: string | null;
  readonly note: string | null;
  readonly answer: string | null;
  readonly check_note: string | null;
  readonly decided_at: Date | null;
  readonly decided_by: string | null;
  readonly label_at: Date | null;
  readonly arrived_at: Date | null;
  readonly checked_at: Date | null;
  readonly done_at: Date | null;
  readonly price_minor: number | null;
  readonly price_currency: string | null;
  readonly slug: string | null;
  readonly due: boolean;
  readonly currency: string;
  readonly exchange: ReturnDetail['exchange'];
  readonly hand_over: ReturnHandOver;
  readonly pickup_problem: string | null;
}

interface ItemRow {
  readonly line: number;
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  readonly unit_minor: number;
  readonly received: number | null;
  readonly condition: ReturnCondition | null;
  readonly instead: string | null;
}

export interface FoundReturn {
  /** Without the name of who decided and what its store was told. */
  readonly detail: ReturnDetail;
  readonly decidedBy: string | null;
}

export interface ReadDeps {
  /** Names a carrier; null for one that carries the account's name. */
  readonly nameOf: (slug: string) => string | null;
  readonly pickups: Pick<BuyersPickups, 'of'>;
}

export async function readReturn(
  tx: Tx,
  tenantId: string,
  id: string,
  { nameOf, pickups }: ReadDeps,
): Promise<FoundReturn | undefined> {
  const found =
    await sql<Detail>`SELECT ${COLUMNS}, r.return_of, r.shipment_id, r.note, r.answer, r.check_note, r.decided_at,
      r.decided_by, r.arrived_at, r.checked_at, r.done_at, s.bought_at AS label_at, s.price_minor, s.currency AS price_currency,
      s.slug, r.due_at IS NOT NULL AS due, o.currency, r.hand_over, r.pickup_problem, ${EXCHANGE} AS exchange
    FROM ${JOINED} WHERE r.tenant_id = ${tenantId} AND r.id = ${id}`.execute(tx);
  const [row] = found.rows;
  if (!row) return undefined;
  const items =
    await sql<ItemRow>`SELECT i.line, l.sku, l.title, i.qty AS quantity, l.unit_minor, i.received, i.condition, i.instead
    FROM return_items AS i JOIN order_items AS l ON l.tenant_id = i.tenant_id AND l.order_id = ${row.order_id} AND l.line = i.line
    WHERE i.tenant_id = ${tenantId} AND i.return_id = ${id} ORDER BY i.line`.execute(tx);
  const { state } = row;
  const meant = new Map<number, { readonly id: string; readonly sku: string; readonly title: string }>();
  for (const { line, instead } of items.rows) {
    const product = instead === null ? undefined : await productNamed(tx, tenantId, instead);
    if (product) meant.set(line, { id: product.id, sku: product.sku, title: product.title });
  }
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
  const hasLabel = !lacksLabel(row.shipment_state);
  const booked =
    row.hand_over === 'pickup' && row.shipment_id !== null
      ? (await pickups.of(tx, [row.shipment_id])).get(row.shipment_id)
      : undefined;
  return {
    decidedBy: row.decided_by,
    detail: {
      ...rowOf(row),
      items: items.rows.map(({ unit_minor: minor, ...item }) => ({
        ...item,
        unit: { minor, currency: row.currency },
        insteadProduct: meant.get(item.line) ?? null,
      })),
      note: row.note,
      answer: row.answer,
      checkNote: row.check_note,
      returnOf: row.return_of,
      shipmentId: row.shipment_id,
      price:
        row.price_minor === null || row.price_currency === null || !hasLabel
          ? null
          : { minor: row.price_minor, currency: row.price_currency },
      pickup: row.hand_over === 'pickup' ? pickupOf(hasLabel ? booked : undefined, row.pickup_problem) : null,
      carrierName: row.slug && hasLabel ? nameOf(row.slug) : null,
      decidedAt: iso(row.decided_at),
      decidedBy: null,
      labelAt: hasLabel ? iso(row.label_at) : null,
      arrivedAt: iso(row.arrived_at),
      checkedAt: iso(row.checked_at),
      doneAt: iso(row.done_at),
      atStore: null,
      exchange: row.exchange,
      photos: await photosOf(tx, tenantId, id),
      may: {
        decide: state === 'asked',
        buy: state === 'approved' && !row.due && !hasLabel,
        arrive: state === 'approved',
        check: state === 'arrived' || state === 'checked',
        finish: state === 'approved' || state === 'arrived' || state === 'checked',
        refund: false,
        exchange: row.wish === 'exchange' && row.exchange === null && cameBack(row),
      },
    },
  };
}
