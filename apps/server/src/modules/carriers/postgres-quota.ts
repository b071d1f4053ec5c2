/**
 * The quota of a credential as a token bucket in PostgreSQL, so that all workers share it. Uses the database's clock. Calls
 * that are asked for in the same turn of the event loop, as those of a quote are, are counted in one statement.
 */
import type { QuotaAnswer, QuotaBudget, QuotaLimit } from '@scanship/connector-kit/http/quota';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { executeFixed } from '../../platform/database/transaction.ts';

interface Ask {
  readonly key: string;
  readonly limit: QuotaLimit;
  /** Calls that must be there before one is granted: more than one where a part stays for others. */
  readonly needed: number;
  /** Whether the bucket is the account's own, so that somebody has to wait when it is empty. */
  readonly tells: boolean;
}

interface Waiting extends Ask {
  readonly resolve: (answer: QuotaAnswer) => void;
  readonly reject: (error: unknown) => void;
}

interface Granted {
  readonly key: string;
  readonly granted: number;
  readonly tokens: number;
  readonly pausedMs: number | null;
}

type Gatherer = (ask: Ask) => Promise<QuotaAnswer>;
const gatherers = new WeakMap<Database, Map<string, Gatherer>>();

/** One gatherer an owner, whoever asks. */
function gathererOf(db: Database, tenantId: string): Gatherer {
  const ofDatabase = gatherers.get(db) ?? new Map<string, Gatherer>();
  gatherers.set(db, ofDatabase);
  const known = ofDatabase.get(tenantId);
  if (known) return known;
  const made = createGatherer(db, tenantId, () => ofDatabase.delete(tenantId));
  ofDatabase.set(tenantId, made);
  return made;
}

/** @param done called when nobody waits any more, so that owners who are idle take no room */
function createGatherer(db: Database, tenantId: string, done: () => void): Gatherer {
  let waiting: Waiting[] = [];
  const flush = async (): Promise<void> => {
    done();
    const asked = waiting;
    waiting = [];
    // A key that is asked for in two ways is counted one after the other.
    const rounds: Map<string, Waiting[]>[] = [];
    for (const one of asked) {
      const fits = (others: readonly Waiting[] | undefined): boolean =>
        others === undefined || (others[0]?.needed === one.needed && others[0].limit.calls === one.limit.calls);
      let round = rounds.find((each) => fits(each.get(one.key)));
      if (!round) rounds.push((round = new Map()));
      round.set(one.key, [...(round.get(one.key) ?? []), one]);
    }
    for (const round of rounds) {
      try {
        const { rows } = await db.tenant(
          { tenantId },
          (tx) => executeFixed(tx, 'take-quota', takeSql(tenantId, [...round.values()])),
          // A lost bucket only means a full one.
          { atOnce: true, relaxed: true },
        );
        const byKey = new Map(rows.map((row) => [row.key, row]));
        for (const [key, group] of round) answer(group, byKey.get(key));
      } catch (error) {
        for (const group of round.values()) for (const { reject } of group) reject(error);
      }
    }
  };
  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...ask, resolve, reject });
      if (waiting.length === 1) setImmediate(() => void flush());
    });
}

function answer(group: readonly Waiting[], row: Granted | undefined): void {
  group.forEach(({ resolve, limit, needed }, index) => {
    const left = row && ((row.pausedMs ?? 0) > 0 ? 0 : row.tokens);
    if (!row || index < row.granted) return resolve({ ok: true, left });
    const forToken = ((needed - row.tokens) * limit.perMs) / limit.calls;
    return resolve({ ok: false, retryAfterMs: Math.max(1, Math.ceil(Math.max(forToken, row.pausedMs ?? 0))), left });
  });
}

/**
 * Of a bucket in which so much is left nobody says any more that it is empty; nor where work that leaves a part to others got a call, which
 * it does again and again before so much is there.
 */
const ENOUGH = 0.5;

/** Keys in order, so that two workers cannot wait for each other in a circle. */
function takeSql(tenantId: string, groups: readonly (readonly Waiting[])[]): RawBuilder<Granted> {
  const asked = groups.flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { key, limit, needed, tells } = first;
    // Of a bucket that is not there yet, which is a full one.
    const fresh = Math.max(0, Math.min(group.length, Math.floor(limit.calls - needed + 1)));
    return [{ key, calls: limit.calls, per_ms: limit.perMs, needed, wanted: group.length, fresh, tells }];
  });
  const given = sql`json_to_recordset(${JSON.stringify(asked)}::json)
    AS q(key text, calls float8, per_ms float8, needed float8, wanted int, fresh int, tells boolean)`;
  return sql<Granted>`INSERT INTO quota_buckets AS b (tenant_id, key, tokens, granted, refilled_at)
    SELECT ${tenantId}::uuid, q.key, q.calls - q.fresh, q.fresh, clock_timestamp() FROM ${given} ORDER BY q.key COLLATE "C"
    ON CONFLICT (tenant_id, key) DO UPDATE SET (tokens, granted, refilled_at, short_since) = (
      SELECT f.tokens - g.n, g.n, f.at, CASE
          WHEN NOT f.tells OR (f.needed > 1 AND g.n > 0) THEN NULL
          WHEN g.n < f.wanted AND (f.tokens - g.n < 1 OR b.paused_until > f.at) THEN coalesce(b.short_since, f.at)
          WHEN f.tokens - g.n < f.calls * ${ENOUGH} OR b.paused_until > f.at THEN b.short_since END FROM (
        SELECT q.needed, q.wanted, q.calls, q.tells, c.at,
          least(q.calls, b.tokens + extract(epoch FROM c.at - b.refilled_at) * 1000 * q.calls / q.per_ms) AS tokens
        FROM ${given}, (SELECT clock_timestamp() AS at) AS c WHERE q.key = b.key
      ) AS f, LATERAL (SELECT CASE WHEN b.paused_until > f.at THEN 0
        ELSE greatest(0, least(f.wanted, floor(f.tokens - f.needed + 1)))::int END AS n) AS g)
    RETURNING b.key, b.granted, b.tokens, extract(epoch FROM b.paused_until - clock_timestamp()) * 1000 AS "pausedMs"`;
}

/** Part of a lent account's quota that one borrower may take however few calls are left. */
const BORROWERS_SHARE = 0.5;

/**
 * The quota of an account that is lent, for one of its borrowers: half of the calls are its own share, and beyond them it
 * gets one only while more than half of the bucket is left. Alone it has the whole quota; beside a neighbour who asks without
 * end everybody else still has half.
 * @param tenantId owner of the account
 */
export function borrowersQuota(
  db: Database,
  tenantId: string,
  shipperTenantId: string,
  keepFree: number = 0,
): QuotaBudget {
  const lent = postgresQuota(db, tenantId, keepFree);
  const patient = postgresQuota(db, tenantId, Math.max(1 - BORROWERS_SHARE, keepFree));
  return {
    async take(key, limit) {
      const share = { calls: Math.max(1, limit.calls * BORROWERS_SHARE), perMs: limit.perMs };
      // Who is beyond its share is not refused by that, so an empty one is told to nobody.
      const own = await gathererOf(
        db,
        tenantId,
      )({
        key: `${key} for ${shipperTenantId}`,
        limit: share,
        needed: neededOf(share, keepFree),
        tells: false,
      });
      return (own.ok ? lent : patient).take(key, limit);
    },
    pause: (key, ms) => lent.pause(key, ms),
  };
}

/** A whole call is left for others even of a bucket of two; a bucket of one is shared by turns. */
const neededOf = (limit: QuotaLimit, keepFree: number): number =>
  Math.min(limit.calls, 1 + (keepFree > 0 ? Math.ceil(limit.calls * keepFree) : 0));

/**
 * @param tenantId owner of the carrier account whose credential is counted
 * @param keepFree part of the bucket, 0 to 1, that stays for others: work that can wait (tracking) gets a call only while more
 *   than this is left, so that rates and purchases never wait for it
 */
export function postgresQuota(db: Database, tenantId: string, keepFree = 0): QuotaBudget {
  return {
    take: (key, limit) => gathererOf(db, tenantId)({ key, limit, needed: neededOf(limit, keepFree), tells: true }),

    async pause(key: string, ms: number): Promise<void> {
      await db.tenant({ tenantId }, (tx) =>
        sql`
          INSERT INTO quota_buckets AS b (tenant_id, key, tokens, refilled_at, paused_until, short_since)
          VALUES (${tenantId}, ${key}, 0, clock_timestamp(), clock_timestamp() + ${ms} * interval '1 millisecond', clock_timestamp())
          ON CONFLICT (tenant_id, key) DO UPDATE SET
            paused_until = greatest(b.paused_until, excluded.paused_until), short_since = coalesce(b.short_since, excluded.short_since)
        `.execute(tx),
      );
    },
  };
}
