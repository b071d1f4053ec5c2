/** The signed-in person as the application shows them. */
import type { Profile } from '@scanship/contracts/access/auth';
import { PAGE_PERMISSIONS } from '@scanship/contracts/call';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { principalOf } from '../../platform/http/drawn-for.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

export const readProfile = async (db: Database, ctx: RequestContext): Promise<Outcome<Profile>> => {
  const person = await db.identity(ctx, (tx) =>
    tx
      .selectFrom('users as u')
      .innerJoin('tenants as t', (join) => join.on('t.id', '=', ctx.tenantId))
      .select([
        'u.username',
        'u.first_name',
        'u.last_name',
        'u.email',
        'u.verified_at',
        't.name as tenant_name',
        't.restricted_at',
        't.restricted_reason',
        't.restricted_until_paid',
      ])
      .where('u.realm_id', '=', ctx.realmId)
      .where('u.id', '=', ctx.userId)
      .executeTakeFirst(),
  );
  if (!person) return problem('unauthorized');
  return {
    ok: true,
    value: {
      userName: person.username,
      firstName: person.first_name,
      lastName: person.last_name,
      email: person.email,
      verified: person.verified_at !== null,
      roleName: ctx.role,
      subscription: { currentPlan: { planName: ctx.planName } },
      // Always the nine names; SCANSHIP is already taken out of the context below the Advanced plan.
      userRolePermission: PAGE_PERMISSIONS.map((name) => ({ name, permission: ctx.permissions.has(name) })),
      rights: [...ctx.rights],
      customRole: ctx.customRole ?? null,
      impersonation: ctx.actors.map(({ sessionId, userName, fullName, role, tenantName, since, reason }) => ({
        sessionId,
        userName,
        fullName,
        roleName: role,
        tenantName,
        since,
        reason,
      })),
      secondFactorDue: ctx.limits.has('second_factor_due'),
      tenantName: person.tenant_name,
      tenantKind: ctx.tenantKind,
      restriction: person.restricted_at
        ? {
            since: person.restricted_at.toISOString(),
            reason: person.restricted_reason ?? '',
            untilPaid: person.restricted_until_paid,
          }
        : null,
      timeZone: ctx.timeZone,
      locale: ctx.locale,
      currency: ctx.currency,
      principal: principalOf(ctx),
    },
  };
};
