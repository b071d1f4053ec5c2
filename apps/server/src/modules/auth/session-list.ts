/** The own sessions, and the lock screen. */
import type { getSessions } from '@scanship/contracts/access/account';
import type { DataOf } from '@scanship/contracts/call';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { SURPLUS } from '../../platform/http/session-context.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { deviceName } from './device-name.ts';

const MOST = 100;
/** So long a person is told of a session that was one too many. */
const TOLD_DAYS = 30;

export const listSessions = (
  db: Database,
  ctx: RequestContext,
  atMost: number,
  now: Date,
): Promise<DataOf<typeof getSessions>> =>
  db.identity(ctx, async (tx) => {
    const surplus = await tx
      .selectFrom('sessions')
      .select(['user_agent', 'revoked_at'])
      .where('realm_id', '=', ctx.realmId)
      .where('user_id', '=', ctx.userId)
      .where('parent_session_id', 'is', null)
      .where('revoked_why', '=', SURPLUS)
      .where('revoked_at', '>', new Date(now.getTime() - TOLD_DAYS * 24 * 3600 * 1000))
      .orderBy('revoked_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const rows = await tx
      .selectFrom('sessions')
      .select(['id', 'user_agent', 'ip', 'created_at', 'last_seen_at', 'second_factor_at', 'locked_at'])
      .where('realm_id', '=', ctx.realmId)
      .where('user_id', '=', ctx.userId)
      .where('parent_session_id', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('last_seen_at', 'desc')
      .limit(MOST)
      .execute();
    const sessions = rows.map((row) => ({
      id: row.id,
      current: row.id === ctx.sessionId,
      device: deviceName(row.user_agent),
      ip: row.ip ?? '',
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      secondFactor: row.second_factor_at !== null,
      locked: row.locked_at !== null,
    }));
    const surplusEnded = surplus?.revoked_at
      ? { device: deviceName(surplus.user_agent), endedAt: surplus.revoked_at.toISOString() }
      : null;
    return { sessions, atMost, surplusEnded };
  });

/** Ends some sessions of the person with those in which somebody acts from them. @returns how many of the person's own */
const endSome = async (
  tx: Tx,
  ctx: RequestContext,
  which: ReturnType<typeof sql>,
  why: string,
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ own: boolean }>`
    WITH RECURSIVE chain AS (
      SELECT id, true AS own FROM sessions WHERE realm_id = ${ctx.realmId} AND user_id = ${ctx.userId}
        AND parent_session_id IS NULL AND revoked_at IS NULL AND expires_at > ${now} AND ${which}
      UNION SELECT s.id, false FROM sessions s JOIN chain ON s.realm_id = ${ctx.realmId} AND s.parent_session_id = chain.id
    )
    UPDATE sessions SET revoked_at = ${now}, revoked_why = ${why} FROM chain
    WHERE sessions.realm_id = ${ctx.realmId} AND sessions.id = chain.id AND sessions.revoked_at IS NULL
    RETURNING chain.own`.execute(tx);
  return rows.filter(({ own }) => own).length;
};

export const endOtherSessions = (tx: Tx, ctx: RequestContext, why: string, now: Date): Promise<number> =>
  endSome(tx, ctx, sql`id <> ${ctx.sessionId}`, why, now);

/** Problems: `bad_request` for the current one, `not_found` for what is not an own living session. */
export const endOwnSession = async (
  db: Database,
  ctx: RequestContext,
  id: string,
  now: Date,
): Promise<Outcome<Record<string, never>>> => {
  if (id === ctx.sessionId)
    return problem('bad_request', { message: 'This is the session you are using.', advice: 'Sign out instead.' });
  const ended = await db.identity(ctx, (tx) => endSome(tx, ctx, sql`id = ${id}`, 'ended from another device', now));
  return ended > 0 ? { ok: true, value: {} } : problem('not_found');
};

const ownSession = (tx: Tx, ctx: RequestContext) =>
  tx.updateTable('sessions').where('realm_id', '=', ctx.realmId).where('id', '=', ctx.sessionId);

export const lock = async (db: Database, ctx: RequestContext, now: Date): Promise<void> => {
  await db.identity(ctx, (tx) =>
    ownSession(tx, ctx)
      .set((eb) => ({ locked_at: eb.fn.coalesce('locked_at', sql<Date>`${now}::timestamptz`) }))
      .execute(),
  );
};

export const unlock = async (db: Database, ctx: RequestContext): Promise<void> => {
  await db.identity(ctx, (tx) => ownSession(tx, ctx).set({ locked_at: null, unlock_misses: 0 }).execute());
};

/** Somebody else may be at the keyboard: after so many wrong passwords the session is over. */
const MOST_UNLOCK_MISSES = 10;

/** @returns whether the session goes on */
export const countUnlockMiss = (db: Database, ctx: RequestContext, now: Date): Promise<boolean> =>
  db.identity(ctx, async (tx) => {
    const { rows } = await sql<{ misses: number }>`
      UPDATE sessions SET unlock_misses = unlock_misses + 1,
        revoked_at = CASE WHEN unlock_misses + 1 >= ${MOST_UNLOCK_MISSES} THEN ${now}::timestamptz ELSE revoked_at END,
        revoked_why = CASE WHEN unlock_misses + 1 >= ${MOST_UNLOCK_MISSES} THEN 'wrong passwords at the lock screen' ELSE revoked_why END
      WHERE realm_id = ${ctx.realmId} AND id = ${ctx.sessionId} AND revoked_at IS NULL
      RETURNING unlock_misses AS misses`.execute(tx);
    return (rows[0]?.misses ?? MOST_UNLOCK_MISSES) < MOST_UNLOCK_MISSES;
  });
