/** Voiding: one stored operation for each bought piece. The shipment is voided when the carrier has said so for all. */
import type { CancelInput, CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { JsonObject } from '@scanship/domain/values/json';
import { isPaid, type PurchaseState, type ShipmentState } from '@scanship/domain/shipping/shipment-states';
import { ok } from '@scanship/domain/values/result';
import { type RawBuilder, sql } from 'kysely';
import type { Sealer } from '../../../platform/crypto/sealer.ts';
import { actAs, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { JournalRef } from '../../../platform/journal/handler.ts';
import { recordChange, REQUEST_SEAL, stepSeal } from '../../../platform/journal/journal-store.ts';
import { decodeStepValue } from '../../../platform/journal/step-values.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Charged } from '../../billing/index.ts';
import { actorOf } from '../../orders/index.ts';
import { noteVoid } from '../exception-causes.ts';
import type { Actor } from '../ports.ts';
import { purchaseRequestOf, toJson, type VoidRequest } from '../purchase-request.ts';
import { lockShipment, moveShipment, pieceStates } from '../shipment-state.ts';
import { type Asker, type CreateDeps } from './create-shipment.ts';
import { Refusal } from './plan-purchase.ts';

export interface Standing {
  readonly state: ShipmentState;
  readonly pieces: readonly { readonly state: PurchaseState; readonly sentAt?: Date | null | undefined }[];
  /** The carrier has scanned a parcel. */
  readonly scanned: boolean;
  /** It stands on the carrier's own end-of-day paper, or is being put on it. */
  readonly closed?: boolean | undefined;
  /** It came with the customer from another installation (import-tenant): what its carrier needs stayed there. */
  readonly elsewhere?: boolean | undefined;
}

const ELSEWHERE = 'This label was bought in another installation; cancel it there.';
const HOUR_MS = 3_600_000;

/** Until when the carrier voids, by what its manifest says; undefined where it names no time. */
export function cancelUntil(standing: Standing, manifest: CarrierManifest | undefined): Date | undefined {
  const hours = manifest?.voiding?.withinHours;
  if (hours === undefined) return undefined;
  const sent = standing.pieces.flatMap((piece) =>
    isPaid(piece.state) && piece.sentAt ? [piece.sentAt.getTime()] : [],
  );
  // The label that was bought first ends first.
  return sent.length === 0 ? undefined : new Date(Math.min(...sent) + hours * HOUR_MS);
}

/** Why a shipment cannot be cancelled, in one sentence; undefined when it can. */
export function whyNotCancellable(
  standing: Standing,
  manifest: CarrierManifest | undefined,
  carrierName: string,
  now: Date,
): string | undefined {
  switch (standing.state) {
    case 'draft':
      return 'No label was bought.';
    case 'buying':
      return standing.pieces.some((piece) => piece.state === 'unknown' || piece.state === 'disputed')
        ? 'Whether the carrier made this label is not known yet.'
        : 'The label is still being bought.';
    case 'voiding':
      return 'It is being cancelled at the carrier already.';
    case 'voided':
      return 'It is cancelled already.';
    case 'handed_over':
      return 'The carrier has scanned the parcel.';
    case 'delivered':
    case 'returned':
    case 'lost':
      return 'The parcel has travelled.';
    default:
  }
  if (standing.elsewhere) return ELSEWHERE;
  if (!manifest?.capabilities.cancel) return `${carrierName} does not cancel labels.`;
  if (!standing.pieces.some((piece) => isPaid(piece.state))) return 'No label was bought.';
  if (standing.scanned) return 'The carrier has scanned a parcel of this shipment.';
  if (standing.closed && manifest.endOfDay?.endsVoiding)
    return `It is on the ${manifest.endOfDay.name} of ${carrierName}, which ends cancelling.`;
  const until = cancelUntil(standing, manifest);
  if (until && until <= now)
    return `${carrierName} cancels labels within ${manifest.voiding?.withinHours} hours of the purchase, and that time is over.`;
  return undefined;
}

/**
 * Stores the intent to void everything that was bought of a shipment; the voids then run by themselves. Repeatable: a
 * shipment that is being voided or is void already answers ok.
 * Problems: `not_found`, `cannot_cancel` with the reason.
 */
export async function cancelShipment(
  deps: CreateDeps,
  asker: Asker,
  shipmentId: string,
): Promise<Outcome<readonly JournalRef[]>> {
  const actor: Actor = { tenantId: asker.tenantId, userId: asker.userId, sessionId: asker.sessionId };
  try {
    const refs = await deps.db.tenant(actor, (tx) => storeVoids(deps, actor, tx, shipmentId, actorOf(asker)));
    for (const ref of refs) deps.journal.wake(ref);
    return ok(refs);
  } catch (error) {
    if (error instanceof Refusal) return error.outcome;
    throw error;
  }
}

async function storeVoids(
  deps: CreateDeps,
  actor: Actor,
  tx: Tx,
  shipmentId: string,
  actedBy: string | null,
): Promise<readonly JournalRef[]> {
  const { tenantId } = actor;
  const shipment = await lockShipment(tx, tenantId, shipmentId);
  if (!shipment) throw new Refusal(problem('not_found'));
  if (shipment.state === 'voiding') return openVoids(tx, tenantId, shipmentId);
  if (shipment.state === 'voided') return [];
  const pieces = await pieceStates(tx, tenantId, shipmentId);
  const manifest = deps.ports.grants.describe(shipment.slug)?.manifest;
  const { now, ...found } = await standingOf(tx, tenantId, shipmentId);
  const standing = { state: shipment.state, pieces, ...found };
  const why = whyNotCancellable(standing, manifest, manifest?.name ?? shipment.slug, now);
  if (why !== undefined) throw new Refusal(problem('cannot_cancel', { message: why }));
  const bought = pieces.filter((piece) => isPaid(piece.state));
  await moveShipment(tx, tenantId, shipment, 'voiding', { userId: actor.userId, sessionId: actor.sessionId });
  await sql`UPDATE shipments SET acted_by = ${actedBy} WHERE tenant_id = ${tenantId} AND id = ${shipmentId}`.execute(
    tx,
  );
  const refs: JournalRef[] = [];
  for (const piece of bought) {
    const request = await readPurchase(tx, deps.sealer, tenantId, shipmentId, piece.purchaseId);
    const id = newId();
    const earlier = await sql<{ n: number }>`SELECT count(*)::int AS n FROM voids
      WHERE tenant_id = ${tenantId} AND purchase_id = ${piece.purchaseId}`.execute(tx);
    await tx
      .insertInto('voids')
      .values({
        tenant_id: tenantId,
        id,
        purchase_id: piece.purchaseId,
        intent_key: `void:${piece.purchaseId}:${(earlier.rows[0]?.n ?? 0) + 1}`,
        state: 'reserved',
        due_at: sql<Date>`now()`,
        sealed: deps.sealer.sealJson(tenantId, id, REQUEST_SEAL, toJson(request)).sealed,
        created_by: actor.userId,
        created_by_session: actor.sessionId,
      })
      .execute();
    await recordChange(tx, tenantId, { kind: 'void', id }, null, 'reserved', actor);
    // An earlier try that was declined is no matter any more.
    await noteVoid(tx, tenantId, { voidId: id, purchaseId: piece.purchaseId }, deps.ports);
    // A purchase that still fetches its file leaves off; it goes on when the carrier declines the void.
    await sql`UPDATE purchases SET due_at = NULL, lease_until = NULL, attempt = attempt + 1
      WHERE tenant_id = ${tenantId} AND id = ${piece.purchaseId} AND state = 'confirmed'`.execute(tx);
    refs.push({ table: 'voids', tenantId, id });
  }
  return refs;
}

/** SQL of whether a shipment's purchase stands on a carrier's own end-of-day paper, or is being put on it. */
export const onCarrierPaper = (tenantId: string, shipmentId: string | RawBuilder<string>) => sql<boolean>`EXISTS (
  SELECT 1 FROM manifest_items AS i WHERE i.tenant_id = ${tenantId} AND i.shipment_id = ${shipmentId}
    AND i.state IN ('closing', 'closed'))`;

/** SQL of whether what was made at that moment was made before its customer came here. */
export const madeElsewhere = (tenantId: string, at: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT 1 FROM tenants AS t WHERE t.id = ${tenantId} AND t.came_at > ${at})`;

interface Found {
  readonly scanned: boolean;
  readonly closed: boolean;
  readonly elsewhere: boolean;
  readonly now: Date;
}

/** Whether the carrier has a parcel of a label that still stands or has closed its day, where it was bought, and the database's clock. */
async function standingOf(tx: Tx, tenantId: string, shipmentId: string): Promise<Found> {
  const found = await sql<Found>`SELECT clock_timestamp() AS now, ${onCarrierPaper(tenantId, shipmentId)} AS closed,
    ${madeElsewhere(tenantId, sql`(SELECT created_at FROM shipments WHERE tenant_id = ${tenantId} AND id = ${shipmentId})`)} AS elsewhere, EXISTS (SELECT 1 FROM trackers AS t
    JOIN purchases AS p ON p.tenant_id = t.tenant_id AND p.id = t.purchase_id AND p.state IN ('confirmed', 'complete')
    WHERE t.tenant_id = ${tenantId} AND t.shipment_id = ${shipmentId} AND t.scanned_at IS NOT NULL) AS scanned`.execute(
    tx,
  );
  const row = found.rows[0];
  if (!row) throw new Error('the database has no clock');
  return row;
}

async function openVoids(tx: Tx, tenantId: string, shipmentId: string): Promise<readonly JournalRef[]> {
  const rows = await sql<{ id: string }>`SELECT v.id FROM voids AS v
    JOIN purchases AS p ON p.tenant_id = v.tenant_id AND p.id = v.purchase_id
    WHERE p.tenant_id = ${tenantId} AND p.shipment_id = ${shipmentId} AND v.due_at IS NOT NULL`.execute(tx);
  return rows.rows.map(({ id }) => ({ table: 'voids', tenantId, id }));
}

/** Opens what was sealed with a purchase and its steps, and makes of it what the carrier needs to void the label. */
async function readPurchase(
  tx: Tx,
  sealer: Sealer,
  tenantId: string,
  shipmentId: string,
  purchaseId: string,
): Promise<VoidRequest> {
  const steps = await tx
    .selectFrom('effect_steps')
    .select(['no', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('subject_kind', '=', 'purchase')
    .where('subject_id', '=', purchaseId)
    .orderBy('no')
    .execute();
  const shown = await tx
    .selectFrom('purchases')
    .select('vendor_ids')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  await actAs(tx, { role: 'app_secrets', tenantId });
  const own = await tx
    .selectFrom('purchases')
    .select('sealed')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  const answers = await tx
    .selectFrom('effect_steps')
    .select(['no', 'vendor_result'])
    .where('tenant_id', '=', tenantId)
    .where('subject_kind', '=', 'purchase')
    .where('subject_id', '=', purchaseId)
    .orderBy('no')
    .execute();
  await actAs(tx, { role: 'app_tenant', tenantId });
  // It came with the customer (import-tenant): what its carrier needs stayed where it was bought.
  if (!own.sealed) throw new Refusal(problem('cannot_cancel', { message: ELSEWHERE }));
  const request = purchaseRequestOf(sealer.openJson(tenantId, purchaseId, REQUEST_SEAL, own.sealed));
  let kept: JsonObject = {};
  let result: JsonObject = {};
  for (const answer of answers) {
    const name = steps.find((step) => step.no === answer.no)?.name;
    if (!name || !answer.vendor_result) continue;
    const value = decodeStepValue(sealer.openJson(tenantId, purchaseId, stepSeal(name), answer.vendor_result));
    kept = { ...kept, ...value.keep };
    result = { ...result, ...value.result };
  }
  const ids = shown.vendor_ids as {
    readonly carrierShipmentId?: string;
    readonly parcels?: readonly { readonly trackingNumber: string }[];
  };
  const input: CancelInput = {
    reference: request.input.reference,
    carrierShipmentId: ids.carrierShipmentId ?? '',
    trackingNumbers: (ids.parcels ?? []).map((parcel) => parcel.trackingNumber),
    kept,
  };
  const charged = (result as { readonly charged?: Charged }).charged;
  return { grantId: request.grantId, shipmentId, purchaseId, input, chain: request.chain, charged };
}
