/** Settings of a customer: defaults, ship-from addresses, and the address check that its forms use. */
import { checkAddress as checkAddressCall } from '@scanship/contracts/orders/orders';
import {
  addLocation as addLocationCall,
  archiveLocation as archiveLocationCall,
  getDefaultSettings,
  getDocumentLogo,
  getLocations,
  putDefaultSettings,
  putDocumentLogo,
  removeDocumentLogo,
  updateLocation as updateLocationCall,
} from '@scanship/contracts/network/settings';
import {
  addTaxId as addTaxIdCall,
  getTaxIds,
  removeTaxId as removeTaxIdCall,
  updateTaxId as updateTaxIdCall,
} from '@scanship/contracts/money/tax-ids';
import { checkAddress } from '@scanship/domain/addresses/address-check';
import { suggestAddress } from '@scanship/domain/addresses/address-suggestion';
import { localDay } from '@scanship/domain/calendar/ship-date';
import { ok } from '@scanship/domain/values/result';
import type { RequestContext } from '../../platform/context.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import { pictureAnswer } from '../../platform/outside-pictures/picture-answer.ts';
import type { Services } from '../../platform/services.ts';
import { allOrNothing, toAddress, toAddressDto } from '../orders/index.ts';
import { readDefaultSettings, saveDefaultSettings } from './default-settings.ts';
import { putLogo, readLogo, writeLogo } from './document-logo.ts';
import { addLocation, archiveLocation, listLocations, updateLocation } from './locations.ts';
import { addTaxId, readTaxIds, removeTaxId, type StoredTaxId, updateTaxId, withProblems } from './tax-ids.ts';

export interface SettingsModule {
  readonly routes: readonly Route[];
}

export function createSettingsModule({ db, clock, files }: Pick<Services, 'db' | 'clock' | 'files'>): SettingsModule {
  const shown = async (ctx: RequestContext, ids: readonly StoredTaxId[]) => ({
    taxIds: await withProblems(db, ctx, localDay(clock.now(), ctx.timeZone), ids),
  });
  return {
    routes: [
      route(getDefaultSettings, async ({ ctx }) => data(await db.tenant(ctx, (tx) => readDefaultSettings(ctx, tx)))),
      route(putDefaultSettings, async ({ ctx, body }) => {
        const saved = await allOrNothing(db, ctx, (tx) => saveDefaultSettings(ctx, tx, body, clock.now()));
        return saved.ok ? data(saved.value, { successMessage: 'Settings saved.' }) : saved;
      }),
      route(getDocumentLogo, async ({ ctx }) => {
        const logo = await db.tenant(ctx, readLogo, { readOnly: true });
        return logo.ok ? ok(pictureAnswer(logo.value)) : logo;
      }),
      route(putDocumentLogo, async ({ ctx, file }) => {
        const checked = await files.read(ctx, 'checkPicture', file.bytes);
        if (!checked.ok) return checked;
        const saved = await allOrNothing(db, ctx, (tx) => putLogo(ctx, tx, file.bytes, checked.value));
        return saved.ok ? data(saved.value, { successMessage: 'Logo saved.' }) : saved;
      }),
      route(removeDocumentLogo, async ({ ctx }) => {
        const saved = await allOrNothing(db, ctx, (tx) => writeLogo(ctx, tx, null));
        return saved.ok ? data(saved.value, { successMessage: 'Logo removed.' }) : saved;
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
        return left.ok ? data({ locations: left.value }, { successMessage: 'Ship-from address archived.' }) : left;
      }),
      route(getTaxIds, async ({ ctx }) => data(await shown(ctx, await db.tenant(ctx, readTaxIds)))),
      route(addTaxIdCall, async ({ ctx, body }) => {
        const added = await allOrNothing(db, ctx, (tx) => addTaxId(ctx, tx, body));
        return added.ok ? data(await shown(ctx, added.value), { successMessage: 'Tax number added.' }) : added;
      }),
      route(updateTaxIdCall, async ({ ctx, params, body }) => {
        const updated = await allOrNothing(db, ctx, (tx) => updateTaxId(ctx, tx, { ...body, id: params.id }));
        return updated.ok ? data(await shown(ctx, updated.value), { successMessage: 'Tax number saved.' }) : updated;
      }),
      route(removeTaxIdCall, async ({ ctx, params, query }) => {
        const removed = await allOrNothing(db, ctx, (tx) =>
          removeTaxId(ctx, tx, { id: params.id, version: query.version }),
        );
        return removed.ok ? data(await shown(ctx, removed.value), { successMessage: 'Tax number removed.' }) : removed;
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
export { readTaxIds } from './tax-ids.ts';
