/**
 * The demo: two franchises with their brands, a customer on each plan, people, carriers and orders. Safe to run at
 * every start: each piece is made only when it is missing, and what people changed since is left as it is.
 */
import type { Application } from '../application.ts';
import { OWN_PLATFORM, createOrders, ownStore } from '../modules/orders/index.ts';
import { BUILT_IN_ROLES } from '../modules/roles/index.ts';
import { addCustomer, addFranchise, addPlatform, putBrandPicture, saveBranding } from '../modules/tenants/index.ts';
import { accountKey, addUser } from '../modules/users/index.ts';
import type { Services } from '../platform/services.ts';
import { connectDemoShop } from './connect-shop.ts';
import { seedBill } from './seed-bill.ts';
import { seedCarriers } from './seed-carriers.ts';
import { seedHistory } from './seed-history.ts';
import { seedNetwork } from './seed-network.ts';
import { seedRoles } from './seed-roles.ts';
import { seedFx } from './seed-fx.ts';
import { seedOrderTabs } from './seed-order-tabs.ts';
import { seedLocations } from './seed-locations.ts';
import { seedPackages } from './seed-packages.ts';
import { planSince, seedPlans } from './seed-plans.ts';
import { seedClaims } from './seed-claims.ts';
import { seedReturns, WITH_RETURNS } from './seed-returns.ts';
import { seedStatements } from './seed-statements.ts';
import { type DemoCustomer, type DemoFranchise, type DemoUser, FRANCHISES, PLATFORM_STAFF } from './demo-data.ts';
import { demoOrders } from './demo-orders.ts';
import { type DemoBrand, logoPicture, markPicture, slidePicture } from './demo-pictures.ts';

export interface DemoSignIns {
  /** Lines for the terminal: address, user name, password. */
  describe(port: number): string[];
  /** What nobody waits for at a start: a shop connected and brought in. */
  whenReady(origin: string): Promise<void>;
}

export const seedDemo = async (application: Application): Promise<DemoSignIns> => {
  const { services } = application;
  await alone(services, () => seedAll(application));
  return {
    describe: (port) => describe(port, services.config.demoPassword),
    whenReady: (origin) => connectDemoShop(application, origin),
  };
};

/** Of several processes that start at once one seeds; the others wait and find it done. The lock ends with its connection. */
const alone = async ({ db }: Services, work: () => Promise<void>): Promise<void> => {
  const client = db.ownConnection();
  // A connection that breaks fails the statement it was needed for.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('scanship demo'))");
    await work();
  } finally {
    await client.end();
  }
};

const seedAll = async (application: Application): Promise<void> => {
  const { services } = application;
  const platformId =
    (await findTenant(services, 'platform')) ?? (await addPlatform(services.db, { name: 'ScanShip' })).tenantId;
  await seedUser(services, platformId, platformId, PLATFORM_STAFF);
  await seedFx(services, platformId);
  for (const franchise of FRANCHISES) await seedFranchise(application, platformId, franchise);
  // Dashboards are full from the first look.
  await application.rollups.work();
};

const describe = (port: number, password: string): string[] => {
  const at = (host: string) => `http://${host}:${port}`;
  const rows = FRANCHISES.flatMap(({ brand, hosts, people, customers }) => [
    ...customers.flatMap((customer) =>
      customer.people.map((person) => [
        at(hosts[0] ?? ''),
        person.userName,
        `${person.customRole ?? BUILT_IN_ROLES[person.role].name} of ${customer.name} (${customer.planName})`,
      ]),
    ),
    ...people.map((person) => [
      at(hosts[0] ?? ''),
      person.userName,
      `${BUILT_IN_ROLES[person.role].name} of ${brand.name}`,
    ]),
  ]);
  rows.push([at('localhost'), PLATFORM_STAFF.userName, `${BUILT_IN_ROLES[PLATFORM_STAFF.role].name} (on every host)`]);
  return [
    '',
    `Demo sign-ins, password ${password}:`,
    ...rows.map(([host = '', user = '', what = '']) => `  ${host.padEnd(30)} ${user.padEnd(8)} ${what}`),
    '',
  ];
};

const findTenant = async (
  { db }: Services,
  kind: 'platform' | 'customer',
  parentId?: string,
  name?: string,
): Promise<string | undefined> => {
  const found = await db.reference((tx) => {
    let query = tx.selectFrom('tenants').select('id').where('kind', '=', kind);
    if (parentId !== undefined) query = query.where('parent_id', '=', parentId);
    if (name !== undefined) query = query.where('name', '=', name);
    return query.limit(1).executeTakeFirst();
  });
  return found?.id;
};

const seedFranchise = async (application: Application, platformId: string, franchise: DemoFranchise): Promise<void> => {
  const { services } = application;
  const [host = ''] = franchise.hosts;
  const owner = await services.db.reference((tx) =>
    tx.selectFrom('hosts').select('tenant_id').where('host', '=', host).executeTakeFirst(),
  );
  const franchiseId =
    owner?.tenant_id ??
    (await addFranchise(services.db, { platformId, name: franchise.brand.name, hosts: franchise.hosts })).tenantId;
  await seedBranding(services, franchiseId, franchise);
  await seedPlans(services, franchiseId);
  await seedRoles(services.db, franchiseId, franchise.roles ?? []);
  for (const person of franchise.people) await seedUser(services, franchiseId, franchiseId, person);
  const customers: { readonly tenantId: string; readonly customer: DemoCustomer }[] = [];
  for (const customer of franchise.customers) {
    const { name, planName, timeZone, locale } = customer;
    const tenantId =
      (await findTenant(services, 'customer', franchiseId, name)) ??
      (
        await addCustomer(services.db, {
          franchiseId,
          name,
          planName,
          timeZone,
          locale: locale ?? 'en',
          since: planSince(services, customer.planDays),
        })
      ).tenantId;
    customers.push({ tenantId, customer });
    await seedRoles(services.db, tenantId, customer.roles ?? []);
    for (const person of customer.people) await seedUser(services, franchiseId, tenantId, person);
    await seedLocations(services, tenantId, customer);
    await seedPackages(services, tenantId);
  }
  await seedCarriers(application, franchiseId, franchise.brand.name.split(' ')[0] ?? franchise.brand.name);
  for (const { tenantId, customer } of customers) if (customer.withOrders) await seedOrders(services, tenantId);
  for (const [at, { tenantId, customer }] of customers.entries())
    if (customer.past) await seedHistory(application, franchiseId, { tenantId, past: customer.past, seed: at + 1 });
  for (const { tenantId, customer } of customers) {
    if (!customer.past || !customer.withOrders) continue;
    const userName = customer.people[0]?.userName ?? '';
    await seedReturns(services, { tenantId, realmId: franchiseId, userName });
    await seedClaims(services, { tenantId }, WITH_RETURNS);
  }
  await seedBill(
    application,
    franchiseId,
    customers.map(({ tenantId }) => tenantId),
  );
  await seedNetwork(services.db, franchiseId, customers);
  await seedStatements(services, platformId, franchiseId);
};

const seedBranding = async (
  { db }: Services,
  franchiseId: string,
  { brand, branding }: DemoFranchise,
): Promise<void> => {
  await db.tenant({ tenantId: franchiseId }, async (tx) => {
    const there = await tx
      .selectFrom('branding')
      .select('tenant_id')
      .where('tenant_id', '=', franchiseId)
      .executeTakeFirst();
    if (there) return;
    const put = (svg: string) => putBrandPicture(tx, franchiseId, 'image/svg+xml', Buffer.from(svg));
    const { name, tagLine, primary, secondary }: DemoBrand = brand;
    await saveBranding(tx, franchiseId, {
      ...branding,
      brandName: name,
      tagLine,
      primaryColor: primary,
      secondaryColor: secondary,
      primaryLogo: await put(logoPicture(brand, '#1a1f24')),
      secondaryLogo: await put(logoPicture(brand, '#ffffff')),
      favicon: await put(markPicture(brand)),
      documentLogo: await put(markPicture(brand)),
      emailLogo: await put(logoPicture(brand, '#1a1f24')),
      slide1: await put(slidePicture(brand, 1)),
      slide2: await put(slidePicture(brand, 2)),
      slide3: await put(slidePicture(brand, 3)),
    });
  });
};

const seedUser = async (services: Services, realmId: string, tenantId: string, person: DemoUser): Promise<void> => {
  const { db, clock, config } = services;
  const known = await db.identity({ realmId }, (tx) =>
    tx
      .selectFrom('users')
      .select('id')
      .where('realm_id', '=', realmId)
      .where('username_key', '=', accountKey(person.userName))
      .executeTakeFirst(),
  );
  if (known) return;
  const added = await addUser(
    db,
    {
      realmId,
      tenantId,
      roleId: await roleOf(services, tenantId, person),
      userName: person.userName,
      // A domain nobody can own, so that nothing is ever mailed to a stranger.
      email: `${person.userName}@demo.invalid`,
      firstName: person.firstName,
      lastName: person.lastName,
      password: config.demoPassword,
      verified: true,
      locale: person.locale ?? 'en',
    },
    clock.now(),
  );
  if (!added.ok) throw new Error(`The demo's user ${person.userName} could not be made: ${added.problem.code}.`);
};

const roleOf = async ({ db }: Services, tenantId: string, { role, customRole }: DemoUser): Promise<string> => {
  const found = await db.tenant({ tenantId }, (tx) =>
    tx
      .selectFrom('roles')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where(customRole === undefined ? 'code' : 'name', '=', customRole ?? role)
      .executeTakeFirstOrThrow(),
  );
  return found.id;
};

const seedOrders = async ({ db, clock }: Services, tenantId: string): Promise<void> => {
  const now = clock.now();
  const made = await db.tenant({ tenantId }, async (tx) => {
    const ctx = { tenantId };
    const storeId = await ownStore(ctx, tx);
    const any = await tx
      .selectFrom('orders')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .limit(1)
      .executeTakeFirst();
    if (any) return undefined;
    const created = await createOrders(ctx, tx, demoOrders(storeId, OWN_PLATFORM, now), { why: 'Demo', now });
    if (created.ok) await seedOrderTabs(tx, tenantId, storeId, now);
    return created;
  });
  if (made && !made.ok)
    throw new Error(`The demo's orders could not be made: ${made.problem.message ?? made.problem.code}.`);
};
