/** A small tenant tree for tests: one platform, two franchises, customers below them, a store and a location each. */
import { actAs, type Database } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/database/ids.ts';
import { json } from '../src/platform/database/json-column.ts';

export interface TestCustomer {
  readonly tenantId: string;
  readonly realmId: string;
  readonly storeId: string;
  readonly locationId: string;
}

export interface TenantTree {
  readonly platformId: string;
  readonly franchises: readonly [string, string];
  /** The first two belong to the first franchise, the third to the second. */
  readonly customers: readonly [TestCustomer, TestCustomer, TestCustomer];
}

const ADDRESS = {
  name: 'Maple Goods',
  line1: '340 Rue Saint-Paul O',
  city: 'Montreal',
  provinceCode: 'QC',
  postalCode: 'H2Y 2A6',
  countryCode: 'CA',
};

export async function makeTenantTree(db: Database): Promise<TenantTree> {
  const platformId = newId();
  const franchises = [newId(), newId()] as const;
  const customers = [franchises[0], franchises[0], franchises[1]].map((realmId) => ({
    tenantId: newId(),
    realmId,
    storeId: newId(),
    locationId: newId(),
  }));
  await db.system(async (tx) => {
    const add = async (
      id: string,
      parents: readonly string[],
      kind: 'platform' | 'franchise' | 'customer',
      realm: string,
    ) => {
      await tx
        .insertInto('tenants')
        .values({
          id,
          parent_id: parents[0] ?? null,
          kind,
          realm_id: realm,
          name: `${kind} ${id.slice(-4)}`,
          plan_code: kind === 'customer' ? 'Advanced' : null,
        })
        .execute();
      await tx
        .insertInto('tenant_closure')
        .values([id, ...parents].map((ancestor_id, depth) => ({ ancestor_id, descendant_id: id, depth })))
        .execute();
    };
    await add(platformId, [], 'platform', platformId);
    for (const id of franchises) await add(id, [platformId], 'franchise', id);
    for (const { tenantId, realmId } of customers) await add(tenantId, [realmId, platformId], 'customer', realmId);
    for (const { tenantId, storeId, locationId } of customers) {
      await actAs(tx, { role: 'app_tenant', tenantId });
      await tx
        .insertInto('locations')
        .values({
          tenant_id: tenantId,
          id: locationId,
          name: 'Main',
          address: json(ADDRESS),
          time_zone: 'America/Toronto',
          is_default: true,
        })
        .execute();
      await tx
        .insertInto('stores')
        .values({
          tenant_id: tenantId,
          id: storeId,
          platform_code: 'manual',
          external_account: 'manual',
          name: 'Manual orders',
          state: 'connected',
        })
        .execute();
    }
  });
  const [first, second, third] = customers;
  if (!first || !second || !third) throw new Error('three customers are made above');
  return { platformId, franchises, customers: [first, second, third] };
}
