/** What a seller decides of the pages of buyers. */
import {
  type BuyerPageSettings,
  getBuyerPageSettings,
  putBuyerPageSettings,
  USUAL_LIFE_DAYS,
} from '@scanship/contracts/stores/buyer-page';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { problem } from '../../platform/problem.ts';

async function read(tx: Tx, tenantId: string): Promise<BuyerPageSettings> {
  const { rows } = await sql<BuyerPageSettings>`SELECT life_days AS "lifeDays", version FROM buyer_page_settings
    WHERE tenant_id = ${tenantId}`.execute(tx);
  return rows[0] ?? { lifeDays: USUAL_LIFE_DAYS, version: 0 };
}

export const buyerPageRoutes = (db: Database): readonly Route[] => [
  route(getBuyerPageSettings, async ({ ctx }) =>
    data(await db.tenant(ctx, (tx) => read(tx, ctx.tenantId), { readOnly: true })),
  ),
  route(putBuyerPageSettings, async ({ ctx, body: { lifeDays, version } }) => {
    const saved = await db.tenant(ctx, (tx) =>
      version === 0
        ? sql`INSERT INTO buyer_page_settings (tenant_id, life_days) VALUES (${ctx.tenantId}, ${lifeDays})
            ON CONFLICT DO NOTHING`.execute(tx)
        : sql`UPDATE buyer_page_settings SET life_days = ${lifeDays}, version = version + 1, updated_at = now()
            WHERE tenant_id = ${ctx.tenantId} AND version = ${version}`.execute(tx),
    );
    return saved.numAffectedRows === 0n
      ? problem('stale_version')
      : data({ lifeDays, version: version + 1 }, { successMessage: 'Tracking page saved.' });
  }),
];
