/** Holds our records against the simulators' own books. Every breach is one sentence. */
import type { BookEntry } from '@scanship/simulator-kit/books';
import type { Rig } from './rig.ts';

export const SIMULATED = ['testline-express', 'testline-ground', 'testline-freight', 'testline-post'] as const;

export interface Verdict {
  readonly purchases: number;
  readonly complete: number;
  readonly released: number;
  readonly voided: number;
  /** Labels the simulators were paid for. */
  readonly paid: number;
  readonly doubled: readonly string[];
  readonly lost: readonly string[];
  readonly hidden: readonly string[];
  readonly invented: readonly string[];
  readonly ledger: readonly string[];
  readonly allocation: readonly string[];
  readonly files: readonly string[];
}

export const breaches = (verdict: Verdict): readonly string[] => [
  ...verdict.doubled,
  ...verdict.lost,
  ...verdict.hidden,
  ...verdict.invented,
  ...verdict.ledger,
  ...verdict.allocation,
  ...verdict.files,
];

interface PurchaseRow {
  readonly id: string;
  readonly slug: string;
  readonly carrier_ref: string;
  readonly state: string;
  readonly order_id: string;
  readonly piece: number;
  readonly shipment_id: string;
  readonly shipment_state: string;
  readonly labels: number;
  readonly decided: boolean;
}

/** What a judge needs of a set-up: the simulators' books and every row. */
export type Judged = Pick<Rig, 'admin' | 'ask'>;

/** References paid for and references voided, with how often, of all simulators. */
export async function readBooks(rig: Pick<Judged, 'admin'>): Promise<{
  readonly paid: ReadonlyMap<string, readonly BookEntry[]>;
  readonly voided: ReadonlySet<string>;
}> {
  const paid = new Map<string, BookEntry[]>();
  const voided = new Set<string>();
  for (const slug of SIMULATED) {
    const entries = await rig.admin.books(slug);
    const references = new Map<string, string>();
    for (const entry of entries)
      if (entry.kind === 'paid' && entry.reference !== undefined) {
        references.set(entry.id, entry.reference);
        paid.set(entry.reference, [...(paid.get(entry.reference) ?? []), entry]);
      }
    for (const entry of entries) {
      const reference = entry.reference ?? references.get(entry.id);
      if (entry.kind === 'voided' && reference !== undefined) voided.add(reference);
    }
  }
  return { paid, voided };
}

const PAID = new Set(['confirmed', 'complete', 'voided']);
const RELEASED = new Set(['refused', 'absent']);

/**
 * @param tenantId whose purchases; null: of all customers, when several of them ship
 * @param numbers LIKE pattern of the orders whose allocation is looked at
 */
export async function judge(rig: Judged, tenantId: string | null, numbers = 'F-%'): Promise<Verdict> {
  const { paid, voided } = await readBooks(rig);
  const purchases = await rig.ask<PurchaseRow>(
    `SELECT p.id, p.slug, p.carrier_ref, p.state, p.piece, p.shipment_id, s.state AS shipment_state,
       (SELECT min(i.order_id::text) FROM shipment_items AS i WHERE i.tenant_id = p.tenant_id AND i.shipment_id = p.shipment_id) AS order_id,
       (SELECT count(*)::int FROM parcels AS c WHERE c.tenant_id = p.tenant_id AND c.purchase_id = p.id AND c.label_document_id IS NOT NULL) AS labels,
       EXISTS (SELECT 1 FROM audit_events AS a WHERE a.tenant_id = p.tenant_id AND a.subject_id = p.id) AS decided
     FROM purchases AS p JOIN shipments AS s ON s.tenant_id = p.tenant_id AND s.id = p.shipment_id
     WHERE ($1::uuid IS NULL OR p.tenant_id = $1)
       -- The demo's past came from no journal: it has no steps, and no labels to print again.
       AND (p.state <> 'complete' OR EXISTS (SELECT 1 FROM effect_steps AS e WHERE e.tenant_id = p.tenant_id AND e.subject_id = p.id))`,
    [tenantId],
  );
  const doubled: string[] = [];
  const lost: string[] = [];
  const hidden: string[] = [];
  const invented: string[] = [];
  const files: string[] = [];

  for (const [reference, entries] of paid)
    if (entries.length > 1) doubled.push(`${reference} was paid ${entries.length} times`);
  const known = new Set(purchases.map((p) => p.carrier_ref));
  for (const reference of paid.keys())
    if (!known.has(reference)) lost.push(`${reference} is paid and nobody here knows it`);
  const live = new Map<string, string[]>();
  for (const p of purchases) {
    const simulated = SIMULATED.some((slug) => slug === p.slug);
    const isPaid = paid.has(p.carrier_ref);
    if (simulated && isPaid && RELEASED.has(p.state))
      lost.push(`${p.slug} ${p.carrier_ref} is paid and called ${p.state}`);
    if (simulated && !isPaid && PAID.has(p.state))
      invented.push(`${p.slug} ${p.carrier_ref} is ${p.state} and was never paid`);
    if (!PAID.has(p.state) && !RELEASED.has(p.state)) hidden.push(`${p.slug} ${p.carrier_ref} is still ${p.state}`);
    if (simulated && p.state === 'voided' && !voided.has(p.carrier_ref))
      invented.push(`${p.slug} ${p.carrier_ref} is called voided and is not`);
    if (simulated && p.state !== 'voided' && voided.has(p.carrier_ref))
      lost.push(`${p.slug} ${p.carrier_ref} is voided there and ${p.state} here`);
    if (p.state === 'complete' && p.labels === 0 && !p.decided)
      files.push(`${p.slug} ${p.carrier_ref} is complete without a label`);
    if (PAID.has(p.state) && p.state !== 'voided') {
      const key = `${p.order_id}/${p.piece}`;
      live.set(key, [...(live.get(key) ?? []), p.carrier_ref]);
    }
  }
  for (const [piece, references] of live)
    if (references.length > 1)
      doubled.push(`order and piece ${piece} have ${references.length} live labels: ${references.join(', ')}`);

  return {
    purchases: purchases.length,
    complete: purchases.filter((p) => p.state === 'complete').length,
    released: purchases.filter((p) => RELEASED.has(p.state)).length,
    voided: purchases.filter((p) => p.state === 'voided').length,
    paid: [...paid.values()].reduce((total, entries) => total + entries.length, 0),
    doubled,
    lost,
    hidden,
    invented,
    ledger: await ledgerFaults(rig),
    allocation: await allocationFaults(rig, tenantId, numbers),
    files: [...files, ...(await numberFaults(rig, tenantId))],
  };
}

interface Sentence {
  readonly what: string;
}
const sentences = (rows: readonly Sentence[]): string[] => rows.map((row) => row.what);

async function ledgerFaults(rig: Judged): Promise<readonly string[]> {
  const unbalanced = await rig.ask<Sentence>(
    `SELECT format('entry %s is off by %s', entry_id, sum(amount_minor)) AS what FROM postings
     GROUP BY tenant_id, entry_id, currency HAVING sum(amount_minor) <> 0`,
  );
  const drifted = await rig.ask<Sentence>(
    `SELECT format('balance of %s says %s, its postings %s', b.account_id, b.amount_minor, coalesce(p.total, 0)) AS what
     FROM account_balances AS b LEFT JOIN (SELECT tenant_id, account_id, sum(amount_minor)::int8 AS total FROM postings GROUP BY 1, 2) AS p
       USING (tenant_id, account_id) WHERE b.amount_minor <> coalesce(p.total, 0)`,
  );
  const reserved = await rig.ask<Sentence>(
    `SELECT format('%s is still set aside on %s', reserved_minor, account_id) AS what FROM account_balances WHERE reserved_minor <> 0`,
  );
  const unbooked = await rig.ask<Sentence>(
    `SELECT format('purchase %s is %s and has %s entries', p.id, p.state, count(e.id)) AS what
     FROM purchases AS p LEFT JOIN entries AS e ON e.tenant_id = p.tenant_id AND e.source_kind = 'purchase'
       AND e.source_id = p.id AND e.kind = 'purchase' AND p.price_minor <> 0
     WHERE p.price_minor <> 0 GROUP BY p.id, p.state
     HAVING count(e.id) <> CASE WHEN p.state IN ('confirmed', 'complete', 'voided') THEN 1 ELSE 0 END
       AND NOT (p.state IN ('refused', 'absent') AND count(e.id) = 1)`,
  );
  const owed = await rig.ask<Sentence>(
    `SELECT format('%s is owed %s by %s, who owes %s', a.tenant_id, ab.amount_minor, a.party_tenant_id, -bb.amount_minor) AS what
     FROM accounts AS a JOIN account_balances AS ab ON ab.tenant_id = a.tenant_id AND ab.account_id = a.id
     JOIN accounts AS b ON b.kind = 'payable' AND b.tenant_id = a.party_tenant_id AND b.party_tenant_id = a.tenant_id AND b.currency = a.currency
     JOIN account_balances AS bb ON bb.tenant_id = b.tenant_id AND bb.account_id = b.id
     WHERE a.kind = 'receivable' AND ab.amount_minor <> -bb.amount_minor`,
  );
  return sentences([...unbalanced, ...drifted, ...reserved, ...unbooked, ...owed]);
}

/** What the orders say is allocated and shipped is what their live shipments hold. */
async function allocationFaults(rig: Judged, tenantId: string | null, numbers: string): Promise<readonly string[]> {
  return sentences(
    await rig.ask<Sentence>(
      `SELECT format('order %s line %s: allocated %s, shipped %s, held %s, bought %s', i.order_id, i.line, i.qty_allocated,
         i.qty_shipped, coalesce(h.held, 0), coalesce(h.bought, 0)) AS what
       FROM order_items AS i JOIN orders AS o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
       LEFT JOIN (SELECT s.tenant_id, x.order_id, x.line, sum(x.qty)::int AS held,
           coalesce(sum(x.qty) FILTER (WHERE s.bought_at IS NOT NULL), 0)::int AS bought
         FROM shipment_items AS x JOIN shipments AS s ON s.tenant_id = x.tenant_id AND s.id = x.shipment_id
         WHERE x.held AND s.state NOT IN ('draft', 'voided') GROUP BY 1, 2, 3) AS h
         ON h.tenant_id = i.tenant_id AND h.order_id = i.order_id AND h.line = i.line
       WHERE ($1::uuid IS NULL OR i.tenant_id = $1) AND o.number LIKE $2
         AND (i.qty_allocated <> coalesce(h.held, 0) OR i.qty_shipped <> coalesce(h.bought, 0))`,
      [tenantId, numbers],
    ),
  );
}

/** A number of an own courier is given once; couriers of two franchises may count alike. */
async function numberFaults(rig: Judged, tenantId: string | null): Promise<readonly string[]> {
  return sentences(
    await rig.ask<Sentence>(
      `SELECT format('number %s stands on %s parcels', c.tracking_number, count(*)) AS what
       FROM parcels AS c JOIN tenants AS t ON t.id = c.tenant_id
       WHERE ($1::uuid IS NULL OR c.tenant_id = $1) AND c.tracking_number IS NOT NULL
       GROUP BY t.realm_id, c.tracking_number HAVING count(*) > 1`,
      [tenantId],
    ),
  );
}
