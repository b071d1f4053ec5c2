/**
 * What is known here of labels that were bought with an account, whoever bought them. Numbers and references are looked up over all
 * tenants as the system role, which learns whose they are and nothing more; each purchase is then read as whoever made it, and
 * believed only where it was made with this very account. Neither cost nor address is read.
 */
import { isOurReference, type OurLabel, type OurState } from '@scanship/domain/shipping/label-reconciliation';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { trackingKey } from '../shipments/index.ts';

export interface AccountRef {
  /** The owner. */
  readonly tenantId: string;
  readonly accountId: string;
}

export interface KnownPurchase extends OurLabel {
  /** Whose purchase it is. */
  readonly tenantId: string;
  /** The journal asks about it by itself. */
  readonly inJournal: boolean;
}

interface Row {
  readonly tenant_id: string;
  readonly id: string;
  readonly carrier_ref: string;
  readonly carrier_shipment_id: string | null;
  readonly numbers: readonly string[];
  readonly state: OurState;
  readonly in_journal: boolean;
  readonly at: Date;
}

const purchaseOf = (row: Row): KnownPurchase => ({
  tenantId: row.tenant_id,
  purchaseId: row.id,
  reference: row.carrier_ref,
  carrierShipmentId: row.carrier_shipment_id ?? undefined,
  trackingNumbers: row.numbers,
  state: row.state,
  inJournal: row.in_journal,
  at: row.at.getTime(),
});

/** A void that is under way, or ended after `quietSince`, says nothing yet of what the carrier's list shows. */
const columns = (quietSince: Date): RawBuilder<Row> => sql`p.tenant_id, p.id, p.carrier_ref,
  p.vendor_ids->>'carrierShipmentId' AS carrier_shipment_id,
  ARRAY(SELECT c->>'trackingNumber' FROM jsonb_array_elements(coalesce(p.vendor_ids->'parcels', '[]')) AS c
    WHERE c->>'trackingNumber' IS NOT NULL) AS numbers,
  CASE WHEN EXISTS (SELECT FROM voids AS v WHERE v.tenant_id = p.tenant_id AND v.purchase_id = p.id
      AND (v.state IN ('planned', 'reserved', 'sending', 'unknown', 'disputed') OR v.updated_at > ${quietSince})) THEN 'open'
    WHEN p.state = 'voided' THEN 'voided'
    WHEN p.state IN ('confirmed', 'complete') THEN 'bought'
    WHEN p.state IN ('refused', 'absent') THEN 'given-up'
    ELSE 'open' END AS state,
  p.state IN ('sending', 'unknown') AS in_journal,
  coalesce(p.sent_at, p.created_at) AS at`;

const ofAccount = ({ tenantId, accountId }: AccountRef): RawBuilder<unknown> => sql`purchases AS p
  JOIN account_grants AS g ON g.tenant_id = p.tenant_id AND g.id = p.grant_id
    AND g.owner_tenant_id = ${tenantId} AND g.account_id = ${accountId}`;

export interface Candidates {
  readonly ours: readonly KnownPurchase[];
  /**
   * References and keys of tracking numbers that are known here, of labels bought with another account: of the same credential connected
   * twice, or connected anew. Whose they are is not said.
   */
  readonly elsewhere: ReadonlySet<string>;
}

/** Purchases that the listed labels may be. */
export async function readCandidates(
  db: Database,
  account: AccountRef,
  labels: readonly { readonly reference?: string | undefined; readonly trackingNumbers: readonly string[] }[],
  quietSince: Date,
): Promise<Candidates> {
  const references = [...new Set(labels.flatMap(({ reference }) => (isOurReference(reference) ? [reference] : [])))];
  const keys = new Set(labels.flatMap(({ trackingNumbers }) => trackingNumbers.map(trackingKey)));
  keys.delete('');
  const named = await db.system(
    (tx) =>
      sql<{
        tenant_id: string;
        ids: readonly string[];
        names: readonly string[];
      }>`SELECT tenant_id, array_agg(id) AS ids,
          array_agg(name) AS names FROM (
          SELECT tenant_id, id, carrier_ref AS name FROM purchases WHERE carrier_ref = ANY (${references}::text[])
          UNION SELECT tenant_id, purchase_id, tracking_key FROM parcels
            WHERE tracking_key = ANY (${[...keys]}::text[]) AND purchase_id IS NOT NULL) AS n
        GROUP BY tenant_id ORDER BY tenant_id`.execute(tx),
    { readOnly: true },
  );
  const found: KnownPurchase[] = [];
  const elsewhere = new Set<string>();
  for (const { tenant_id: tenantId, ids, names } of named.rows) {
    const { rows } = await db.tenant(
      { tenantId },
      (tx) =>
        sql<Row>`SELECT ${columns(quietSince)} FROM ${ofAccount(account)}
          WHERE p.tenant_id = ${tenantId} AND p.id = ANY (${[...ids]}::uuid[]) AND p.kind IN ('buy', 'return')
          ORDER BY p.id`.execute(tx),
      { readOnly: true },
    );
    found.push(...rows.map(purchaseOf));
    const own = new Set(rows.map(({ id }) => id));
    for (const [at, id] of ids.entries()) if (!own.has(id)) elsewhere.add(names[at] ?? '');
  }
  return { ours: found, elsewhere };
}

/** Tenants that ship or have shipped with the account. */
export const readShippers = (db: Database, { tenantId, accountId }: AccountRef): Promise<readonly string[]> =>
  db.system(
    async (tx) => {
      const { rows } = await sql<{ tenant_id: string }>`SELECT DISTINCT tenant_id FROM account_grants
        WHERE owner_tenant_id = ${tenantId} AND account_id = ${accountId} ORDER BY tenant_id`.execute(tx);
      return rows.map((row) => row.tenant_id);
    },
    { readOnly: true },
  );

/** A label may be bought again for a shipment that was made so long before. Days. */
const SHIPMENT_DAYS = 30;

/** Purchases of one shipper that were sent in a span, by their ids, so many at once. Runs as the shipper. */
export async function readBoughtBetween(
  db: Database,
  account: AccountRef,
  shipperId: string,
  span: { readonly from: Date; readonly to: Date; readonly after: string; readonly most: number },
): Promise<readonly KnownPurchase[]> {
  const { rows } = await db.tenant(
    { tenantId: shipperId },
    (tx) =>
      sql<Row>`SELECT ${columns(span.to)} FROM shipments AS s, ${ofAccount(account)}
        WHERE s.tenant_id = ${shipperId} AND s.created_at <= ${span.to}
          AND s.created_at >= ${span.from}::timestamptz - make_interval(days => ${SHIPMENT_DAYS})
          AND p.tenant_id = s.tenant_id AND p.shipment_id = s.id AND p.kind IN ('buy', 'return') AND p.id > ${span.after}
          AND coalesce(p.sent_at, p.created_at) BETWEEN ${span.from} AND ${span.to}
        ORDER BY p.id LIMIT ${span.most}`.execute(tx),
    { readOnly: true },
  );
  return rows.map(purchaseOf);
}
