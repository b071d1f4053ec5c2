/** Lists of the owner of an account: files, charges, differences. Every list pages. */
import type { BillDifference, BillEvidence, BillFile, BillLineDto } from '@scanship/contracts/carriers/carrier-bills';
import type { DifferenceKind } from '@scanship/domain/carrier-bills/bill-kinds';
import { type RawBuilder, sql } from 'kysely';
import { tenantNames } from '../../platform/buyer-below.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { LineDetails } from './keep-lines.ts';
import type { Suggestion } from './match-lines.ts';

export interface PageWish {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
}
interface Who {
  readonly tenantId: string;
}

const SIZE = 25;
export const pageOf = ({ page = 1, size = SIZE }: PageWish) => ({ page, size, offset: (page - 1) * size });
export const pagesOf = (total: number, wish: PageWish) => {
  const { page, size } = pageOf(wish);
  return { totalRecords: total, totalPage: Math.ceil(total / size), currentPage: page };
};

interface FileRow {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly slug: string;
  readonly layout: BillFile['layout'];
  readonly file_name: string;
  readonly state: BillFile['state'];
  readonly problem: string | null;
  readonly counts: Partial<BillFile['counts']>;
  readonly faults: BillFile['faults'];
  readonly created_at: Date;
  readonly total: number;
}
const fileView = (row: FileRow): BillFile => ({
  id: row.id,
  accountId: row.account_id,
  accountName: row.name,
  carrier: row.slug,
  layout: row.layout,
  fileName: row.file_name,
  state: row.state,
  problem: row.problem,
  counts: {
    rows: 0,
    lines: 0,
    known: 0,
    informational: 0,
    faults: 0,
    matched: 0,
    suggested: 0,
    open: 0,
    differences: 0,
    ...row.counts,
  },
  faults: row.faults,
  createdAt: row.created_at.toISOString(),
});

export async function listFiles(db: Database, who: Who, wish: PageWish, only?: string) {
  const { size, offset } = pageOf(wish);
  const { rows } = await db.tenant(
    who,
    (tx) =>
      sql<FileRow>`SELECT f.id, f.account_id, a.name, f.slug, f.layout, f.file_name, f.state, f.problem, f.counts, f.faults, f.created_at,
          count(*) OVER ()::int AS total
        FROM bill_files f JOIN carrier_accounts a ON a.tenant_id = f.tenant_id AND a.id = f.account_id
        WHERE f.tenant_id = ${who.tenantId} AND (${only ?? null}::uuid IS NULL OR f.id = ${only ?? null}::uuid)
        ORDER BY f.created_at DESC, f.id DESC LIMIT ${size} OFFSET ${offset}`.execute(tx),
    { readOnly: true },
  );
  return { files: rows.map(fileView), ...pagesOf(rows[0]?.total ?? 0, wish) };
}

interface LineRow {
  readonly id: string;
  readonly file_id: string | null;
  readonly slug: string;
  readonly invoice_number: string;
  readonly invoice_date: string | null;
  readonly tracking_number: string | null;
  readonly charge_kind: string;
  readonly label: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly state: BillLineDto['state'];
  readonly match_by: string | null;
  readonly shipper_tenant_id: string | null;
  readonly suggestions: readonly Suggestion[] | null;
  readonly details: LineDetails;
}

const contains = (text: string): string => `%${text.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;

export async function listLines(
  db: Database,
  who: Who,
  wish: PageWish & {
    readonly state?: string | undefined;
    readonly fileId?: string | undefined;
    readonly search?: string | undefined;
  },
) {
  const { size, offset } = pageOf(wish);
  const search = wish.search?.trim() ?? '';
  const where = sql`l.tenant_id = ${who.tenantId} AND (${wish.state ?? null}::text IS NULL OR l.state = ${wish.state ?? null}::text)
    AND (${wish.fileId ?? null}::uuid IS NULL OR l.file_id = ${wish.fileId ?? null}::uuid)
    AND (${search} = '' OR l.tracking_number ILIKE ${contains(search)} OR l.invoice_number ILIKE ${contains(search)})`;
  const { rows, total } = await db.tenant(
    who,
    async (tx) => ({
      rows: (
        await sql<LineRow>`SELECT l.id, l.file_id, a.slug, l.invoice_number, l.invoice_date::text AS invoice_date, l.tracking_number,
            l.charge_kind, l.label, l.amount_minor, l.currency, l.state, l.match_by, l.shipper_tenant_id, l.suggestions, l.details
          FROM invoice_lines l JOIN carrier_accounts a ON a.tenant_id = l.tenant_id AND a.id = l.account_id
          WHERE ${where} ORDER BY l.id DESC LIMIT ${size} OFFSET ${offset}`.execute(tx)
      ).rows,
      total: await count(tx, sql`SELECT 1 FROM invoice_lines l WHERE ${where}`),
    }),
    { readOnly: true },
  );
  const names = await tenantNames(
    db,
    rows.flatMap((row) => [row.shipper_tenant_id, ...(row.suggestions ?? []).map((s) => s.tenantId)]),
  );
  return {
    lines: rows.map(
      (row): BillLineDto => ({
        id: row.id,
        fileId: row.file_id,
        row: row.details.row,
        carrier: row.slug,
        invoiceNumber: row.invoice_number,
        invoiceDate: row.invoice_date,
        trackingNumber: row.tracking_number,
        chargeKind: row.charge_kind,
        label: row.label,
        amount: { minor: row.amount_minor, currency: row.currency },
        state: row.state,
        matchBy: row.match_by,
        customer: row.shipper_tenant_id === null ? null : (names.get(row.shipper_tenant_id) ?? null),
        suggestions: (row.suggestions ?? []).map(({ tenantId, ...suggestion }) => ({
          ...suggestion,
          customer: names.get(tenantId) ?? '',
        })),
      }),
    ),
    ...pagesOf(total, wish),
  };
}

/** Counted up to a bound: nobody pages further, and a count of millions would keep the list waiting. */
const MOST_COUNTED = 50_000;
export const count = async (tx: Tx, query: RawBuilder<unknown>): Promise<number> =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM (${query} LIMIT ${MOST_COUNTED}) AS c`.execute(tx)).rows[0]
    ?.n ?? 0;

interface DifferenceRow {
  readonly id: string;
  readonly kind: DifferenceKind;
  readonly minor: number;
  readonly currency: string;
  readonly state: BillDifference['state'];
  readonly expected_minor: number | null;
  readonly billed_minor: number | null;
  readonly rerated_minor: number | null;
  readonly shipper_tenant_id: string | null;
  readonly buyer_tenant_id: string | null;
  readonly shipment_id: string | null;
  readonly evidence: BillEvidence;
  readonly claim_until: string | null;
  readonly note: string;
  readonly created_at: Date;
}

export async function listDifferences(
  db: Database,
  who: Who,
  wish: PageWish & {
    readonly state?: string | undefined;
    readonly kind?: string | undefined;
    readonly search?: string | undefined;
  },
) {
  const { size, offset } = pageOf(wish);
  const search = wish.search?.trim() ?? '';
  const where = sql`d.tenant_id = ${who.tenantId} AND d.state = ${wish.state ?? 'open'}
    AND (${wish.kind ?? null}::text IS NULL OR d.kind = ${wish.kind ?? null}::text)
    AND (${search} = '' OR d.evidence->>'trackingNumber' ILIKE ${contains(search)} OR d.invoice_number ILIKE ${contains(search)})`;
  const found = await db.tenant(
    who,
    async (tx) => ({
      rows: (
        await sql<DifferenceRow>`SELECT d.id, d.kind, d.minor, d.currency, d.state, s.expected_minor, s.billed_minor, s.rerated_minor,
            s.shipper_tenant_id, s.buyer_tenant_id, s.shipment_id, d.evidence, d.claim_until::text AS claim_until, d.note, d.created_at
          FROM bill_differences d LEFT JOIN bill_shipments s ON s.tenant_id = d.tenant_id AND s.purchase_id = d.purchase_id
          WHERE ${where} ORDER BY abs(d.minor) DESC, d.id DESC LIMIT ${size} OFFSET ${offset}`.execute(tx)
      ).rows,
      totals: (
        await sql<{
          currency: string;
          minor: number;
        }>`SELECT d.currency, sum(d.minor)::int8 AS minor FROM bill_differences d
          WHERE ${where} GROUP BY d.currency ORDER BY 1`.execute(tx)
      ).rows,
      total: await count(tx, sql`SELECT 1 FROM bill_differences d WHERE ${where}`),
    }),
    { readOnly: true },
  );
  const names = await tenantNames(
    db,
    found.rows.map((row) => row.shipper_tenant_id),
  );
  return {
    differences: found.rows.map((row): BillDifference => {
      const sum = (minor: number | null) => (minor === null ? null : { minor, currency: row.currency });
      return {
        id: row.id,
        kind: row.kind,
        amount: { minor: row.minor, currency: row.currency },
        state: row.state,
        expected: sum(row.expected_minor),
        billed: sum(row.billed_minor),
        rerated: sum(row.rerated_minor),
        customer: row.shipper_tenant_id === null ? null : (names.get(row.shipper_tenant_id) ?? null),
        shipmentId: row.shipment_id,
        evidence: row.evidence,
        claimUntil: row.claim_until,
        note: row.note,
        createdAt: row.created_at.toISOString(),
      };
    }),
    totals: found.totals.map(({ currency, minor }) => ({ minor, currency })),
    ...pagesOf(found.total, wish),
  };
}
