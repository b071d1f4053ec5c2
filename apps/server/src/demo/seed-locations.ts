/** Where the demo's customers ship from, and in which box: with a size every carrier can price the first order opened. */
import { toAddressDto } from '../modules/orders/index.ts';
import { addLocation, listLocations, readDefaultSettings, saveDefaultSettings } from '../modules/settings/index.ts';
import type { Services } from '../platform/services.ts';
import type { DemoCustomer } from './demo-data.ts';

const SHOE_BOX = { lengthMm: 300, widthMm: 200, heightMm: 120 };

export const seedLocations = (
  { db, clock }: Services,
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
    const settings = await readDefaultSettings(ctx, tx);
    const saved = await saveDefaultSettings(ctx, tx, { ...settings, defaultDimensions: SHOE_BOX }, clock.now());
    if (!saved.ok)
      throw new Error(`The demo's settings of ${customer} were refused: ${JSON.stringify(saved.problem)}.`);
  });
