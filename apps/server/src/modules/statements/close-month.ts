/**
 * Closes a month in stages: royalties, invoices, commissions, mails. Each step is one transaction that locks the month, looks
 * where it stands, does the next piece and moves the cursor; so it does not matter how often it is cut off, or who goes on.
 */
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { addDays, dayIn } from '../../platform/time-zone.ts';
import { bookCommissions } from './close-commissions.ts';
import { type ClosingMonth, countAccounts, invoiceNext } from './close-invoices.ts';
import { type MailDeps, mailNext, NEWS_MS } from './close-mails.ts';
import { bookRoyalties, franchisesWithRoyalty } from './close-royalties.ts';
import { nextMonth } from './close-schedule.ts';
import type { InvoicePapers } from './invoice-papers.ts';
import { type Company, monthEnd, readBuyers, readCompany, readShippers } from './seller.ts';
import { readSettings, readTerms } from './settings.ts';

export interface CloseDeps {
  readonly db: Database;
  readonly mail?: MailDeps | undefined;
  readonly papers?: Pick<InvoicePapers, 'keepMonth'> | undefined;
  readonly now: () => Date;
  /** Renews the lease after each step. */
  readonly onStep?: (() => Promise<void>) | undefined;
}

export type CloseOutcome =
  | { readonly state: 'closed' }
  /** The month is not over, or not the next one. */
  | { readonly state: 'refused'; readonly why: string }
  /** Franchises whose month must be closed first. */
  | { readonly state: 'waiting'; readonly franchises: readonly string[] };

/** One step may sum a million labels of one buyer. */
const STEP_TIMEOUT_MS = 600_000;

interface CloseRow {
  readonly state: 'due' | 'closing' | 'closed';
  readonly stage: 'royalties' | 'invoices' | 'commissions' | 'mails' | 'done';
  readonly cursor: string | null;
  readonly done: number;
  readonly total: number;
  readonly ends_at: Date;
  readonly issued_day: string | null;
}

const lockRow = async (tx: Tx, sellerId: string, month: string): Promise<CloseRow | undefined> =>
  tx
    .selectFrom('month_closes')
    .select(['state', 'stage', 'cursor', 'done', 'total', 'ends_at', 'issued_day'])
    .where('tenant_id', '=', sellerId)
    .where('month', '=', month)
    .forUpdate()
    .executeTakeFirst();

const move = async (
  tx: Tx,
  sellerId: string,
  month: string,
  to: Partial<{
    state: CloseRow['state'];
    stage: CloseRow['stage'];
    cursor: string | null;
    done: number;
    total: number;
    issued_day: string;
    waits_for: string | null;
    due_at: Date | null;
    started_at: Date;
    closed_at: Date;
    lease_until: null;
  }>,
): Promise<void> => {
  await tx.updateTable('month_closes').set(to).where('tenant_id', '=', sellerId).where('month', '=', month).execute();
};

interface Prepared {
  readonly seller: Company;
  readonly buyers: ReadonlyMap<string, Company>;
  readonly shippersOf: ReadonlyMap<string, readonly string[]>;
}

const prepare = async (db: Database, sellerId: string): Promise<Prepared | undefined> => {
  const seller = await readCompany(db, sellerId);
  if (!seller) return undefined;
  const buyers = await readBuyers(db, sellerId);
  const shippersOf = new Map<string, readonly string[]>();
  for (const buyer of buyers.values())
    shippersOf.set(buyer.id, buyer.kind === 'customer' ? [buyer.id] : await readShippers(db, buyer.id));
  return { seller, buyers, shippersOf };
};

/** Months that are made up for long after their end are drawn when somebody asks, as they are told of by no mail. */
const isNews = (seller: Company, month: string, now: Date): boolean =>
  now.getTime() - monthEnd(month, seller.timeZone).getTime() <= NEWS_MS;

/** Closes a month from wherever it stands. Safe to call at any time, any number of times, from any number of processes. */
export async function closeMonth(deps: CloseDeps, sellerId: string, month: string): Promise<CloseOutcome> {
  const { db } = deps;
  const prepared = await prepare(db, sellerId);
  if (!prepared) return { state: 'refused', why: 'This company does not exist.' };
  const waiting = await waitingFor(deps, prepared.seller, month);
  if (waiting.length > 0) return { state: 'waiting', franchises: waiting };
  for (;;) {
    const step = await db.tenant({ tenantId: sellerId }, (tx) => closeStep(tx, deps, prepared, month), {
      statementTimeoutMs: STEP_TIMEOUT_MS,
    });
    if (step.state === 'more') await deps.onStep?.();
    // Drawn outside of any transaction, before the first mail leads to them; the second time for what was cut off there.
    if (
      (step.state === 'closed' || (step.state === 'more' && step.issued)) &&
      isNews(prepared.seller, month, deps.now())
    )
      await deps.papers?.keepMonth(sellerId, month, async () => deps.onStep?.());
    if (step.state !== 'more') return step;
  }
}

/** `issued`: all invoices of the month are written. */
type Step = CloseOutcome | { readonly state: 'more'; readonly issued?: boolean };

async function closeStep(tx: Tx, deps: CloseDeps, prepared: Prepared, month: string): Promise<Step> {
  const { seller } = prepared;
  const now = deps.now();
  const row = await lockRow(tx, seller.id, month);
  if (!row) return { state: 'refused', why: 'This month is not the next one to close.' };
  if (row.state === 'closed') return { state: 'closed' };
  if (row.ends_at > now) return { state: 'refused', why: 'This month is not over yet.' };
  if (row.state === 'due' && (await nextMonth(tx, seller, now)) !== month)
    return { state: 'refused', why: 'An earlier month is still open. Close it first.' };
  const issuedDay = row.issued_day ?? dayIn(row.ends_at, seller.timeZone);
  const closing: ClosingMonth = { ...prepared, month, endsAt: row.ends_at, issuedDay };
  const to = (next: Parameters<typeof move>[3]) => move(tx, seller.id, month, next);
  const more = { state: 'more' } as const;

  if (row.state === 'due') {
    const total = await countAccounts(tx, seller.id);
    await to({ state: 'closing', started_at: now, issued_day: issuedDay, waits_for: null, total });
    return more;
  }
  switch (row.stage) {
    case 'royalties':
      await bookRoyalties(tx, closing);
      // A royalty may be the first thing a franchise owes.
      await to({ stage: 'invoices', cursor: null, total: await countAccounts(tx, seller.id) });
      return more;
    case 'invoices': {
      const settings = await readSettings(tx, seller.id);
      const own = await readTerms(tx, seller.id);
      const terms = (buyerId: string): number => own.get(buyerId) ?? settings.termsDays;
      const { last, accounts } = await invoiceNext(tx, closing, terms, settings.invoicePrefix, row.cursor, now);
      await to(
        last === null
          ? { stage: 'commissions', cursor: null }
          : { cursor: last, done: Math.min(row.total, row.done + accounts) },
      );
      return more;
    }
    case 'commissions':
      await bookCommissions(tx, closing);
      await to({ stage: 'mails', cursor: null });
      return { state: 'more', issued: true };
    case 'mails': {
      const last = deps.mail ? await mailNext(tx, deps.mail, closing, row.cursor, now) : null;
      await to(
        last === null
          ? {
              stage: 'done',
              state: 'closed',
              closed_at: now,
              due_at: null,
              lease_until: null,
              cursor: null,
              waits_for: null,
            }
          : { cursor: last },
      );
      return last === null ? { state: 'closed' } : more;
    }
    case 'done':
      return { state: 'closed' };
  }
}

/** Franchises whose share of the month is not known yet. */
async function waitingFor({ db, now }: CloseDeps, seller: Company, month: string): Promise<readonly string[]> {
  if (seller.kind !== 'platform') return [];
  const franchises = await db.tenant({ tenantId: seller.id }, (tx) => franchisesWithRoyalty(tx, seller.id, month));
  const waiting: string[] = [];
  for (const franchiseId of franchises) {
    const franchise = await readCompany(db, franchiseId);
    // One whose books begin later has nothing to close.
    if (franchise && (await db.tenant({ tenantId: franchiseId }, (tx) => nextMonth(tx, franchise, now()))) <= month)
      waiting.push(franchiseId);
  }
  return waiting;
}

/** Says in the row why a month does not go on, and when it is looked at again. */
export const postpone = (db: Database, sellerId: string, month: string, why: string, minutes: number): Promise<void> =>
  db.tenant({ tenantId: sellerId }, async (tx) => {
    await tx
      .updateTable('month_closes')
      .set({
        waits_for: why,
        lease_until: null,
        due_at: sql<Date>`clock_timestamp() + make_interval(mins => ${minutes})`,
      })
      .where('tenant_id', '=', sellerId)
      .where('month', '=', month)
      .where('state', '<>', 'closed')
      .execute();
  });

/** The day before a month ends, for people. */
export const lastDayOf = (month: string, seller: Company): string =>
  addDays(dayIn(monthEnd(month, seller.timeZone), seller.timeZone), -1);
