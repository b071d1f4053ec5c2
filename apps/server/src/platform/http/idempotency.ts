/**
 * Idempotency-Key (issue "exactly once"): the same key with the same request answers what was answered first; with
 * another request it is refused. A key whose worker died is handed to the handler again once its lease has lapsed,
 * because commands with effects are safe to repeat themselves (purchase journal).
 */
import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { RequestContext } from '../context.ts';
import type { Database } from '../database/database.ts';
import { beat } from '../jobs/leased-rows.ts';
import { type Outcome, problem } from '../problem.ts';

/** The answer as it went out. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

const LEASE_SECONDS = 30;
const KEPT_HOURS = 24;
/**
 * What is written of a key waits for no disk. Taken, it is there before anything that is done under it, since the log of the database
 * is written in order; an answer that a crash takes back is that of a worker that died before it kept it.
 */
const RELAXED = { relaxed: true } as const;
export const KEY_PATTERN = /^[\x21-\x7e]{8,200}$/;

/** Object keys in order, so that the same request has the same hash. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, canonical(child)]),
  );
};

export const requestHash = (ctx: Pick<RequestContext, 'userId'>, request: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([ctx.userId, canonical(request)]))
    .digest('hex');

interface Held {
  readonly route: string;
  readonly request_hash: string;
  readonly state: string;
  readonly status: number | null;
  readonly answer: unknown;
  readonly attempt: number;
  readonly lapsed: boolean;
}

/**
 * Runs `work` at most once at a time per key. Answers of 5xx and of `transient` are not kept: nothing was decided, so
 * the next attempt with the key asks again. `replayed` says that the answer is an older one.
 */
export const once = async (
  db: Database,
  ctx: RequestContext,
  key: string,
  route: string,
  hash: string,
  work: () => Promise<StoredAnswer & { readonly transient: boolean }>,
): Promise<Outcome<StoredAnswer & { readonly replayed: boolean }>> => {
  const taken = await take(db, ctx.tenantId, key, route, hash);
  if (!taken.ok) return taken;
  if ('answer' in taken.value) return { ok: true, value: { ...taken.value.answer, replayed: true } };

  const { attempt } = taken.value;
  const mine = { tenantId: ctx.tenantId, key, attempt };
  // A long purchase keeps its lease; a process that died does not.
  const going = beat(LEASE_SECONDS * 1000, () => extend(db, mine));
  try {
    const answer = await work();
    if (answer.transient || answer.status >= 500) await release(db, mine);
    else await keep(db, mine, answer);
    return { ok: true, value: { status: answer.status, body: answer.body, replayed: false } };
  } catch (error) {
    await release(db, mine);
    throw error;
  } finally {
    going.stop();
  }
};

const take = (
  db: Database,
  tenantId: string,
  key: string,
  route: string,
  hash: string,
): Promise<Outcome<{ attempt: number } | { answer: StoredAnswer }>> =>
  db.tenant(
    { tenantId },
    async (tx) => {
      const inserted = await sql`
      INSERT INTO idempotency_keys (tenant_id, key, route, request_hash, lease_until, expires_at)
      VALUES (${tenantId}, ${key}, ${route}, ${hash}, now() + make_interval(secs => ${LEASE_SECONDS}), now() + make_interval(hours => ${KEPT_HOURS}))
      ON CONFLICT (tenant_id, key) DO NOTHING RETURNING 1`.execute(tx);
      if (inserted.rows.length > 0) return { ok: true, value: { attempt: 1 } };
      const { rows } = await sql<Selectable<Held>>`
      SELECT route, request_hash, state, status, answer, attempt, coalesce(lease_until < now(), true) AS lapsed
      FROM idempotency_keys WHERE tenant_id = ${tenantId} AND key = ${key} FOR UPDATE`.execute(tx);
      const [held] = rows;
      // Released between the two statements: the caller may simply repeat.
      if (!held) return problem('request_running');
      if (held.route !== route || held.request_hash !== hash) return problem('key_reused');
      if (held.state === 'done') {
        return { ok: true, value: { answer: { status: held.status ?? 200, body: JSON.stringify(held.answer) } } };
      }
      if (!held.lapsed) return problem('request_running');
      await sql`UPDATE idempotency_keys SET attempt = attempt + 1, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
              WHERE tenant_id = ${tenantId} AND key = ${key}`.execute(tx);
      return { ok: true, value: { attempt: held.attempt + 1 } };
    },
    RELAXED,
  );

interface Mine {
  readonly tenantId: string;
  readonly key: string;
  /** Fences out a worker whose lease lapsed and was taken over. */
  readonly attempt: number;
}
const whereMine = (m: Mine) =>
  sql`tenant_id = ${m.tenantId} AND key = ${m.key} AND attempt = ${m.attempt} AND state = 'running'`;

const extend = (db: Database, m: Mine) =>
  db.tenant(m, (tx) =>
    sql`UPDATE idempotency_keys SET lease_until = now() + make_interval(secs => ${LEASE_SECONDS}) WHERE ${whereMine(m)}`.execute(
      tx,
    ),
  );
const release = (db: Database, m: Mine) =>
  db.tenant(m, (tx) => sql`DELETE FROM idempotency_keys WHERE ${whereMine(m)}`.execute(tx));
const keep = (db: Database, m: Mine, answer: StoredAnswer) =>
  db.tenant(
    m,
    (tx) =>
      sql`UPDATE idempotency_keys SET state = 'done', lease_until = NULL, status = ${answer.status}, answer = ${answer.body}::jsonb
        WHERE ${whereMine(m)}`.execute(tx),
    RELAXED,
  );
