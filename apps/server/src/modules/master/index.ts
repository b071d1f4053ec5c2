/** Shared lists: countries and provinces. Platforms and stores are answered by the module of stores. */
import { getCountries, getProvinces } from '@scanship/contracts/network/master';
import { COUNTRIES, countryOf } from '@scanship/domain/addresses/countries';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { problem } from '../../platform/problem.ts';

export interface MasterModule {
  readonly routes: readonly Route[];
}

export const createMasterModule = (): MasterModule => ({
  routes: [
    route(getCountries, async () => data({ countryList: COUNTRIES.map((country) => ({ ...country })) })),
    route(getProvinces, async ({ params }) => {
      const code = params.code.toUpperCase();
      if (!countryOf(code))
        return problem('not_found', { message: 'There is no such country.', advice: 'Choose one of the list.' });
      // 350 kB of data, only for those who ask.
      const { provincesOf } = await import('@scanship/domain/addresses/provinces');
      return data({ provinceList: provincesOf(code).map(({ code: province, name }) => ({ code: province, name })) });
    }),
  ],
});
