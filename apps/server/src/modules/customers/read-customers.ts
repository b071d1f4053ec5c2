/**
 * Customers as their franchise sees them: its own record and roll-ups, both under its tenant id. A sales agent sees those
 * assigned to them; who may not see costs gets no margin, who may not see money no credit.
 */
import type { CUSTOMER_FILTERS, CustomerDetail, CustomerSummary } from '@scanship/contracts/network/customers';
import { BUILT_IN_ROLES } from '@scanship/contracts/access/role-catalogue';
import { type RawBuilder, sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { soughtOf } from '../../platform/sought.ts';
import { addDays, dayIn } from '../../platform/time-zone.ts';
import { readCredit } from '../billing/index.ts';
import { mayActAs } from '../impersonation/index.ts';
import { readRestrictions, restrictedOf, type Restriction } from '../restrictions/index.ts';
import { wireLocale } from '../tenants/index.ts';
import { openInvitations, readMembers } from '../users/index.ts';
import { customerMatch, visibleCustomers } from './find-customers.ts';

export interface CustomerFilter {
  readonly search?: string | undefined;
  readonly state?: (typeof CUSTOMER_FILTERS)[number] | undefined;
  readonly plan?: string | undefined;
  readonly agentId?: string | undefined;
  readonly groupId?: string | undefined;
  readonly sort: 'name' | 'newest' | 'labels' | 'spend' | 'lastLabel';
  readonly page: number;
  readonly size: number;
}

interface Row {
  readonly customer_id: string;
  readonly name: string;
  readonly state: 'active' | 'suspended' | 'closed';
  readonly plan_code: CustomerSummary['plan'];
  readonly agent_user_id: string | null;
  readonly referred_by: string | null;
  readonly group_id: string | null;
  readonly group_name: string | null;
  readonly note: string;
  readonly terms_days: number;
  readonly credit_note: string;
  readonly suspended_reason: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly currency: string | null;
  readonly labels30: number | null;
  readonly spend30_minor: number | null;
  readonly margin30_minor: number | null;
  readonly last_label_at: Date | null;
  readonly unfulfilled_orders: number | null;
  readonly late_orders: number | null;
  readonly open_outcomes: number | null;
  readonly as_of: Date | null;
}

const ORDER: Readonly<Record<CustomerFilter['sort'], RawBuilder<unknown>>> = {
  name: sql`c.name_key, c.customer_id`,
  newest: sql`c.created_at DESC, c.customer_id DESC`,
  labels: sql`f.labels30 DESC NULLS LAST, c.name_key, c.customer_id`,
  spend: sql`f.spend30_minor DESC NULLS LAST, c.name_key, c.customer_id`,
  lastLabel: sql`f.last_label_at DESC NULLS LAST, c.name_key, c.customer_id`,
};

const SELECT = sql`SELECT c.customer_id, c.name, c.state, c.plan_code, c.agent_user_id, c.referred_by, c.group_id, g.name AS group_name, c.note, c.terms_days, c.credit_note,
  c.suspended_reason, c.version, c.created_at, f.currency, f.labels30, f.spend30_minor, f.margin30_minor, f.last_label_at,
  f.unfulfilled_orders, f.late_orders, f.open_outcomes, f.as_of
  FROM franchise_customers c LEFT JOIN usage_figures f ON f.tenant_id = c.tenant_id AND f.party_id = c.customer_id
  LEFT JOIN customer_groups g ON g.tenant_id = c.tenant_id AND g.id = c.group_id`;

/** Staff of the franchise: names by id, and who is a sales agent. */
const readStaff = async (db: Database, ctx: RequestContext) => {
  const roles = await db.tenant(ctx, (tx) =>
    tx.selectFrom('roles').select(['id', 'base_role']).where('tenant_id', '=', ctx.tenantId).execute(),
  );
  const members = await db.identity(ctx, (tx) => readMembers(tx, { realmId: ctx.realmId, tenantId: ctx.tenantId }));
  const named = members.map((member) => ({
    id: member.id,
    name: `${member.first_name} ${member.last_name}`.trim() || member.username,
    active: member.state === 'active',
    agent: roles.some((role) => role.id === member.role_id && role.base_role === 'ROLE_SALES_AGENT'),
  }));
  return {
    nameOf: new Map(named.map(({ id, name }) => [id, name])),
    agents: named.filter(({ agent, active }) => agent && active).map(({ id, name }) => ({ id, name })),
  };
};

/** How many people each company has, and whether an administrator is still invited. */
const readPeopleCounts = async (db: Database, ctx: RequestContext, ids: readonly string[], now: Date) => {
  if (ids.length === 0) return new Map<string, { people: number; invited: boolean }>();
  const { rows } = await db.identity(ctx, (tx) =>
    sql<{ tenant_id: string; people: number; invited: boolean }>`
      SELECT t.id AS tenant_id,
        (SELECT count(*)::int FROM memberships m WHERE m.realm_id = ${ctx.realmId} AND m.tenant_id = t.id) AS people,
        EXISTS (SELECT FROM invitations i WHERE i.realm_id = ${ctx.realmId} AND i.tenant_id = t.id AND i.accepted_at IS NULL
          AND i.withdrawn_at IS NULL AND i.expires_at > ${now}) AS invited
      FROM tenants t WHERE t.id IN (${sql.join(ids)})`.execute(tx),
  );
  return new Map(rows.map((row) => [row.tenant_id, { people: row.people, invited: row.people === 0 && row.invited }]));
};

type Staff = Awaited<ReturnType<typeof readStaff>>;
type Counts = Awaited<ReturnType<typeof readPeopleCounts>>;

const summaryOf = (
  ctx: RequestContext,
  row: Row,
  staff: Staff,
  counts: Counts,
  restriction: Restriction | undefined,
): CustomerSummary => {
  const currency = row.currency ?? ctx.currency;
  const { people = 0, invited = false } = counts.get(row.customer_id) ?? {};
  return {
    id: row.customer_id,
    name: row.name,
    state: row.state === 'active' ? 'active' : 'suspended',
    restriction: restriction ? { ...restriction, since: restriction.since.toISOString() } : null,
    plan: row.plan_code,
    people,
    invited,
    agent:
      row.agent_user_id === null ? null : { id: row.agent_user_id, name: staff.nameOf.get(row.agent_user_id) ?? '' },
    group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? '' },
    createdAt: row.created_at.toISOString(),
    figures: {
      labels30: row.labels30 ?? 0,
      spend30: { minor: row.spend30_minor ?? 0, currency },
      margin30: ctx.rights.has('rates.see-cost') ? { minor: row.margin30_minor ?? 0, currency } : null,
      lastLabelAt: row.last_label_at?.toISOString() ?? null,
      lateOrders: row.late_orders ?? 0,
      unfulfilledOrders: row.unfulfilled_orders ?? 0,
      openOutcomes: row.open_outcomes ?? 0,
      asOf: row.as_of?.toISOString() ?? null,
    },
  };
};

const stateMatch = async (db: Database, ctx: RequestContext, state: CustomerFilter['state']) => {
  if (state === undefined) return sql``;
  if (state !== 'restricted') return sql`AND c.state = ${state}`;
  const ids = await db.reference((tx) => restrictedOf(tx, ctx.tenantId));
  return sql`AND c.state = 'active' AND c.customer_id = ANY (${[...ids]}::uuid[])`;
};

export const listCustomers = async (
  db: Database,
  ctx: RequestContext,
  filter: CustomerFilter,
  now: Date,
): Promise<{
  customers: CustomerSummary[];
  total: number;
  agents: { id: string; name: string }[];
  groups: { id: string; name: string }[];
}> => {
  const words = filter.search?.trim() ?? '';
  const search = words === '' ? sql`` : sql`AND ${await customerMatch(db, ctx, soughtOf(words))}`;
  const where = sql`${visibleCustomers(ctx)} ${search}
    ${await stateMatch(db, ctx, filter.state)}
    ${filter.plan ? sql`AND c.plan_code = ${filter.plan}` : sql``}
    ${filter.agentId ? sql`AND c.agent_user_id = ${filter.agentId}` : sql``}
    ${filter.groupId ? sql`AND c.group_id = ${filter.groupId}` : sql``}`;
  const { rows, total, groups } = await db.tenant(
    ctx,
    async (tx) => ({
      rows: (
        await sql<Row>`${SELECT} WHERE ${where} ORDER BY ${ORDER[filter.sort]} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`.execute(
          tx,
        )
      ).rows,
      total:
        (await sql<{ n: number }>`SELECT count(*)::int AS n FROM franchise_customers c WHERE ${where}`.execute(tx))
          .rows[0]?.n ?? 0,
      groups: await tx
        .selectFrom('customer_groups')
        .select(['id', 'name'])
        .where('tenant_id', '=', ctx.tenantId)
        .where('removed_at', 'is', null)
        .orderBy('name')
        .execute(),
    }),
    { readOnly: true },
  );
  const staff = await readStaff(db, ctx);
  const counts = await readPeopleCounts(
    db,
    ctx,
    rows.map((row) => row.customer_id),
    now,
  );
  const restrictions = await db.reference((tx) =>
    readRestrictions(
      tx,
      rows.map((row) => row.customer_id),
    ),
  );
  return {
    customers: rows.map((row) => summaryOf(ctx, row, staff, counts, restrictions.get(row.customer_id))),
    total,
    agents: ctx.rights.has('customers.manage') ? staff.agents : [],
    groups,
  };
};

const DAYS = 90;

/** Problem: `not_found`, also for a customer that this person may not see. */
export const readCustomer = async (
  db: Database,
  ctx: RequestContext,
  customerId: string,
  options: { readonly now: Date; readonly withTest: boolean },
): Promise<Outcome<CustomerDetail>> => {
  const { now } = options;
  const from = addDays(dayIn(now, ctx.timeZone), 1 - DAYS);
  const found = await db.tenant(
    ctx,
    async (tx) => {
      const { rows } =
        await sql<Row>`${SELECT} WHERE ${visibleCustomers(ctx)} AND c.customer_id = ${customerId}`.execute(tx);
      const [row] = rows;
      if (!row) return undefined;
      const days = await sql<{ day: string; labels: number; spend: number; margin: number }>`
        SELECT day::text AS day, sum(labels)::int AS labels,
               coalesce(sum(spend_minor) FILTER (WHERE currency = ${ctx.currency}), 0)::int8 AS spend,
               coalesce(sum(sold_minor - cost_minor) FILTER (WHERE currency = ${ctx.currency}), 0)::int8 AS margin
        FROM usage_days WHERE tenant_id = ${ctx.tenantId} AND party_id = ${customerId} AND day >= ${from}::date AND (${options.withTest} OR NOT test)
        GROUP BY day ORDER BY day`.execute(tx);
      return { row, days: days.rows, credit: await readCredit(tx, ctx.tenantId, customerId, ctx.currency) };
    },
    { readOnly: true },
  );
  if (!found) return problem('not_found');
  const { row, days, credit } = found;
  const tenant = await db.reference((tx) =>
    tx
      .selectFrom('tenants')
      .select(['time_zone', 'locale', 'currency'])
      .where('id', '=', customerId)
      .executeTakeFirst(),
  );
  if (!tenant) return problem('not_found');
  const restriction = (await db.reference((tx) => readRestrictions(tx, [customerId]))).get(customerId);
  const staff = await readStaff(db, ctx);
  const counts = await readPeopleCounts(db, ctx, [customerId], now);
  const seesMoney = ctx.rights.has('money.view');
  const seesCost = ctx.rights.has('rates.see-cost');
  return {
    ok: true,
    value: {
      ...summaryOf(ctx, row, staff, counts, restriction),
      timeZone: tenant.time_zone,
      locale: wireLocale(tenant.locale),
      currency: tenant.currency,
      credit: seesMoney
        ? { ...credit, currency: ctx.currency, termsDays: row.terms_days, note: row.credit_note }
        : null,
      note: row.note,
      suspendedReason: row.suspended_reason,
      referredBy:
        row.referred_by !== null && ctx.rights.has('customers.manage')
          ? { name: staff.nameOf.get(row.referred_by) ?? '' }
          : null,
      users: await readUsers(db, ctx, customerId, row.state === 'active'),
      days: days.map(({ day, labels, spend, margin }) => ({
        day,
        labels,
        spendMinor: spend,
        marginMinor: seesCost ? margin : null,
      })),
      version: row.version,
    },
  };
};

const readUsers = async (
  db: Database,
  ctx: RequestContext,
  customerId: string,
  active: boolean,
): Promise<CustomerDetail['users']> => {
  const { members, roles, invitations } = await db.identity(ctx, async (tx) => ({
    members: await readMembers(tx, { realmId: ctx.realmId, tenantId: customerId }),
    invitations: await openInvitations(tx, ctx.realmId, customerId),
    roles: await tx
      .selectFrom('roles')
      .select(['id', 'name', 'base_role', 'built_in'])
      .where('tenant_id', '=', customerId)
      .execute(),
  }));
  const roleName = (id: string): string => {
    const role = roles.find((each) => each.id === id);
    return role ? (role.built_in ? BUILT_IN_ROLES[role.base_role].name : role.name) : '';
  };
  const mayAct = active && ctx.rights.has('customers.impersonate') && mayActAs(ctx.role, 'customer');
  return [
    ...members.map((member) => ({
      userName: member.username,
      fullName: `${member.first_name} ${member.last_name}`.trim() || member.username,
      email: member.email,
      roleName: roleName(member.role_id),
      state:
        member.state !== 'active'
          ? ('suspended' as const)
          : member.verified_at
            ? ('active' as const)
            : ('unverified' as const),
      lastSignInAt: member.last_sign_in_at?.toISOString() ?? null,
      secondFactor: member.second_factor,
      canImpersonate: mayAct && member.state === 'active',
    })),
    ...invitations.map((invitation) => ({
      userName: '',
      fullName: `${invitation.firstName} ${invitation.lastName}`.trim() || invitation.email,
      email: invitation.email,
      roleName: roleName(invitation.roleId),
      state: 'invited' as const,
      lastSignInAt: null,
      secondFactor: false,
      canImpersonate: false,
    })),
  ];
};
