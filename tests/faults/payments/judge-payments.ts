/** Holds payments and refunds in the books against what the card provider's own books say. Every breach is one sentence. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { Judged } from '../judge.ts';

/** Money that moved once: a payment, or a refund of one. */
export interface Movement {
  readonly kind: 'payment' | 'refund';
  /** Our id, which the provider was given with the call. */
  readonly id: string;
  readonly minor: number;
}

/** Minor units of a payment or refund within what the card provider wrote down of an act. */
function amountOf({ objects }: JsonObject, id: string): number {
  for (const object of Array.isArray(objects) ? objects : [])
    if (typeof object === 'object' && object !== null && !Array.isArray(object) && object['id'] === id) {
      const { amount } = object;
      if (typeof amount === 'number') return amount;
    }
  throw new Error(`the card provider wrote no amount for ${id}`);
}

/** What the simulated card provider took and gave back, from its own books. */
export async function movedAtProvider(rig: Pick<Judged, 'admin'>): Promise<readonly Movement[]> {
  const moved: Movement[] = [];
  for (const { kind, id, reference, data } of await rig.admin.books('stripe')) {
    if (kind !== 'paid' && kind !== 'voided') continue;
    moved.push({ kind: kind === 'paid' ? 'payment' : 'refund', id: reference ?? id, minor: amountOf(data, id) });
  }
  return moved;
}

/** What the books say came in and went back by card: once in the seller's, once (with the other sign) in the buyer's. */
export async function movedInBooks(
  rig: Pick<Judged, 'ask'>,
): Promise<{ readonly sellers: readonly Movement[]; readonly buyers: readonly Movement[] }> {
  const rows = await rig.ask<Movement & { readonly seller: boolean }>(
    `SELECT e.kind, e.source_id AS id, e.tenant_id = m.tenant_id AS seller,
       (p.amount_minor * CASE WHEN (e.tenant_id = m.tenant_id) = (e.kind = 'payment') THEN 1 ELSE -1 END)::int AS minor
     FROM entries AS e
     JOIN (SELECT tenant_id, id FROM payments WHERE method = 'card'
       UNION ALL SELECT r.tenant_id, r.id FROM refunds AS r JOIN payments AS q
         ON q.tenant_id = r.tenant_id AND q.id = r.payment_id AND q.method = 'card') AS m ON m.id = e.source_id
     JOIN postings AS p ON p.tenant_id = e.tenant_id AND p.entry_id = e.id
     JOIN accounts AS a ON a.tenant_id = p.tenant_id AND a.id = p.account_id AND a.kind = 'clearing'
     WHERE e.source_kind = 'payment'`,
  );
  const of = (seller: boolean): readonly Movement[] =>
    rows.filter((row) => row.seller === seller).map(({ kind, id, minor }) => ({ kind, id, minor }));
  return { sellers: of(true), buyers: of(false) };
}

/** None twice on either side, none on one side only, each to the cent. */
export function movementBreaches(
  provider: readonly Movement[],
  books: readonly Movement[],
  whose: string,
): readonly string[] {
  const found: string[] = [];
  const grouped = (all: readonly Movement[]): Map<string, readonly Movement[]> => {
    const by = new Map<string, readonly Movement[]>();
    for (const one of all) by.set(`${one.kind} ${one.id}`, [...(by.get(`${one.kind} ${one.id}`) ?? []), one]);
    return by;
  };
  const [theirs, ours] = [grouped(provider), grouped(books)];
  for (const [name, all] of theirs)
    if (all.length > 1) found.push(`${name} was made ${all.length} times at the card provider`);
  for (const [name, all] of ours) {
    if (all.length > 1) found.push(`${name} is booked ${all.length} times in ${whose} book`);
    if (!theirs.has(name)) found.push(`${name} is in ${whose} book and not at the card provider`);
  }
  for (const [name, [one]] of theirs) {
    const [booked] = ours.get(name) ?? [];
    if (!booked) found.push(`${name} is at the card provider and not in ${whose} book`);
    else if (booked.minor !== one?.minor)
      found.push(`${name} is ${one?.minor} at the card provider and ${booked.minor} in ${whose} book`);
  }
  return found;
}

/** Rows of payments and refunds whose state says something else than the books. */
export async function rowBreaches(rig: Pick<Judged, 'ask'>): Promise<readonly string[]> {
  const rows = await rig.ask<{ what: string }>(
    `SELECT format('payment %s is %s with %s entries', p.id, p.state, count(e.id)) AS what
     FROM payments AS p LEFT JOIN entries AS e ON e.tenant_id = p.tenant_id AND e.source_kind = 'payment' AND e.source_id = p.id
       AND e.kind = 'payment'
     GROUP BY p.tenant_id, p.id, p.state HAVING count(e.id) <> CASE WHEN p.state = 'succeeded' THEN 1 ELSE 0 END
     UNION ALL
     SELECT format('payment %s says %s is refunded, its refunds sum to %s', p.id, p.refunded_minor, coalesce(sum(r.amount_minor), 0))
     FROM payments AS p LEFT JOIN refunds AS r ON r.tenant_id = p.tenant_id AND r.payment_id = p.id AND r.state IN ('pending', 'succeeded')
     GROUP BY p.tenant_id, p.id, p.refunded_minor HAVING p.refunded_minor <> coalesce(sum(r.amount_minor), 0)`,
  );
  return rows.map(({ what }) => what);
}
