/** The charges of a file as rows. A charge that an earlier file had already is the same row and is not counted again. */
import type { BillLine } from '@scanship/domain/carrier-bills/bill-line';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { toJson } from '../../platform/database/json-column.ts';
import { openList, type PackedList } from '../../platform/file-reading/packed-list.ts';
import { readWords } from './bill-words.ts';

/** What a line keeps beside its columns. */
export interface LineDetails {
  readonly row: number;
  readonly code: string;
  readonly references: readonly string[];
  readonly service?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly declaredGrams?: number | undefined;
  readonly billedGrams?: number | undefined;
  readonly weightBasis?: BillLine['weightBasis'];
  readonly measured?: BillLine['measured'];
  readonly links: readonly string[];
}

export const keyOf = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** @returns how many were new; safe to repeat */
export async function keepLines(
  db: Database,
  file: { readonly tenantId: string; readonly fileId: string; readonly accountId: string },
  lines: PackedList<BillLine>,
): Promise<void> {
  const words = await db.tenant({ tenantId: file.tenantId }, (tx) => readWords(tx, file.accountId), { readOnly: true });
  for await (const some of openList(lines)) {
    const rows = toJson(
      some.map((line) => {
        const details: LineDetails = {
          row: line.row,
          code: line.charge.code,
          references: line.references,
          service: line.service,
          postalCode: line.postalCode,
          declaredGrams: line.declaredGrams,
          billedGrams: line.billedGrams,
          weightBasis: line.weightBasis,
          measured: line.measured,
          links: line.links,
        };
        return {
          id: newId(),
          invoice: line.invoiceNumber.slice(0, 60),
          key: line.key.slice(0, 400),
          tracking_number: line.trackingNumber?.slice(0, 60),
          tracking_key: line.trackingNumber === undefined ? undefined : keyOf(line.trackingNumber).slice(0, 60),
          minor: line.amount.minor,
          currency: line.amount.currency,
          invoice_date: line.invoiceDate,
          ship_date: line.shipDate,
          kind:
            (line.charge.kind === 'other' ? words.get(line.charge.label.slice(0, 200)) : undefined) ?? line.charge.kind,
          label: line.charge.label.slice(0, 200),
          details,
        };
      }),
    );
    await db.tenant({ tenantId: file.tenantId }, (tx) =>
      sql`INSERT INTO invoice_lines (tenant_id, id, owner_tenant_id, account_id, file_id, invoice_number, line_key, tracking_number,
          tracking_key, amount_minor, currency, invoice_date, ship_date, charge_kind, label, details)
        SELECT ${file.tenantId}, l.id, ${file.tenantId}, ${file.accountId}, ${file.fileId}, l.invoice, l.key, l.tracking_number,
          l.tracking_key, l.minor, l.currency, l.invoice_date, l.ship_date, l.kind, l.label, l.details
        FROM jsonb_to_recordset(${rows}::jsonb) AS l(id uuid, invoice text, key text, tracking_number text, tracking_key text,
          minor int8, currency text, invoice_date date, ship_date date, kind text, label text, details jsonb)
        ON CONFLICT (tenant_id, account_id, invoice_number, line_key) DO NOTHING`.execute(tx),
    );
  }
}
