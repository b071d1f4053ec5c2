/**
 * A refresh token is good once. For 30 seconds after, the same token answers the same new pair again (a second tab, a
 * lost answer); later, showing it again means that two parties hold it, and the whole chain of sessions ends.
 */
import type { Tx } from '../../platform/database/database.ts';
import { sessionOver } from '../../platform/http/session-context.ts';
import { hashOf, sameHash, type SessionTokens } from '../../platform/http/session-token.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { ACCESS_SECONDS, later, revokeChain, sessionEnd, type TokenPair } from './sessions.ts';

export const GRACE_SECONDS = 30;

/** Problems: `unauthorized` (not a token of ours), `session_expired` (ended, signed out, or re-used). */
export const rotateSession = async (
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  tokens: SessionTokens,
  bearer: string | undefined,
): Promise<Outcome<TokenPair>> => {
  const shown = tokens.read(bearer);
  if (shown?.kind !== 'refresh') return problem('unauthorized');
  const { realmId, sessionId } = shown;
  const now = clock.now();
  const next = tokens.successors(shown);
  const pair = (expiresInSeconds: number): Outcome<TokenPair> => ({
    ok: true,
    value: {
      token: tokens.issue({ kind: 'access', realmId, sessionId, secret: next.access }),
      refreshToken: tokens.issue({ kind: 'refresh', realmId, sessionId, secret: next.refresh }),
      expiresInSeconds,
    },
  });

  return db.identity({ realmId }, async (tx) => {
    const session = await lockSession(tx, realmId, sessionId);
    if (!session) return problem('unauthorized');
    // A parked session (impersonation) is not rotated; the person goes back to it by reverting.
    if (
      session.revoked_at !== null ||
      session.frozen_at !== null ||
      session.expires_at <= now ||
      session.user_state !== 'active'
    ) {
      return sessionOver(session.revoked_why);
    }
    const hash = hashOf(shown.secret);
    if (sameHash(session.refresh_hash, hash)) {
      await tx
        .updateTable('sessions')
        .set({
          access_hash: hashOf(next.access),
          access_expires_at: later(now, ACCESS_SECONDS),
          refresh_hash: hashOf(next.refresh),
          previous_refresh_hash: session.refresh_hash,
          rotated_at: now,
          last_seen_at: now,
          expires_at: sessionEnd(now, session.created_at),
        })
        .where('realm_id', '=', realmId)
        .where('id', '=', sessionId)
        .execute();
      return pair(ACCESS_SECONDS);
    }
    const inGrace = session.rotated_at !== null && now <= later(session.rotated_at, GRACE_SECONDS);
    if (inGrace && sameHash(session.previous_refresh_hash, hash)) {
      return pair(Math.max(1, Math.floor((session.access_expires_at.getTime() - now.getTime()) / 1000)));
    }
    await revokeChain(tx, realmId, sessionId, 'a used refresh token was shown again', now);
    log.warn(
      { realmId, sessionId, userId: session.user_id },
      'a used refresh token was shown again; its sessions were ended',
    );
    return problem('session_expired');
  });
};

const lockSession = (tx: Tx, realmId: string, sessionId: string) =>
  tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.onRef('u.realm_id', '=', 's.realm_id').onRef('u.id', '=', 's.user_id'))
    .select([
      's.user_id',
      's.refresh_hash',
      's.previous_refresh_hash',
      's.rotated_at',
      's.access_expires_at',
      's.created_at',
    ])
    .select(['s.expires_at', 's.revoked_at', 's.revoked_why', 's.frozen_at', 'u.state as user_state'])
    .where('s.realm_id', '=', realmId)
    .where('s.id', '=', sessionId)
    .forUpdate('s')
    .executeTakeFirst();
