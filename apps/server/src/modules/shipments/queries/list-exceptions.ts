/** Purchases and voids whose outcome is open: with the evidence, who acts next, and whether a person may decide yet. */
import type { OpenPurchase } from '@scanship/contracts/shipping/shipments';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { StoredProblem } from '../../../platform/journal/handler.ts';
import { sellerName } from '../carrier-names.ts';
import type { GrantsPort } from '../ports.ts';

interface OpenRecord {
  readonly id: string;
  readonly purchase_id: string;
  readonly kind: 'buy' | 'void';
  readonly state: 'sending' | 'unknown' | 'disputed';
  readonly shipment_id: string;
  readonly order_id: string;
  readonly number: string;
  readonly ship_to_name: string;
  readonly slug: string;
  readonly account_name: string | null;
  readonly service_name: string;
  readonly price_minor: number;
  readonly currency: string;
  readonly carrier_ref: string;
  readonly attempt: number;
  readonly sent_at: Date | null;
  readonly settle_after: Date | null;
  readonly due_at: Date | null;
  readonly problem: StoredProblem | null;
  readonly settled: boolean;
}

interface StepRecord {
  readonly subject_id: string;
  readonly name: string;
  readonly state: string;
  readonly attempt: number;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly problem: StoredProblem | null;
}

/** A call that is under way is no exception; one that is as old as this is. */
const UNDER_WAY_SECONDS = 60;

const STEP_WORDS: Readonly<Record<string, string>> = {
  started: 'Sent; no answer was stored.',
  done: 'Done.',
  refused: 'Declined.',
  unknown: 'No clear answer.',
  failed: 'Without effect.',
};

/** Up to 500, oldest first. */
export const MOST_OPEN = 500;

export interface OpenOutcome {
  readonly view: OpenPurchase;
  /** The purchase itself, of a void the one it is to void. */
  readonly purchaseId: string;
}

/** @param only ids of purchases and voids; absent: all that are open */
export async function openOutcomes(
  tx: Tx,
  tenantId: string,
  grants: Pick<GrantsPort, 'describe'>,
  only?: readonly string[],
): Promise<readonly OpenOutcome[]> {
  const named = only === undefined ? sql`` : sql`AND id = ANY (${[...only]}::uuid[])`;
  const open = await sql<OpenRecord>`
    SELECT w.id, w.purchase_id, w.kind, w.state, p.shipment_id, i.order_id, o.number, o.ship_to_name, p.slug, g.name AS account_name,
      coalesce(s.service_name, s.service, '') AS service_name, p.price_minor, p.currency, p.carrier_ref, w.attempt,
      w.sent_at, w.settle_after, w.due_at, w.problem, coalesce(w.settle_after, w.sent_at, now()) <= now() AS settled
    FROM (
      SELECT id, 'buy' AS kind, id AS purchase_id, state, attempt, sent_at, settle_after, due_at, problem FROM purchases
      WHERE tenant_id = ${tenantId} AND (state IN ('unknown', 'disputed')
        OR (state = 'sending' AND sent_at < now() - make_interval(secs => ${UNDER_WAY_SECONDS}))) ${named}
      UNION ALL
      SELECT id, 'void', purchase_id, state, attempt, sent_at, settle_after, due_at, problem FROM voids
      WHERE tenant_id = ${tenantId} AND (state IN ('unknown', 'disputed')
        OR (state = 'sending' AND sent_at < now() - make_interval(secs => ${UNDER_WAY_SECONDS}))) ${named}
    ) AS w
    JOIN purchases AS p ON p.tenant_id = ${tenantId} AND p.id = w.purchase_id
    JOIN shipments AS s ON s.tenant_id = p.tenant_id AND s.id = p.shipment_id
    LEFT JOIN account_grants AS g ON g.tenant_id = p.tenant_id AND g.id = p.grant_id
    JOIN LATERAL (SELECT order_id FROM shipment_items WHERE tenant_id = p.tenant_id AND shipment_id = p.shipment_id
      ORDER BY order_id LIMIT 1) AS i ON true
    JOIN orders AS o ON o.tenant_id = p.tenant_id AND o.id = i.order_id
    ORDER BY w.sent_at NULLS LAST, w.id LIMIT ${MOST_OPEN}`.execute(tx);
  if (open.rows.length === 0) return [];
  const steps = await sql<StepRecord>`
    SELECT subject_id, name, state, attempt, started_at, ended_at, problem FROM effect_steps
    WHERE tenant_id = ${tenantId} AND subject_kind IN ('purchase', 'void')
      AND subject_id = ANY (${open.rows.map((row) => row.id)}::uuid[]) ORDER BY no`.execute(tx);
  return open.rows.map((row) => ({ purchaseId: row.purchase_id, view: viewOf(row, steps.rows, grants) }));
}

/** Purchases and voids whose outcome is open, with evidence and next step. */
export async function listExceptions(
  tx: Tx,
  tenantId: string,
  grants: Pick<GrantsPort, 'describe'>,
): Promise<readonly OpenPurchase[]> {
  return (await openOutcomes(tx, tenantId, grants)).map(({ view }) => view);
}

function viewOf(row: OpenRecord, steps: readonly StepRecord[], grants: Pick<GrantsPort, 'describe'>): OpenPurchase {
  return {
    purchaseId: row.id,
    shipmentId: row.shipment_id,
    orderId: row.order_id,
    orderNumber: row.number,
    recipient: row.ship_to_name,
    kind: row.kind,
    state: row.state,
    carrierName: sellerName(grants, { slug: row.slug, accountName: row.account_name }),
    serviceName: row.service_name,
    price: { minor: row.price_minor, currency: row.currency },
    reference: row.carrier_ref,
    sentAt: row.sent_at?.toISOString() ?? null,
    settleAfter: row.settle_after?.toISOString() ?? null,
    attempt: row.attempt,
    evidence: steps.filter((step) => step.subject_id === row.id).flatMap(evidenceOf),
    nextStep: nextStepOf(row),
    canDecide: row.state !== 'sending' && row.settled,
  };
}

function evidenceOf(step: StepRecord): OpenPurchase['evidence'] {
  const tries = step.attempt > 1 ? ` (try ${step.attempt})` : '';
  const begun = { at: step.started_at.toISOString(), step: step.name, what: `Begun${tries}.` };
  if (!step.ended_at) return [{ ...begun, what: `${STEP_WORDS['started']}${tries}` }];
  const said = step.problem;
  const words = said ? ` ${said.message}${said.vendorMessage ? ` It said: "${said.vendorMessage}"` : ''}` : '';
  return [
    begun,
    { at: step.ended_at.toISOString(), step: step.name, what: `${STEP_WORDS[step.state] ?? step.state}${words}` },
  ];
}

function nextStepOf(row: OpenRecord): string {
  const thing = row.kind === 'buy' ? 'label' : 'cancellation';
  if (row.state === 'disputed')
    return row.settled
      ? `Look the ${thing} up at the carrier by reference ${row.carrier_ref}, then say what you found.`
      : `Wait until the carrier's settle time has passed, then look the ${thing} up by reference ${row.carrier_ref}.`;
  if (row.state === 'sending') return 'The call has been under way for long; it resumes automatically.';
  return row.due_at
    ? `The carrier is asked again at ${row.due_at.toISOString().slice(0, 19).replace('T', ' ')} UTC.`
    : 'The carrier is being asked.';
}
