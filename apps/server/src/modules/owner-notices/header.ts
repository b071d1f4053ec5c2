/** What is open in the header of a person who may act on it, wants it there and has not put it away. */
import { OWNER_NOTICE_KINDS, type OwnerNotice, type OwnerNoticeKind } from '@scanship/contracts/network/owner-notices';
import type { RequestContext } from '../../platform/context.ts';
import { actAs } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { noticeKindsFor, readNotices } from '../auth/index.ts';
import { pageOf } from './findings.ts';

type Deps = Pick<Services, 'db' | 'clock'>;
const MOST = 50;

const isOwnerKind = (kind: string): kind is OwnerNoticeKind => (OWNER_NOTICE_KINDS as readonly string[]).includes(kind);

export const openNotices = ({ db }: Deps, ctx: RequestContext): Promise<OwnerNotice[]> =>
  db.identity(ctx, async (tx) => {
    const { tenantKind } = ctx;
    if (tenantKind !== 'platform' && tenantKind !== 'franchise') return [];
    const choices = await readNotices(tx, ctx, noticeKindsFor(ctx));
    const kinds = choices.flatMap(({ kind, header }) => (header === true && isOwnerKind(kind) ? [kind] : []));
    if (kinds.length === 0) return [];
    await actAs(tx, { role: 'app_tenant', tenantId: ctx.tenantId });
    const rows = await tx
      .selectFrom('owner_notices as n')
      .select(['n.id', 'n.kind', 'n.subject', 'n.name', 'n.amount', 'n.opened_at'])
      .where('n.tenant_id', '=', ctx.tenantId)
      .where('n.closed_at', 'is', null)
      .where('n.kind', 'in', kinds)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('owner_notice_reads as r')
              .select('r.user_id')
              .whereRef('r.tenant_id', '=', 'n.tenant_id')
              .whereRef('r.notice_id', '=', 'n.id')
              .where('r.user_id', '=', ctx.userId),
          ),
        ),
      )
      .orderBy('n.opened_at', 'desc')
      .limit(MOST)
      .execute();
    return rows.map(({ id, kind, subject, name, amount, opened_at: at }) => ({
      id,
      kind,
      name,
      amount,
      openedAt: at.toISOString(),
      page: pageOf({ kind: tenantKind }, kind, subject),
    }));
  });

/** Problem `not_found`. */
export async function putAway(deps: Deps, ctx: RequestContext, id: string): Promise<Outcome<OwnerNotice[]>> {
  const found = await deps.db.tenant(ctx, async (tx) => {
    const row = await tx
      .selectFrom('owner_notices')
      .select('id')
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return false;
    await tx
      .insertInto('owner_notice_reads')
      .values({ tenant_id: ctx.tenantId, notice_id: id, user_id: ctx.userId, at: deps.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
  return found ? { ok: true, value: await openNotices(deps, ctx) } : problem('not_found');
}
