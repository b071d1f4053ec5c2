/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
export interface CopiesToEraseTable {
  tenant_id: string;
  order_id: string;
}

export interface CopiesToEraseTables {
  copies_to_erase: CopiesToEraseTable;
}
