/** What carriers of the demo broke: a claim to file, one that is with the carrier, and one that was paid. */
import type { ClaimState } from '@scanship/domain/shipping/claims';
import { sql } from 'kysely';
import { beginClaim, changeClaim, moveClaim, readClaims } from '../modules/claims/index.ts';
import type { Services } from '../platform/services.ts';

interface Claimed {
  readonly kind: 'damage' | 'contents';
  readonly note: string;
  /** How far it is, step by step. */
  readonly path: readonly ClaimState[];
}

/** Newest shipment first. */
const CLAIMED: readonly Claimed[] = [
  { kind: 'damage', note: 'The box was crushed and the mug is in pieces.', path: [] },
  { kind: 'contents', note: 'One of two pieces is missing; the tape was cut.', path: ['filed'] },
  { kind: 'damage', note: 'Water came into the parcel.', path: ['filed', 'accepted', 'paid'] },
];

/** @param past shipments that something else is shown with */
export async function seedClaims(
  { db, clock }: Services,
  customer: { readonly tenantId: string },
  past: number,
): Promise<void> {
  const { tenantId } = customer;
  await db.tenant({ tenantId }, async (tx) => {
    const { claims } = await readClaims(tx, tenantId, {}, (slug) => slug);
    if (claims.length > 0) return;
    const arrived = await sql<{
      id: string;
    }>`SELECT id FROM shipments WHERE tenant_id = ${tenantId} AND state = 'delivered'
      AND direction = 'outbound' ORDER BY delivered_at DESC OFFSET ${past} LIMIT ${CLAIMED.length}`.execute(tx);
    for (const [at, { id: shipmentId }] of arrived.rows.entries()) {
      const claimed = CLAIMED[at];
      if (!claimed) continue;
      const { kind, note, path } = claimed;
      const begun = await beginClaim(tx, { tenantId, userId: null }, { shipmentId, kind });
      if (!begun.ok) continue;
      const { rows } = await sql<{ minor: number; currency: string }>`SELECT amount_minor AS minor, currency FROM claims
        WHERE tenant_id = ${tenantId} AND id = ${begun.value}`.execute(tx);
      const [amount] = rows;
      if (!amount) continue;
      await changeClaim(tx, tenantId, begun.value, { version: 1, kind, amount: { ...amount }, note });
      for (const [step, to] of path.entries())
        await moveClaim(
          tx,
          tenantId,
          begun.value,
          { version: step + 2, to, reference: 'C-20418', answer: null, paid: to === 'paid' ? { ...amount } : null },
          clock.now(),
        );
    }
  });
}
