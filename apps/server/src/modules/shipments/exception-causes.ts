/**
 * What is the matter with purchases, voids and refunds, as causes of the exceptions inbox: written with each outcome, and
 * listed for the sweep.
 */
import type { OpenPurchase } from '@scanship/contracts/shipping/shipments';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { StoredProblem } from '../../platform/journal/handler.ts';
import { type Cause, clearException, raiseException } from '../exceptions/index.ts';
import { sellerName } from './carrier-names.ts';
import type { ShipmentPorts } from './ports.ts';
import { MOST_OPEN, openOutcomes } from './queries/list-exceptions.ts';

export const purchaseKey = (purchaseId: string): string => `purchase:${purchaseId}`;
/** By the purchase, so that a second try to void it takes the first one's place. */
export const voidKey = (purchaseId: string): string => `void:${purchaseId}`;
export const refundKey = (voidId: string): string => `refund:${voidId}`;

/** What a person was told at once and nobody minded for so long is no news any more. */
const REFUSED_DAYS = 14;
const REFUND_REFUSED_DAYS = 60;

const subjectOf = (view: OpenPurchase): NonNullable<Cause['subject']> => ({
  order: { id: view.orderId, name: view.orderNumber },
  shipment: { id: view.shipmentId, name: view.serviceName },
});

const SUMMARIES: Readonly<
  Record<'buy' | 'void', Readonly<Record<OpenPurchase['state'], (carrier: string, order: string) => string>>>
> = {
  buy: {
    sending: (carrier, order) => `The purchase of a label for order ${order} at ${carrier} was cut off.`,
    unknown: (carrier, order) => `${carrier} has not said yet whether it made the label for order ${order}.`,
    disputed: (carrier, order) => `It is not known whether ${carrier} made the label for order ${order}.`,
  },
  void: {
    sending: (carrier, order) => `Cancelling the label of order ${order} at ${carrier} was cut off.`,
    unknown: (carrier, order) => `${carrier} has not said yet whether the label of order ${order} is cancelled.`,
    disputed: (carrier, order) => `It is not known whether ${carrier} cancelled the label of order ${order}.`,
  },
};

const NEXT: Readonly<Record<OpenPurchase['state'], string>> = {
  sending: 'It resumes automatically.',
  unknown: 'The carrier is being asked; nothing is bought twice.',
  disputed: 'Look it up at the carrier by our reference, then say what you found.',
};

function causeOfOutcome(view: OpenPurchase, purchaseId: string): Cause {
  const buys = view.kind === 'buy';
  return {
    key: buys ? purchaseKey(purchaseId) : voidKey(purchaseId),
    kind: buys ? 'purchase' : 'void',
    reason: view.state,
    summary: SUMMARIES[view.kind][view.state](view.carrierName, view.orderNumber),
    nextStep: NEXT[view.state],
    actions:
      view.state === 'sending'
        ? ['open-order', 'open-shipment']
        : [buys ? 'decide-purchase' : 'decide-void', 'ask-again', 'contact-carrier', 'open-order', 'open-shipment'],
    subject: subjectOf(view),
    since: view.sentAt === null ? undefined : new Date(view.sentAt),
    operationId: view.purchaseId,
    reference: view.reference,
    evidence: view.evidence,
  };
}

interface VoidRecord {
  readonly id: string;
  readonly purchase_id: string;
  readonly shipment_id: string;
  readonly order_id: string;
  readonly number: string;
  readonly slug: string;
  readonly service_name: string;
  readonly carrier_ref: string;
  readonly state: string;
  readonly problem: StoredProblem | null;
  readonly refund_due_at: Date | null;
  readonly updated_at: Date;
  /** Bought on somebody else's account: the refund comes to its owner. */
  readonly lent: boolean;
  readonly account_name: string | null;
}

const sellerOf = ({ grants }: ShipmentPorts, { slug, account_name }: VoidRecord): string =>
  sellerName(grants, { slug, accountName: account_name });

const VOID_COLUMNS = sql`coalesce(g.owner_tenant_id <> g.tenant_id, false) AS lent, g.name AS account_name, v.id, v.purchase_id, p.shipment_id, i.order_id, o.number, p.slug,
  coalesce(s.service_name, s.service, '') AS service_name, p.carrier_ref, v.state, v.problem, v.refund_due_at, v.updated_at`;
const VOID_TABLES = sql`voids AS v
  JOIN purchases AS p ON p.tenant_id = v.tenant_id AND p.id = v.purchase_id
  JOIN shipments AS s ON s.tenant_id = p.tenant_id AND s.id = p.shipment_id
  LEFT JOIN account_grants AS g ON g.tenant_id = p.tenant_id AND g.id = p.grant_id
  JOIN LATERAL (SELECT order_id FROM shipment_items WHERE tenant_id = p.tenant_id AND shipment_id = p.shipment_id
    ORDER BY order_id LIMIT 1) AS i ON true
  JOIN orders AS o ON o.tenant_id = p.tenant_id AND o.id = i.order_id`;

/** The last try to void a label was declined, and the label still stands. */
async function declinedVoids(tx: Tx, tenantId: string, purchaseId?: string): Promise<readonly VoidRecord[]> {
  const named = purchaseId === undefined ? sql`` : sql`AND v.purchase_id = ${purchaseId}`;
  const found = await sql<VoidRecord>`SELECT ${VOID_COLUMNS} FROM ${VOID_TABLES}
    WHERE v.tenant_id = ${tenantId} ${named} AND v.state IN ('refused', 'absent') AND p.state IN ('confirmed', 'complete')
      AND v.updated_at > now() - make_interval(days => ${REFUSED_DAYS})
      AND s.state IN ('bought', 'partly_bought', 'voiding')
      AND NOT EXISTS (SELECT 1 FROM voids AS later WHERE later.tenant_id = v.tenant_id AND later.purchase_id = v.purchase_id
        AND later.created_at > v.created_at)
    ORDER BY v.updated_at LIMIT ${MOST_OPEN}`.execute(tx);
  return found.rows;
}

function causeOfDeclined(row: VoidRecord, carrierName: string): Cause {
  const words = row.problem?.vendorMessage ?? row.problem?.message;
  return {
    key: voidKey(row.purchase_id),
    kind: 'void',
    reason: 'refused',
    summary: `${carrierName} did not cancel the label of order ${row.number}${words ? `: ${words}` : '.'}`,
    nextStep: 'The label still stands and is paid. Try again, ask the carrier, or use it.',
    actions: ['cancel-again', 'contact-carrier', 'mark-handled', 'open-order', 'open-shipment'],
    subject: {
      order: { id: row.order_id, name: row.number },
      shipment: { id: row.shipment_id, name: row.service_name },
    },
    since: row.updated_at,
    operationId: row.id,
    reference: row.carrier_ref,
    evidence: words ? [{ at: row.updated_at.toISOString(), step: 'void', what: `It said: "${words}"` }] : [],
  };
}

async function troubledRefunds(
  tx: Tx,
  tenantId: string,
  voidId?: string,
): Promise<readonly (VoidRecord & { readonly refund_state: string })[]> {
  const named = voidId === undefined ? sql`` : sql`AND v.id = ${voidId}`;
  const found = await sql<VoidRecord & { readonly refund_state: string }>`
    SELECT ${VOID_COLUMNS}, v.refund_state FROM ${VOID_TABLES}
    WHERE v.tenant_id = ${tenantId} ${named} AND ((v.refund_state = 'pending' AND v.refund_due_at <= now())
      OR (v.refund_state = 'refused' AND v.updated_at > now() - make_interval(days => ${REFUND_REFUSED_DAYS})))
    ORDER BY v.refund_due_at LIMIT ${MOST_OPEN}`.execute(tx);
  return found.rows;
}

function causeOfRefund(row: VoidRecord & { readonly refund_state: string }, carrierName: string): Cause {
  const overdue = row.refund_state === 'pending';
  return {
    key: refundKey(row.id),
    kind: 'refund',
    reason: overdue ? 'overdue' : 'refused',
    summary: overdue
      ? `The refund of ${carrierName} for the cancelled label of order ${row.number} has not come.`
      : `${carrierName} does not refund the cancelled label of order ${row.number}.`,
    nextStep: row.lent
      ? 'The label was bought on an account that is lent to you. Ask its owner, who gets the refund and credits it.'
      : overdue
        ? 'Look at the carrier’s invoices, or ask the carrier; then say whether it came.'
        : 'The label stays paid. Ask the carrier why, or close this.',
    actions: [
      ...(row.lent ? [] : ['refund-received' as const]),
      ...(row.lent || !overdue ? [] : ['refund-refused' as const]),
      overdue ? 'refund-wait' : 'mark-handled',
      'contact-carrier',
      'open-order',
      'open-shipment',
    ],
    subject: {
      order: { id: row.order_id, name: row.number },
      shipment: { id: row.shipment_id, name: row.service_name },
    },
    since: row.refund_due_at ?? row.updated_at,
    operationId: row.id,
    reference: row.carrier_ref,
  };
}

const set = (tx: Tx, tenantId: string, key: string, cause: Cause | undefined): Promise<void> =>
  cause ? raiseException(tx, tenantId, cause) : clearException(tx, tenantId, key);

/** After a purchase changed, in the transaction that records it. */
export async function notePurchase(tx: Tx, tenantId: string, purchaseId: string, ports: ShipmentPorts): Promise<void> {
  const [open] = await openOutcomes(tx, tenantId, ports.grants, [purchaseId]);
  await set(tx, tenantId, purchaseKey(purchaseId), open && causeOfOutcome(open.view, purchaseId));
}

/** After a purchase came to an end that is plain to see: nothing is the matter with it any more. */
export const clearPurchase = (tx: Tx, tenantId: string, purchaseId: string): Promise<void> =>
  clearException(tx, tenantId, purchaseKey(purchaseId));

/** After a void changed or a new one was stored. */
export async function noteVoid(
  tx: Tx,
  tenantId: string,
  ids: { readonly voidId: string; readonly purchaseId: string },
  ports: ShipmentPorts,
): Promise<void> {
  const [open] = await openOutcomes(tx, tenantId, ports.grants, [ids.voidId]);
  const [declined] = open ? [] : await declinedVoids(tx, tenantId, ids.purchaseId);
  const cause = open
    ? causeOfOutcome(open.view, open.purchaseId)
    : declined && causeOfDeclined(declined, sellerOf(ports, declined));
  await set(tx, tenantId, voidKey(ids.purchaseId), cause);
}

/** After a refund changed, or when its day has come. */
export async function noteRefund(tx: Tx, tenantId: string, voidId: string, ports: ShipmentPorts): Promise<void> {
  const [row] = await troubledRefunds(tx, tenantId, voidId);
  await set(tx, tenantId, refundKey(voidId), row && causeOfRefund(row, sellerOf(ports, row)));
}

/** Everything that is the matter with a customer's purchases, voids and refunds. */
export async function allCauses(
  tx: Tx,
  tenantId: string,
  ports: ShipmentPorts,
): Promise<{ readonly causes: readonly Cause[]; readonly complete: boolean }> {
  const outcomes = await openOutcomes(tx, tenantId, ports.grants);
  const declined = await declinedVoids(tx, tenantId);
  const refunds = await troubledRefunds(tx, tenantId);
  const open = outcomes.map(({ view, purchaseId }) => causeOfOutcome(view, purchaseId));
  const taken = new Set(open.map((cause) => cause.key));
  return {
    causes: [
      ...open,
      ...declined.map((row) => causeOfDeclined(row, sellerOf(ports, row))).filter((cause) => !taken.has(cause.key)),
      ...refunds.map((row) => causeOfRefund(row, sellerOf(ports, row))),
    ],
    complete: [outcomes, declined, refunds].every((list) => list.length < MOST_OPEN),
  };
}
