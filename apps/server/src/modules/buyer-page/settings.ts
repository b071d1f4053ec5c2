/** What a seller decides of the pages of buyers. */
import {
  getBuyerPageSettings,
  putBuyerPageSettings,
  type SeenBuyerPageSettings,
  USUAL_LIFE_DAYS,
} from '@scanship/contracts/stores/buyer-page';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { problem } from '../../platform/problem.ts';
import { shopOrigin } from './embedding.ts';
import type { BuyerLinks } from './links.ts';

type Stored = Omit<SeenBuyerPageSettings, 'shopKey'>;

async function read(tx: Tx, tenantId: string): Promise<Stored> {
  const { rows } = await sql<Stored>`SELECT life_days AS "lifeDays", shops, contents, version FROM buyer_page_settings
    WHERE tenant_id = ${tenantId}`.execute(tx);
  return rows[0] ?? { lifeDays: USUAL_LIFE_DAYS, shops: [], contents: true, version: 0 };
}

export const buyerPageRoutes = (db: Database, links: Pick<BuyerLinks, 'shopKey'>): readonly Route[] => [
  route(getBuyerPageSettings, async ({ ctx }) => {
    const stored = await db.tenant(ctx, (tx) => read(tx, ctx.tenantId), { readOnly: true });
    return data({ ...stored, shopKey: links.shopKey(ctx.tenantId) });
  }),
  route(putBuyerPageSettings, async ({ ctx, body: { lifeDays, version, ...body } }) => {
    const typed = (body.shops ?? []).filter((shop) => shop.trim() !== '');
    const origins = typed.map(shopOrigin);
    const errors = origins.flatMap((origin, at) =>
      origin === undefined
        ? [
            {
              field: `shops.${at}`,
              message: `${typed[at] ?? ''} is not the address of a shop. Example: https://shop.example.com`,
            },
          ]
        : [],
    );
    if (errors.length > 0) return problem('validation', { errors });
    const shops = [...new Set(origins.filter((origin) => origin !== undefined))];
    const saved = await db.tenant(ctx, (tx) =>
      version === 0
        ? sql`INSERT INTO buyer_page_settings (tenant_id, life_days, shops, contents)
            VALUES (${ctx.tenantId}, ${lifeDays}, ${json(shops)}, ${body.contents ?? true})
            ON CONFLICT DO NOTHING`.execute(tx)
        : sql`UPDATE buyer_page_settings SET life_days = ${lifeDays}, version = version + 1, updated_at = now(),
              shops = CASE WHEN ${body.shops !== undefined} THEN ${json(shops)} ELSE shops END,
              contents = coalesce(${body.contents ?? null}::boolean, contents)
            WHERE tenant_id = ${ctx.tenantId} AND version = ${version}`.execute(tx),
    );
    if (saved.numAffectedRows === 0n) return problem('stale_version');
    const stored = await db.tenant(ctx, (tx) => read(tx, ctx.tenantId), { readOnly: true });
    return data({ ...stored, shopKey: links.shopKey(ctx.tenantId) }, { successMessage: 'Tracking page saved.' });
  }),
];
