/** Beginning, changing and moving a claim. */
import type { BodyOf } from '@scanship/contracts/call';
import type { moveClaim, openClaim, putClaim } from '@scanship/contracts/shipping/claims';
import { CLAIM_TRANSITIONS } from '@scanship/domain/shipping/claims';
import { type ShipmentState, WENT_OUT } from '@scanship/domain/shipping/shipment-states';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { NEXT_QUESTION } from './claim-watch.ts';
import { lock, stillDraft } from './lock-claim.ts';
import { itemsOf, worthOf } from './read-claim.ts';

interface Sent {
  readonly state: ShipmentState;
  readonly order_id: string;
  readonly currency: string;
}

/** @returns the id of the claim, or of the one that is open already */
export async function begin(
  tx: Tx,
  ctx: { readonly tenantId: string; readonly userId: string | null },
  input: BodyOf<typeof openClaim>,
): Promise<Outcome<string>> {
  const { tenantId } = ctx;
  const { shipmentId, kind } = input;
  const found = await sql<Sent>`SELECT s.state, i.order_id, o.currency FROM shipments AS s
    JOIN LATERAL (SELECT order_id FROM shipment_items WHERE tenant_id = s.tenant_id AND shipment_id = s.id
      ORDER BY order_id LIMIT 1) AS i ON true
    JOIN orders AS o ON o.tenant_id = s.tenant_id AND o.id = i.order_id
    WHERE s.tenant_id = ${tenantId} AND s.id = ${shipmentId} FOR UPDATE OF s`.execute(tx);
  const [sent] = found.rows;
  if (!sent) return problem('not_found', { message: 'This shipment was not found.' });
  if (!WENT_OUT.has(sent.state))
    return problem('order_not_shippable', { message: 'This shipment has no label, so no carrier answers for it.' });
  const open = await sql<{ id: string }>`SELECT id FROM claims
    WHERE tenant_id = ${tenantId} AND shipment_id = ${shipmentId} AND state <> 'dropped'`.execute(tx);
  if (open.rows[0]) return { ok: true, value: open.rows[0].id };
  const id = newId();
  const worth = worthOf(await itemsOf(tx, tenantId, shipmentId, sent.order_id));
  await sql`INSERT INTO claims (tenant_id, id, shipment_id, order_id, kind, amount_minor, currency, opened_by)
    VALUES (${tenantId}, ${id}, ${shipmentId}, ${sent.order_id}, ${kind}, ${worth}, ${sent.currency}, ${ctx.userId})`.execute(
    tx,
  );
  return { ok: true, value: id };
}

export async function change(
  tx: Tx,
  tenantId: string,
  id: string,
  input: BodyOf<typeof putClaim>,
): Promise<Outcome<void>> {
  const draft = await stillDraft(tx, tenantId, id, input.version);
  if (!draft.ok) return draft;
  await sql`UPDATE claims SET kind = ${input.kind}, amount_minor = ${input.amount.minor}, currency = ${input.amount.currency},
      note = ${input.note.trim()}, version = version + 1 WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
  return { ok: true, value: undefined };
}

export async function move(
  tx: Tx,
  tenantId: string,
  id: string,
  input: BodyOf<typeof moveClaim>,
  now: Date,
): Promise<Outcome<void>> {
  const state = await lock(tx, tenantId, id, input.version);
  if (!state.ok) return state;
  const { to } = input;
  if (!CLAIM_TRANSITIONS[state.value].includes(to)) return problem('claim_state');
  const paid = to === 'paid' ? (input.paid ?? null) : null;
  if (to === 'paid' && paid === null)
    return problem('validation', { errors: [{ field: 'paid', message: 'Enter what the carrier paid.' }] });
  const at = sql`${now.toISOString()}::timestamptz`;
  const clash = await sql<{
    one: number;
  }>`SELECT 1 AS one FROM claims AS c WHERE c.tenant_id = ${tenantId} AND c.id <> ${id}
      AND c.state <> 'dropped' AND c.shipment_id = (SELECT shipment_id FROM claims WHERE tenant_id = ${tenantId} AND id = ${id})
    LIMIT 1`.execute(tx);
  if (state.value === 'dropped' && clash.rows.length > 0)
    return problem('claim_state', { message: 'This shipment has another claim by now.' });
  await sql`UPDATE claims SET state = ${to}, version = version + 1,
      reference = coalesce(${input.reference?.trim() || null}, reference), answer = coalesce(${input.answer?.trim() || null}, answer),
      filed_at = CASE WHEN ${to} = 'filed' THEN ${at} ELSE filed_at END,
      decided_at = CASE WHEN ${to} IN ('accepted', 'refused') THEN ${at} ELSE decided_at END,
      paid_at = CASE WHEN ${to} = 'paid' THEN ${at} END,
      paid_minor = ${paid?.minor ?? null}, paid_currency = ${paid?.currency ?? null},
      -- An appeal: asked at once, the carrier would say again what is appealed against.
      ask_at = CASE WHEN ${to} = 'filed' AND carrier_state IS NOT NULL THEN ${at} + ${NEXT_QUESTION} END
    WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
  // Begun anew: what the carrier had was withdrawn, and says nothing about what is filed next.
  if (to === 'draft')
    await sql`UPDATE claims SET effect_id = NULL, grant_id = NULL, reference = NULL, carrier_number = NULL, carrier_state = NULL,
        asked_at = NULL, ask_failed_since = NULL, approved_minor = NULL, approved_currency = NULL
      WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
  return { ok: true, value: undefined };
}
