import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Dashboard, type DASHBOARD_RANGES, getDashboard } from '@scanship/contracts/network/dashboard';
import { getOpening } from '@scanship/contracts/network/opening';
import { fetchData } from '../../app/api.ts';

export type DashboardRange = (typeof DASHBOARD_RANGES)[number];
/** What the address says of the days; absent is the last 30. */
export interface DashboardSearch {
  readonly range?: DashboardRange;
  /** Of a custom range, YYYY-MM-DD, both included. */
  readonly from?: string;
  readonly to?: string;
}
export type DayCount = Dashboard['range'];

export const openingQuery = queryOptions({
  queryKey: ['opening'],
  queryFn: ({ signal }) => fetchData(getOpening, { signal }),
});

export const dashboardQuery = (search: DashboardSearch) =>
  queryOptions({
    queryKey: ['dashboard', search],
    queryFn: ({ signal }) => fetchData(getDashboard, { query: search, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
