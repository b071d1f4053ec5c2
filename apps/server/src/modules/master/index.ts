/** Shared lists: countries, provinces, store platforms, connected stores. */
import { getCountries, getCustomerStores, getPlatform, getPlatforms, getProvinces } from '@scanship/contracts/master';
import { COUNTRIES, countryOf } from '@scanship/domain/countries';
import { platformOfCode, platformOfId, STORE_PLATFORMS, type StorePlatform } from '@scanship/domain/store-platforms';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';

export interface MasterModule {
  readonly routes: readonly Route[];
}

/** A platform can be connected once its connector exists; the first ones come with the stores. */
const CONNECTABLE: ReadonlySet<string> = new Set();
/** `path` is the last part of the connecting page's address (decisions 35). */
const view = ({ id, name, code }: StorePlatform) => ({
  id,
  name,
  path: `${code}-store`,
  available: CONNECTABLE.has(code),
});

export const createMasterModule = ({ db }: Pick<Services, 'db'>): MasterModule => ({
  routes: [
    route(getCountries, async () => data({ countryList: COUNTRIES.map((country) => ({ ...country })) })),
    route(getProvinces, async ({ params }) => {
      const code = params.code.toUpperCase();
      if (!countryOf(code))
        return problem('not_found', { message: 'There is no such country.', advice: 'Choose one of the list.' });
      // 350 kB of data, only for those who ask.
      const { provincesOf } = await import('@scanship/domain/provinces');
      return data({ provinceList: provincesOf(code).map(({ code: province, name }) => ({ code: province, name })) });
    }),
    route(getPlatforms, async () => data({ platforms: STORE_PLATFORMS.map(view) })),
    route(getPlatform, async ({ params }) => {
      const platform = platformOfId(params.id);
      return platform ? data(view(platform)) : problem('not_found', { message: 'There is no such platform.' });
    }),
    route(getCustomerStores, async ({ ctx }) => {
      const rows = await db.tenant(ctx, (tx) =>
        tx
          .selectFrom('stores')
          .select(['id', 'name', 'platform_code', 'state'])
          .where('tenant_id', '=', ctx.tenantId)
          .where('deleted_at', 'is', null)
          .orderBy('name')
          .execute(),
      );
      // The store of orders by hand and by file is nobody's platform and is not connected.
      const stores = rows.flatMap(({ id, name, platform_code, state }) => {
        const platform = platformOfCode(platform_code);
        return platform ? [{ id, name, state, platformId: platform.id, platformName: platform.name }] : [];
      });
      return data({ stores });
    }),
  ],
});
