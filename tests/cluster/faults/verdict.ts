/** After a fault: everything settles, then the carriers' and the store's own books judge. */
import { setTimeout as sleep } from 'node:timers/promises';
import { decideException, listOpenPurchases } from '@scanship/contracts/shipping/shipments';
import { breaches, judge, readBooks } from '../../faults/judge.ts';
import type { Seller } from '../../support/seller.ts';
import type { Installation } from '../cluster.ts';

/** The slowest carrier that the load buys at shows what it sold after ten minutes (DHL Express), so long it is not asked after a call that was cut off. */
const SETTLE_WITHIN_MS = 12 * 60_000;

const OPEN = `SELECT count(*)::int AS open,
    coalesce(string_agg(DISTINCT format('%s %s', what, state), ', '), '') AS what FROM (
  SELECT 'purchase' AS what, state FROM purchases UNION ALL SELECT 'void', state FROM voids
  UNION ALL SELECT kind, state FROM effects WHERE kind IN ('fulfilment_push', 'fulfilment_cancel')) AS w
  WHERE state IN ('planned', 'reserved', 'sending', 'unknown', 'disputed', 'confirmed')`;

/** People settle what only people can, by what the carriers' books say. */
async function decide(cluster: Installation, sellers: readonly Seller[]): Promise<void> {
  for (const seller of sellers) {
    const { purchases } = await seller.must(listOpenPurchases);
    const mine = purchases.filter((open) => open.canDecide && open.state === 'disputed');
    if (mine.length === 0) continue;
    const { paid, voided } = await readBooks(cluster);
    for (const open of mine) {
      const [label] = paid.get(open.reference) ?? [];
      const exists = open.kind === 'buy' ? label !== undefined : voided.has(open.reference);
      const number = /"(T[A-Z]\d{9,13}[A-Z]{0,2})"/.exec(JSON.stringify(label?.data ?? {}))?.[1];
      const trackingNumbers = open.kind === 'buy' && exists && number !== undefined ? [number] : undefined;
      await seller.call(decideException, {
        params: { id: open.purchaseId },
        body: { decision: exists ? 'exists' : 'absent', trackingNumbers, note: 'Looked up in the books' },
      });
    }
  }
}

/** What is open and on nobody's page. */
async function hidden(cluster: Installation, sellers: readonly Seller[]): Promise<readonly string[]> {
  const open = await cluster.ask<{ id: string; state: string }>(
    `SELECT id, state FROM (SELECT id, state, updated_at FROM purchases UNION ALL SELECT id, state, updated_at FROM voids) AS w
     WHERE state IN ('unknown', 'disputed') AND updated_at < now() - interval '5 seconds'`,
  );
  if (open.length === 0) return [];
  const shown = new Set<string>();
  for (const seller of sellers)
    for (const purchase of (await seller.must(listOpenPurchases)).purchases) shown.add(purchase.purchaseId);
  const ids = open.filter(({ id }) => !shown.has(id)).map(({ id }) => id);
  const still = await cluster.ask<{ id: string; state: string }>(
    `SELECT id, state FROM (SELECT id, state FROM purchases UNION ALL SELECT id, state FROM voids) AS w
     WHERE id = ANY($1) AND state IN ('unknown', 'disputed')`,
    [ids],
  );
  return still.map(({ id, state }) => `${id} is ${state} and on nobody's page`);
}

/**
 * Each parcel is told to its store once, and each that the store was told of is ours. What ships from two places of the seller's is two
 * reports with one number, so a second one counts as told twice where we do not know it.
 */
async function storeFaults(cluster: Installation): Promise<readonly string[]> {
  const told = new Map<string, Set<string>>();
  for (const { kind, id, reference } of await cluster.admin.books('shopify')) {
    if (reference === undefined || (kind !== 'fulfilled' && kind !== 'withdrawn')) continue;
    const reports = told.get(reference) ?? new Set();
    if (kind === 'fulfilled') reports.add(id);
    else reports.delete(id);
    told.set(reference, reports);
  }
  const reported = await cluster.ask<{ id: string }>(
    `SELECT jsonb_array_elements_text(vendor_ids -> 'fulfilmentIds') AS id FROM effects
     WHERE kind = 'fulfilment_push' AND vendor_ids ? 'fulfilmentIds'`,
  );
  const known = new Set(reported.map(({ id }) => id));
  const ours = await cluster.ask<{ number: string; live: boolean }>(
    `SELECT p.tracking_number AS number, bool_or(s.state = 'bought') AS live FROM parcels AS p
     JOIN shipments AS s ON s.tenant_id = p.tenant_id AND s.id = p.shipment_id
     JOIN shipment_items AS i ON i.tenant_id = s.tenant_id AND i.shipment_id = s.id
     JOIN orders AS o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
     JOIN stores AS t ON t.tenant_id = o.tenant_id AND t.id = o.store_id
     WHERE t.platform_code = 'shopify' AND p.tracking_number IS NOT NULL AND s.bought_at > now() - interval '1 hour' GROUP BY 1`,
  );
  const live = new Map(ours.map((parcel) => [parcel.number, parcel.live]));
  return [
    ...[...told]
      .filter(([, reports]) => reports.size > 1 && [...reports].some((id) => !known.has(id)))
      .map(([number, reports]) => `the store was told ${reports.size} times of ${number}`),
    ...ours
      .filter(({ number, live }) => live && !told.has(number))
      .map(({ number }) => `the store was not told of ${number}`),
    ...[...told]
      .filter(([number, reports]) => reports.size > 0 && live.get(number) === false)
      .map(([number]) => `the store still has ${number}, which is voided`),
  ];
}

export interface Verdict {
  readonly breaches: readonly string[];
  readonly purchases: number;
  readonly paid: number;
  /** From the end of the load until nothing was open. */
  readonly settleSeconds: number;
}

export async function settleAndJudge(cluster: Installation, sellers: readonly Seller[]): Promise<Verdict> {
  const started = Date.now();
  const unseen: string[] = [];
  for (;;) {
    const [row] = await cluster.ask<{ open: number; what: string }>(OPEN);
    if (row?.open === 0) break;
    if (Date.now() - started > SETTLE_WITHIN_MS) {
      unseen.push(`${row?.open} are still open: ${row?.what}`);
      break;
    }
    unseen.push(...(await hidden(cluster, sellers)));
    await decide(cluster, sellers);
    await sleep(1_000);
  }
  const settleSeconds = (Date.now() - started) / 1_000;
  const verdict = await judge(cluster, null, 'S-%');
  return {
    breaches: [...unseen, ...breaches(verdict), ...(await storeFaults(cluster))],
    purchases: verdict.purchases,
    paid: verdict.paid,
    settleSeconds,
  };
}
