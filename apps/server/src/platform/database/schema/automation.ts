/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type AutomationDecisionsStage = 'arrival' | 'shipping';

export interface AutomationDecisionsTable {
  tenant_id: string;
  id: string;
  order_id: string;
  stage: AutomationDecisionsStage;
  reasons: Json;
  created_at: Generated<Timestamp>;
}

export interface ChoiceBatchesTable {
  tenant_id: string;
  id: string;
  by_user: string | null;
  created_at: Generated<Timestamp>;
  undone_at: Timestamp | null;
}

export interface ChoiceChangesTable {
  tenant_id: string;
  batch_id: string;
  order_id: string;
  before: Json | null;
  before_preset_id: string | null;
}

export interface OrderShippingChoicesTable {
  tenant_id: string;
  order_id: string;
  choice: Json | null;
  preset_id: string | null;
  batch_id: string;
  by_user: string | null;
  at: Generated<Timestamp>;
}

export interface AutomationTables {
  automation_decisions: AutomationDecisionsTable;
  choice_batches: ChoiceBatchesTable;
  choice_changes: ChoiceChangesTable;
  order_shipping_choices: OrderShippingChoicesTable;
}
