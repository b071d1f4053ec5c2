/** Lists the panel needs beside the order: boxes and presets. A panel without them still ships. */
import { queryOptions } from '@tanstack/react-query';
import { listPresets } from '@scanship/contracts/automation';
import { listPackages } from '@scanship/contracts/packages';
import { fetchData } from '../../app/api.ts';

const LISTS_MS = 5 * 60_000;

export const packagesQuery = queryOptions({
  queryKey: ['packages'],
  queryFn: ({ signal }) => fetchData(listPackages, { signal }),
  staleTime: LISTS_MS,
  retryOnMount: false,
  meta: { quiet: true },
});
export const presetsQuery = queryOptions({
  queryKey: ['presets'],
  queryFn: ({ signal }) => fetchData(listPresets, { signal }),
  staleTime: LISTS_MS,
  retryOnMount: false,
  meta: { quiet: true },
});
