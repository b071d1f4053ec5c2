/** Going back to a session of the chain: it gets fresh tokens, all later ones end. */
import type { HistoryEntry } from '@scanship/contracts/access/impersonation';
import type { RequestContext } from '../../platform/context.ts';
import { actAs } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { actorsOf, recordEvent } from '../audit/index.ts';
import { endOneSession, restoreSession } from '../auth/index.ts';
import { type ActingDeps, historyEntryOf, SESSION_REFERENCE, type Tokens } from './impersonate.ts';

export interface Reverted {
  readonly loggedOut: boolean;
  readonly tokens: Tokens | null;
  readonly history: HistoryEntry[];
}

/**
 * Without a history, or when the parked session has ended meanwhile, the person is signed out. Problem: `not_found` for a
 * session that is not of the chain.
 */
export const revert = async (
  { db, clock, tokens, log }: ActingDeps,
  ctx: RequestContext,
  to: string | undefined,
): Promise<Outcome<Reverted>> => {
  const now = clock.now();
  const wanted = to?.startsWith(SESSION_REFERENCE) ? to.slice(SESSION_REFERENCE.length) : to;
  const at = wanted === undefined ? ctx.actors.length - 1 : ctx.actors.findIndex((actor) => actor.sessionId === wanted);
  const target = ctx.actors[at];
  if (!target && ctx.actors.length > 0)
    return problem('not_found', { message: 'This session is not one you came from.' });
  const later = target ? ctx.actors.slice(at + 1) : [];
  const reverted = await db.identity(ctx, async (tx): Promise<Reverted> => {
    const chain = await actorsOf(tx, ctx);
    for (const session of [{ realmId: ctx.realmId, sessionId: ctx.sessionId }, ...later]) {
      await actAs(tx, { role: 'app_identity', realmId: session.realmId });
      await endOneSession(tx, session, target ? 'reverted' : 'signed out', now);
    }
    if (!target) return { loggedOut: true, tokens: null, history: [] };
    await actAs(tx, { role: 'app_identity', realmId: target.realmId });
    const pair = await restoreSession(tx, tokens, target, now);
    await recordEvent(tx, {
      tenantId: ctx.tenantId,
      actors: chain,
      action: 'impersonation.ended',
      subject: { kind: 'user', id: ctx.userId },
      details: { summary: `Stopped acting as ${ctx.userName}`, userName: ctx.userName },
      requestId: ctx.requestId,
    });
    return pair
      ? { loggedOut: false, tokens: pair, history: ctx.actors.slice(0, at).map(historyEntryOf) }
      : { loggedOut: true, tokens: null, history: [] };
  });
  log.info({ userId: ctx.userId, backTo: target?.userId, loggedOut: reverted.loggedOut }, 'impersonation ended');
  return { ok: true, value: reverted };
};
