/**
 * Which label a charge is for: by tracking number, else by our own 16 characters, else by the carrier's number of the
 * shipment. What remains gets suggestions (day, postal code, weight) that a person confirms. Numbers are looked up over all
 * tenants as the system and believed only where the label was bought on the very account that was billed.
 */
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { toJson } from '../../platform/database/json-column.ts';
import type { LineDetails } from './keep-lines.ts';
import { keyOf } from './keep-lines.ts';

export interface BilledAccount {
  readonly tenantId: string;
  readonly accountId: string;
}

interface OpenLine {
  readonly id: string;
  readonly tracking_key: string | null;
  readonly charge_kind: string | null;
  readonly ship_date: string | null;
  readonly details: LineDetails;
}
export type MatchBy = 'tracking' | 'reference' | 'carrier_reference';
interface Candidate {
  readonly tenantId: string;
  readonly purchaseId: string;
  readonly by: MatchBy;
}
interface Found extends Candidate {
  readonly lineId: string;
}

const BATCH = 5_000;
const OUR_REFERENCE = /^[0-9A-Z]{16}$/;

async function openLines(
  db: Database,
  account: BilledAccount,
  fileId: string,
  after: string,
): Promise<readonly OpenLine[]> {
  const rows = await db.tenant(
    account,
    (tx) =>
      tx
        .selectFrom('invoice_lines')
        .select(['id', 'tracking_key', 'charge_kind', 'ship_date', 'details'])
        .where('tenant_id', '=', account.tenantId)
        .where('file_id', '=', fileId)
        .where('state', '=', 'open')
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH)
        .execute(),
    { readOnly: true },
  );
  // Written by `keepLines` alone.
  return rows.map((row) => ({ ...row, details: row.details as object as LineDetails }));
}

/** All numbers of a line that may be ours, the likeliest first. */
const numbersOf = (line: OpenLine): readonly string[] => [
  ...new Set([...(line.tracking_key ? [line.tracking_key] : []), ...line.details.references.map(keyOf)]),
];

async function candidates(
  db: Database,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  const references = numbers.filter((each) => OUR_REFERENCE.test(each));
  const rows = await db.system(async (tx) => {
    const byTracking = await sql<{ key: string; tenant_id: string; purchase_id: string }>`
      SELECT tracking_key AS key, tenant_id, purchase_id FROM parcels
      WHERE tracking_key = ANY(${[...numbers]}::text[]) AND purchase_id IS NOT NULL`.execute(tx);
    const byReference =
      references.length === 0
        ? { rows: [] }
        : await sql<{ key: string; tenant_id: string; purchase_id: string }>`
            SELECT carrier_ref AS key, tenant_id, id AS purchase_id FROM purchases
            WHERE carrier_ref = ANY(${references}::text[])`.execute(tx);
    return [
      ...byTracking.rows.map((row) => ({ ...row, by: 'tracking' as const })),
      ...byReference.rows.map((row) => ({ ...row, by: 'reference' as const })),
    ];
  });
  const found = new Map<string, Candidate[]>();
  for (const { key, tenant_id, purchase_id, by } of rows) {
    const list = found.get(key) ?? [];
    list.push({ tenantId: tenant_id, purchaseId: purchase_id, by });
    found.set(key, list);
  }
  return found;
}

/** Purchases of the candidates that were bought on the billed account. */
async function boughtOn(
  db: Database,
  account: BilledAccount,
  all: Iterable<readonly Candidate[]>,
): Promise<ReadonlySet<string>> {
  const byTenant = new Map<string, Set<string>>();
  for (const list of all)
    for (const { tenantId, purchaseId } of list) {
      const ids = byTenant.get(tenantId) ?? new Set();
      ids.add(purchaseId);
      byTenant.set(tenantId, ids);
    }
  const right = new Set<string>();
  for (const [tenantId, ids] of byTenant) {
    const rows = await db.tenant(
      { tenantId },
      (tx) =>
        sql<{ id: string }>`SELECT p.id FROM purchases p
          JOIN account_grants g ON g.tenant_id = p.tenant_id AND g.id = p.grant_id
          WHERE p.tenant_id = ${tenantId} AND p.id = ANY(${[...ids]}::uuid[])
            AND g.owner_tenant_id = ${account.tenantId} AND g.account_id = ${account.accountId}`.execute(tx),
      { readOnly: true },
    );
    for (const { id } of rows.rows) right.add(id);
  }
  return right;
}

export async function writeMatches(db: Database, tenantId: string, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  const rows = toJson(
    found.map(({ lineId, purchaseId, tenantId: shipper, by }) => ({ id: lineId, purchaseId, shipper, by })),
  );
  await db.tenant({ tenantId }, (tx) =>
    sql`UPDATE invoice_lines AS l SET purchase_id = m."purchaseId", shipper_tenant_id = m.shipper, match_by = m.by,
        state = 'matched', suggestions = NULL
      FROM jsonb_to_recordset(${rows}::jsonb) AS m(id uuid, "purchaseId" uuid, shipper uuid, by text)
      WHERE l.tenant_id = ${tenantId} AND l.id = m.id AND l.state IN ('open', 'suggested')`.execute(tx),
  );
}

/** Matches the open lines of a file. */
export async function matchFile(db: Database, account: BilledAccount, fileId: string): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  const left: OpenLine[] = [];
  for (;;) {
    const lines = await openLines(db, account, fileId, after);
    if (lines.length === 0) break;
    after = lines.at(-1)?.id ?? after;
    const known = await candidates(db, [...new Set(lines.flatMap(numbersOf))]);
    const right = await boughtOn(db, account, known.values());
    const found: Found[] = [];
    for (const line of lines) {
      const hit = numbersOf(line)
        .flatMap((number) => known.get(number) ?? [])
        .find((each) => right.has(each.purchaseId));
      if (hit) found.push({ ...hit, lineId: line.id });
      else left.push(line);
    }
    await writeMatches(db, account.tenantId, found);
  }
  if (left.length > 0) await matchTheRest(db, account, left);
}

export interface Suggestion {
  readonly purchaseId: string;
  readonly tenantId: string;
  readonly trackingNumber: string | null;
  readonly shipDate: string | null;
  readonly postalCode: string;
  readonly grams: number;
}
interface RestRow extends Suggestion {
  readonly lineId: string;
  readonly exact: boolean;
}

const isAskable = (line: OpenLine): boolean =>
  numbersOf(line).length > 0 || (line.ship_date !== null && (line.details.postalCode ?? '') !== '');

const PER_QUESTION = 1_000;
const MOST_SUGGESTIONS = 5;

/** By the carrier's own number of the shipment; else what may be meant. */
async function matchTheRest(db: Database, account: BilledAccount, lines: readonly OpenLine[]): Promise<void> {
  const shippers = await shippersBelow(db, account);
  for (let at = 0; at < lines.length; at += PER_QUESTION) {
    const part = lines.slice(at, at + PER_QUESTION);
    const asked = toJson(
      part.filter(isAskable).map((line) => ({
        id: line.id,
        numbers: numbersOf(line),
        day: line.ship_date,
        postal: line.details.postalCode?.toUpperCase().replace(/[^0-9A-Z]/g, ''),
        grams: line.details.declaredGrams ?? line.details.billedGrams,
      })),
    );
    const found: RestRow[] = [];
    // A charge that names neither number nor place is of no label: nobody is asked for it.
    for (const tenantId of part.some(isAskable) ? shippers : [])
      found.push(
        ...(await db.tenant({ tenantId }, (tx) => askShipper(tx, tenantId, account, asked), { readOnly: true })),
      );
    await writeMatches(
      db,
      account.tenantId,
      part.flatMap((line): Found[] => {
        const exact = found.filter((row) => row.lineId === line.id && row.exact);
        const [one] = exact;
        return one && exact.length === 1
          ? [{ lineId: line.id, tenantId: one.tenantId, purchaseId: one.purchaseId, by: 'carrier_reference' }]
          : [];
      }),
    );
    await writeSuggestions(db, account.tenantId, part, found);
  }
}

/** Tenants at or below the owner that ship or have shipped with the account. */
async function shippersBelow(db: Database, account: BilledAccount): Promise<readonly string[]> {
  const below = await db.reference((tx) =>
    tx.selectFrom('tenant_closure').select('descendant_id').where('ancestor_id', '=', account.tenantId).execute(),
  );
  const shippers: string[] = [];
  for (const { descendant_id: tenantId } of below) {
    const grant = await db.tenant(
      { tenantId },
      (tx) =>
        tx
          .selectFrom('account_grants')
          .select('id')
          .where('owner_tenant_id', '=', account.tenantId)
          .where('account_id', '=', account.accountId)
          .executeTakeFirst(),
      { readOnly: true },
    );
    if (grant) shippers.push(tenantId);
  }
  return shippers;
}

/** Two days beside the shipping day; a quarter of the weight. */
const askShipper = async (
  tx: Tx,
  tenantId: string,
  account: BilledAccount,
  asked: string,
): Promise<readonly RestRow[]> => {
  const found = await sql<Omit<RestRow, 'tenantId'>>`
    WITH asked AS (SELECT * FROM jsonb_to_recordset(${asked}::jsonb) AS a(id uuid, numbers jsonb, day date, postal text, grams int8)),
    bought AS (
      SELECT p.id, p.vendor_ids->>'carrierShipmentId' AS number, s.ship_date,
        upper(regexp_replace(s.to_address->>'zipcode', '[^A-Za-z0-9]', '', 'g')) AS postal,
        (SELECT sum(c.weight_g) FROM parcels c WHERE c.tenant_id = p.tenant_id AND c.purchase_id = p.id)::int8 AS grams,
        (SELECT min(c.tracking_number) FROM parcels c WHERE c.tenant_id = p.tenant_id AND c.purchase_id = p.id) AS tracking
      FROM shipments s JOIN purchases p ON p.tenant_id = s.tenant_id AND p.shipment_id = s.id
      JOIN account_grants g ON g.tenant_id = p.tenant_id AND g.id = p.grant_id
      WHERE s.tenant_id = ${tenantId} AND g.owner_tenant_id = ${account.tenantId} AND g.account_id = ${account.accountId}
        AND p.state IN ('confirmed', 'complete', 'voided')
        AND s.created_at >= (SELECT coalesce(min(day), current_date) - 60 FROM asked)
        AND s.created_at < (SELECT coalesce(max(day), current_date) + 30 FROM asked))
    SELECT a.id AS "lineId", b.id AS "purchaseId", b.tracking AS "trackingNumber", b.ship_date::text AS "shipDate",
      coalesce(b.postal, '') AS "postalCode", coalesce(b.grams, 0)::int AS grams,
      b.number IS NOT NULL AND a.numbers ? upper(regexp_replace(b.number, '[^0-9A-Za-z]', '', 'g')) AS exact
    FROM asked a JOIN bought b ON (b.number IS NOT NULL AND a.numbers ? upper(regexp_replace(b.number, '[^0-9A-Za-z]', '', 'g')))
      OR (b.ship_date BETWEEN a.day - 2 AND a.day + 2 AND b.postal = a.postal AND b.postal <> ''
        AND (a.grams IS NULL OR b.grams BETWEEN a.grams * 3 / 4 AND a.grams * 5 / 4))`.execute(tx);
  return found.rows.map((row) => ({ ...row, tenantId }));
};

async function writeSuggestions(
  db: Database,
  tenantId: string,
  lines: readonly OpenLine[],
  found: readonly RestRow[],
): Promise<void> {
  const rows = lines.map((line) => ({
    id: line.id,
    suggestions: found
      .filter((row) => row.lineId === line.id)
      .slice(0, MOST_SUGGESTIONS)
      .map(({ lineId: _line, exact: _exact, ...suggestion }): Suggestion => suggestion),
    // A fee of the account itself has no label to be found.
    own: line.charge_kind === 'late_fee' && !line.tracking_key,
  }));
  const asked = toJson(rows);
  await db.tenant({ tenantId }, (tx) =>
    sql`UPDATE invoice_lines AS l SET suggestions = m.suggestions,
        state = CASE WHEN m.own THEN 'own' WHEN jsonb_array_length(m.suggestions) > 0 THEN 'suggested' ELSE 'open' END
      FROM jsonb_to_recordset(${asked}::jsonb) AS m(id uuid, suggestions jsonb, own boolean)
      WHERE l.tenant_id = ${tenantId} AND l.id = m.id AND l.state = 'open'`.execute(tx),
  );
}
