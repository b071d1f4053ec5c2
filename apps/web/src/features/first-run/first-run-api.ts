import { queryOptions } from '@tanstack/react-query';
import { type FirstRun, getFirstRun } from '@scanship/contracts/network/first-run';
import { fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';

/** Asked whenever the guide comes into view: its steps are done elsewhere. */
export const firstRunQuery = queryOptions({
  queryKey: ['first-run'],
  queryFn: ({ signal }) => fetchData(getFirstRun, { signal }),
  staleTime: 0,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

export const keepFirstRun = (answer: { readonly data: FirstRun }): void =>
  void queryClient.setQueryData(firstRunQuery.queryKey, answer.data);
export const firstRunChanged = (): Promise<void> => queryClient.invalidateQueries(firstRunQuery);
