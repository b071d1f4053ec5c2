/** Quoted against invoiced for the owner of the accounts: per carrier, service, month, kind, customer and package. */
import type { BillReportRow, REPORT_GROUPS } from '@scanship/contracts/carriers/bill-report';
import type { TableColumn, TableValue } from '@scanship/documents/tables/table-writer';
import { toDecimal } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { tenantNames } from '../../platform/buyer-below.ts';

interface Range {
  /** Days of invoices, both included. */
  readonly from: string;
  readonly to: string;
}
type Group = (typeof REPORT_GROUPS)[number];

const NAME_OF = {
  carrier: sql`s.slug`,
  service: sql`s.slug || ' ' || coalesce(s.service, '')`,
  month: sql`to_char(s.invoice_date, 'YYYY-MM')`,
  customer: sql`s.shipper_tenant_id::text`,
  package: sql`coalesce(s.package_name, '')`,
} as const;

export async function readReport(
  db: Database,
  who: { readonly tenantId: string },
  { from, to, group }: Range & { readonly group: Group },
): Promise<readonly BillReportRow[]> {
  const { tenantId } = who;
  const days = sql`BETWEEN ${from}::date AND ${to}::date`;
  // Passed on: what the next level was charged. Recovered: what the carrier took back.
  const { rows } = await db.tenant(
    who,
    (tx) =>
      group === 'kind'
        ? sql<BillReportRow>`SELECT d.kind AS name, d.currency, count(DISTINCT d.purchase_id)::int AS shipments,
              coalesce(sum(s.expected_minor), 0)::int8 AS "quotedMinor", coalesce(sum(s.billed_minor), sum(d.minor))::int8 AS "invoicedMinor",
              sum(d.minor)::int8 AS "differenceMinor",
              coalesce(sum(a.passed_minor) FILTER (WHERE a.state = 'booked'), 0)::int8 AS "passedOnMinor",
              coalesce(sum(d.minor) FILTER (WHERE d.state = 'recovered'), 0)::int8 AS "recoveredMinor"
            FROM bill_differences d LEFT JOIN bill_shipments s ON s.tenant_id = d.tenant_id AND s.purchase_id = d.purchase_id
            LEFT JOIN adjustments a ON a.tenant_id = d.tenant_id AND a.case_id = d.case_id
            WHERE d.tenant_id = ${tenantId} AND d.invoice_date ${days} AND d.state <> 'gone'
            GROUP BY 1, 2 ORDER BY abs(sum(d.minor)) DESC, 1`.execute(tx)
        : sql<BillReportRow>`SELECT ${NAME_OF[group]} AS name, s.currency, count(*)::int AS shipments, sum(s.expected_minor)::int8 AS "quotedMinor",
              sum(s.billed_minor)::int8 AS "invoicedMinor", sum(s.billed_minor - s.expected_minor)::int8 AS "differenceMinor",
              coalesce(sum(x.passed), 0)::int8 AS "passedOnMinor", coalesce(sum(x.recovered), 0)::int8 AS "recoveredMinor"
            FROM bill_shipments s LEFT JOIN (SELECT d.purchase_id,
                sum(a.passed_minor) FILTER (WHERE a.state = 'booked') AS passed, sum(d.minor) FILTER (WHERE d.state = 'recovered') AS recovered
              FROM bill_differences d LEFT JOIN adjustments a ON a.tenant_id = d.tenant_id AND a.case_id = d.case_id
              WHERE d.tenant_id = ${tenantId} GROUP BY d.purchase_id) x ON x.purchase_id = s.purchase_id
            WHERE s.tenant_id = ${tenantId} AND s.invoice_date ${days}
            GROUP BY 1, 2 ORDER BY abs(sum(s.billed_minor - s.expected_minor)) DESC, 1 LIMIT 500`.execute(tx),
    { readOnly: true },
  );
  if (group !== 'customer') return rows;
  const names = await tenantNames(
    db,
    rows.map((row) => row.name),
  );
  return rows.map((row) => ({ ...row, name: names.get(row.name) ?? row.name }));
}

export const REPORT_COLUMNS: readonly TableColumn[] = [
  'Invoice date',
  'Invoice',
  'Carrier',
  'Service',
  'Tracking number',
  'Customer',
  'Kind',
  'Quoted',
  'Invoiced',
  'Difference',
  'Currency',
  'State',
  'Declared grams',
  'Billed grams',
].map((header) => ({ header }));

interface ExportRow {
  readonly id: string;
  readonly invoice_date: string | null;
  readonly invoice_number: string;
  readonly slug: string;
  readonly service: string | null;
  readonly tracking: string | null;
  readonly shipper_tenant_id: string | null;
  readonly kind: string;
  readonly expected_minor: number | null;
  readonly billed_minor: number | null;
  readonly minor: number;
  readonly currency: string;
  readonly state: string;
  readonly declared: string | null;
  readonly billed: string | null;
}
const PER_READ = 1_000;

/** Every difference of the days, read as it is written. */
export async function* exportRows(
  db: Database,
  who: { readonly tenantId: string },
  { from, to }: Range,
  signal: AbortSignal,
): AsyncGenerator<readonly TableValue[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await db.tenant(
      who,
      (tx) =>
        sql<ExportRow>`SELECT d.id, d.invoice_date::text AS invoice_date, d.invoice_number, a.slug, s.service, d.evidence->>'trackingNumber' AS tracking,
            s.shipper_tenant_id, d.kind, s.expected_minor, s.billed_minor, d.minor, d.currency, d.state,
            d.evidence->>'declaredGrams' AS declared, d.evidence->>'billedGrams' AS billed
          FROM bill_differences d JOIN carrier_accounts a ON a.tenant_id = d.tenant_id AND a.id = d.account_id
          LEFT JOIN bill_shipments s ON s.tenant_id = d.tenant_id AND s.purchase_id = d.purchase_id
          WHERE d.tenant_id = ${who.tenantId} AND d.invoice_date BETWEEN ${from}::date AND ${to}::date AND d.state <> 'gone' AND d.id > ${after}::uuid
          ORDER BY d.id LIMIT ${PER_READ}`.execute(tx),
      { readOnly: true },
    );
    if (rows.length === 0) return;
    after = rows.at(-1)?.id ?? after;
    const names = await tenantNames(
      db,
      rows.map((row) => row.shipper_tenant_id),
    );
    for (const row of rows) {
      const amount = (minor: number | null): string =>
        minor === null ? '' : toDecimal({ minor, currency: row.currency });
      yield [
        row.invoice_date,
        row.invoice_number,
        row.slug,
        row.service,
        row.tracking,
        row.shipper_tenant_id === null ? '' : (names.get(row.shipper_tenant_id) ?? ''),
        row.kind,
        amount(row.expected_minor),
        amount(row.billed_minor),
        amount(row.minor),
        row.currency,
        row.state,
        row.declared,
        row.billed,
      ];
    }
  }
}
