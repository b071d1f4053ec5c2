/** Acts of staff at an account of somebody below stand in the log of its owner too, who did it and why. */
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { actorsOf, OUTCOME, OUTCOME_SUBJECT, recordEvent } from '../audit/index.ts';

export async function tellOwner(
  db: Database,
  ctx: RequestContext,
  ownerTenantId: string,
  act: {
    readonly action: string;
    readonly summary: string;
    readonly subject: { readonly kind: string; readonly id: string };
    readonly told: Readonly<Record<string, string | number>>;
  },
): Promise<void> {
  // In their own log it stands already.
  if (ownerTenantId === ctx.tenantId) return;
  await db.identity(ctx, async (tx) => {
    const actors = await actorsOf(tx, ctx);
    const { action, summary, subject, told } = act;
    const id = await recordEvent(tx, {
      tenantId: ownerTenantId,
      actors,
      action,
      subject,
      details: { summary, params: { id: subject.id }, fields: [], told: { ...told } },
      requestId: ctx.requestId,
    });
    await recordEvent(tx, {
      tenantId: ownerTenantId,
      actors,
      action: OUTCOME,
      subject: { kind: OUTCOME_SUBJECT, id },
      details: { outcome: 'done' },
      requestId: ctx.requestId,
    });
  });
}
