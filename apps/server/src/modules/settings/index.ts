/** Settings of a customer: defaults, ship-from addresses, and the address check that its forms use. */
import { checkAddress as checkAddressCall } from '@scanship/contracts/orders';
import {
  addLocation as addLocationCall,
  archiveLocation as archiveLocationCall,
  getDefaultSettings,
  getLocations,
  putDefaultSettings,
  updateLocation as updateLocationCall,
} from '@scanship/contracts/settings';
import { checkAddress } from '@scanship/domain/address-check';
import { suggestAddress } from '@scanship/domain/address-suggestion';
import { data, type Route, route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import { allOrNothing, toAddress, toAddressDto } from '../orders/index.ts';
import { readDefaultSettings, saveDefaultSettings } from './default-settings.ts';
import { addLocation, archiveLocation, listLocations, updateLocation } from './locations.ts';

export interface SettingsModule {
  readonly routes: readonly Route[];
}

export function createSettingsModule({ db, clock }: Pick<Services, 'db' | 'clock'>): SettingsModule {
  return {
    routes: [
      route(getDefaultSettings, async ({ ctx }) => data(await db.tenant(ctx, (tx) => readDefaultSettings(ctx, tx)))),
      route(putDefaultSettings, async ({ ctx, body }) => {
        const saved = await allOrNothing(db, ctx, (tx) => saveDefaultSettings(ctx, tx, body, clock.now()));
        return saved.ok ? data(saved.value, { successMessage: 'Settings saved.' }) : saved;
      }),
      route(getLocations, async ({ ctx }) => data({ locations: await db.tenant(ctx, listLocations) })),
      route(addLocationCall, async ({ ctx, body }) => {
        const added = await allOrNothing(db, ctx, (tx) => addLocation(ctx, tx, body));
        return added.ok ? data(added.value, { successMessage: 'Ship-from address added.' }) : added;
      }),
      route(updateLocationCall, async ({ ctx, params, body }) => {
        const updated = await allOrNothing(db, ctx, (tx) => updateLocation(ctx, tx, { ...body, id: params.id }));
        return updated.ok ? data(updated.value, { successMessage: 'Ship-from address saved.' }) : updated;
      }),
      route(archiveLocationCall, async ({ ctx, params, query }) => {
        const left = await allOrNothing(db, ctx, (tx) =>
          archiveLocation(ctx, tx, { id: params.id, version: query.version }),
        );
        return left.ok ? data({ locations: left.value }, { successMessage: 'Ship-from address put away.' }) : left;
      }),
      route(checkAddressCall, async ({ ctx, body }) => {
        const address = toAddress(body.address);
        const { normalized, problems } = checkAddress(address);
        const { addressCheck: mode = 'confirm' } = await db.tenant(ctx, (tx) => readDefaultSettings(ctx, tx));
        const better = mode === 'off' ? undefined : suggestAddress(address);
        return data({
          normalized: toAddressDto(normalized),
          problems: problems.map((each) => ({ ...each })),
          mode,
          suggestion: better
            ? {
                address: toAddressDto(better.address),
                differences: better.differences.map((each) => ({ ...each })),
                problems: better.problems.map((each) => ({ ...each })),
              }
            : null,
        });
      }),
    ],
  };
}

export { isTimeZone, readDefaultSettings, saveDefaultSettings } from './default-settings.ts';
export { addLocation, listLocations } from './locations.ts';
export { keepStoreLocations, STORE_ADDRESS, type StorePlace } from './store-locations.ts';
