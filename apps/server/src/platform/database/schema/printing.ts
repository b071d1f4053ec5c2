/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Bytes, Generated, Timestamp } from '../column-types.ts';

export interface AgentPairingsTable {
  tenant_id: string;
  id: string;
  user_id: string;
  code_hash: Bytes;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface PrintContentsTable {
  tenant_id: string;
  key: string;
  no: number;
  blob: string;
  expires_at: Timestamp;
}

export interface PrintingTables {
  agent_pairings: AgentPairingsTable;
  print_contents: PrintContentsTable;
}
