/** A platform that lets us in no longer. */
import { sql } from 'kysely';
import { json } from '../../platform/database/json-column.ts';
import type { Services } from '../../platform/services.ts';
import { tellInboxOfStore } from './causes.ts';
import { storedError, type StoreRef, stopStreams } from './store-state.ts';

/** The seller must consent again: nothing is asked of the platform until then. */
export async function markNeedsConsent(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { tenantId, storeId }: StoreRef,
  message: string,
): Promise<void> {
  await db.tenant({ tenantId }, async (tx) => {
    await sql`UPDATE stores SET state = 'needs_consent', last_error = ${json(storedError('not-authorised', message, clock.now()))},
        version = version + 1
      WHERE id = ${storeId} AND state IN ('connected', 'stale')`.execute(tx);
    await stopStreams(tx, storeId);
    await tellInboxOfStore(tx, tenantId, storeId, clock.now());
  });
}
