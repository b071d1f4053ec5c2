/** Somebody shipped although not every item was scanned: the audit log says who, and why. */
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { actorsOf, recordEvent } from '../audit/index.ts';

export async function recordOverride(
  tx: Tx,
  ctx: RequestContext,
  act: {
    readonly orderId: string;
    readonly number: string;
    readonly reason: string;
    /** Units, where they are known. */
    readonly packed?: number | undefined;
    readonly needed?: number | undefined;
  },
): Promise<void> {
  const { orderId, number, reason, packed, needed } = act;
  await recordEvent(tx, {
    tenantId: ctx.tenantId,
    actors: await actorsOf(tx, ctx),
    action: 'overrideVerification',
    subject: { kind: 'order', id: orderId },
    details: {
      summary: 'Shipped an order although not every item was scanned',
      params: {},
      fields: [],
      told: {
        reason,
        order: number,
        ...(packed === undefined ? {} : { packed }),
        ...(needed === undefined ? {} : { needed }),
      },
    },
    requestId: ctx.requestId,
  });
}
