/**
 * Acting as somebody below (product-spec section 4; decisions 4, 5, 8): the current session is parked, a new one is opened as
 * the other person, and both companies' logs say so, in one transaction.
 */
import type { HistoryEntry } from '@scanship/contracts/access/impersonation';
import type { RoleName } from '@scanship/contracts/call';
import { sql } from 'kysely';
import type { Actor, RequestContext } from '../../platform/context.ts';
import { actAs, type Tx } from '../../platform/database/database.ts';
import type { SessionTokens } from '../../platform/http/session-token.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { actorsOf, recordEvent } from '../audit/index.ts';
import { openActingSession, parkSession } from '../auth/index.ts';
import { accountKey } from '../users/index.ts';

export type ActingDeps = Pick<Services, 'db' | 'clock' | 'log'> & { readonly tokens: SessionTokens };

export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

export interface Impersonate {
  readonly userName: string;
  readonly reason: string;
  readonly franchiseId: string | undefined;
  readonly ip: string;
  readonly userAgent: string;
}

interface Target {
  readonly userId: string;
  readonly userName: string;
  readonly userState: string;
  readonly tenantId: string;
  readonly tenantKind: RequestContext['tenantKind'];
  readonly tenantState: string;
  readonly realmState: string;
}

export const SESSION_REFERENCE = 'session:';

export const historyEntryOf = (actor: Actor): HistoryEntry => ({
  token: `${SESSION_REFERENCE}${actor.sessionId}`,
  refreshToken: '',
  user: { fullName: actor.fullName, userName: actor.userName, roles: [actor.role] },
});

/** Kinds of company whose people each role may act as (decisions 8). */
const REACH: Readonly<Partial<Record<RoleName, ReadonlySet<Target['tenantKind']>>>> = {
  ROLE_SUPER_ADMIN: new Set(['franchise', 'group', 'customer']),
  ROLE_FRANCHISE_ADMIN: new Set(['customer']),
  ROLE_SUPPORT: new Set(['customer']),
};

export const mayActAs = (role: RoleName, tenantKind: Target['tenantKind']): boolean =>
  REACH[role]?.has(tenantKind) ?? false;

const findTarget = async (tx: Tx, realmId: string, userName: string): Promise<Target[]> => {
  const { rows } = await sql<Target>`
    SELECT u.id AS "userId", u.username AS "userName", u.state AS "userState", t.id AS "tenantId", t.kind AS "tenantKind",
           t.state AS "tenantState", (SELECT f.state FROM tenants f WHERE f.id = u.realm_id) AS "realmState"
    FROM users u
    JOIN memberships m ON m.realm_id = u.realm_id AND m.user_id = u.id
    JOIN tenants t ON t.id = m.tenant_id
    WHERE u.realm_id = ${realmId} AND u.username_key = ${accountKey(userName)} AND u.state <> 'erased'
    ORDER BY m.created_at`.execute(tx);
  return rows;
};

/**
 * Problems: `validation` (a super admin must name the franchise), `not_found`, `forbidden` (upwards, sideways, another
 * franchise's), `cannot_impersonate` (person or company is switched off), `session_expired` (parked by another tab).
 * @returns undefined when oneself was named: nothing happens
 */
export const impersonate = async (
  deps: ActingDeps,
  ctx: RequestContext,
  input: Impersonate,
): Promise<Outcome<{ readonly tokens: Tokens; readonly history: HistoryEntry } | undefined>> => {
  const { db, clock, tokens, log } = deps;
  const platform = ctx.role === 'ROLE_SUPER_ADMIN';
  const self = accountKey(input.userName) === accountKey(ctx.userName);
  if (self && (!platform || input.franchiseId === undefined)) return { ok: true, value: undefined };
  if (platform && input.franchiseId === undefined)
    return problem('validation', {
      errors: [{ field: 'franchiseId', code: 'required', message: 'Name the franchise this user name belongs to.' }],
    });
  const realmId = platform ? (input.franchiseId ?? ctx.realmId) : ctx.realmId;
  const found = await db.identity({ realmId }, (tx) => findTarget(tx, realmId, input.userName), { readOnly: true });
  if (found.length === 0) return problem('not_found', { message: 'There is no user of this name.' });
  const target = found.find((each) => mayActAs(ctx.role, each.tenantKind));
  if (!target)
    return problem('forbidden', {
      message: 'You cannot act as this person.',
      advice: 'Only people of the companies below yours can be acted for.',
    });
  if (target.userState !== 'active') return problem('cannot_impersonate', { message: 'This account is switched off.' });
  if (target.tenantState !== 'active' || target.realmState !== 'active')
    return problem('cannot_impersonate', { message: 'The company of this person is suspended.' });

  const now = clock.now();
  const done = await db.identity(ctx, async (tx): Promise<Outcome<{ tokens: Tokens; history: HistoryEntry }>> => {
    const parked = await parkSession(tx, ctx, now);
    if (!parked) return problem('session_expired');
    const chain = await actorsOf(tx, ctx);
    const me = chain.at(-1);
    const actor: Actor = {
      realmId: ctx.realmId,
      sessionId: ctx.sessionId,
      userId: ctx.userId,
      userName: ctx.userName,
      fullName: me?.fullName ?? ctx.userName,
      role: ctx.role,
      roleId: ctx.roleId,
      tenantName: me?.tenantName ?? '',
      since: now.toISOString(),
      reason: input.reason,
    };
    await actAs(tx, { role: 'app_identity', realmId });
    const pair = await openActingSession(
      tx,
      tokens,
      {
        realmId,
        userId: target.userId,
        tenantId: target.tenantId,
        ip: input.ip,
        userAgent: input.userAgent,
        actors: [...ctx.actors, actor],
        secondFactorAt: parked.secondFactorAt,
      },
      now,
    );
    const actors = chain.map((each, at) => (at === chain.length - 1 ? { ...each, reason: input.reason } : each));
    const event = {
      action: 'impersonation.started',
      subject: { kind: 'user', id: target.userId },
      details: { summary: `Began to act as ${target.userName}`, userName: target.userName, reason: input.reason },
      requestId: ctx.requestId,
      ip: input.ip,
    };
    for (const tenantId of new Set([ctx.tenantId, target.tenantId]))
      await recordEvent(tx, { ...event, tenantId, actors });
    return { ok: true, value: { tokens: pair, history: historyEntryOf(actor) } };
  });
  if (done.ok)
    log.info({ userId: ctx.userId, asUserId: target.userId, tenantId: target.tenantId }, 'impersonation began');
  return done;
};
