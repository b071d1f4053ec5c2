/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Timestamp } from '../column-types.ts';

export interface InvoicePapersTable {
  tenant_id: string;
  invoice_id: string;
  blob: string;
  drawn_at: Timestamp;
}

export interface InvoicePapersTables {
  invoice_papers: InvoicePapersTable;
}
