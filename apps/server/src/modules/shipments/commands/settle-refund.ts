/** What became of a refund that was to come later: told by the carrier when it is asked, or stated by a person. */
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Sealer } from '../../../platform/crypto/sealer.ts';
import { actAs, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { json } from '../../../platform/database/json-column.ts';
import { recordChange, REQUEST_SEAL } from '../../../platform/journal/journal-store.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { creditVoided } from '../credit.ts';
import { noteRefund } from '../exception-causes.ts';
import type { ShipmentPorts } from '../ports.ts';
import { type VoidRequest, voidRequestOf } from '../purchase-request.ts';

export type RefundEnd = 'received' | 'refused';

export interface RefundSettling {
  readonly tenantId: string;
  readonly voidId: string;
  /** The person who states it; null: the carrier told. */
  readonly by: {
    readonly userId: string;
    readonly sessionId: string | null;
    readonly note?: string | undefined;
  } | null;
  readonly why?: string | undefined;
}

/** Opens what was sealed with a void; undefined when another installation voided it. Ends as `app_tenant`. */
export async function readVoidRequest(
  tx: Tx,
  sealer: Sealer,
  tenantId: string,
  voidId: string,
): Promise<VoidRequest | undefined> {
  await actAs(tx, { role: 'app_secrets', tenantId });
  const row = await tx
    .selectFrom('voids')
    .select('sealed')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', voidId)
    .executeTakeFirstOrThrow();
  await actAs(tx, { role: 'app_tenant', tenantId });
  return row.sealed ? voidRequestOf(sealer.openJson(tenantId, voidId, REQUEST_SEAL, row.sealed)) : undefined;
}

/**
 * Books the credit of a refund that came, or gives it up. Repeatable: a refund that is settled in this way already changes
 * nothing. A refund that was given up may still come. Problems: `not_found`; `forbidden` when there is none to settle, when
 * the label was bought in another installation, or when a person states it of a label bought on a lent account.
 */
export async function settleRefund(
  tx: Tx,
  deps: { readonly sealer: Sealer; readonly ports: ShipmentPorts },
  settling: RefundSettling,
  end: RefundEnd,
): Promise<Outcome<void>> {
  const { tenantId, voidId, by } = settling;
  const row = await tx
    .selectFrom('voids')
    .select('refund_state')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', voidId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return problem('not_found');
  const from = row.refund_state;
  if (from === end) return ok(undefined);
  if (from !== 'pending' && !(from === 'refused' && end === 'received'))
    return problem('forbidden', { message: 'There is no refund to wait for any more.' });
  const request = await readVoidRequest(tx, deps.sealer, tenantId, voidId);
  if (!request)
    return problem('forbidden', {
      message: 'This label was bought in another installation; its refund is looked after there.',
    });
  // It would credit this level from the owner's book, by the word of who profits.
  if (by && request.chain.length > 1)
    return problem('forbidden', {
      message: 'This label was bought on an account that is lent to you; its owner credits the refund.',
    });
  await tx
    .updateTable('voids')
    .set({ refund_state: end, refund_check_at: null, updated_at: sql<Date>`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', voidId)
    .execute();
  await recordChange(tx, tenantId, { kind: 'refund', id: voidId }, from, end, {
    userId: by?.userId ?? null,
    sessionId: by?.sessionId ?? null,
    why: by?.note ?? settling.why,
  });
  if (by)
    await tx
      .insertInto('audit_events')
      .values({
        tenant_id: tenantId,
        id: newId(),
        actors: json([{ userId: by.userId, sessionId: by.sessionId }]),
        action: 'refund.stated',
        subject_kind: 'void',
        subject_id: voidId,
        details: json({ from, to: end, note: by.note ?? null }),
      })
      .execute();
  if (end === 'received') await creditVoided(tx, tenantId, request, by?.userId ?? null);
  await noteRefund(tx, tenantId, voidId, deps.ports);
  return ok(undefined);
}

const MORE_DAYS = 14;

/** Gives the carrier two weeks more. Problems: `not_found`, `forbidden`. */
export async function waitForRefund(
  tx: Tx,
  ports: ShipmentPorts,
  tenantId: string,
  voidId: string,
): Promise<Outcome<void>> {
  const later = sql<Date>`clock_timestamp() + make_interval(days => ${MORE_DAYS})`;
  const put = await tx
    .updateTable('voids')
    .set({ refund_due_at: later, refund_check_at: sql<Date>`least(refund_check_at, ${later})` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', voidId)
    .where('refund_state', '=', 'pending')
    .executeTakeFirst();
  if (put.numUpdatedRows === 0n) return problem('forbidden', { message: 'There is no refund to wait for any more.' });
  await noteRefund(tx, tenantId, voidId, ports);
  return ok(undefined);
}
