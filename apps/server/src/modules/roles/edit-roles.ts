/** The role editor: matrix, custom roles, who has them. Custom roles take away from a base role and never add to it. */
import type { PagePermission } from '@scanship/contracts/call';
import { BASE_ROLES, type BaseRole } from '@scanship/contracts/access/pages';
import type { ActionRight } from '@scanship/contracts/access/rights';
import { BUILT_IN_ROLES, pagesOnPlan, rightsOnPages } from '@scanship/contracts/access/role-catalogue';
import type { Role, RoleMatrix } from '@scanship/contracts/access/roles';
import type { RequestContext } from '../../platform/context.ts';
import { actAs, type Database, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { replaceRole } from '../users/index.ts';
import { type HeldRoleRow, readRoles, within } from './held-roles.ts';

const MOST_ROLES = 100;

/** Base roles that a tenant of this kind can have. */
const basesOf = (kind: RequestContext['tenantKind']): readonly BaseRole[] =>
  BASE_ROLES.filter((role) => BUILT_IN_ROLES[role].kind === kind);

interface Limits {
  readonly pages: ReadonlySet<PagePermission>;
  readonly rights: ReadonlySet<ActionRight>;
}

const limitsOf = (baseRole: BaseRole, planName: string): Limits => {
  const base = BUILT_IN_ROLES[baseRole];
  const pages = pagesOnPlan(base.pages, planName);
  return { pages, rights: rightsOnPages(base.rights, pages, base.kind) };
};

/** How many people have each role; runs as the realm. */
const holdersByRole = async (tx: Tx, ctx: Pick<RequestContext, 'realmId' | 'tenantId'>) => {
  const rows = await tx
    .selectFrom('memberships')
    .select(['role_id', (eb) => eb.fn.countAll<number>().as('n')])
    .where('realm_id', '=', ctx.realmId)
    .where('tenant_id', '=', ctx.tenantId)
    .groupBy('role_id')
    .execute();
  return new Map(rows.map((row) => [row.role_id, row.n]));
};

const view = (ctx: RequestContext, role: HeldRoleRow, people: number): Role => ({
  id: role.id,
  name: role.name,
  baseRole: role.baseRole,
  builtIn: role.builtIn,
  pages: [...role.pages],
  rights: [...role.rights],
  people,
  assignable: within(role, ctx),
  version: role.version,
});

export const readMatrix = async (db: Database, ctx: RequestContext): Promise<RoleMatrix> => {
  const roles = await db.tenant(ctx, (tx) => readRoles(tx, ctx.tenantId, ctx.planName));
  const people = await db.identity(ctx, (tx) => holdersByRole(tx, ctx));
  return {
    roles: roles.map((role) => view(ctx, role, people.get(role.id) ?? 0)),
    baseRoles: basesOf(ctx.tenantKind).map((baseRole) => {
      const { pages, rights } = limitsOf(baseRole, ctx.planName);
      return {
        baseRole,
        pages: [...pages],
        rights: [...rights],
        grantablePages: [...pages].filter((page) => ctx.permissions.has(page)),
        grantableRights: [...rights].filter((right) => ctx.rights.has(right)),
      };
    }),
  };
};

export interface RoleChange {
  readonly name: string;
  readonly pages: readonly PagePermission[];
  readonly rights: readonly ActionRight[];
}

/** What is asked for beyond the base role, or beyond the editor where the role does not hold it already. */
const excess = (ctx: RequestContext, baseRole: BaseRole, change: RoleChange, already?: Limits): string[] => {
  const limits = limitsOf(baseRole, ctx.planName);
  return [
    ...change.pages.filter(
      (page) => !already?.pages.has(page) && !(limits.pages.has(page) && ctx.permissions.has(page)),
    ),
    ...change.rights.filter(
      (right) => !already?.rights.has(right) && !(limits.rights.has(right) && ctx.rights.has(right)),
    ),
  ];
};

const refuseExcess = (names: readonly string[]) =>
  problem('validation', {
    errors: names.map((name) => ({
      field: name in PAGE_NAMES ? 'pages' : 'rights',
      code: 'too_much',
      message: `${name} is more than the base role, the plan or you yourself hold.`,
    })),
  });
const PAGE_NAMES = Object.fromEntries(BUILT_IN_ROLES.ROLE_CUSTOMER_ADMIN.pages.map((page) => [page, true]));

const nameIsTaken = async (tx: Tx, tenantId: string, name: string, except?: string): Promise<boolean> => {
  const roles = await tx.selectFrom('roles').select(['id', 'name']).where('tenant_id', '=', tenantId).execute();
  return roles.some((role) => role.id !== except && role.name.toLowerCase() === name.toLowerCase());
};
const refuseName = () =>
  problem('validation', {
    errors: [{ field: 'name', code: 'taken', message: 'There is a role of this name already.' }],
  });

/** SCANSHIP of a custom role is kept below the Advanced plan, so that it is there again after an upgrade. */
const writePermissions = async (
  tx: Tx,
  tenantId: string,
  roleId: string,
  change: RoleChange,
  kept: readonly string[] = [],
): Promise<void> => {
  await tx.deleteFrom('role_permissions').where('tenant_id', '=', tenantId).where('role_id', '=', roleId).execute();
  const names = new Set([...change.pages, ...change.rights, ...kept]);
  if (names.size > 0)
    await tx
      .insertInto('role_permissions')
      .values([...names].map((permission) => ({ tenant_id: tenantId, role_id: roleId, permission })))
      .execute();
};

/** Problems: `validation` (base role of another kind of company, more than allowed, name taken, too many). */
export const addRole = async (
  db: Database,
  ctx: RequestContext,
  input: RoleChange & { readonly baseRole: BaseRole },
): Promise<Outcome<Role>> => {
  if (!basesOf(ctx.tenantKind).includes(input.baseRole))
    return problem('validation', {
      errors: [{ field: 'baseRole', code: 'base_role', message: 'A company of this kind has no such base role.' }],
    });
  const over = excess(ctx, input.baseRole, input);
  if (over.length > 0) return refuseExcess(over);
  return db.tenant(ctx, async (tx): Promise<Outcome<Role>> => {
    const roles = await readRoles(tx, ctx.tenantId, ctx.planName);
    if (roles.length >= MOST_ROLES)
      return problem('validation', { message: `There are ${MOST_ROLES} roles already; delete one that nobody has.` });
    if (await nameIsTaken(tx, ctx.tenantId, input.name)) return refuseName();
    const id = newId();
    await tx
      .insertInto('roles')
      .values({ tenant_id: ctx.tenantId, id, code: `custom-${id}`, name: input.name, base_role: input.baseRole })
      .execute();
    await writePermissions(tx, ctx.tenantId, id, input);
    return oneRole(tx, ctx, id, 0);
  });
};

const oneRole = async (tx: Tx, ctx: RequestContext, id: string, people: number): Promise<Outcome<Role>> => {
  const role = (await readRoles(tx, ctx.tenantId, ctx.planName)).find((each) => each.id === id);
  return role ? { ok: true, value: view(ctx, role, people) } : problem('not_found');
};

/** Only custom roles, never one's own, and nothing that holds more than oneself. */
const editable = (ctx: RequestContext, role: HeldRoleRow | undefined): Outcome<HeldRoleRow> => {
  if (!role) return problem('not_found');
  if (role.builtIn)
    return problem('forbidden', {
      message: 'A built-in role cannot be changed.',
      advice: 'Make a custom role on it instead.',
    });
  if (role.id === ctx.roleId)
    return problem('forbidden', {
      message: 'Nobody changes the role they have.',
      advice: 'Ask another administrator.',
    });
  return within(role, ctx)
    ? { ok: true, value: role }
    : problem('forbidden', {
        message: 'This role holds more than yours does.',
        advice: 'Ask an administrator who has it all.',
      });
};

/** Problems: `not_found`, `forbidden`, `stale_version`, `validation`. */
export const updateRole = async (
  db: Database,
  ctx: RequestContext,
  id: string,
  change: RoleChange & { readonly version: number },
): Promise<Outcome<Role>> => {
  const people = await db.identity(ctx, (tx) => holdersByRole(tx, ctx));
  return db.tenant(ctx, async (tx): Promise<Outcome<Role>> => {
    await tx
      .selectFrom('roles')
      .select('id')
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .forUpdate()
      .execute();
    const found = editable(
      ctx,
      (await readRoles(tx, ctx.tenantId, ctx.planName)).find((each) => each.id === id),
    );
    if (!found.ok) return found;
    const role = found.value;
    if (role.version !== change.version) return problem('stale_version');
    const over = excess(ctx, role.baseRole, change, role);
    if (over.length > 0) return refuseExcess(over);
    if (await nameIsTaken(tx, ctx.tenantId, change.name, id)) return refuseName();
    const asleep =
      ctx.planName === 'Advanced'
        ? []
        : await tx
            .selectFrom('role_permissions')
            .select('permission')
            .where('tenant_id', '=', ctx.tenantId)
            .where('role_id', '=', id)
            .where('permission', '=', 'SCANSHIP')
            .execute();
    await writePermissions(
      tx,
      ctx.tenantId,
      id,
      change,
      asleep.map((each) => each.permission),
    );
    await tx
      .updateTable('roles')
      .set({ name: change.name, version: role.version + 1 })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .execute();
    return oneRole(tx, ctx, id, people.get(id) ?? 0);
  });
};

/**
 * Deletes a custom role. Whoever has it, or is invited with it, gets the replacement. Problems: `not_found`, `forbidden`,
 * `role_in_use` (no replacement named), `validation` (a replacement that cannot be given).
 */
export const deleteRole = (
  db: Database,
  ctx: RequestContext,
  id: string,
  replacement: string | undefined,
  now: Date,
): Promise<Outcome<{ moved: number }>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<{ moved: number }>> => {
    const { tenantId, realmId } = ctx;
    await tx
      .selectFrom('roles')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .forUpdate()
      .execute();
    const roles = await readRoles(tx, tenantId, ctx.planName);
    const found = editable(
      ctx,
      roles.find((each) => each.id === id),
    );
    if (!found.ok) return found;
    const successor = replacement === undefined ? undefined : roles.find((each) => each.id === replacement);
    if (replacement !== undefined && (!successor || successor.id === id || !within(successor, ctx)))
      return problem('validation', {
        errors: [{ field: 'replacement', code: 'role', message: 'This role cannot take its place.' }],
      });
    await actAs(tx, { role: 'app_identity', realmId });
    const having = await tx
      .selectFrom('memberships')
      .select('user_id')
      .where('realm_id', '=', realmId)
      .where('tenant_id', '=', tenantId)
      .where('role_id', '=', id)
      .forUpdate()
      .execute();
    const invited = await tx
      .selectFrom('invitations')
      .select('id')
      .where('realm_id', '=', realmId)
      .where('tenant_id', '=', tenantId)
      .where('role_id', '=', id)
      .where('accepted_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where('expires_at', '>', now)
      .execute();
    const used = having.length + invited.length;
    if (used > 0) {
      if (!successor)
        return problem('role_in_use', {
          message:
            used === 1
              ? 'One person has this role or is invited with it.'
              : `${used} people have this role or are invited with it.`,
        });
      await replaceRole(tx, { realmId, tenantId }, id, successor.id);
    }
    await actAs(tx, { role: 'app_tenant', tenantId });
    await tx.deleteFrom('roles').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
    return { ok: true, value: { moved: having.length } };
  });

/** People who have a role, by name. Problem: `not_found`. */
export const readHolders = async (db: Database, ctx: RequestContext, id: string) => {
  const roles = await db.tenant(ctx, (tx) => readRoles(tx, ctx.tenantId, ctx.planName));
  if (!roles.some((role) => role.id === id)) return problem('not_found');
  const rows = await db.identity(ctx, (tx) =>
    tx
      .selectFrom('memberships as m')
      .innerJoin('users as u', (join) => join.onRef('u.realm_id', '=', 'm.realm_id').onRef('u.id', '=', 'm.user_id'))
      .select(['u.id', 'u.username', 'u.first_name', 'u.last_name', 'u.email', 'u.state'])
      .where('m.realm_id', '=', ctx.realmId)
      .where('m.tenant_id', '=', ctx.tenantId)
      .where('m.role_id', '=', id)
      .orderBy('u.username_key')
      .limit(500)
      .execute(),
  );
  return {
    ok: true as const,
    value: rows.map((row) => ({
      id: row.id,
      userName: row.username,
      fullName: `${row.first_name} ${row.last_name}`.trim() || row.username,
      email: row.email,
      state: row.state,
    })),
  };
};
