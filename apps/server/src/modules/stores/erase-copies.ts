/** What else names a buyer goes with the buyer: addresses and papers of shipments, what printers have of them, recorded calls. */
import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import { eraseCallBodies } from '../carriers/index.ts';
import { eraseDocuments } from '../documents/index.ts';
import { eraseRecipients } from '../shipments/index.ts';

/** Orders of one transaction. */
const AT_ONCE = 200;

/**
 * The copies of all orders of a customer whose buyers were erased. What is cut off between two steps is still written down, and done
 * again by the next call; each step bears repeating.
 */
export async function eraseCopies({ db, clock }: Pick<Services, 'db' | 'clock'>, tenantId: string): Promise<void> {
  for (;;) {
    const part = await db.tenant({ tenantId }, async (tx) => {
      const { rows } = await sql<{
        id: string;
      }>`SELECT order_id AS id FROM copies_to_erase ORDER BY order_id LIMIT ${sql.lit(AT_ONCE)}`.execute(tx);
      const orderIds = rows.map(({ id }) => id);
      if (orderIds.length === 0) return undefined;
      const { shipmentIds, calledAbout } = await eraseRecipients(tx, tenantId, orderIds);
      await eraseDocuments(tx, tenantId, { shipmentIds, orderIds }, clock.now());
      return { orderIds, calledAbout };
    });
    if (part === undefined) return;
    const { orderIds, calledAbout } = part;
    if (calledAbout.length > 0) await eraseCallBodies(db, { subjectIds: calledAbout });
    await db.tenant({ tenantId }, (tx) =>
      sql`DELETE FROM copies_to_erase WHERE order_id = ANY (${[...orderIds]}::uuid[])`.execute(tx),
    );
  }
}
