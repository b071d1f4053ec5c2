/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Timestamp } from '../column-types.ts';

export interface AgentLinksTable {
  tenant_id: string;
  agent_user_id: string;
  code: string;
  made_at: Timestamp;
}

export interface AgentLinksTables {
  agent_links: AgentLinksTable;
}
