/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated } from '../column-types.ts';

export type ManifestItemsState = 'closing' | 'closed' | 'left_out' | 'failed';

export interface ManifestItemsTable {
  tenant_id: string;
  manifest_id: string;
  purchase_id: string;
  shipment_id: string;
  state: Generated<ManifestItemsState>;
  message: string | null;
}

export interface PickupsAndCarrierClosingsTables {
  manifest_items: ManifestItemsTable;
}
