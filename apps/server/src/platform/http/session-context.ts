/**
 * From a token to the person: session, person, role, plan and permissions in one indexed query. Every call pays for it,
 * and most of that is planning, which grows with the number of joined tables: what is one value is a subquery.
 */
import { PAGE_PERMISSIONS, type PagePermission, type SessionLimit } from '@scanship/contracts/call';
import { type BaseRole } from '@scanship/contracts/access/pages';
import { type ActionRight, isActionRight } from '@scanship/contracts/access/rights';
import { BUILT_IN_ROLES, pagesOnPlan, rightsOnPages } from '@scanship/contracts/access/role-catalogue';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { switchedOff } from '../company-state.ts';
import type { Actor, RequestContext } from '../context.ts';
import type { Database } from '../database/database.ts';
import { executeFixed } from '../database/transaction.ts';
import { type Outcome, problem } from '../problem.ts';
import { hashOf, sameHash, type SessionToken } from './session-token.ts';

interface SessionRow {
  readonly access_hash: Buffer;
  readonly access_expires_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly revoked_why: string | null;
  readonly frozen_at: Date | null;
  readonly locked_at: Date | null;
  readonly second_factor_at: Date | null;
  readonly second_factor_rule: string | null;
  readonly tenant_id: string;
  readonly user_id: string;
  readonly actors: readonly Actor[];
  readonly username: string;
  readonly user_state: string;
  readonly user_locale: string | null;
  readonly tenant_kind: RequestContext['tenantKind'];
  readonly tenant_state: string;
  readonly realm_state: string | null;
  readonly plan_code: string | null;
  readonly currency: string;
  readonly time_zone: string;
  readonly language: string | null;
  readonly tenant_locale: string;
  readonly base_role: BaseRole | null;
  readonly role_id: string;
  readonly role_name: string;
  readonly built_in: boolean;
  readonly permissions: string[];
}

const PLANS = ['Basic', 'Standard', 'Advanced'] as const;

export const localeOf = (language: string | null | undefined): RequestContext['locale'] =>
  language?.toLowerCase().startsWith('fr') ? 'fr-CA' : 'en-CA';

export interface HeldRole {
  readonly baseRole: BaseRole;
  readonly builtIn: boolean;
  /** Pages and rights of a custom role, as stored. */
  readonly permissions: readonly string[];
}

/**
 * What a role lets its people open and do on a plan. A built-in role is the catalogue's, so that a right added later is
 * in it; a custom role is what was chosen, never more than its base role. SCANSHIP needs the Advanced plan, whatever the
 * role says (product-spec section 4).
 */
export const permissionsOf = (
  { baseRole, builtIn, permissions }: HeldRole,
  planName: string,
): { readonly pages: ReadonlySet<PagePermission>; readonly rights: ReadonlySet<ActionRight> } => {
  const base = BUILT_IN_ROLES[baseRole];
  const chosen = new Set(permissions);
  const pages = pagesOnPlan(
    builtIn ? base.pages : PAGE_PERMISSIONS.filter((page) => chosen.has(page) && base.pages.includes(page)),
    planName,
  );
  const rights = builtIn
    ? base.rights
    : permissions.filter((name): name is ActionRight => isActionRight(name) && base.rights.includes(name));
  return { pages, rights: rightsOnPages(rights, pages, base.kind) };
};

/** Why a session was ended that was one too many. */
export const SURPLUS = 'signed in on too many devices';

/** A session that is over, with the reason where the person could not know it. */
export const sessionOver = (revokedWhy: string | null): Outcome<never> =>
  problem(
    'session_expired',
    revokedWhy === SURPLUS
      ? {
          advice:
            'An older session was ended: you signed in on more devices than a person may have at once. Sign in again; what you typed is kept.',
        }
      : {},
  );

/** Whether the franchise's rule asks people of such a tenant for a second factor. */
export const asksSecondFactor = (rule: string | null | undefined, tenantKind: RequestContext['tenantKind']): boolean =>
  rule === 'everyone' || (rule === 'staff' && tenantKind !== 'customer');

/** Whoever acts for somebody else has proved themselves in the session they came from. */
const limitsOf = (row: SessionRow): ReadonlySet<SessionLimit> => {
  const due =
    row.second_factor_at === null &&
    row.actors.length === 0 &&
    asksSecondFactor(row.second_factor_rule, row.tenant_kind);
  return new Set<SessionLimit>([
    ...(row.locked_at ? ['locked' as const] : []),
    ...(due ? ['second_factor_due' as const] : []),
  ]);
};

/**
 * Problems: `unauthorized` (no such session, or the person or company may not work any more), `session_expired` (ended
 * or signed out), `token_expired` (another token of the same living session is current; refresh and repeat).
 */
export const loadContext = async (
  db: Database,
  clock: Clock,
  token: SessionToken,
  requestId: string,
): Promise<Outcome<RequestContext>> => {
  const found = await db.identity(
    { realmId: token.realmId },
    (tx) =>
      executeFixed(
        tx,
        'session',
        sql<SessionRow>`
        SELECT s.access_hash, s.access_expires_at, s.expires_at, s.revoked_at, s.revoked_why, s.frozen_at, s.locked_at, s.second_factor_at, s.tenant_id, s.user_id,
               s.actors, u.username, u.state AS user_state, u.locale AS user_locale, t.kind AS tenant_kind, t.state AS tenant_state,
               (SELECT f.state FROM tenants f WHERE f.id = s.realm_id) AS realm_state, t.plan_code, t.currency, t.locale AS tenant_locale,
               coalesce((SELECT c.time_zone FROM customer_settings c WHERE c.tenant_id = s.tenant_id), t.time_zone) AS time_zone,
               (SELECT p.second_factor FROM sign_in_policies p WHERE p.realm_id = s.realm_id) AS second_factor_rule,
               (SELECT c.language FROM customer_settings c WHERE c.tenant_id = s.tenant_id) AS language, r.base_role, r.id AS role_id, r.name AS role_name, r.built_in,
               ARRAY(SELECT p.permission FROM role_permissions p WHERE p.tenant_id = r.tenant_id AND p.role_id = r.id) AS permissions
        FROM sessions s
        JOIN users u ON u.realm_id = s.realm_id AND u.id = s.user_id
        JOIN tenants t ON t.id = s.tenant_id
        LEFT JOIN memberships m ON m.realm_id = s.realm_id AND m.user_id = s.user_id AND m.tenant_id = s.tenant_id
        LEFT JOIN roles r ON r.tenant_id = m.tenant_id AND r.id = m.role_id
        WHERE s.realm_id = ${token.realmId} AND s.id = ${token.sessionId}`,
      ),
    { readOnly: true, atOnce: true },
  );
  const [row] = found.rows;
  if (!row) return problem('unauthorized');
  const now = clock.now();
  if (row.revoked_at !== null || row.expires_at <= now || row.frozen_at !== null) return sessionOver(row.revoked_why);
  const off = switchedOff({ tenantState: row.tenant_state, realmState: row.realm_state });
  if (row.user_state !== 'active' || off !== undefined || !row.base_role) {
    return problem('unauthorized');
  }
  if (!sameHash(row.access_hash, hashOf(token.secret)) || row.access_expires_at <= now) return problem('token_expired');
  const actors = await actorsAsTheyAre(db, row.actors, now);
  if (!actors) return problem('session_expired');
  const planName = PLANS.find((plan) => plan === row.plan_code) ?? 'Basic';
  const held = permissionsOf(
    { baseRole: row.base_role, builtIn: row.built_in, permissions: row.permissions },
    planName,
  );
  return {
    ok: true,
    value: {
      requestId,
      tenantId: row.tenant_id,
      tenantKind: row.tenant_kind,
      realmId: token.realmId,
      userId: row.user_id,
      userName: row.username,
      sessionId: token.sessionId,
      impersonatorId: row.actors.at(-1)?.userId,
      actors,
      limits: limitsOf(row),
      role: row.base_role,
      roleId: row.role_id,
      customRole: row.built_in ? undefined : row.role_name,
      permissions: held.pages,
      rights: held.rights,
      planName,
      timeZone: row.time_zone,
      locale: localeOf(row.user_locale ?? row.language ?? row.tenant_locale),
      currency: row.currency,
    },
  };
};

interface ActorRow {
  readonly ok: boolean;
  readonly base_role: BaseRole;
  readonly built_in: boolean;
  readonly permissions: string[];
}

/**
 * Everybody above with what their role lets them do now, or undefined when one of them is not who they were when they began to
 * act: their parked session was ended, they were switched off, or their role is another or does not let them any more. They
 * may sign in in another realm than the user.
 */
const actorsAsTheyAre = async (
  db: Database,
  actors: readonly Actor[],
  now: Date,
): Promise<readonly Actor[] | undefined> => {
  const found: Actor[] = [];
  for (const actor of actors) {
    const { rows } = await db.identity(
      actor,
      (tx) =>
        sql<ActorRow>`
          SELECT s.revoked_at IS NULL AND s.expires_at > ${now} AND u.state = 'active' AND t.state = 'active'
                 AND m.role_id = ${actor.roleId}
                 AND (r.built_in OR EXISTS (SELECT FROM role_permissions p
                   WHERE p.tenant_id = r.tenant_id AND p.role_id = r.id AND p.permission = 'customers.impersonate')) AS ok,
                 r.base_role, r.built_in,
                 ARRAY(SELECT p.permission FROM role_permissions p WHERE p.tenant_id = r.tenant_id AND p.role_id = r.id) AS permissions
          FROM sessions s
          JOIN users u ON u.realm_id = s.realm_id AND u.id = s.user_id
          JOIN tenants t ON t.id = s.tenant_id
          JOIN memberships m ON m.realm_id = s.realm_id AND m.user_id = s.user_id AND m.tenant_id = s.tenant_id
          JOIN roles r ON r.tenant_id = m.tenant_id AND r.id = m.role_id
          WHERE s.realm_id = ${actor.realmId} AND s.id = ${actor.sessionId}`.execute(tx),
      { readOnly: true },
    );
    const [row] = rows;
    if (row?.ok !== true) return undefined;
    const role = { baseRole: row.base_role, builtIn: row.built_in, permissions: row.permissions };
    found.push({ ...actor, customRights: row.built_in ? undefined : [...permissionsOf(role, 'Basic').rights] });
  }
  return found;
};
