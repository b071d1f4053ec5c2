/** Which documents open after shipping: the settings of each order's store, else the customer's (decisions 29 and 30). */
import type { DataOf } from '@scanship/contracts/call';
import type { documentsAfterShipping } from '@scanship/contracts/orders/order-documents';
import { crossesBorder } from '@scanship/domain/customs/order-customs';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { autoPopupTagsOf } from '../orders/index.ts';
import { findLabels } from './label-files.ts';

export type AfterShipping = DataOf<typeof documentsAfterShipping>;

interface ShipmentRecord {
  readonly id: string;
  readonly order_ids: readonly string[];
  readonly from_country: string | null;
  readonly to_country: string | null;
  readonly has_customs: boolean;
  readonly void: boolean;
}

/**
 * Answered once for one and for several shipments, in the given order. A shipment of several orders opens what any of them
 * wants; a voided one opens nothing. Problem: `not_found` when one is not the tenant's.
 */
export function documentsAfter(
  db: Database,
  tenantId: string,
  shipmentIds: readonly string[],
): Promise<Outcome<AfterShipping>> {
  const wanted = [...new Set(shipmentIds)];
  return db.tenant(
    { tenantId },
    async (tx) => {
      const { rows } = await sql<ShipmentRecord>`SELECT s.id, s.from_address ->> 'countryCode' AS from_country,
          s.to_address ->> 'countryCode' AS to_country, s.customs IS NOT NULL AS has_customs, s.state IN ('voiding', 'voided') AS void,
          (SELECT coalesce(json_agg(i.order_id ORDER BY i.order_id), '[]'::json) FROM
            (SELECT DISTINCT x.order_id FROM shipment_items x WHERE x.tenant_id = s.tenant_id AND x.shipment_id = s.id) i) AS order_ids
        FROM shipments s WHERE s.tenant_id = ${tenantId} AND s.id = ANY (${wanted}::uuid[])`.execute(tx);
      if (rows.length < wanted.length)
        return problem('not_found', { message: 'One of these shipments was not found.' });
      const byId = new Map(rows.map((row) => [row.id, row]));
      const shipments = wanted.flatMap((id) => byId.get(id) ?? []).filter((row) => !row.void);
      const popups = await autoPopupTagsOf(tx, [...new Set(shipments.flatMap((row) => row.order_ids))]);
      const labelled = new Set((await findLabels(tx, tenantId, wanted)).map((file) => file.shipmentId));
      const answer = { labels: [], packingSlips: [], customInvoices: [], missing: [], title: null } as {
        -readonly [K in keyof AfterShipping]: AfterShipping[K];
      };
      for (const row of shipments) {
        const tags = row.order_ids.flatMap((id) => popups.get(id) ?? []);
        if (tags.some((tag) => tag.SHIPPING_LABEL)) {
          if (labelled.has(row.id)) answer.labels.push(row.id);
          else
            answer.missing.push({
              shipmentId: row.id,
              document: 'label',
              message: 'This shipment has no label file yet.',
            });
        }
        for (const id of row.order_ids)
          if (popups.get(id)?.PACKAGING_SLIPS && !answer.packingSlips.includes(id)) answer.packingSlips.push(id);
        if (tags.some((tag) => tag.CUSTOM_INVOICE) && crossesBorder(row.from_country, row.to_country)) {
          if (row.has_customs) answer.customInvoices.push(row.id);
          else
            answer.missing.push({
              shipmentId: row.id,
              document: 'custom-invoice',
              message: 'This shipment crosses a border and has no customs declaration.',
            });
        }
      }
      const others = answer.packingSlips.length + answer.customInvoices.length;
      if (others > 0) answer.title = 'Pdf Preview';
      else if (answer.labels.length > 0) answer.title = 'Shipping Label Preview';
      return ok(answer);
    },
    { readOnly: true },
  );
}
