import { searchHsCodes } from '@scanship/contracts/products/hs-codes';
import { data, type Route, route } from '../../../platform/http/handler.ts';
import { readNomenclature, searchHs } from './search-hs.ts';

/** Read when somebody looks for the first time: three megabytes nobody else needs. */
async function load() {
  const { default: file } = await import('./hs-2022.json', { with: { type: 'json' } });
  return { file, nomenclature: readNomenclature(file.codes) };
}
let loaded: ReturnType<typeof load> | undefined;

export const hsRoutes = (): readonly Route[] => [
  route(searchHsCodes, async ({ query }) => {
    loaded ??= load();
    const { file, nomenclature } = await loaded;
    const codes = searchHs(nomenclature, query.search, query.size ?? 12);
    return data({ codes: codes.map((each) => ({ ...each })), edition: file.edition, licence: file.licence });
  }),
];
