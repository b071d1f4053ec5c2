/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
export type TaxExemptionsAuthority = 'GST-HST' | 'QST' | 'PST-BC' | 'PST-SK' | 'PST-MB';

export type TaxRegistrationsAuthority = 'GST-HST' | 'QST' | 'PST-BC' | 'PST-SK' | 'PST-MB';

export interface TaxExemptionsTable {
  tenant_id: string;
  party_id: string;
  authority: TaxExemptionsAuthority;
  certificate: string;
  valid_to: string | null;
}

export interface TaxPlacesTable {
  tenant_id: string;
  party_id: string;
  country_code: string;
  province_code: string;
}

export interface TaxRegistrationsTable {
  tenant_id: string;
  authority: TaxRegistrationsAuthority;
  number: string;
}

export interface MarginsAndTaxesTables {
  tax_exemptions: TaxExemptionsTable;
  tax_places: TaxPlacesTable;
  tax_registrations: TaxRegistrationsTable;
}
