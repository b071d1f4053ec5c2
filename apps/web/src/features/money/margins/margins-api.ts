import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { exportMargins, getMargins } from '@scanship/contracts/money/margins';
import { api, fetchData } from '../../../app/api.ts';
import type { DashboardSearch } from '../../dashboard/dashboard-api.ts';

export const marginsQuery = (search: DashboardSearch) =>
  queryOptions({
    queryKey: ['money', 'margins', search],
    queryFn: ({ signal }) => fetchData(getMargins, { query: search, signal }),
    placeholderData: keepPreviousData,
  });

/** Margins.xlsx of the days that are shown. */
export async function exportDays(search: DashboardSearch): Promise<{ blob: Blob; name: string }> {
  const { blob, fileName } = await api.file(exportMargins, { query: search });
  return { blob, name: fileName ?? 'Margins.xlsx' };
}
