/** Where the demo's customers ship from, and their default settings. */
import { newId } from '../platform/database/ids.ts';
import { json } from '../platform/database/json-column.ts';
import type { Services } from '../platform/services.ts';
import type { DemoCustomer } from './demo-data.ts';

export const seedLocations = (
  { db }: Services,
  tenantId: string,
  { locations, locale, timeZone }: DemoCustomer,
): Promise<void> =>
  db.tenant({ tenantId }, async (tx) => {
    const any = await tx
      .selectFrom('locations')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .limit(1)
      .executeTakeFirst();
    if (any) return;
    await tx
      .insertInto('locations')
      .values(
        locations.map(({ name, address }, at) => ({
          tenant_id: tenantId,
          id: newId(),
          name,
          address: json(address),
          time_zone: timeZone,
          is_default: at === 0,
        })),
      )
      .execute();
    await tx
      .insertInto('customer_settings')
      .values({ tenant_id: tenantId, time_zone: timeZone, language: locale ?? 'en' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
