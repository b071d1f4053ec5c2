/** What the buyer of an order may send back, and the returns asked for so far. */
import type { ReturnReason, ReturnRules } from '@scanship/contracts/shipping/returns';
import type { ShipmentState } from '@scanship/domain/shipping/shipment-states';
import {
  lastReturnDay,
  type ReturnHandOver,
  type ReturnPayer,
  type ReturnState,
  type ReturnWish,
  stateOfReturn,
  type StoredReturnState,
  type WhyNotReturned,
  whyNotReturned,
} from '@scanship/domain/shipping/returns';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { EXCHANGE } from '../stores/index.ts';
import { offeredInstead } from './instead.ts';
import { limitsOf, readRules, type StoredRules } from './rules.ts';

export interface OrderOfBuyer {
  readonly tenantId: string;
  readonly orderId: string;
}

export interface PortalLine {
  readonly line: number;
  readonly title: string;
  /** Units that no return holds yet. */
  readonly left: number;
  /** Undefined: it may come back. */
  readonly why: WhyNotReturned | undefined;
}

export interface PortalShipment {
  readonly id: string;
  /** YYYY-MM-DD; null before it arrived. */
  readonly lastDay: string | null;
  readonly lines: readonly PortalLine[];
}

export interface PortalReturn {
  readonly id: string;
  readonly number: string;
  readonly state: ReturnState;
  /** `instead` as typed; null: the same again, where an exchange is wanted. */
  readonly items: readonly { readonly title: string; readonly quantity: number; readonly instead: string | null }[];
  readonly reason: string;
  readonly payer: ReturnPayer;
  readonly wish: ReturnWish;
  readonly answer: string | null;
  /** Of its label; null before there is one. */
  readonly shipmentId: string | null;
  /** How many the buyer sent. */
  readonly photos: number;
  /** The document with the code that is shown at the carrier's counter in place of a printed label; null where there is none. */
  readonly code: string | null;
  /** The order that was made in exchange. */
  readonly exchange: { readonly id: string; readonly number: string } | null;
  readonly handOver: ReturnHandOver;
}

export interface Portal {
  readonly open: boolean;
  readonly intro: ReturnRules['intro'];
  readonly reasons: readonly ReturnReason[];
  readonly wishes: readonly ReturnWish[];
  /** The buyer says how the parcel goes to its carrier. */
  readonly choosesHandOver: boolean;
  /** Names of products that can be had in exchange; what else is typed is words. */
  readonly instead: readonly string[];
  readonly shipments: readonly PortalShipment[];
  readonly returns: readonly PortalReturn[];
}

interface LineRow {
  readonly shipment_id: string;
  readonly arrived_at: Date | null;
  readonly line: number;
  readonly title: string;
  readonly sku: string;
  readonly left: number;
  readonly tags: readonly string[];
}

/**
 * Units are those a shipment holds, so that a further label of the same items lets nobody return them twice. What its carrier
 * does not follow counts as arrived when its label was bought.
 */
const readLines = async (
  tx: Tx,
  { tenantId, orderId }: OrderOfBuyer,
  withTest: boolean,
): Promise<readonly LineRow[]> => {
  const { rows } = await sql<LineRow>`
    SELECT s.id AS shipment_id, i.line, coalesce(nullif(l.title, ''), l.sku) AS title, l.sku,
      CASE WHEN s.state = 'delivered' THEN coalesce(s.delivered_at, s.bought_at)
        WHEN s.state IN ('bought', 'handed_over') AND NOT EXISTS (SELECT 1 FROM trackers AS t WHERE t.tenant_id = s.tenant_id
          AND t.shipment_id = s.id AND t.stopped IS DISTINCT FROM 'not-offered') THEN s.bought_at END AS arrived_at,
      (sum(i.qty) - coalesce((SELECT sum(ri.qty) FROM returns AS r
        JOIN return_items AS ri ON ri.tenant_id = r.tenant_id AND ri.return_id = r.id
        WHERE r.tenant_id = s.tenant_id AND r.return_of = s.id AND r.order_id = ${orderId} AND r.state <> 'refused'
          AND ri.line = i.line), 0))::int AS left,
      ARRAY(SELECT g.tag FROM order_tags AS g WHERE g.tenant_id = ${tenantId} AND g.order_id = ${orderId}) AS tags
    FROM shipment_items AS i
    JOIN shipments AS s ON s.tenant_id = i.tenant_id AND s.id = i.shipment_id
    JOIN order_items AS l ON l.tenant_id = i.tenant_id AND l.order_id = i.order_id AND l.line = i.line
    WHERE i.tenant_id = ${tenantId} AND i.order_id = ${orderId} AND i.held AND s.direction = 'outbound'
      AND s.state IN ('bought', 'handed_over', 'delivered') AND (${withTest} OR NOT s.test)
    GROUP BY s.tenant_id, s.id, i.line, l.title, l.sku ORDER BY s.created_at, s.id, i.line`.execute(tx);
  return rows;
};

interface ReturnRecord {
  readonly id: string;
  readonly no: number;
  readonly number: string;
  readonly state: StoredReturnState;
  readonly shipment_state: ShipmentState | null;
  readonly shipment_id: string | null;
  readonly reason: string;
  readonly reason_words: string;
  readonly payer: ReturnPayer;
  readonly wish: ReturnWish;
  readonly answer: string | null;
  readonly items: PortalReturn['items'];
  readonly photos: number;
  readonly code: string | null;
  readonly exchange: PortalReturn['exchange'];
  readonly hand_over: ReturnHandOver;
}

async function readAsked(tx: Tx, { tenantId, orderId }: OrderOfBuyer, rules: ReturnRules, french: boolean) {
  const { rows } = await sql<ReturnRecord>`
    SELECT r.id, r.no, o.number, r.state, s.state AS shipment_state, r.shipment_id, r.reason, r.reason_words, r.payer, r.wish,
      r.answer, r.hand_over, (SELECT json_agg(json_build_object('title', coalesce(nullif(l.title, ''), l.sku), 'quantity', ri.qty,
        'instead', ri.instead) ORDER BY ri.line) FROM return_items AS ri JOIN order_items AS l ON l.tenant_id = ri.tenant_id
        AND l.order_id = r.order_id AND l.line = ri.line WHERE ri.tenant_id = r.tenant_id AND ri.return_id = r.id) AS items,
      (SELECT count(*)::int FROM return_photos AS p WHERE p.tenant_id = r.tenant_id AND p.return_id = r.id AND p.source = 'buyer') AS photos,
      (SELECT c.id FROM documents AS c WHERE c.tenant_id = r.tenant_id AND c.shipment_id = r.shipment_id AND c.kind = 'qr_code'
        AND c.format = 'png' ORDER BY c.id LIMIT 1) AS code,
      ${EXCHANGE} AS exchange
    FROM returns AS r JOIN orders AS o ON o.tenant_id = r.tenant_id AND o.id = r.order_id
    LEFT JOIN shipments AS s ON s.tenant_id = r.tenant_id AND s.id = r.shipment_id
    WHERE r.tenant_id = ${tenantId} AND r.order_id = ${orderId} ORDER BY r.no DESC LIMIT 50`.execute(tx);
  return rows.map((row): PortalReturn => {
    const reason = rules.reasons.find(({ code }) => code === row.reason);
    return {
      id: row.id,
      number: numberOf(row.number, row.no),
      state: stateOfReturn(row.state, row.shipment_state),
      items: row.items ?? [],
      reason: reason ? (french ? reason.fr : reason.en) : row.reason_words,
      payer: row.payer,
      wish: row.wish,
      answer: row.answer,
      shipmentId: row.shipment_id,
      photos: row.photos,
      code: row.code,
      exchange: row.exchange,
      handOver: row.hand_over,
    };
  });
}

export const numberOf = (orderNumber: string, no: number): string => `${orderNumber}-R${no}`;

/** @param withTest returns of TEST labels count, because nothing here leaves the installation (decision 0280) */
export async function readPortal(
  tx: Tx,
  order: OrderOfBuyer,
  asked: {
    readonly withTest: boolean;
    readonly french: boolean;
    readonly now: Date;
    readonly stored?: StoredRules;
    /** The form is drawn, with what can be had in exchange. */
    readonly offering?: boolean;
  },
): Promise<Portal> {
  const { rules } = asked.stored ?? (await readRules(tx, order.tenantId));
  const lines = rules.open ? await readLines(tx, order, asked.withTest) : [];
  const limits = limitsOf(rules);
  const shipments = new Map<string, { id: string; lastDay: string | null; lines: PortalLine[] }>();
  for (const row of lines) {
    const { shipment_id: id, line, title, sku, left, tags, arrived_at: deliveredAt } = row;
    const lastDay = deliveredAt && lastReturnDay(deliveredAt, rules.windowDays);
    const shipment = shipments.get(id) ?? { id, lastDay, lines: [] };
    shipment.lines.push({
      line,
      title,
      left,
      why: whyNotReturned({ sku, tags, left, deliveredAt }, limits, asked.now),
    });
    shipments.set(id, shipment);
  }
  const mayReturn = [...shipments.values()].some((each) => each.lines.some(({ why }) => why === undefined));
  return {
    open: rules.open,
    intro: rules.intro,
    reasons: rules.reasons,
    wishes: rules.wishes,
    choosesHandOver: rules.handOver === 'buyer',
    instead:
      asked.offering && mayReturn && rules.offerProducts && rules.wishes.includes('exchange')
        ? await offeredInstead(tx, order)
        : [],
    shipments: [...shipments.values()],
    returns: await readAsked(tx, order, rules, asked.french),
  };
}

/** Whether the page of an order leads to its returns: the seller takes some, or there are some. One statement. */
export async function hasReturns(tx: Tx, { tenantId, orderId }: OrderOfBuyer): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`SELECT
    EXISTS (SELECT 1 FROM return_rules WHERE tenant_id = ${tenantId} AND (rules ->> 'open')::boolean)
    OR EXISTS (SELECT 1 FROM returns WHERE tenant_id = ${tenantId} AND order_id = ${orderId}) AS has`.execute(tx);
  return rows[0]?.has === true;
}
