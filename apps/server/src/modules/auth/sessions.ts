/** Sessions: opening and ending them. Tokens are stored hashed only. */
import { sql } from 'kysely';
import { SURPLUS } from '../../platform/http/session-context.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { hashOf, newTokenSecret, type SessionTokens } from '../../platform/http/session-token.ts';

export const ACCESS_SECONDS = 15 * 60;
/** A session that is not used for so long has ended. */
export const IDLE_DAYS = 30;
/** However busy: after this the person signs in again. */
export const LONGEST_DAYS = 90;
const DAY_MS = 24 * 3600 * 1000;

export const later = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);
export const sessionEnd = (now: Date, createdAt: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_DAYS * DAY_MS, createdAt.getTime() + LONGEST_DAYS * DAY_MS));

export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

export interface NewSession {
  readonly realmId: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Living sessions of the person; one more ends the one that was not refreshed for longest. */
  readonly atMost: number;
  /** The person has shown a second factor in this sign-in. */
  readonly secondFactor?: boolean | undefined;
}

export const openSession = async (tx: Tx, tokens: SessionTokens, input: NewSession, now: Date): Promise<TokenPair> => {
  const sessionId = newId();
  const access = newTokenSecret();
  const refresh = newTokenSecret();
  const { realmId } = input;
  await tx
    .insertInto('sessions')
    .values({
      realm_id: realmId,
      id: sessionId,
      user_id: input.userId,
      tenant_id: input.tenantId,
      access_hash: hashOf(access),
      access_expires_at: later(now, ACCESS_SECONDS),
      refresh_hash: hashOf(refresh),
      second_factor_at: input.secondFactor ? now : null,
      user_agent: input.userAgent,
      ip: input.ip,
      created_at: now,
      last_seen_at: now,
      expires_at: sessionEnd(now, now),
    })
    .execute();
  await endSurplus(tx, input, now);
  return {
    token: tokens.issue({ kind: 'access', realmId, sessionId, secret: access }),
    refreshToken: tokens.issue({ kind: 'refresh', realmId, sessionId, secret: refresh }),
    expiresInSeconds: ACCESS_SECONDS,
  };
};

/** With those in which somebody acts from them. */
const endSurplus = (tx: Tx, { realmId, userId, atMost }: NewSession, now: Date): Promise<unknown> =>
  sql`
    WITH RECURSIVE chain AS (
      SELECT id FROM (
        SELECT id FROM sessions WHERE realm_id = ${realmId} AND user_id = ${userId}
          AND parent_session_id IS NULL AND revoked_at IS NULL AND expires_at > ${now}
        ORDER BY last_seen_at DESC, id DESC OFFSET ${atMost}) AS surplus
      UNION SELECT s.id FROM sessions s JOIN chain ON s.realm_id = ${realmId} AND s.parent_session_id = chain.id
    )
    UPDATE sessions SET revoked_at = ${now}, revoked_why = ${SURPLUS}
    WHERE realm_id = ${realmId} AND id IN (SELECT id FROM chain) AND revoked_at IS NULL`.execute(tx);

/** Ends one session, and those it was opened from by acting for somebody; the others of the person go on. */
export const endSession = async (
  db: Database,
  ctx: Pick<RequestContext, 'realmId' | 'sessionId' | 'actors'>,
  now: Date,
): Promise<void> => {
  for (const { realmId, sessionId } of [ctx, ...ctx.actors])
    await db.identity({ realmId }, async (tx) => {
      await tx
        .updateTable('sessions')
        .set({ revoked_at: now, revoked_why: 'signed out' })
        .where('realm_id', '=', realmId)
        .where('id', '=', sessionId)
        .where('revoked_at', 'is', null)
        .execute();
    });
};

/** Ends a session with all it was opened from and all that were opened from it. */
export const revokeChain = async (
  tx: Tx,
  realmId: string,
  sessionId: string,
  why: string,
  now: Date,
): Promise<void> => {
  await sql`
    WITH RECURSIVE up AS (
      SELECT id, parent_session_id FROM sessions WHERE realm_id = ${realmId} AND id = ${sessionId}
      UNION SELECT s.id, s.parent_session_id FROM sessions s JOIN up ON s.realm_id = ${realmId} AND s.id = up.parent_session_id
    ), chain AS (
      SELECT id FROM up
      UNION SELECT s.id FROM sessions s JOIN chain ON s.realm_id = ${realmId} AND s.parent_session_id = chain.id
    )
    UPDATE sessions SET revoked_at = ${now}, revoked_why = ${why}
    WHERE realm_id = ${realmId} AND id IN (SELECT id FROM chain) AND revoked_at IS NULL`.execute(tx);
};
