/** Named views of the list of customers: filters and order under a name, kept by each person. The address carries the filters. */
import { queryOptions } from '@tanstack/react-query';
import { getTableUi, saveTableUi } from '@scanship/contracts/orders/table-views';
import { api, fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';
import { type CustomersSearch, customersSearch } from '../customers-search.ts';

const TABLE = 'customers';

export interface CustomerView {
  readonly name: string;
  readonly filters: CustomersSearch;
}

export const customerViewsQuery = queryOptions({
  queryKey: ['table-ui', TABLE],
  queryFn: ({ signal }) => fetchData(getTableUi, { query: { table: TABLE }, signal }),
});

/** What a view keeps of an address: not the page, and not the form that is open. */
export const viewable = (search: CustomersSearch): CustomersSearch => {
  const { page: _page, create: _create, ...filters } = search;
  return customersSearch({ ...filters });
};

const sorted = (search: CustomersSearch): string =>
  JSON.stringify(Object.entries(viewable(search)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
export const isView = (view: CustomerView, search: CustomersSearch): boolean => sorted(view.filters) === sorted(search);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const isKept = (value: unknown): value is { readonly name: string; readonly filters: object } =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'filters' in value &&
  typeof value.filters === 'object' &&
  value.filters !== null;

/** What cannot be read is left out. */
export function readViews(filterList: string): readonly CustomerView[] {
  const list = parse(filterList);
  return (Array.isArray(list) ? list.filter(isKept) : []).map(({ name, filters }) => ({
    name,
    filters: viewable(customersSearch({ ...filters })),
  }));
}

/** A view of this name takes the place of one that has it, whatever its case. */
export function withView(views: readonly CustomerView[], view: CustomerView): readonly CustomerView[] {
  const at = views.findIndex(({ name }) => name.toLowerCase() === view.name.toLowerCase());
  return at < 0 ? [...views, view] : views.with(at, view);
}

/** Only if no other tab kept something since (`stale_version`). */
export async function keepViews(views: readonly CustomerView[], version: number): Promise<void> {
  const { data } = await api.call(saveTableUi, {
    body: { table: TABLE, filterList: JSON.stringify(views), version },
  });
  queryClient.setQueryData(customerViewsQuery.queryKey, (old) => old && { ...old, ...data });
}
