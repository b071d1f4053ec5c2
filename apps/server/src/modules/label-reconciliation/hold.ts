/** How far the question is that holds an account back after a restore or failover. Runs as the owner. */
import type { HoldStanding } from '@scanship/contracts/carriers/label-reconciliation';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { AccountRef } from './read-ours.ts';

/** @param listed its carrier lists its labels */
export async function readStanding(
  tx: Tx,
  { tenantId, accountId }: AccountRef,
  hold: { readonly markedAt: Date; readonly listed: boolean },
): Promise<HoldStanding> {
  if (!hold.listed) return 'by-hand';
  const { rows } = await sql<{
    account: string;
    run: string | null;
  }>`SELECT a.state AS account, (SELECT r.state FROM label_runs AS r
      WHERE r.tenant_id = a.tenant_id AND r.account_id = a.id AND r.why = 'restore' AND r.created_at >= ${hold.markedAt}
      ORDER BY r.created_at DESC LIMIT 1) AS run
    FROM carrier_accounts AS a WHERE a.tenant_id = ${tenantId} AND a.id = ${accountId}`.execute(tx);
  const [row] = rows;
  if (row?.account === 'paused') return 'paused';
  switch (row?.run) {
    case 'running':
      return 'asking';
    case 'failed':
      return 'failed';
    // It ended, and the hold did not: what it was told proves nothing.
    case 'done':
      return 'unsure';
    default:
      return 'waiting';
  }
}
