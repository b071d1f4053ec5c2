/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Bytes, Generated, Json, Sealed, Timestamp } from '../column-types.ts';

export type AppRegistrationsKind = 'store' | 'carrier' | 'card' | 'mail';

export type AppRegistrationsMode = 'live' | 'sandbox' | 'simulator';

export type CredentialsKind = 'totp' | 'passkey' | 'recovery';

export type CustomerSettingsWeightUnit = 'g' | 'kg' | 'oz' | 'lb';

export type CustomerSettingsDimensionUnit = 'mm' | 'cm' | 'in';

export type CustomerSettingsLabelFormat = 'pdf' | 'zpl' | 'png';

export type CustomerSettingsLabelSize = '4x6' | '4x8' | 'letter' | 'a4' | 'a6';

export type CustomerSettingsSignature = 'none' | 'delivery' | 'signature' | 'adult';

export type PlansCode = 'Basic' | 'Standard' | 'Advanced';

export type RolesBaseRole =
  | 'ROLE_SUPER_ADMIN'
  | 'ROLE_FRANCHISE_ADMIN'
  | 'ROLE_SALES_AGENT'
  | 'ROLE_CUSTOMER_ADMIN'
  | 'ROLE_CUSTOMER_USER'
  | 'ROLE_SUPPORT';

export type UsersState = 'active' | 'locked' | 'disabled' | 'erased';

export interface AppRegistrationsTable {
  tenant_id: string;
  id: string;
  kind: AppRegistrationsKind;
  slug: string;
  mode: AppRegistrationsMode;
  client_id: Generated<string>;
  secret_id: string | null;
  settings: Generated<Json>;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  expires_on: string | null;
}

export interface CredentialsTable {
  realm_id: string;
  id: string;
  user_id: string;
  kind: CredentialsKind;
  name: Generated<string>;
  external_key: string | null;
  public_key: Bytes | null;
  counter: Generated<number>;
  key_id: string | null;
  sealed: Sealed | null;
  confirmed_at: Timestamp | null;
  last_used_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  host: Generated<string>;
  synced: Generated<boolean>;
  transports: Generated<string>;
}

export interface CustomerSettingsTable {
  tenant_id: string;
  ship_from: Json | null;
  location_id: string | null;
  weight_unit: Generated<CustomerSettingsWeightUnit>;
  dimension_unit: Generated<CustomerSettingsDimensionUnit>;
  label_format: Generated<CustomerSettingsLabelFormat>;
  label_size: Generated<CustomerSettingsLabelSize>;
  auto_ship: Generated<Json>;
  popup_shipping_label: Generated<boolean>;
  popup_packaging_slips: Generated<boolean>;
  popup_custom_invoice: Generated<boolean>;
  notify_buyer: Generated<boolean>;
  insurance: Generated<Json>;
  signature: Generated<CustomerSettingsSignature>;
  time_zone: Generated<string>;
  language: Generated<string>;
  more: Generated<Json>;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface LocationsTable {
  tenant_id: string;
  id: string;
  name: string;
  address: Json;
  time_zone: string;
  cut_off: Generated<string>;
  working_days: Generated<number>;
  holidays: Generated<Json>;
  return_location_id: string | null;
  store_id: string | null;
  external_id: string | null;
  is_default: Generated<boolean>;
  archived_at: Timestamp | null;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  handling_days: number | null;
}

export interface MembershipsTable {
  realm_id: string;
  user_id: string;
  tenant_id: string;
  role_id: string;
  created_at: Generated<Timestamp>;
}

export interface PlansTable {
  tenant_id: string;
  id: string;
  code: PlansCode;
  name: string;
  features: Generated<Json>;
  allowances: Generated<Json>;
  prices: Generated<Json>;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface RolePermissionsTable {
  tenant_id: string;
  role_id: string;
  permission: string;
}

export interface RolesTable {
  tenant_id: string;
  id: string;
  code: string;
  name: string;
  base_role: RolesBaseRole;
  built_in: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface SecretsTable {
  tenant_id: string;
  id: string;
  purpose: string;
  key_id: string;
  sealed: Sealed;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface SessionsTable {
  realm_id: string;
  id: string;
  user_id: string;
  tenant_id: string;
  parent_session_id: string | null;
  reason: string | null;
  access_hash: Bytes;
  access_expires_at: Timestamp;
  refresh_hash: Bytes;
  previous_refresh_hash: Bytes | null;
  rotated_at: Timestamp | null;
  frozen_at: Timestamp | null;
  locked_at: Timestamp | null;
  second_factor_at: Timestamp | null;
  user_agent: string | null;
  ip: string | null;
  created_at: Generated<Timestamp>;
  last_seen_at: Generated<Timestamp>;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
  revoked_why: string | null;
  unlock_misses: Generated<number>;
  actors: Generated<Json>;
  parent_realm_id: string | null;
}

export interface TableViewsTable {
  tenant_id: string;
  id: string;
  user_id: string | null;
  table_name: string;
  name: Generated<string>;
  filters: Generated<string>;
  filter_list: Generated<string>;
  columns: Generated<string>;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
  shown_name: Generated<string>;
  name_key: Generated<string>;
  role_ids: Generated<Json>;
  created_by: string | null;
}

export interface UsersTable {
  realm_id: string;
  id: string;
  username: string;
  username_key: string;
  email: string;
  email_key: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  phone: string | null;
  password_hash: string | null;
  password_changed_at: Timestamp | null;
  verified_at: Timestamp | null;
  state: Generated<UsersState>;
  failed_sign_ins: Generated<number>;
  locked_until: Timestamp | null;
  last_sign_in_at: Timestamp | null;
  locale: string | null;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  search_key: Generated<string | null>;
  phone_digits: Generated<string | null>;
  left_tenant_id: string | null;
}

export interface IdentityTables {
  app_registrations: AppRegistrationsTable;
  credentials: CredentialsTable;
  customer_settings: CustomerSettingsTable;
  locations: LocationsTable;
  memberships: MembershipsTable;
  plans: PlansTable;
  role_permissions: RolePermissionsTable;
  roles: RolesTable;
  secrets: SecretsTable;
  sessions: SessionsTable;
  table_views: TableViewsTable;
  users: UsersTable;
}
