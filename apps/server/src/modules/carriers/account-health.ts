/** Remembers how the last calls of an account went, so that its page says "works" or why not. */
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { toJson } from '../../platform/database/json-column.ts';
import { type AccountHealth, noteAccount } from './account-exception.ts';

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
/** The carriers of a quote answer within moments of each other. */
const GATHER_MS = 200;

interface News {
  readonly account: AccountKey;
  /** Absent when the call went well, or failed for a reason that does not concern the account. */
  readonly blamed: ConnectorProblem | undefined;
  readonly at: string;
}

export function createHealthRecorder(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}): HealthRecorder {
  const told = new Map<string, { readonly news: string; readonly at: number }>();
  let waiting: News[] = [];

  const newsOf = (account: AccountKey, problem?: ConnectorProblem): News => ({
    account,
    blamed: problem && BLAMED.has(problem.kind) ? problem : undefined,
    at: deps.clock.now().toISOString(),
  });

  /** The news of one owner's accounts in one transaction; the last of an account counts. */
  async function store(ownerTenantId: string, news: readonly News[]): Promise<void> {
    const latest = new Map(news.map((one) => [one.account.accountId, one]));
    await deps.db.tenant({ tenantId: ownerTenantId }, async (tx) => {
      const rows = await tx
        .selectFrom('carrier_accounts')
        .select(['id', 'health', 'state'])
        .where('id', 'in', [...latest.keys()])
        // In order, so that two quotes of the same accounts do not wait for each other in a circle.
        .orderBy('id')
        .forUpdate()
        .execute();
      const after = rows.map((row) => {
        const { blamed, at } = latest.get(row.id) ?? { blamed: undefined, at: '' };
        const before = row.health as AccountHealth;
        const health: AccountHealth = blamed
          ? { ...before, lastProblem: blamed.message, lastProblemAt: at }
          : { lastOkAt: at };
        return { id: row.id, health, before: row.state, state: stateAfter(row.state, blamed) };
      });
      if (after.length === 0) return;
      await sql`UPDATE carrier_accounts a SET health = r.health, state = r.state
        FROM json_to_recordset(${toJson(after)}::json) AS r(id uuid, health jsonb, state text) WHERE a.id = r.id`.execute(
        tx,
      );
      for (const { id, before, state } of after) if (state !== before) await noteAccount(tx, ownerTenantId, id);
    });
  }

  async function flush(): Promise<void> {
    const gathered = waiting;
    waiting = [];
    const owners = new Set(gathered.map(({ account }) => account.ownerTenantId));
    for (const owner of owners)
      try {
        await store(
          owner,
          gathered.filter(({ account }) => account.ownerTenantId === owner),
        );
      } catch (error) {
        deps.log.error({ err: error }, 'account health not stored');
      }
  }

  return {
    record: (account, problem) => store(account.ownerTenantId, [newsOf(account, problem)]),
    note(account, problem) {
      const news = problem && BLAMED.has(problem.kind) ? problem.message : '';
      const now = deps.clock.now().getTime();
      const last = told.get(account.accountId);
      if (last && last.news === news && now - last.at < SAME_NEWS_MS) return;
      told.set(account.accountId, { news, at: now });
      waiting.push(newsOf(account, problem));
      if (waiting.length === 1) setTimeout(() => void flush(), GATHER_MS).unref();
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
