/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export interface BuyerPageSettingsTable {
  tenant_id: string;
  life_days: number;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
  shops: Generated<Json>;
  contents: Generated<boolean>;
  logo: Generated<boolean>;
  colour: string | null;
  banner: string | null;
  links: Generated<Json>;
  support_email: string | null;
  support_phone: string | null;
  proof: Generated<boolean>;
  tell_stores: Generated<boolean>;
}

export interface BuyerPageSettingsTables {
  buyer_page_settings: BuyerPageSettingsTable;
}
