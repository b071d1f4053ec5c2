/** Where a seller stands with its months, and what the next one would come to. */
import type { AgingData, ClosePreview, ClosingData } from '@scanship/contracts/money/statements';
import { money } from '@scanship/domain/money/money';
import { AGING_BUCKETS, agingOf } from '@scanship/domain/money/statement';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { dayIn } from '../../platform/time-zone.ts';
import { readSettled } from '../billing/index.ts';
import { untaxedOf } from '../taxes/index.ts';
import { nextMonth } from './close-schedule.ts';
import { monthEnd, readCompany } from './seller.ts';
import { readSettings } from './settings.ts';

/** Months a page shows. */
const SHOWN_MONTHS = 36;
const SHOWN_BUYERS = 500;

interface Sums {
  readonly month: string;
  readonly currency: string;
  readonly invoices: number;
  readonly charges: number;
}

export async function readClosing(db: Database, sellerId: string, now: Date): Promise<ClosingData> {
  const seller = await readCompany(db, sellerId);
  if (!seller) throw new Error(`company ${sellerId} is gone`);
  return db.tenant(
    { tenantId: sellerId },
    async (tx) => {
      const next = await nextMonth(tx, seller, now);
      const rows = await tx
        .selectFrom('month_closes')
        .select(['month', 'state', 'done', 'total', 'waits_for', 'closed_at', 'closed_by'])
        .where('tenant_id', '=', sellerId)
        .orderBy('month', 'desc')
        .limit(SHOWN_MONTHS)
        .execute();
      const sums =
        await sql<Sums>`SELECT month, currency, count(*)::int AS invoices, sum(charges_minor)::int8 AS charges
        FROM invoices WHERE tenant_id = ${sellerId} GROUP BY 1, 2`.execute(tx);
      return {
        settings: await readSettings(tx, sellerId),
        nextMonth: next,
        nextOver: monthEnd(next, seller.timeZone) <= now,
        months: rows
          .filter(({ state, month }) => state !== 'due' || month === next)
          .map((row) => {
            const own = sums.rows.filter(({ month }) => month === row.month);
            return {
              month: row.month,
              state: row.state,
              done: row.done,
              total: row.total,
              waitsFor: row.waits_for,
              closedAt: row.closed_at?.toISOString() ?? null,
              byHand: row.closed_by !== null,
              invoices: own.reduce((n, { invoices }) => n + invoices, 0),
              charges: own.map(({ charges, currency }) => money(charges, currency)),
            };
          }),
      };
    },
    { readOnly: true },
  );
}

export async function previewNext(db: Database, sellerId: string, now: Date): Promise<ClosePreview> {
  const seller = await readCompany(db, sellerId);
  if (!seller) throw new Error(`company ${sellerId} is gone`);
  const found = await db.tenant(
    { tenantId: sellerId },
    async (tx) => {
      const month = await nextMonth(tx, seller, now);
      const endsAt = monthEnd(month, seller.timeZone);
      const { rows } = await sql<{ party: string; currency: string; count: number; charges: number; settled: number }>`
        SELECT a.party_tenant_id AS party, a.currency, count(DISTINCT e.id)::int AS count,
          coalesce(sum(p.amount_minor) FILTER (WHERE e.source_kind NOT IN ('payment', 'correction')), 0)::int8 AS charges,
          coalesce(sum(p.amount_minor) FILTER (WHERE e.source_kind IN ('payment', 'correction')), 0)::int8 AS settled
        FROM accounts a
        LEFT JOIN LATERAL (SELECT next_from FROM invoices i WHERE i.tenant_id = a.tenant_id AND i.account_id = a.id
          ORDER BY month DESC LIMIT 1) i ON true
        JOIN postings p ON p.tenant_id = a.tenant_id AND p.account_id = a.id
          AND p.entry_id >= coalesce(i.next_from, '00000000-0000-0000-0000-000000000000'::uuid)
        JOIN entries e ON e.tenant_id = p.tenant_id AND e.id = p.entry_id AND e.occurred_at < ${endsAt}
        WHERE a.tenant_id = ${sellerId} AND a.kind = 'receivable' AND a.party_tenant_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM invoice_entries x
            WHERE x.tenant_id = p.tenant_id AND x.entry_id = p.entry_id AND x.account_id = p.account_id)
        GROUP BY 1, 2 ORDER BY 4 DESC, 1 LIMIT ${SHOWN_BUYERS + 1}`.execute(tx);
      return { month, endsAt, rows };
    },
    { readOnly: true, statementTimeoutMs: 120_000 },
  );
  const ids = found.rows.map(({ party }) => party);
  const names =
    ids.length === 0
      ? []
      : await db.reference((tx) => tx.selectFrom('tenants').select(['id', 'name']).where('id', 'in', ids).execute());
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const shown = found.rows.slice(0, SHOWN_BUYERS);
  const untaxed = await untaxedOf(
    db,
    sellerId,
    shown.map(({ party }) => party),
  );
  return {
    month: found.month,
    over: found.endsAt <= now,
    buyers: shown.map((row) => ({
      buyerId: row.party,
      name: nameOf.get(row.party) ?? '',
      untaxed: untaxed.has(row.party),
      count: row.count,
      charges: money(row.charges, row.currency),
      settled: money(row.settled, row.currency),
    })),
    capped: found.rows.length > SHOWN_BUYERS,
  };
}

export async function readAging(db: Database, sellerId: string, now: Date): Promise<AgingData> {
  const seller = await readCompany(db, sellerId);
  if (!seller) throw new Error(`company ${sellerId} is gone`);
  const today = dayIn(now, seller.timeZone);
  const { settled, invoices } = await db.tenant(
    { tenantId: sellerId },
    async (tx) => ({
      settled: await readSettled(tx, sellerId),
      invoices: await tx.selectFrom('invoices').select(['id', 'due_day']).where('tenant_id', '=', sellerId).execute(),
    }),
    { readOnly: true },
  );
  const dueOf = new Map(invoices.map((row) => [row.id, row.due_day]));
  const parties = [...new Set(settled.map(({ partyId }) => partyId))];
  const names =
    parties.length === 0
      ? []
      : await db.reference((tx) =>
          tx.selectFrom('tenants').select(['id', 'name']).where('id', 'in', parties).execute(),
        );
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return {
    buckets: [...AGING_BUCKETS],
    buyers: settled
      .map((one) => {
        const open = [...one.allotment.open].map(([id, openMinor]) => ({ due: dueOf.get(id) ?? today, openMinor }));
        const aging = agingOf(open, today, one.currency);
        return {
          buyerId: one.partyId,
          name: nameOf.get(one.partyId) ?? '',
          currency: one.currency,
          amounts: AGING_BUCKETS.map((bucket) => aging[bucket].minor),
          open: open.reduce((total, { openMinor }) => total + openMinor, 0),
          left: one.allotment.leftMinor,
          unbilled: one.unbilledMinor,
          balance: one.balanceMinor,
        };
      })
      .filter(({ open, left, unbilled }) => open !== 0 || left !== 0 || unbilled !== 0)
      .toSorted((a, b) => b.open - a.open || a.name.localeCompare(b.name)),
  };
}
