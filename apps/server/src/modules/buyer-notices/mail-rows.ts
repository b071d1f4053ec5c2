/** Rows of mails: marked before the mail server is asked, since nobody can take a mail back. */
import type { NoticeLanguage } from '@scanship/contracts/stores/buyer-notices';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type Claimed, noticeRows, type Outcome } from './claims.ts';
import { addressKey, suppress } from './suppression.ts';

export interface ClaimedMail extends Claimed {
  /** It was given to the mail server before, with an outcome nobody wrote down. */
  readonly handed: boolean;
}
export interface MailOutcome extends Outcome {
  /** An address that is left alone from now on. */
  readonly suppress?: string | undefined;
}

const mails = noticeRows('buyer_notices', {
  claimed: sql`, n.handed_at IS NOT NULL AS handed`,
  read: (row) => ({ handed: row['handed'] === true }),
  renewed: sql`, handed_at = clock_timestamp(), address = w.address, address_key = w.key, language = w.language`,
  renews: sql`AND n.handed_at IS NULL`,
  // What waits again was not sent, so its mark goes.
  settled: sql`server_words = CASE WHEN n.address IS NULL THEN NULL ELSE o.words END,
    handed_at = CASE WHEN o.state IN ('waiting', 'held') THEN NULL ELSE n.handed_at END`,
  // An outcome that comes after the lease is still the truth.
  settles: sql`(n.state = 'sending' OR n.reason = 'unknown')`,
});

/** The longest due. */
export const claimDue = (db: Database, most: number): Promise<readonly ClaimedMail[]> =>
  mails.claim(
    db,
    sql`SELECT tenant_id, id FROM buyer_notices WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT ${most}
      FOR UPDATE SKIP LOCKED`,
  );

export interface ToMark extends Claimed {
  readonly address: string;
  readonly language: NoticeLanguage;
}

/** @returns ids of those that are still ours; only they may be sent */
export const markHanded = (db: Database, tenantId: string, rows: readonly ToMark[]): Promise<ReadonlySet<string>> =>
  mails.renew(
    db,
    tenantId,
    rows.map((row) => ({ ...row, key: addressKey(row.address) })),
  );

export async function recordOutcomes(db: Database, tenantId: string, outcomes: readonly MailOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await db.tenant({ tenantId }, async (tx) => {
    await mails.settle(tx, tenantId, outcomes);
    await suppress(
      tx,
      tenantId,
      outcomes.flatMap(({ suppress: address, words }) =>
        address === undefined ? [] : [{ address, reason: 'refused' as const, serverWords: words }],
      ),
    );
  });
}
