/** Remembers how the last calls of an account went, so that its page says "works" or why not. */
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import { noteAccount } from './account-trouble.ts';

export interface AccountHealth {
  readonly lastOkAt?: string;
  readonly lastProblem?: string;
  readonly lastProblemAt?: string;
}

export interface HealthRecorder {
  /** Stores how a call went; without a problem it worked. */
  record(account: AccountKey, problem?: ConnectorProblem): Promise<void>;
  /** The same beside a call somebody waits for: the same news is stored once a minute at most, and nobody waits. */
  note(account: AccountKey, problem?: ConnectorProblem): void;
}

interface AccountKey {
  readonly ownerTenantId: string;
  readonly accountId: string;
}

/** Only what the credentials or the vendor are to blame for marks an account; a refused shipment means it works. */
const BLAMED = new Set<ConnectorProblem['kind']>([
  'not-authorised',
  'vendor-broken',
  'temporary-before-effect',
  'unknown-effect',
  'quota',
]);
const SAME_NEWS_MS = 60_000;

export function createHealthRecorder(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}): HealthRecorder {
  const told = new Map<string, { readonly news: string; readonly at: number }>();

  async function record(account: AccountKey, problem?: ConnectorProblem): Promise<void> {
    const blamed = problem && BLAMED.has(problem.kind) ? problem : undefined;
    const at = deps.clock.now().toISOString();
    await deps.db.tenant({ tenantId: account.ownerTenantId }, async (tx) => {
      const row = await tx
        .selectFrom('carrier_accounts')
        .select(['health', 'state'])
        .where('id', '=', account.accountId)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return;
      const before = row.health as AccountHealth;
      const health: AccountHealth = blamed
        ? { ...before, lastProblem: blamed.message, lastProblemAt: at }
        : { lastOkAt: at };
      const state = stateAfter(row.state, blamed);
      await tx
        .updateTable('carrier_accounts')
        .set({ health: json(health), state })
        .where('id', '=', account.accountId)
        .execute();
      if (state !== row.state) await noteAccount(tx, account.ownerTenantId, account.accountId);
    });
  }

  return {
    record,
    note(account, problem) {
      const news = problem && BLAMED.has(problem.kind) ? problem.message : '';
      const now = deps.clock.now().getTime();
      const last = told.get(account.accountId);
      if (last && last.news === news && now - last.at < SAME_NEWS_MS) return;
      told.set(account.accountId, { news, at: now });
      record(account, problem).catch((error: unknown) => deps.log.error({ err: error }, 'account health not stored'));
    },
  };
}

/** Refused credentials ask for attention; the next call that works takes the mark away. */
function stateAfter<S extends string>(
  state: S,
  blamed: ConnectorProblem | undefined,
): S | 'needs_attention' | 'active' {
  if (blamed?.kind === 'not-authorised' && state === 'active') return 'needs_attention';
  if (!blamed && state === 'needs_attention') return 'active';
  return state;
}
