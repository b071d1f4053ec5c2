/** Remembers how the last calls of an account went, so that its page says "works" or why not. */
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import type { Database } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';

export interface AccountHealth {
  readonly lastOkAt?: string;
  readonly lastProblem?: string;
  readonly lastProblemAt?: string;
}

/** Only what the credentials or the vendor are to blame for marks an account; a refused shipment does not. */
const BLAMED = new Set<ConnectorProblem['kind']>([
  'not-authorised',
  'vendor-broken',
  'temporary-before-effect',
  'unknown-effect',
  'quota',
]);

export async function recordHealth(
  db: Database,
  account: { readonly ownerTenantId: string; readonly accountId: string },
  at: Date,
  problem?: ConnectorProblem,
): Promise<void> {
  if (problem && !BLAMED.has(problem.kind)) return;
  await db.tenant({ tenantId: account.ownerTenantId }, async (tx) => {
    const row = await tx
      .selectFrom('carrier_accounts')
      .select(['health', 'state'])
      .where('id', '=', account.accountId)
      .executeTakeFirst();
    if (!row) return;
    const health: AccountHealth = problem
      ? { ...(row.health as AccountHealth), lastProblem: problem.message, lastProblemAt: at.toISOString() }
      : { lastOkAt: at.toISOString() };
    const broken = problem?.kind === 'not-authorised';
    const state =
      broken && row.state === 'active'
        ? 'needs_attention'
        : !problem && row.state === 'needs_attention'
          ? 'active'
          : row.state;
    await tx
      .updateTable('carrier_accounts')
      .set({ health: json(health), state })
      .where('id', '=', account.accountId)
      .execute();
  });
}
