/** New tenants: platform, franchises with their hosts, customers with a plan. Each is one transaction. */
import { actAs, type Database, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { setCreditLimit } from '../billing/index.ts';
import { lendFranchiseAccounts } from '../carriers/index.ts';
import { addBuiltInRoles, type BuiltInRoles } from '../roles/index.ts';
import { addPlans, openFor } from '../subscriptions/index.ts';

export interface NewTenant {
  readonly name: string;
  readonly currency?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly locale?: 'en' | 'fr' | undefined;
}

export interface NewFranchise extends NewTenant {
  readonly platformId: string;
  /** Lower case, without port. Served at once: whoever makes a franchise this way (installation, demo) owns the machine. */
  readonly hosts: readonly string[];
}

export interface AddedTenant {
  readonly tenantId: string;
  readonly roles: BuiltInRoles;
}

type Kind = 'platform' | 'franchise' | 'customer';
type PlanName = 'Basic' | 'Standard' | 'Advanced';

const insertTenant = async (
  tx: Tx,
  kind: Kind,
  input: NewTenant,
  place: {
    readonly parentId?: string;
    readonly realmId?: string;
    readonly planName?: PlanName;
    readonly cameAs?: string | undefined;
  },
): Promise<AddedTenant> => {
  const tenantId = place.cameAs ?? newId();
  await tx
    .insertInto('tenants')
    .values({
      id: tenantId,
      parent_id: place.parentId ?? null,
      kind,
      realm_id: place.realmId ?? tenantId,
      name: input.name,
      plan_code: place.planName ?? null,
      currency: input.currency ?? 'CAD',
      time_zone: input.timeZone ?? 'America/Toronto',
      locale: input.locale ?? 'en',
    })
    .execute();
  const ancestors = place.parentId
    ? await tx
        .selectFrom('tenant_closure')
        .select(['ancestor_id', 'depth'])
        .where('descendant_id', '=', place.parentId)
        .execute()
    : [];
  await tx
    .insertInto('tenant_closure')
    .values([
      { ancestor_id: tenantId, descendant_id: tenantId, depth: 0 },
      ...ancestors.map((each) => ({ ancestor_id: each.ancestor_id, descendant_id: tenantId, depth: each.depth + 1 })),
    ])
    .execute();
  await actAs(tx, { role: 'app_tenant', tenantId });
  const roles = place.cameAs === undefined ? await addBuiltInRoles(tx, tenantId, kind) : {};
  return { tenantId, roles };
};

export const addPlatform = (db: Database, input: NewTenant): Promise<AddedTenant> =>
  db.system((tx) => insertTenant(tx, 'platform', input, {}));

/** A franchise is its own realm and sells the three plans. */
export const addFranchise = (db: Database, input: NewFranchise): Promise<AddedTenant> =>
  db.system((tx) => addFranchiseIn(tx, input));

/** In a transaction of the system role. */
export const addFranchiseIn = async (tx: Tx, input: NewFranchise): Promise<AddedTenant> => {
  const added = await insertTenant(tx, 'franchise', input, { parentId: input.platformId });
  await addPlans(tx, added.tenantId, input.currency ?? 'CAD');
  await actAs(tx, { role: 'app_system' });
  if (input.hosts.length > 0) {
    await tx
      .insertInto('hosts')
      .values(input.hosts.map((host) => ({ host, tenant_id: added.tenantId, state: 'verified' as const })))
      .execute();
  }
  return added;
};

export interface NewCustomer extends NewTenant {
  readonly franchiseId: string;
  readonly planName: PlanName;
  /** When its plan begins; absent: now. */
  readonly since?: Date | undefined;
  /** It cannot work yet: whoever opens it begins its plan (`openFor`). */
  readonly opensLater?: boolean | undefined;
  /** What the franchise lets it owe, minor units of its currency; 0 is prepaid. Absent: billed later without a limit. */
  readonly creditLimitMinor?: number | undefined;
  /** Its id in the installation it comes from; its roles come along, and accounts are lent to it at the end (operations/import-tenant.ts). */
  readonly cameAs?: string | undefined;
  /** It came by itself: the franchise is told. */
  readonly signedUp?: boolean | undefined;
  /** The sales agent whose link it came by, and who looks after it. */
  readonly referredBy?: string | undefined;
}

/**
 * A customer of a franchise; its people sign in on the franchise's hosts. It stands in the franchise's list and ships with
 * the franchise's carrier accounts from the first day, which is the first of its plan, or of the plan's trial.
 */
export const addCustomer = (db: Database, input: NewCustomer): Promise<AddedTenant> =>
  db.system((tx) => addCustomerIn(tx, input));

/** Part of a larger transaction (sign-up); ends working as somebody else, so the caller says who it goes on as. */
export const addCustomerIn = async (tx: Tx, input: NewCustomer): Promise<AddedTenant> => {
  const { franchiseId } = input;
  await actAs(tx, { role: 'app_system' });
  const added = await insertTenant(tx, 'customer', input, {
    parentId: franchiseId,
    realmId: franchiseId,
    planName: input.planName,
    cameAs: input.cameAs,
  });
  await actAs(tx, { role: 'app_tenant', tenantId: franchiseId });
  await tx
    .insertInto('franchise_customers')
    .values({
      tenant_id: franchiseId,
      customer_id: added.tenantId,
      name: input.name,
      name_key: input.name.toLowerCase(),
      plan_code: input.planName,
      signed_up: input.signedUp ?? false,
      agent_user_id: input.referredBy ?? null,
      referred_by: input.referredBy ?? null,
    })
    .execute();
  if (input.creditLimitMinor !== undefined)
    await setCreditLimit(tx, franchiseId, added.tenantId, input.currency ?? 'CAD', input.creditLimitMinor);
  // What is lent stays locked until the transaction ends, and taking a customer in may last for hours.
  if (input.cameAs === undefined) await lendFranchiseAccounts(tx, franchiseId, added.tenantId);
  if (input.opensLater) return added;
  await openFor(
    tx,
    {
      customerId: added.tenantId,
      sellerId: franchiseId,
      plan: input.planName,
      timeZone: input.timeZone ?? 'America/Toronto',
    },
    input.since ?? new Date(),
  );
  return added;
};
