/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Timestamp } from '../column-types.ts';

export interface ManualFulfilmentsTable {
  tenant_id: string;
  id: string;
  order_id: string;
  carrier_slug: string | null;
  carrier_name: string | null;
  tracking_number: string | null;
  notify: boolean | null;
  marked_at: Timestamp;
  marked_by: string | null;
  undone_at: Timestamp | null;
  undone_by: string | null;
}

export interface OrderCommandsTables {
  manual_fulfilments: ManualFulfilmentsTable;
}
