/**
 * People of the caller's own company. Nobody changes somebody who holds more than they do, nobody changes themselves, and
 * somebody who can manage people is always left.
 */
import type { Person } from '@scanship/contracts/access/people';
import type { RequestContext } from '../../platform/context.ts';
import { actAs, type Database, type Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { endSessionsOf } from '../auth/index.ts';
import { type HeldRoleRow, readRoles, within } from '../roles/index.ts';
import {
  type Invitation,
  lockMembers,
  type Member,
  openInvitations,
  readMembers,
  removeMember,
  setMemberRole,
  setUserState,
} from '../users/index.ts';

type Ctx = RequestContext;

const stateOf = (member: Member): Person['state'] =>
  member.state !== 'active' ? 'suspended' : member.verified_at === null ? 'unverified' : 'active';

const fullNameOf = (firstName: string, lastName: string, otherwise: string): string =>
  `${firstName} ${lastName}`.trim() || otherwise;

/** A role that was deleted under somebody lets them do nothing; it is shown as what it is. */
const roleView = (role: HeldRoleRow | undefined, roleId: string): Person['role'] =>
  role
    ? { id: role.id, name: role.name, baseRole: role.baseRole, builtIn: role.builtIn }
    : { id: roleId, name: '', baseRole: 'ROLE_CUSTOMER_USER', builtIn: false };

const memberView = (ctx: Ctx, member: Member, roles: readonly HeldRoleRow[]): Person => {
  const role = roles.find(({ id }) => id === member.role_id);
  const self = member.id === ctx.userId;
  return {
    id: member.id,
    state: stateOf(member),
    userName: member.username,
    fullName: fullNameOf(member.first_name, member.last_name, member.username),
    email: member.email,
    role: roleView(role, member.role_id),
    secondFactor: member.second_factor,
    lastSignInAt: member.last_sign_in_at?.toISOString() ?? null,
    createdAt: member.created_at.toISOString(),
    expiresAt: null,
    self,
    editable: !self && (role === undefined || within(role, ctx)),
  };
};

const invitationView = (ctx: Ctx, invitation: Invitation, roles: readonly HeldRoleRow[]): Person => {
  const role = roles.find(({ id }) => id === invitation.roleId);
  return {
    id: invitation.id,
    state: 'invited',
    userName: '',
    fullName: fullNameOf(invitation.firstName, invitation.lastName, invitation.email),
    email: invitation.email,
    role: roleView(role, invitation.roleId),
    secondFactor: false,
    lastSignInAt: null,
    createdAt: invitation.sentAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
    self: false,
    editable: role === undefined || within(role, ctx),
  };
};

/** Everybody: people by user name, then open invitations. */
export const readPeople = async (db: Database, ctx: Ctx): Promise<Person[]> => {
  const roles = await db.tenant(ctx, (tx) => readRoles(tx, ctx.tenantId, ctx.planName));
  return db.identity(ctx, async (tx) => [
    ...(await readMembers(tx, { realmId: ctx.realmId, tenantId: ctx.tenantId })).map((each) =>
      memberView(ctx, each, roles),
    ),
    ...(await openInvitations(tx, ctx.realmId, ctx.tenantId)).map((each) => invitationView(ctx, each, roles)),
  ]);
};

/** A role the caller may give to somebody. Problem: `validation` (there is none), `forbidden` (it holds more). */
export const givableRole = async (db: Database, ctx: Ctx, roleId: string): Promise<Outcome<HeldRoleRow>> => {
  const role = (await db.tenant(ctx, (tx) => readRoles(tx, ctx.tenantId, ctx.planName))).find(
    ({ id }) => id === roleId,
  );
  if (!role)
    return problem('validation', { errors: [{ field: 'roleId', code: 'unknown', message: 'There is no such role.' }] });
  return within(role, ctx)
    ? { ok: true, value: role }
    : problem('forbidden', {
        message: 'This role holds more than yours does.',
        advice: 'Ask an administrator who has it all.',
      });
};

/** Those who could still manage people and roles if `without` could not, or had `newRole`. */
const managersLeft = (
  members: readonly Member[],
  roles: readonly HeldRoleRow[],
  without: string,
  newRole?: HeldRoleRow,
): number =>
  members.filter((member) => {
    if (stateOf(member) !== 'active') return false;
    const role = member.id === without ? newRole : roles.find(({ id }) => id === member.role_id);
    return role !== undefined && role.rights.has('users.manage') && role.rights.has('roles.manage');
  }).length;

interface Change {
  readonly member: Member;
  readonly members: readonly Member[];
  readonly roles: readonly HeldRoleRow[];
}

/**
 * Locks the company's people, looks whether the caller may change this one, and runs `work` as the realm in the same
 * transaction. Problems: `not_found`, `forbidden`, and those of `work`.
 */
const change = (
  db: Database,
  ctx: Ctx,
  userId: string,
  work: (tx: Tx, found: Change) => Promise<Outcome<void>>,
): Promise<Outcome<void>> =>
  db.identity(ctx, async (tx): Promise<Outcome<void>> => {
    const { realmId, tenantId } = ctx;
    await actAs(tx, { role: 'app_tenant', tenantId });
    // Held until the end, so that no role that is being given is deleted meanwhile.
    await tx.selectFrom('roles').select('id').where('tenant_id', '=', tenantId).orderBy('id').forShare().execute();
    const roles = await readRoles(tx, tenantId, ctx.planName);
    await actAs(tx, { role: 'app_identity', realmId });
    await lockMembers(tx, { realmId, tenantId });
    const members = await readMembers(tx, { realmId, tenantId });
    const member = members.find(({ id }) => id === userId);
    if (!member) return problem('not_found');
    if (userId === ctx.userId)
      return problem('forbidden', { message: 'Nobody changes their own place.', advice: 'Ask another administrator.' });
    const role = roles.find(({ id }) => id === member.role_id);
    if (role && !within(role, ctx))
      return problem('forbidden', {
        message: 'This person holds more than you do.',
        advice: 'Ask an administrator who has it all.',
      });
    return work(tx, { member, members, roles });
  });

/** Problems: `not_found`, `forbidden`, `validation`, `last_admin`. */
export const setRole = async (db: Database, ctx: Ctx, userId: string, roleId: string): Promise<Outcome<void>> => {
  const givable = await givableRole(db, ctx, roleId);
  if (!givable.ok) return givable;
  return change(db, ctx, userId, async (tx, { members, roles }) => {
    const role = roles.find(({ id }) => id === roleId);
    if (!role) return problem('not_found');
    if (managersLeft(members, roles, userId, role) === 0) return problem('last_admin');
    await setMemberRole(tx, { realmId: ctx.realmId, tenantId: ctx.tenantId, userId }, roleId);
    return { ok: true, value: undefined };
  });
};

/** Problems: `not_found`, `forbidden`, `last_admin`. */
export const suspend = (db: Database, ctx: Ctx, userId: string, now: Date): Promise<Outcome<void>> =>
  change(db, ctx, userId, async (tx, { members, roles }) => {
    if (managersLeft(members, roles, userId) === 0) return problem('last_admin');
    await setUserState(tx, { realmId: ctx.realmId, userId }, 'disabled');
    await endSessionsOf(tx, { realmId: ctx.realmId, userId }, 'suspended', now);
    return { ok: true, value: undefined };
  });

/** Problems: `not_found`, `forbidden`. */
export const resume = (db: Database, ctx: Ctx, userId: string): Promise<Outcome<void>> =>
  change(db, ctx, userId, async (tx) => {
    await setUserState(tx, { realmId: ctx.realmId, userId }, 'active');
    return { ok: true, value: undefined };
  });

/** Problems: `not_found`, `forbidden`, `last_admin`. */
export const remove = (db: Database, ctx: Ctx, userId: string, now: Date): Promise<Outcome<void>> =>
  change(db, ctx, userId, async (tx, { members, roles }) => {
    if (managersLeft(members, roles, userId) === 0) return problem('last_admin');
    await endSessionsOf(tx, { realmId: ctx.realmId, userId }, 'removed', now);
    await removeMember(tx, { realmId: ctx.realmId, tenantId: ctx.tenantId, userId });
    return { ok: true, value: undefined };
  });
