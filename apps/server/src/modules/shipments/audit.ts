/** A person's decision about an open outcome, in the audit trail: who, what, about which operation, with their note. */
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import type { Decider, JournalRow } from '../../platform/journal/handler.ts';

export async function auditDecision(tx: Tx, row: JournalRow, to: string, by: Decider): Promise<void> {
  await tx
    .insertInto('audit_events')
    .values({
      tenant_id: row.tenantId,
      id: newId(),
      actors: json([{ userId: by.userId, sessionId: by.sessionId }]),
      action: 'outcome.decided',
      subject_kind: row.table === 'purchases' ? 'purchase' : 'void',
      subject_id: row.id,
      details: json({ to, note: by.note }),
    })
    .execute();
}
