/** How many labels of a customer its carriers would still void: money that may come back. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { PurchaseState, ShipmentState } from '@scanship/domain/shipping/shipment-states';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { madeElsewhere, onCarrierPaper, whyNotCancellable } from '../commands/cancel-shipment.ts';

/** What was bought before is void nowhere; looked for newest first. */
const DAYS = 90;
const MOST = 2_000;

interface Row {
  readonly slug: string;
  readonly state: ShipmentState;
  readonly scanned: boolean;
  readonly closed: boolean;
  readonly elsewhere: boolean;
  readonly now: Date;
  readonly pieces: readonly { readonly state: PurchaseState; readonly sentAt: string | null }[];
}

export async function countVoidable(
  tx: Tx,
  tenantId: string,
  manifestOf: (slug: string) => CarrierManifest | undefined,
): Promise<number> {
  const { rows } = await sql<Row>`SELECT s.slug, s.state, clock_timestamp() AS now,
      ${onCarrierPaper(tenantId, sql.ref<string>('s.id'))} AS closed,
      ${madeElsewhere(tenantId, sql.ref('s.created_at'))} AS elsewhere,
      EXISTS (SELECT 1 FROM trackers t WHERE t.tenant_id = s.tenant_id AND t.shipment_id = s.id AND t.scanned_at IS NOT NULL) AS scanned,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('state', p.state, 'sentAt', p.sent_at)), '[]') FROM purchases p
        WHERE p.tenant_id = s.tenant_id AND p.shipment_id = s.id AND p.kind = 'buy') AS pieces
    FROM shipments s WHERE s.tenant_id = ${tenantId} AND s.state IN ('bought', 'partly_bought') AND NOT s.test
      AND s.bought_at > now() - ${DAYS} * interval '1 day'
    ORDER BY s.created_at DESC LIMIT ${MOST}`.execute(tx);
  return rows.filter(({ slug, now, pieces, ...standing }) => {
    const sent = pieces.map(({ state, sentAt }) => ({ state, sentAt: sentAt === null ? null : new Date(sentAt) }));
    return whyNotCancellable({ ...standing, pieces: sent }, manifestOf(slug), slug, now) === undefined;
  }).length;
}
