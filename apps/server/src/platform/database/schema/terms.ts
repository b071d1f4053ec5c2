/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export type TermsConsentsLanguage = 'en' | 'fr';

export type TermsVersionsState = 'draft' | 'published' | 'withdrawn';

export interface TermsConsentsTable {
  tenant_id: string;
  version_id: string;
  realm_id: string;
  user_id: string;
  number: number;
  company_id: string;
  user_name: string;
  full_name: string;
  language: TermsConsentsLanguage;
  hash: string;
  at: Timestamp;
  ip: string;
  at_sign_up: boolean;
}

export interface TermsVersionsTable {
  tenant_id: string;
  id: string;
  state: Generated<TermsVersionsState>;
  number: number | null;
  name: Generated<string>;
  text_en: Generated<string>;
  text_fr: Generated<string>;
  link_en: Generated<string>;
  link_fr: Generated<string>;
  holds_from: Timestamp;
  asks_again: Generated<boolean>;
  version: Generated<number>;
  created_by: string;
  created_at: Timestamp;
  published_at: Timestamp | null;
  withdrawn_at: Timestamp | null;
}

export interface TermsTables {
  terms_consents: TermsConsentsTable;
  terms_versions: TermsVersionsTable;
}
