/** Rows of notices as work: claimed, marked before the mail server is asked, and what became of them. */
import type { NoticeLanguage } from '@scanship/contracts/stores/buyer-notices';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { SuppressedBecause } from './decide.ts';
import { addressKey, suppress } from './suppression.ts';

export interface Claimed {
  readonly tenantId: string;
  readonly id: string;
  /** Fencing number of the lease. */
  readonly attempt: number;
  /** It was given to the mail server before, with an outcome nobody wrote down. */
  readonly handed: boolean;
}

/** Longer than the claimed rows of one round take to be marked; a mark begins another one. */
const LEASE_MS = 5 * 60_000;
const UNTIL = sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`;

/** The longest due; rows that another process is claiming are passed over. As the system role: ids and times only. */
export function claimDue(db: Database, most: number): Promise<readonly Claimed[]> {
  return db.system(async (tx) => {
    const { rows } = await sql<{ tenant_id: string; id: string; attempt: number; handed: boolean }>`
      UPDATE buyer_notices AS n SET state = 'sending', attempt = n.attempt + 1, lease_until = ${UNTIL}, due_at = ${UNTIL}
      FROM (SELECT tenant_id, id FROM buyer_notices WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT ${most}
        FOR UPDATE SKIP LOCKED) AS d
      WHERE n.tenant_id = d.tenant_id AND n.id = d.id
      RETURNING n.tenant_id, n.id, n.attempt, n.handed_at IS NOT NULL AS handed`.execute(tx);
    return rows.map((row) => ({ tenantId: row.tenant_id, id: row.id, attempt: row.attempt, handed: row.handed }));
  });
}

export interface ToMark extends Claimed {
  readonly address: string;
  readonly language: NoticeLanguage;
}

/** @returns ids of those that are still ours; only they may be sent */
export function markHanded(db: Database, tenantId: string, rows: readonly ToMark[]): Promise<ReadonlySet<string>> {
  return db.tenant({ tenantId }, async (tx) => {
    const marked = await sql<{ id: string }>`
      UPDATE buyer_notices AS n SET handed_at = clock_timestamp(), lease_until = ${UNTIL}, due_at = ${UNTIL},
        address = w.address, address_key = w.key, language = w.language
      FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ attempt }) => attempt)}::int[],
        ${rows.map(({ address }) => address)}::text[], ${rows.map(({ address }) => addressKey(address))}::text[],
        ${rows.map(({ language }) => language)}::text[]) AS w (id, attempt, address, key, language)
      WHERE n.tenant_id = ${tenantId} AND n.id = w.id AND n.attempt = w.attempt AND n.state = 'sending'
        AND n.handed_at IS NULL AND n.lease_until > clock_timestamp()
      RETURNING n.id`.execute(tx);
    return new Set(marked.rows.map(({ id }) => id));
  });
}

/** Why it waits or failed; what is not sent has a reason of its own. */
export type FailedBecause = 'unknown' | 'refused' | 'gave-up' | 'no-site' | 'fault';

export interface Outcome {
  readonly id: string;
  readonly state: 'waiting' | 'held' | 'sent' | 'suppressed' | 'failed';
  readonly because?: SuppressedBecause | FailedBecause | 'retry' | 'night' | undefined;
  /** The mail server's. */
  readonly words?: string | undefined;
  /** When its turn comes again. Milliseconds from now. */
  readonly inMs?: number | undefined;
  /** The mail server could not take it: the next wait is longer. */
  readonly failed?: boolean | undefined;
  /** An address that is left alone from now on. */
  readonly suppress?: string | undefined;
}

export async function recordOutcomes(db: Database, tenantId: string, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const list = JSON.stringify(
    outcomes.map(({ id, state, because, words, inMs, failed }) => ({
      id,
      state,
      because: because ?? null,
      words: words?.slice(0, 300) ?? null,
      ms: inMs ?? null,
      failed: failed === true,
    })),
  );
  await db.tenant({ tenantId }, async (tx) => {
    // What waits again was not sent, so its mark goes. An outcome that comes after the lease is still the truth.
    await sql`UPDATE buyer_notices AS n SET state = o.state, reason = o.because, lease_until = NULL,
        server_words = CASE WHEN n.address IS NULL THEN NULL ELSE o.words END,
        failures = n.failures + o.failed::int,
        handed_at = CASE WHEN o.state IN ('waiting', 'held') THEN NULL ELSE n.handed_at END,
        sent_at = CASE WHEN o.state = 'sent' THEN clock_timestamp() END,
        due_at = CASE WHEN o.ms IS NOT NULL THEN clock_timestamp() + o.ms * interval '1 millisecond' END
      FROM jsonb_to_recordset(${list}::jsonb) AS o (id uuid, state text, because text, words text, ms float8, failed boolean)
      WHERE n.tenant_id = ${tenantId} AND n.id = o.id AND (n.state = 'sending' OR n.reason = 'unknown')`.execute(tx);
    await suppress(
      tx,
      tenantId,
      outcomes.flatMap(({ suppress: address, words }) =>
        address === undefined ? [] : [{ address, reason: 'refused' as const, serverWords: words }],
      ),
    );
  });
}
