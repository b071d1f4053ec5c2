/**
 * Rows of notices as work, of mails and of posts alike: claimed with a lease that no two processes share, renewed before anything goes out,
 * and what became of them.
 */
import { usefulMs } from '@scanship/domain/tracking/buyer-notices';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { fromNow } from '../../platform/jobs/leased-rows.ts';
import { decide, type SuppressedBecause } from './decide.ts';
import type { NoticeFacts } from './notice-facts.ts';

export interface Claimed {
  readonly tenantId: string;
  readonly id: string;
  /** Fencing number of the lease. */
  readonly attempt: number;
}

/** Why it waits or failed; what is not sent has a reason of its own. */
export type FailedBecause = 'unknown' | 'refused' | 'gave-up' | 'no-site' | 'fault' | 'hook-gave-up' | 'hook-inside';

export interface Outcome {
  readonly id: string;
  readonly attempt: number;
  readonly state: 'waiting' | 'held' | 'sent' | 'suppressed' | 'failed';
  readonly because?: SuppressedBecause | FailedBecause | 'retry' | 'hook-retry' | 'night' | undefined;
  /** The other side's. */
  readonly words?: string | undefined;
  /** When its turn comes again. Milliseconds from now. */
  readonly inMs?: number | undefined;
  /** The other side could not take it: the next wait is longer. */
  readonly failed?: boolean | undefined;
}

/** Longer than the claimed rows of one round take to be renewed; that begins another lease. */
const LEASE_MS = 5 * 60_000;
const UNTIL = fromNow(LEASE_MS);
const RETRY_MS = [60_000, 5 * 60_000, 15 * 60_000, 3_600_000, 3 * 3_600_000, 6 * 3_600_000] as const;
const LAST_RETRY_MS = 12 * 3_600_000;

export interface NoticeRows<T extends Claimed> {
  /** @param due ids of rows, locked so that those another process is claiming are passed over. As the system role: ids and times only. */
  claim(db: Database, due: RawBuilder<unknown>): Promise<readonly T[]>;
  /** @returns ids of those that are still ours; only they may go out */
  renew(db: Database, tenantId: string, rows: readonly Claimed[]): Promise<ReadonlySet<string>>;
  settle(tx: Tx, tenantId: string, outcomes: readonly Outcome[]): Promise<void>;
}

/**
 * @param own.claimed what a claim answers beside ids, as columns of `n`
 * @param own.renewed columns that are written when a lease is renewed
 * @param own.renews which rows may be renewed, beside those whose lease stands
 * @param own.settled columns that are written beside those of both, from an outcome `o`
 * @param own.settles whose outcome counts: `n` is the row
 */
export function noticeRows<More = unknown>(
  table: 'buyer_notices' | 'notice_posts',
  own: {
    readonly claimed?: RawBuilder<unknown>;
    readonly read?: (row: Readonly<Record<string, unknown>>) => More;
    readonly renewed?: RawBuilder<unknown>;
    readonly renews?: RawBuilder<unknown>;
    readonly settled: RawBuilder<unknown>;
    readonly settles: RawBuilder<unknown>;
  },
): NoticeRows<Claimed & More> {
  const rowsOf = sql.table(table);
  return {
    claim: (db, due) =>
      db.system(async (tx) => {
        const { rows } = await sql<{ tenant_id: string; id: string; attempt: number } & Record<string, unknown>>`
          WITH due AS MATERIALIZED (${due})
          UPDATE ${rowsOf} AS n SET state = 'sending', attempt = n.attempt + 1, lease_until = ${UNTIL}, due_at = ${UNTIL}
          FROM due AS d WHERE n.tenant_id = d.tenant_id AND n.id = d.id
          RETURNING n.tenant_id, n.id, n.attempt ${own.claimed ?? sql``}`.execute(tx);
        return rows.map((row) => ({
          tenantId: row.tenant_id,
          id: row.id,
          attempt: row.attempt,
          ...(own.read?.(row) ?? ({} as More)),
        }));
      }),
    renew: (db, tenantId, claims) =>
      db.tenant({ tenantId }, async (tx) => {
        const kept = await sql<{
          id: string;
        }>`UPDATE ${rowsOf} AS n SET lease_until = ${UNTIL}, due_at = ${UNTIL} ${own.renewed ?? sql``}
          FROM jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) AS w (id uuid, attempt int, address text, key text, language text)
          WHERE n.tenant_id = ${tenantId} AND n.id = w.id AND n.attempt = w.attempt AND n.state = 'sending'
            AND n.lease_until > clock_timestamp() ${own.renews ?? sql``} RETURNING n.id`.execute(tx);
        return new Set(kept.rows.map(({ id }) => id));
      }),
    async settle(tx, tenantId, outcomes) {
      const list = JSON.stringify(
        outcomes.map(({ id, attempt, state, because, words, inMs, failed }) => ({
          id,
          attempt,
          state,
          because: because ?? null,
          words: words?.slice(0, 300) ?? null,
          ms: inMs ?? null,
          failed: failed === true,
        })),
      );
      await sql`UPDATE ${rowsOf} AS n SET state = o.state, reason = o.because, lease_until = NULL,
          failures = n.failures + o.failed::int,
          sent_at = CASE WHEN o.state = 'sent' THEN clock_timestamp() END,
          due_at = CASE WHEN o.ms IS NOT NULL THEN clock_timestamp() + o.ms * interval '1 millisecond' END, ${own.settled}
        FROM jsonb_to_recordset(${list}::jsonb)
          AS o (id uuid, attempt int, state text, because text, words text, ms float8, failed boolean)
        WHERE n.tenant_id = ${tenantId} AND n.id = o.id AND ${own.settles}`.execute(tx);
    },
  };
}

/** By seller. */
export const groupsOf = <T extends Claimed>(claimed: readonly T[]): readonly (readonly T[])[] => {
  const groups = new Map<string, T[]>();
  for (const each of claimed) groups.set(each.tenantId, [...(groups.get(each.tenantId) ?? []), each]);
  return [...groups.values()];
};

/** What becomes of a claimed row without anything going out; undefined: it goes out. @param facts undefined: what it speaks of is gone for good */
export function outcomeBefore(
  { id, attempt }: Claimed,
  facts: NoticeFacts | undefined,
  now: Date,
  channel: 'mail' | 'webhook',
): Outcome | undefined {
  if (!facts) return { id, attempt, state: 'failed', because: 'fault' };
  const decision = decide(facts, now, channel);
  switch (decision.kind) {
    case 'send':
      return undefined;
    case 'suppress':
      return { id, attempt, state: 'suppressed', because: decision.because };
    case 'hold':
      return { id, attempt, state: 'held', because: 'night', inMs: decision.until.getTime() - now.getTime() };
  }
}

/** The other side could not take it: asked again later and later, as long as the notice is of use. */
export function afterFailure(
  { id, attempt }: Pick<Claimed, 'id' | 'attempt'>,
  facts: Pick<NoticeFacts, 'failures' | 'occurredAt' | 'kind'>,
  now: Date,
  words: string,
  reasons: readonly [retry: 'retry' | 'hook-retry', gaveUp: 'gave-up' | 'hook-gave-up'],
): Outcome {
  const inMs = RETRY_MS[facts.failures] ?? LAST_RETRY_MS;
  const end = facts.occurredAt.getTime() + usefulMs(facts.kind);
  return end > now.getTime() + inMs
    ? { id, attempt, state: 'waiting', because: reasons[0], words, inMs, failed: true }
    : { id, attempt, state: 'failed', because: reasons[1], words };
}

/** Works through a list with a concurrency limit. */
export async function eachOf<T>(list: readonly T[], limit: number, work: (each: T) => Promise<void>): Promise<void> {
  const rest = [...list];
  await Promise.all(
    Array.from({ length: Math.min(limit, rest.length) }, async () => {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) await work(next);
    }),
  );
}
