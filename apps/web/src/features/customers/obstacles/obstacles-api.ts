import { queryOptions } from '@tanstack/react-query';
import { getCustomerObstacles, getObstacles } from '@scanship/contracts/network/obstacles';
import { fetchData } from '../../../app/api.ts';

/** Looked up anew whenever the page is opened: it is about now. */
export const customerObstaclesQuery = (id: string) =>
  queryOptions({
    queryKey: ['obstacles', id],
    queryFn: ({ signal }) => fetchData(getCustomerObstacles, { params: { id }, signal }),
    staleTime: 0,
  });
export const ownObstaclesQuery = queryOptions({
  queryKey: ['obstacles'],
  queryFn: ({ signal }) => fetchData(getObstacles, { signal }),
  staleTime: 0,
});
