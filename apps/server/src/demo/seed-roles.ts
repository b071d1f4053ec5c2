/** The demo's custom roles: made once, by name. */
import type { Database } from '../platform/database/database.ts';
import { newId } from '../platform/database/ids.ts';
import type { DemoRole } from './demo-data.ts';

export const seedRoles = (db: Database, tenantId: string, roles: readonly DemoRole[]): Promise<void> =>
  db.tenant({ tenantId }, async (tx) => {
    for (const { name, baseRole, pages, rights } of roles) {
      const there = await tx
        .selectFrom('roles')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('name', '=', name)
        .executeTakeFirst();
      if (there) continue;
      const id = newId();
      await tx
        .insertInto('roles')
        .values({ tenant_id: tenantId, id, code: `custom-${id}`, name, base_role: baseRole })
        .execute();
      await tx
        .insertInto('role_permissions')
        .values([...pages, ...rights].map((permission) => ({ tenant_id: tenantId, role_id: id, permission })))
        .execute();
    }
  });
