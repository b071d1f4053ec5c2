/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export interface FormerAgentsTable {
  tenant_id: string;
  customer_id: string;
  last_day: string;
  agent_user_id: string | null;
  changed_at: Generated<Timestamp>;
}

export interface FormerAgentsTables {
  former_agents: FormerAgentsTable;
}
