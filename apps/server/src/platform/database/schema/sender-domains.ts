/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type SenderDomainsState = 'waiting' | 'proved' | 'broken';

export interface SenderDomainsTable {
  tenant_id: string;
  address: string;
  domain: string;
  state: Generated<SenderDomainsState>;
  selector: string;
  public_key: string;
  secret_id: string;
  next_selector: string | null;
  next_public_key: string | null;
  next_secret_id: string | null;
  former_selector: string | null;
  former_since: Timestamp | null;
  findings: Generated<Json>;
  taken: Generated<boolean>;
  checked_at: Timestamp | null;
  found_at: Timestamp | null;
  check_at: Generated<Timestamp>;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface SenderDomainsTables {
  sender_domains: SenderDomainsTable;
}
