/** How the person keeps the table of orders, and the views shared with them (decisions 26). */
import { queryOptions } from '@tanstack/react-query';
import type { DataOf } from '@scanship/contracts/call';
import {
  changeSharedView,
  getTableUi,
  removeSharedView,
  saveTableUi,
  type SharedView,
  shareView,
} from '@scanship/contracts/orders/table-views';
import { api, fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';

const TABLE = 'orders';

export const tableUiQuery = queryOptions({
  queryKey: ['table-ui', TABLE],
  queryFn: ({ signal }) => fetchData(getTableUi, { query: { table: TABLE }, signal }),
  staleTime: 5 * 60_000,
  retryOnMount: false,
});
type TableUiData = DataOf<typeof getTableUi>;
const change = (edit: (old: TableUiData) => TableUiData) =>
  queryClient.setQueryData(tableUiQuery.queryKey, (old) => old && edit(old));

export interface Kept {
  readonly filters?: string;
  readonly filterList?: string;
  readonly columns?: string;
}
/** Keeps what is given; with `version` only if no other tab kept something since (`stale_version`). */
export async function keepTable(kept: Kept, version?: number): Promise<void> {
  const { data } = await api.call(saveTableUi, {
    body: { table: TABLE, ...kept, ...(version === undefined ? {} : { version }) },
  });
  change((old) => ({ ...old, ...data }));
}

interface Shared {
  readonly name: string;
  readonly filters: string;
  readonly roleIds: readonly string[];
}
export async function addSharedView({ roleIds, ...view }: Shared): Promise<SharedView> {
  const { data } = await api.call(shareView, { body: { table: TABLE, ...view, roleIds: [...roleIds] } });
  change((old) => ({ ...old, shared: [...old.shared, data] }));
  return data;
}
export async function putSharedView(id: string, version: number, { roleIds, ...view }: Shared): Promise<SharedView> {
  const { data } = await api.call(changeSharedView, {
    params: { id },
    body: { ...view, roleIds: [...roleIds], version },
  });
  change((old) => ({ ...old, shared: old.shared.map((other) => (other.id === id ? data : other)) }));
  return data;
}
export async function dropSharedView(id: string): Promise<void> {
  await api.call(removeSharedView, { params: { id } });
  change((old) => ({ ...old, shared: old.shared.filter((other) => other.id !== id) }));
}
