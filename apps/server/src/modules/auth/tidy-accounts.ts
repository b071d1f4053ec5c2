/** Hourly: removes what has had its time. Safe to run twice or in two processes at once. */
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';

const DAY_MS = 24 * 3_600_000;
/** An account that nobody verified for so long is closed; its name and address are free again. */
const UNVERIFIED_DAYS = 14;
/** The demo's outbox is for looking at what was just sent. */
const OUTBOX_DAYS = 30;

export const tidyAccounts = async ({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<void> => {
  const now = clock.now();
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const realms = await db.reference((tx) =>
    tx.selectFrom('tenants').select('id').where('kind', 'in', ['platform', 'franchise']).execute(),
  );
  for (const { id: realmId } of realms) {
    await db.identity({ realmId }, async (tx) => {
      await tx.deleteFrom('challenges').where('realm_id', '=', realmId).where('expires_at', '<', before(1)).execute();
      await tx
        .deleteFrom('sign_in_attempts')
        .where('realm_id', '=', realmId)
        .where('window_ends_at', '<', now)
        .where((eb) => eb.or([eb('blocked_until', 'is', null), eb('blocked_until', '<', now)]))
        .execute();
      await tx
        .deleteFrom('outbox_mails')
        .where('realm_id', '=', realmId)
        .where('at', '<', before(OUTBOX_DAYS))
        .execute();
    });
    await closeAbandoned(db, realmId, before(UNVERIFIED_DAYS));
  }
};

/** The company an abandoned account opened stays where the franchise sees it, without people; it may close it. */
const closeAbandoned = async (db: Database, realmId: string, before: Date): Promise<void> => {
  await db.identity({ realmId }, (tx) =>
    tx
      .updateTable('users')
      .set({
        state: 'erased',
        password_hash: null,
        username_key: sql<string>`'closed ' || id`,
        email_key: sql<string>`'closed ' || id`,
      })
      .where('realm_id', '=', realmId)
      .where('verified_at', 'is', null)
      .where('last_sign_in_at', 'is', null)
      .where('state', '=', 'active')
      .where('created_at', '<', before)
      .execute(),
  );
};
