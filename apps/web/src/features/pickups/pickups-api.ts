import { queryOptions } from '@tanstack/react-query';
import { listPickups, pickupOptions } from '@scanship/contracts/shipping/pickups';
import { fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';

/** Asked again every half minute: what is being asked at a carrier settles by itself. */
export const pickupsQuery = queryOptions({
  queryKey: ['pickups'],
  queryFn: ({ signal }) => fetchData(listPickups, { query: {}, signal }),
  refetchInterval: 30_000,
});
export const optionsQuery = queryOptions({
  queryKey: ['pickups', 'options'],
  queryFn: ({ signal }) => fetchData(pickupOptions, { signal }),
});
export const pickupsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['pickups'] });

/** Opens the booking dialog for a place and account (`/carrier-manager/pickups?place=...&account=...`). */
export interface PickupSearch {
  readonly place?: string;
  readonly account?: string;
}
