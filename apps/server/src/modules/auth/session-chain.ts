/**
 * Sessions as impersonation and user administration need them: one opened from another, parked, gone back to; all of a
 * person ended. Everything runs as the realm of the session.
 */
import { sql } from 'kysely';
import type { Actor } from '../../platform/context.ts';
import { json } from '../../platform/database/json-column.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { hashOf, newTokenSecret, type SessionTokens } from '../../platform/http/session-token.ts';
import { ACCESS_SECONDS, later, type NewSession, sessionEnd, type TokenPair } from './sessions.ts';

export interface ActingSession extends Omit<NewSession, 'atMost'> {
  /** Everybody above, the one who opens it last. */
  readonly actors: readonly Actor[];
  /** When the person who really signed in showed a second factor. */
  readonly secondFactorAt: Date | null;
}

export const openActingSession = async (
  tx: Tx,
  tokens: SessionTokens,
  input: ActingSession,
  now: Date,
): Promise<TokenPair> => {
  const { realmId, actors } = input;
  const parent = actors.at(-1);
  if (!parent) throw new RangeError('a session that acts for somebody needs somebody who acts');
  const sessionId = newId();
  const access = newTokenSecret();
  const refresh = newTokenSecret();
  await tx
    .insertInto('sessions')
    .values({
      realm_id: realmId,
      id: sessionId,
      user_id: input.userId,
      tenant_id: input.tenantId,
      parent_session_id: parent.sessionId,
      parent_realm_id: parent.realmId,
      actors: json(actors.map((actor) => ({ ...actor }))),
      reason: parent.reason,
      access_hash: hashOf(access),
      access_expires_at: later(now, ACCESS_SECONDS),
      refresh_hash: hashOf(refresh),
      second_factor_at: input.secondFactorAt,
      user_agent: input.userAgent,
      ip: input.ip,
      created_at: now,
      last_seen_at: now,
      expires_at: sessionEnd(now, now),
    })
    .execute();
  return {
    token: tokens.issue({ kind: 'access', realmId, sessionId, secret: access }),
    refreshToken: tokens.issue({ kind: 'refresh', realmId, sessionId, secret: refresh }),
    expiresInSeconds: ACCESS_SECONDS,
  };
};

export interface ParkedSession {
  readonly secondFactorAt: Date | null;
}

/**
 * Freezes a living session: neither its access nor its refresh token is good until it is gone back to (decisions 4).
 * @returns undefined when it has ended or is parked already (two tabs at once)
 */
export const parkSession = async (
  tx: Tx,
  which: { readonly realmId: string; readonly sessionId: string },
  now: Date,
): Promise<ParkedSession | undefined> => {
  const parked = await tx
    .updateTable('sessions')
    .set({ frozen_at: now })
    .where('realm_id', '=', which.realmId)
    .where('id', '=', which.sessionId)
    .where('frozen_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('second_factor_at')
    .executeTakeFirst();
  return parked && { secondFactorAt: parked.second_factor_at };
};

/**
 * Takes a parked session up again with fresh tokens; whatever was given out before is good no more.
 * @returns undefined when it has ended meanwhile
 */
export const restoreSession = async (
  tx: Tx,
  tokens: SessionTokens,
  { realmId, sessionId }: { readonly realmId: string; readonly sessionId: string },
  now: Date,
): Promise<TokenPair | undefined> => {
  const access = newTokenSecret();
  const refresh = newTokenSecret();
  const restored = await tx
    .updateTable('sessions')
    .set({
      frozen_at: null,
      access_hash: hashOf(access),
      access_expires_at: later(now, ACCESS_SECONDS),
      refresh_hash: hashOf(refresh),
      previous_refresh_hash: null,
      rotated_at: null,
      last_seen_at: now,
    })
    .where('realm_id', '=', realmId)
    .where('id', '=', sessionId)
    .where('frozen_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return restored
    ? {
        token: tokens.issue({ kind: 'access', realmId, sessionId, secret: access }),
        refreshToken: tokens.issue({ kind: 'refresh', realmId, sessionId, secret: refresh }),
        expiresInSeconds: ACCESS_SECONDS,
      }
    : undefined;
};

export const endOneSession = async (
  tx: Tx,
  which: { readonly realmId: string; readonly sessionId: string },
  why: string,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_why: why })
    .where('realm_id', '=', which.realmId)
    .where('id', '=', which.sessionId)
    .where('revoked_at', 'is', null)
    .execute();
};

/**
 * Ends all sessions of a person, those in which somebody acts for them and those they opened by acting. One opened in
 * another realm ends by itself: every call there looks at the session it was opened from.
 */
export const endSessionsOf = async (
  tx: Tx,
  { realmId, userId }: { readonly realmId: string; readonly userId: string },
  why: string,
  now: Date,
): Promise<void> => {
  await sql`
    WITH RECURSIVE chain AS (
      SELECT id FROM sessions WHERE realm_id = ${realmId} AND user_id = ${userId} AND revoked_at IS NULL
      UNION SELECT s.id FROM sessions s JOIN chain ON s.realm_id = ${realmId} AND s.parent_session_id = chain.id
    )
    UPDATE sessions SET revoked_at = ${now}, revoked_why = ${why}
    WHERE realm_id = ${realmId} AND id IN (SELECT id FROM chain) AND revoked_at IS NULL`.execute(tx);
};
