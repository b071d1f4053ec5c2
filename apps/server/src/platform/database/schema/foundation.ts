/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Bytes, Generated, Json, Timestamp } from '../column-types.ts';

export type BlobsPlace = 'db' | 'object';

export type HostsState = 'pending' | 'verified';

export type HostsMailDomainState = 'none' | 'pending' | 'verified' | 'failed';

export type TenantsKind = 'platform' | 'franchise' | 'group' | 'customer';

export type TenantsState = 'active' | 'suspended' | 'closed';

export type TenantsPlanCode = 'Basic' | 'Standard' | 'Advanced';

export interface BlobsTable {
  tenant_id: string;
  sha256: string;
  size: number;
  type: string;
  place: Generated<BlobsPlace>;
  bytes: Bytes | null;
  object_key: string | null;
  created_at: Generated<Timestamp>;
  may_move: Generated<boolean>;
}

export interface BrandingTable {
  tenant_id: string;
  brand_name: Generated<string>;
  tag_line: string | null;
  description: string | null;
  global_title: string | null;
  global_footer: string | null;
  franchise_landing_page: string | null;
  customer_landing_page: string | null;
  franchise_banner: string | null;
  customer_banner: string | null;
  primary_color: string | null;
  secondary_color: string | null;
  primary_logo: string | null;
  secondary_logo: string | null;
  favicon: string | null;
  login_background: string | null;
  provider_logo: string | null;
  issuer_name: string | null;
  doc_background_color: string | null;
  document_logo: string | null;
  document_watermark: string | null;
  sender_name: string | null;
  email_background_color: string | null;
  email_logo: string | null;
  facebook_link: string | null;
  linkedin_link: string | null;
  instagram_link: string | null;
  youtube_link: string | null;
  twitter_link: string | null;
  slide1: string | null;
  slide2: string | null;
  slide3: string | null;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
  carrier_logos: Generated<Json>;
}

export interface FxRatesTable {
  day: string;
  base: string;
  quote: string;
  rate_e9: number;
  source: string;
}

export interface HostsTable {
  host: string;
  tenant_id: string;
  state: Generated<HostsState>;
  dns_token: string | null;
  mail_domain_state: Generated<HostsMailDomainState>;
  created_at: Generated<Timestamp>;
  checked_at: Timestamp | null;
  finding: string | null;
}

export interface TenantClosureTable {
  ancestor_id: string;
  descendant_id: string;
  depth: number;
}

export interface TenantsTable {
  id: string;
  parent_id: string | null;
  kind: TenantsKind;
  realm_id: string;
  name: string;
  state: Generated<TenantsState>;
  plan_id: string | null;
  plan_code: TenantsPlanCode | null;
  currency: Generated<string>;
  time_zone: Generated<string>;
  locale: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  restricted_at: Timestamp | null;
  restricted_reason: string | null;
  restricted_until_paid: Generated<boolean>;
  restricted_due_until: string | null;
  moved_at: Timestamp | null;
  came_at: Timestamp | null;
  events_since: Timestamp | null;
}

export interface FoundationTables {
  blobs: BlobsTable;
  branding: BrandingTable;
  fx_rates: FxRatesTable;
  hosts: HostsTable;
  tenant_closure: TenantClosureTable;
  tenants: TenantsTable;
}
