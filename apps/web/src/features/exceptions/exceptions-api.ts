import { queryOptions } from '@tanstack/react-query';
import { listOpenPurchases } from '@scanship/contracts/shipments';
import { fetchData } from '../../app/api.ts';

/** Open outcomes; looked at again by itself because they settle without anybody pressing anything. */
export const exceptionsQuery = queryOptions({
  queryKey: ['exceptions'],
  queryFn: ({ signal }) => fetchData(listOpenPurchases, { signal }),
  refetchInterval: 30_000,
  meta: { quiet: true },
});
