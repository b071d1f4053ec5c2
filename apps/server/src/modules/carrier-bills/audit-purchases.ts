/** Compares everything billed for labels with what was bought, and keeps the differences. Safe to repeat at any time. */
import type { BillEvidence } from '@scanship/contracts/carriers/carrier-bills';
import { type AuditLine, auditShipment, type Difference } from '@scanship/domain/carrier-bills/bill-audit';
import type { DifferenceKind } from '@scanship/domain/carrier-bills/bill-kinds';
import type { ChargeKind } from '@scanship/domain/carrier-bills/bill-line';
import { claimUntil } from '@scanship/domain/carrier-bills/claim-periods';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { toJson } from '../../platform/database/json-column.ts';
import { groupBy } from './group-by.ts';
import type { LineDetails } from './keep-lines.ts';
import type { BilledAccount } from './match-lines.ts';
import { costLinesOf, type PurchaseFacts, readFacts, readSales } from './purchase-facts.ts';
import { readSheets, rerate } from './rerate.ts';

export interface AuditScope extends BilledAccount {
  readonly slug: string;
  readonly toleranceMinor: number;
}

interface LineRow {
  readonly id: string;
  readonly purchase_id: string;
  readonly shipper_tenant_id: string;
  readonly tracking_key: string | null;
  readonly charge_kind: ChargeKind;
  readonly label: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly invoice_number: string;
  readonly invoice_date: string | null;
  readonly details: LineDetails;
  readonly layout: string | null;
}
interface DecidedRow {
  readonly id: string;
  readonly purchase_id: string;
  readonly kind: DifferenceKind;
  readonly minor: number;
  readonly state: string;
}

const BATCH = 1_000;

export async function auditPurchases(db: Database, scope: AuditScope, purchaseIds: readonly string[]): Promise<void> {
  const sheets = scope.slug === 'rate-sheet' ? await readSheets(db, scope) : [];
  for (let at = 0; at < purchaseIds.length; at += BATCH)
    await auditBatch(db, scope, sheets, purchaseIds.slice(at, at + BATCH));
}

async function auditBatch(
  db: Database,
  scope: AuditScope,
  sheets: Awaited<ReturnType<typeof readSheets>>,
  ids: readonly string[],
): Promise<void> {
  const { tenantId } = scope;
  const read = await db.tenant(
    scope,
    async (tx) => ({
      lines: (
        await sql<LineRow>`SELECT l.id, l.purchase_id, l.shipper_tenant_id, l.tracking_key, l.charge_kind, l.label, l.amount_minor, l.currency,
            l.invoice_number, l.invoice_date::text AS invoice_date, l.details, f.layout
          FROM invoice_lines l LEFT JOIN bill_files f ON f.tenant_id = l.tenant_id AND f.id = l.file_id
          WHERE l.tenant_id = ${tenantId} AND l.account_id = ${scope.accountId} AND l.purchase_id = ANY(${[...ids]}::uuid[])
          ORDER BY l.id`.execute(tx)
      ).rows,
      decided: (
        await sql<DecidedRow>`SELECT id, purchase_id, kind, minor, state FROM bill_differences
          WHERE tenant_id = ${tenantId} AND purchase_id = ANY(${[...ids]}::uuid[])
            AND state IN ('accepted', 'absorbed', 'disputed')`.execute(tx)
      ).rows,
      sales: await readSales(tx, tenantId, ids),
    }),
    { readOnly: true },
  );
  const linesOf = groupBy(inOneLayout(read.lines), (line) => line.purchase_id);
  const decidedOf = groupBy(read.decided, (row) => row.purchase_id);
  const facts = await readFacts(
    db,
    [...linesOf].map(([purchaseId, lines]) => ({ purchaseId, tenantId: lines[0]?.shipper_tenant_id ?? tenantId })),
  );
  const shipments: object[] = [];
  const differences: object[] = [];
  const recovered: string[] = [];
  for (const [purchaseId, lines] of linesOf) {
    const fact = facts.get(purchaseId);
    const sale = read.sales.get(purchaseId);
    const [first] = lines;
    if (!fact || !sale || !first) continue;
    const { currency } = sale;
    // Another currency cannot be compared; those lines stay as they are for a person to look at.
    const comparable = lines.filter((line) => line.currency === currency);
    const billed = comparable.reduce((sum, line) => sum + line.amount_minor, 0);
    const last = lines.at(-1) ?? first;
    const measured = comparable.toSorted((a, b) => (b.details.billedGrams ?? 0) - (a.details.billedGrams ?? 0))[0]
      ?.details;
    const size = comparable.find((line) => line.details.measured)?.details.measured;
    const rerated =
      measured?.billedGrams || size ? rerate(sheets, fact, { grams: measured?.billedGrams, size }) : undefined;
    const settled = stillOpen(
      decidedOf.get(purchaseId) ?? [],
      billed - (fact.voided ? 0 : sale.cost_minor),
      scope,
      recovered,
    );
    const found = auditShipment({
      expected: costLinesOf(sale),
      declaredGrams: fact.parcels.reduce((sum, parcel) => sum + parcel.weightGrams, 0),
      declared: fact.parcels.length === 1 ? fact.parcels[0]?.dimensions : undefined,
      voided: fact.voided,
      lines: comparable.map(
        (line): AuditLine => ({
          id: line.id,
          trackingKey: line.tracking_key ?? '',
          kind: line.charge_kind,
          code: line.details.code,
          label: line.label,
          minor: line.amount_minor,
          billedGrams: line.details.billedGrams,
          weightBasis: line.details.weightBasis,
          measured: line.details.measured,
        }),
      ),
      settled,
      toleranceMinor: scope.toleranceMinor,
    });
    shipments.push({
      purchase: purchaseId,
      service: fact.service,
      shipper: fact.tenantId,
      buyer: sale.to_tenant,
      shipment: fact.shipmentId,
      tracking: fact.trackingNumber,
      package: fact.packageName,
      day: last.invoice_date,
      currency,
      expected: fact.voided ? 0 : sale.cost_minor,
      billed,
      rerated: rerated?.currency === currency ? rerated.minor : null,
    });
    for (const difference of found)
      differences.push({
        id: newId(),
        purchase: purchaseId,
        kind: difference.kind,
        minor: difference.minor,
        tax: difference.taxMinor,
        currency,
        lines: difference.lineIds,
        invoice: last.invoice_number,
        day: last.invoice_date,
        claim: claimUntil(scope.slug, last.invoice_date) ?? null,
        evidence: evidenceOf(scope.slug, fact, comparable, difference),
      });
  }
  await write(db, scope, [...linesOf.keys()], shipments, differences, recovered);
}

/**
 * The same invoice in two layouts (the carrier's own file, and its spreadsheet mapped by hand) names its charges otherwise, so that
 * they look like further ones: of a label's invoice the layout that came first counts.
 */
function inOneLayout(lines: readonly LineRow[]): readonly LineRow[] {
  const first = new Map<string, string | null>();
  return lines.filter(({ purchase_id: purchase, invoice_number: invoice, layout }) => {
    const key = `${purchase}/${invoice}`;
    if (!first.has(key)) first.set(key, layout);
    return first.get(key) === layout;
  });
}

/**
 * What was decided and still stands. Where the carrier has meanwhile taken back what nobody below was charged for, that
 * difference has come back and is not counted as decided any more.
 */
function stillOpen(
  decided: readonly DecidedRow[],
  more: number,
  scope: AuditScope,
  recovered: string[],
): readonly { readonly kind: DifferenceKind; readonly minor: number }[] {
  let balance = more - decided.reduce((sum, row) => sum + row.minor, 0);
  return decided.filter((row) => {
    const back = row.state !== 'accepted' && row.minor > 0 && balance <= -row.minor + scope.toleranceMinor;
    if (back) {
      balance += row.minor;
      recovered.push(row.id);
    }
    return !back;
  });
}

const sides = (size: { readonly lengthMm: number; readonly widthMm: number; readonly heightMm: number } | undefined) =>
  size ? [size.lengthMm, size.widthMm, size.heightMm] : null;

function evidenceOf(
  slug: string,
  fact: PurchaseFacts,
  lines: readonly LineRow[],
  difference: Difference,
): BillEvidence {
  const named = lines.filter((line) => difference.lineIds.includes(line.id));
  const grams = lines.map((line) => line.details.billedGrams ?? 0);
  const last = named.at(-1) ?? lines.at(-1);
  return {
    trackingNumber: fact.trackingNumber,
    invoiceNumber: last?.invoice_number ?? '',
    invoiceDate: last?.invoice_date ?? null,
    carrier: slug,
    service: fact.serviceName ?? fact.service,
    shipDate: fact.shipDate,
    declaredGrams: fact.parcels.reduce((sum, parcel) => sum + parcel.weightGrams, 0),
    billedGrams: Math.max(0, ...grams) || null,
    declaredSize: sides(fact.parcels[0]?.dimensions),
    measuredSize: sides(lines.find((line) => line.details.measured)?.details.measured),
    charges: [...new Set(named.map((line) => line.label))].slice(0, 20),
    links: [...new Set(named.flatMap((line) => line.details.links))].slice(0, 10),
  };
}

async function write(
  db: Database,
  scope: AuditScope,
  purchases: readonly string[],
  shipments: readonly object[],
  differences: readonly object[],
  recovered: readonly string[],
): Promise<void> {
  const { tenantId, accountId, slug } = scope;
  const found = toJson([...differences]);
  await db.tenant(scope, async (tx) => {
    await sql`INSERT INTO bill_shipments (tenant_id, purchase_id, account_id, slug, service, shipper_tenant_id, buyer_tenant_id, shipment_id,
        tracking_number, package_name, invoice_date, currency, expected_minor, billed_minor, rerated_minor)
      SELECT ${tenantId}, s.purchase, ${accountId}, ${slug}, s.service, s.shipper, s.buyer, s.shipment, s.tracking, s.package, s.day, s.currency,
        s.expected, s.billed, s.rerated
      FROM jsonb_to_recordset(${toJson([...shipments])}::jsonb) AS s(purchase uuid, service text, shipper uuid, buyer uuid, shipment uuid,
        tracking text, package text, day date, currency text, expected int8, billed int8, rerated int8)
      ON CONFLICT (tenant_id, purchase_id) DO UPDATE SET expected_minor = excluded.expected_minor, billed_minor = excluded.billed_minor,
        rerated_minor = excluded.rerated_minor, invoice_date = excluded.invoice_date, audited_at = now()`.execute(tx);
    if (recovered.length > 0)
      await sql`UPDATE bill_differences SET state = 'recovered', version = version + 1
        WHERE tenant_id = ${tenantId} AND id = ANY(${[...recovered]}::uuid[])`.execute(tx);
    // What is not found any more has gone; what is found again is brought up to date.
    await sql`UPDATE bill_differences AS d SET state = 'gone', version = version + 1
      WHERE d.tenant_id = ${tenantId} AND d.purchase_id = ANY(${[...purchases]}::uuid[]) AND d.state = 'open'
        AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset(${found}::jsonb) AS f(purchase uuid, kind text)
          WHERE f.purchase = d.purchase_id AND f.kind = d.kind)`.execute(tx);
    await sql`INSERT INTO bill_differences (tenant_id, id, account_id, purchase_id, kind, minor, tax_minor, currency, line_ids, invoice_number,
        invoice_date, claim_until, evidence)
      SELECT ${tenantId}, f.id, ${accountId}, f.purchase, f.kind, f.minor, f.tax, f.currency, f.lines, f.invoice, f.day, f.claim, f.evidence
      FROM jsonb_to_recordset(${found}::jsonb) AS f(id uuid, purchase uuid, kind text, minor int8, tax int8, currency text, lines jsonb,
        invoice text, day date, claim date, evidence jsonb)
      ON CONFLICT (tenant_id, purchase_id, kind) WHERE state = 'open' DO UPDATE SET minor = excluded.minor, tax_minor = excluded.tax_minor,
        line_ids = excluded.line_ids, evidence = excluded.evidence, invoice_number = excluded.invoice_number,
        invoice_date = excluded.invoice_date, claim_until = excluded.claim_until,
        version = bill_differences.version + CASE WHEN bill_differences.minor <> excluded.minor THEN 1 ELSE 0 END`.execute(
      tx,
    );
  });
}

/** Charges of the account itself: each is a difference of its own, under the line's id. */
export async function auditOwnLines(db: Database, scope: AuditScope): Promise<void> {
  await db.tenant(scope, (tx) =>
    sql`INSERT INTO bill_differences (tenant_id, id, account_id, kind, minor, tax_minor, currency, line_ids, invoice_number, invoice_date,
        claim_until, evidence)
      SELECT l.tenant_id, l.id, l.account_id, CASE WHEN l.charge_kind = 'late_fee' THEN 'late_fee' WHEN l.amount_minor < 0 THEN 'credit'
          ELSE 'unknown' END, l.amount_minor, CASE WHEN l.charge_kind = 'tax' THEN l.amount_minor ELSE 0 END, l.currency,
        jsonb_build_array(l.id), l.invoice_number, l.invoice_date, NULL,
        jsonb_build_object('trackingNumber', l.tracking_number, 'invoiceNumber', l.invoice_number, 'invoiceDate', l.invoice_date,
          'carrier', ${scope.slug}::text, 'service', NULL, 'shipDate', l.ship_date, 'declaredGrams', NULL, 'billedGrams', NULL,
          'declaredSize', NULL, 'measuredSize', NULL, 'charges', jsonb_build_array(l.label), 'links', '[]'::jsonb)
      FROM invoice_lines l WHERE l.tenant_id = ${scope.tenantId} AND l.account_id = ${scope.accountId} AND l.state = 'own'
      ON CONFLICT (tenant_id, id) DO NOTHING`.execute(tx),
  );
}
