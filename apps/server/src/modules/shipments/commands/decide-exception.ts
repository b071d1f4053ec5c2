/** A person states what the carrier has, where nobody else can. Written to the audit trail with the outcome. */
import type { Decision } from '@scanship/domain/shipping/purchase';
import { ok } from '@scanship/domain/values/result';
import type { JournalRef } from '../../../platform/journal/handler.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Asker, CreateDeps } from './create-shipment.ts';

export interface DecideInput {
  readonly decision: Decision;
  readonly trackingNumbers?: readonly string[] | undefined;
  readonly note?: string | null | undefined;
}

interface Subject {
  readonly ref: JournalRef;
  readonly shipmentId: string;
  readonly purchaseId: string;
  readonly parcels: readonly number[];
  readonly reference: string;
}

async function subjectOf(deps: CreateDeps, tenantId: string, asked: string): Promise<Subject | undefined> {
  return deps.db.tenant({ tenantId }, async (tx) => {
    const exception = await tx
      .selectFrom('exceptions')
      .select('operation_id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', asked)
      .where('kind', 'in', ['purchase', 'void'])
      .executeTakeFirst();
    const id = exception?.operation_id ?? asked;
    const asVoid = await tx
      .selectFrom('voids')
      .select('purchase_id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .executeTakeFirst();
    const purchaseId = asVoid?.purchase_id ?? id;
    const purchase = await tx
      .selectFrom('purchases')
      .select(['shipment_id', 'carrier_ref'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', purchaseId)
      .executeTakeFirst();
    if (!purchase) return undefined;
    const parcels = await tx
      .selectFrom('parcels')
      .select('no')
      .where('tenant_id', '=', tenantId)
      .where('purchase_id', '=', purchaseId)
      .orderBy('no')
      .execute();
    return {
      ref: { table: asVoid ? 'voids' : 'purchases', tenantId, id },
      shipmentId: purchase.shipment_id,
      purchaseId,
      parcels: parcels.map((parcel) => parcel.no),
      reference: purchase.carrier_ref,
    };
  });
}

/**
 * @param id of the purchase or void, or of the exception about it
 *
 * Problems: `not_found`; `validation` when a label exists and its tracking numbers are not given, one for each parcel;
 * `forbidden` with the reason (before the settle time, nothing to decide, nothing can be asked).
 * @returns the shipment concerned
 */
export async function decideException(
  deps: CreateDeps,
  asker: Asker,
  id: string,
  input: DecideInput,
): Promise<Outcome<{ readonly shipmentId: string }>> {
  const subject = await subjectOf(deps, asker.tenantId, id);
  if (!subject) return problem('not_found');
  const numbers = input.trackingNumbers ?? [];
  const isPurchase = subject.ref.table === 'purchases';
  if (input.decision === 'exists' && isPurchase && numbers.length !== subject.parcels.length)
    return problem('validation', {
      errors: [
        {
          field: 'trackingNumbers',
          message:
            subject.parcels.length === 1
              ? 'Enter the tracking number that the carrier has.'
              : `Enter the ${subject.parcels.length} tracking numbers that the carrier has, in the order of the parcels.`,
        },
      ],
    });
  const result = isPurchase
    ? {
        carrierShipmentId: subject.reference,
        parcels: subject.parcels.map((number, index) => ({ number, trackingNumber: numbers[index] ?? '' })),
        files: [],
      }
    : // Nobody said what comes back; it is watched for as a refund that is due.
      { refund: 'later' };
  const decided = await deps.journal.decide(
    subject.ref,
    input.decision,
    { userId: asker.userId, sessionId: asker.sessionId, note: input.note ?? null },
    result,
  );
  return decided.ok ? ok({ shipmentId: subject.shipmentId }) : decided;
}
