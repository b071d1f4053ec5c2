/** One search at a million orders of one customer and 200,000 of a thousand others: of the seller, and of the franchise's staff. */
import { searchEverything } from '@scanship/contracts/network/search';
import { searchStaff, staffGroups } from '@scanship/server/modules/search/staff';
import type { RequestContext } from '@scanship/server/platform/context';
import type { Database } from '@scanship/server/platform/database/database';
import { soughtOf } from '@scanship/server/platform/sought';
import type { Seller } from '../support/seller.ts';
import { MILLION } from './million-seed.ts';
import { median, percentile, type Row } from './table.ts';

const LIMIT_MS = 100;
const TURNS = 12;
const spread = (n: number): number => 100_001 + Math.floor(((n * 0.618_033_988_749_895) % 1) * MILLION);

/** What sellers look for, the common and the rare, the whole and the beginning of it. */
const SELLERS: readonly ((n: number) => string)[] = [
  (n) => `#${spread(n)}`,
  (n) => String(spread(n)).slice(0, 4),
  (n) => `TL${spread(n)}CA`,
  (n) => `${spread(n)}CA`.slice(-6),
  (n) => `c${spread(n) % 600_000}@example.com`,
  (n) =>
    `416 ${String(spread(n) % 10_000_000)
      .padStart(7, '4')
      .slice(0, 3)}-${String(spread(n)).slice(-4)}`,
  () => 'tremblay',
  () => 'mar',
  () => 'anna tremblay',
  () => 'tremblay toronto',
  () => 'grace wilson que',
  () => 'm5h 3m4',
  () => 'ceramic mug',
  (n) => `sku-${String(spread(n) % 5_000).padStart(4, '0')}`,
  () => 'nobody like this',
];
const STAFF = [0, 2, 3, 4, 5].flatMap((at) => SELLERS[at] ?? []);

const rowOf = (who: string, samples: readonly { readonly text: string; readonly ms: number }[]): Row => {
  const all = samples.map(({ ms }) => ms);
  const slowest = [...samples].toSorted((a, b) => b.ms - a.ms)[0];
  return {
    measure: `1,000,000 orders, one search: p95 of ${who}`,
    value: percentile(all, 0.95),
    unit: 'ms',
    limit: LIMIT_MS,
    kind: 'time',
    note: `p50 ${median(all).toFixed(1)}; slowest "${slowest?.text}" ${slowest?.ms.toFixed(0)} ms`,
  };
};

/** Over HTTP for the seller; for staff of the franchise, who look through 1,001 customers, as the call does it. */
export async function searchRows(seller: Seller, db: Database, franchiseId: string): Promise<Row[]> {
  const own: { text: string; ms: number }[] = [];
  for (let n = 0; n < TURNS; n += 1)
    for (const of of SELLERS) {
      const text = of(n);
      const answer = await seller.call(searchEverything, { body: { text } });
      if (answer.status !== 200) throw new Error(`The search for "${text}" answered ${answer.status}.`);
      if (n >= 2) own.push({ text, ms: answer.ms });
    }
  const ctx: RequestContext = {
    requestId: 'bench',
    tenantId: franchiseId,
    tenantKind: 'franchise',
    realmId: franchiseId,
    userId: franchiseId,
    userName: 'bench',
    sessionId: franchiseId,
    limits: new Set(),
    actors: [],
    roleId: franchiseId,
    role: 'ROLE_SUPPORT',
    rights: new Set(['customers.view', 'customers.impersonate']),
    permissions: new Set(['DASHBOARD']),
    planName: 'Advanced',
    timeZone: 'America/Toronto',
    locale: 'en-CA',
    currency: 'CAD',
  };
  const deps = { db, carrierName: (slug: string) => slug };
  const staff: { text: string; ms: number }[] = [];
  for (let n = 0; n < TURNS; n += 1)
    for (const of of STAFF) {
      const text = of(n);
      const started = performance.now();
      await searchStaff(deps, ctx, soughtOf(text), staffGroups(ctx), 5);
      if (n >= 2) staff.push({ text, ms: performance.now() - started });
    }
  return [rowOf('a seller', own), rowOf('support, 1,001 customers', staff)];
}
