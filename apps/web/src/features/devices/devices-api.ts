import { queryOptions } from '@tanstack/react-query';
import { listPrinters, listPrinterSettings, listPrintJobs } from '@scanship/contracts/printing/printers';
import { fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';

export interface JobSearch {
  readonly page: number;
  readonly state: 'all' | 'waiting' | 'attention';
  readonly machineId: string | undefined;
}
export const JOBS_PER_PAGE = 20;

/** Asked again now and then: that a machine is silent is nobody's news. */
export const printersQuery = queryOptions({
  queryKey: ['devices', 'printers'],
  queryFn: ({ signal }) => fetchData(listPrinters, { signal }),
  refetchInterval: 60_000,
});
export const settingsQuery = (machineId: string) =>
  queryOptions({
    queryKey: ['devices', 'settings', machineId],
    queryFn: ({ signal }) => fetchData(listPrinterSettings, { query: { machineId }, signal }),
  });
export const jobsQuery = ({ page, state, machineId }: JobSearch) =>
  queryOptions({
    queryKey: ['devices', 'jobs', { page, state, machineId }],
    queryFn: ({ signal }) =>
      fetchData(listPrintJobs, {
        query: { page, size: JOBS_PER_PAGE, state, ...(machineId ? { machineId } : {}) },
        signal,
      }),
    placeholderData: (before) => before,
  });

export const devicesChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['devices'] });
