/** Where the demo's customers ship from. */
import { toAddressDto } from '../modules/orders/index.ts';
import { addLocation, listLocations } from '../modules/settings/index.ts';
import type { Services } from '../platform/services.ts';
import type { DemoCustomer } from './demo-data.ts';

export const seedLocations = (
  { db }: Services,
  tenantId: string,
  { name: customer, locations, locale, timeZone }: DemoCustomer,
): Promise<void> =>
  db.tenant({ tenantId }, async (tx) => {
    if ((await listLocations(tx)).length > 0) return;
    const ctx = { tenantId, timeZone, locale: locale === 'fr' ? ('fr-CA' as const) : ('en-CA' as const) };
    for (const [at, { name, address }] of locations.entries()) {
      const added = await addLocation(ctx, tx, { name, address: toAddressDto(address), isDefault: at === 0 });
      if (!added.ok)
        throw new Error(`The demo's address ${name} of ${customer} was refused: ${JSON.stringify(added.problem)}.`);
    }
  });
