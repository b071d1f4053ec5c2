/** A claim held for a change of it. */
import type { ClaimState } from '@scanship/domain/shipping/claims';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { OPEN_ACTS } from './filing.ts';

/**
 * The claim for the rest of the transaction. Problems: `not_found`; `stale_version` where a version is named; `claim_state` while the carrier
 * may be given it.
 */
export async function lock(tx: Tx, tenantId: string, id: string, version?: number): Promise<Outcome<ClaimState>> {
  await sql`SELECT 1 FROM claims WHERE tenant_id = ${tenantId} AND id = ${id} FOR UPDATE`.execute(tx);
  // In a statement of its own: what is read beside a lock is what was there before it was waited for.
  const { rows } = await sql<{ state: ClaimState; version: number; act: string | null }>`
    SELECT c.state, c.version, e.state AS act FROM claims AS c
    LEFT JOIN effects AS e ON e.tenant_id = c.tenant_id AND e.id = c.effect_id
    WHERE c.tenant_id = ${tenantId} AND c.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) return problem('not_found', { message: 'This claim was not found.' });
  if (version !== undefined && row.version !== version) return problem('stale_version');
  if (row.act !== null && OPEN_ACTS.has(row.act))
    return problem('claim_state', { message: 'It is being filed with the carrier; what it says is known soon.' });
  return { ok: true, value: row.state };
}

/** Problems: as `lock`; `claim_state` once it was filed. */
export async function stillDraft(tx: Tx, tenantId: string, id: string, version?: number): Promise<Outcome<void>> {
  const state = await lock(tx, tenantId, id, version);
  if (!state.ok) return state;
  return state.value === 'draft'
    ? { ok: true, value: undefined }
    : problem('claim_state', { message: 'This claim was filed; what it says is with the carrier.' });
}
