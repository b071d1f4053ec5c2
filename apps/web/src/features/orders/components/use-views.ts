/** The named views of the person and those shared with them, and which of them the address means. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { tableUiQuery } from '../api/table-ui-api.ts';
import type { OrderSearch } from '../model/order-search.ts';
import { isChanged, type NamedView, readOwnViews, readSharedViews } from '../model/views.ts';

export interface Views {
  readonly own: readonly NamedView[];
  readonly shared: readonly NamedView[];
  readonly active: NamedView | undefined;
  /** The address differs from what the active view keeps. */
  readonly changed: boolean;
  readonly canShare: boolean;
  readonly version: number;
  /** Views can be kept: what is there is known. */
  readonly ready: boolean;
}

export function useViews(search: OrderSearch): Views {
  const { data } = useQuery(tableUiQuery);
  const own = useMemo(() => readOwnViews(data?.filterList ?? '[]'), [data?.filterList]);
  const shared = useMemo(() => readSharedViews(data?.shared ?? []), [data?.shared]);
  return useMemo(() => {
    const active = [...own, ...shared].find((view) => view.key === search.view);
    return {
      own,
      shared,
      active,
      changed: active !== undefined && isChanged(active, search),
      canShare: data?.canShare ?? false,
      version: data?.version ?? 0,
      ready: data !== undefined,
    };
  }, [own, shared, search, data]);
}
