/** Turns a rate into what is stored before a carrier is called: pieces with their own references, seals and shares. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { inLettersOf } from '@scanship/connector-kit/carrier/letters';
import { destinationZones } from '@scanship/domain/pricing/destination-zones';
import { splitChain } from '@scanship/domain/money/ledger';
import type { Money } from '@scanship/domain/money/money';
import { customsOf } from '@scanship/domain/shipping/parcel-contents';
import { planPieces } from '@scanship/domain/shipping/purchase';
import type { Parcel } from '@scanship/domain/shipping/shipment';
import { sql } from 'kysely';
import type { Sealer } from '../../../platform/crypto/sealer.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { changeRows, REQUEST_SEAL } from '../../../platform/journal/journal-store.ts';
import { type AppProblem, type Outcome, problem } from '../../../platform/problem.ts';
import type { Result } from '@scanship/domain/values/result';
import { type Chain, reservePurchase } from '../../billing/index.ts';
import type { Actor, LoadedRate, ShipmentPorts } from '../ports.ts';
import { type PurchaseRequest, toJson } from '../purchase-request.ts';
import { waitsForAnswer } from '../waits-for-answer.ts';
import type { PurchaseNames } from './purchase-names.ts';

export interface PlannedPiece {
  readonly purchaseId: string;
  readonly piece: number;
  readonly price: Money;
  readonly parcels: readonly Parcel[];
  readonly request: PurchaseRequest;
  readonly reference: string;
  readonly uuid: string;
}

export const toChain = (rate: LoadedRate): Chain =>
  rate.chain.map((link) => ({
    from: link.fromTenantId,
    to: link.toTenantId,
    price: link.price,
    lines: link.lines,
    markupVersions: link.markupVersions,
  }));

/**
 * Plans the pieces of a shipment, or only those of the given numbers (what is missing of a partly bought one). Numbers
 * of labels are taken here, in their own transaction; one that is not used is never used again.
 */
export async function planPurchases(
  { ports }: { readonly ports: ShipmentPorts },
  actor: Actor,
  rate: LoadedRate,
  manifest: CarrierManifest,
  names: PurchaseNames,
  options: { readonly labelFormat: 'pdf' | 'zpl'; readonly onlyPieces?: ReadonlySet<number> },
): Promise<Outcome<readonly PlannedPiece[]>> {
  if (rate.unaskedSince) return problem('unavailable', waitsForAnswer(manifest.name));
  const all = planPieces(rate.request.parcels, manifest.capabilities.parcelsPerCall);
  const weights = all.map(({ parcels }) => parcels.reduce((total, parcel) => total + parcel.weightGrams, 0));
  const whole = toChain(rate);
  const shares = splitChain(whole, weights);
  const sale = {
    carrier: rate.slug,
    service: rate.service,
    zones: destinationZones(rate.request.from, rate.request.to),
    billableGrams: rate.billableGrams,
    listMinor: rate.listMinor ?? 0,
    day: rate.request.shipDate,
    test: rate.test,
    weights,
    lines: whole.map(({ lines }) => lines),
  };
  const wanted = all.filter(({ piece }) => options.onlyPieces?.has(piece) ?? true);
  let serials: readonly number[] = [];
  if (manifest.capabilities.shipperNumbers) {
    const count = wanted.reduce((total, { parcels }) => total + parcels.length, 0);
    const allotted = await ports.grants.allotSerials(actor.tenantId, rate.grantId, count);
    if (!allotted.ok) return allotted;
    serials = allotted.value;
  }
  // As the price was asked and as the person read it; the shipment itself keeps the address as the buyer wrote it.
  const { shipment } = inLettersOf(manifest, rate.request);
  const siblings = wanted.map(({ piece }) => ({ purchaseId: newId(), chain: shares[piece - 1] ?? [] }));
  let used = 0;
  const planned = wanted.map(({ piece, parcels }, index): PlannedPiece => {
    const own = siblings[index] ?? { purchaseId: newId(), chain: [] };
    const { reference, uuid } = names.of(piece);
    const numbers = serials.slice(used, used + parcels.length);
    used += parcels.length;
    return {
      purchaseId: own.purchaseId,
      piece,
      parcels,
      reference,
      uuid,
      price: own.chain.at(-1)?.price ?? { minor: 0, currency: rate.price.currency },
      request: {
        grantId: rate.grantId,
        test: rate.test,
        chain: own.chain,
        facts: { ...sale, piece },
        siblings,
        askFirst: names.perhapsSince === undefined ? undefined : true,
        input: {
          shipment: {
            ...shipment,
            parcels,
            customs: shipment.customs && customsOf(shipment.customs, parcels),
          },
          service: rate.service,
          reference,
          uuid,
          labelFormat: options.labelFormat,
          rateToken: rate.vendorToken,
          serials: numbers.length > 0 ? numbers : undefined,
          perhapsSince: names.perhapsSince,
        },
      },
    };
  });
  return { ok: true, value: planned };
}

/** Undoes the transaction it is thrown in; what is outside answers the problem. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly outcome: Result<never, AppProblem>;
  constructor(outcome: Result<never, AppProblem>) {
    super(outcome.ok ? 'refused' : outcome.problem.code);
    this.outcome = outcome;
  }
}

/** The value, or the end of the transaction. */
export function must<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Refusal(outcome);
}

export interface PurchaseIntent {
  readonly shipmentId: string;
  readonly slug: string;
  readonly service: string;
  readonly intentKey: string;
  readonly requestHash: string;
}

/**
 * Stores the purchases of a shipment with their money set aside, if the plan lets them be bought. Only the first is due; it lets
 * the others follow.
 */
export async function storePurchases(
  tx: Tx,
  { sealer, ports }: { readonly sealer: Sealer; readonly ports: Pick<ShipmentPorts, 'plans'> },
  actor: Actor,
  intent: PurchaseIntent,
  pieces: readonly PlannedPiece[],
): Promise<void> {
  const { tenantId } = actor;
  const test = pieces.every((piece) => piece.request.test);
  must(await ports.plans.mayBuy(tx, tenantId, { count: pieces.length, test }));
  for (const [index, piece] of pieces.entries()) {
    const subject = { kind: 'purchase', id: piece.purchaseId };
    await tx
      .with('told', (db) =>
        db.insertInto('state_changes').values(changeRows(tenantId, subject, null, ['planned', 'reserved'], actor)),
      )
      .with('bought', (db) =>
        db.insertInto('purchases').values({
          tenant_id: tenantId,
          id: piece.purchaseId,
          shipment_id: intent.shipmentId,
          piece: piece.piece,
          kind: 'buy',
          grant_id: piece.request.grantId,
          slug: intent.slug,
          service: intent.service,
          test: piece.request.test,
          intent_key: index === 0 ? intent.intentKey : `${intent.intentKey}/${piece.piece}`,
          request_hash: intent.requestHash,
          carrier_ref: piece.reference,
          carrier_uuid: piece.uuid,
          state: 'reserved',
          due_at: index === 0 ? sql<Date>`now()` : null,
          price_minor: piece.price.minor,
          currency: piece.price.currency,
          sealed: sealer.sealJson(tenantId, piece.purchaseId, REQUEST_SEAL, toJson(piece.request)).sealed,
          created_by: actor.userId,
          created_by_session: actor.sessionId,
        }),
      )
      .updateTable('parcels')
      .set({ purchase_id: piece.purchaseId, tracking_number: null, tracking_key: null, label_document_id: null })
      .where('tenant_id', '=', tenantId)
      .where('shipment_id', '=', intent.shipmentId)
      .where(
        'no',
        'in',
        piece.parcels.map((parcel) => parcel.number),
      )
      .execute();
  }
  // Last, so that the books are locked as briefly as possible.
  for (const piece of pieces)
    must(
      await reservePurchase(
        tx,
        { tenantId, purchaseId: piece.purchaseId, chain: piece.request.chain, createdBy: actor.userId },
        { test: piece.request.test },
      ),
    );
}
