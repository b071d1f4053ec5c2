import { queryOptions } from '@tanstack/react-query';
import { listCarrierPackagings, listPackages, type PackageEntry } from '@scanship/contracts/products/packages';
import { fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';

/** Boxes of the customer; the shipping panel and the page of packages share them. */
export const packagesQuery = queryOptions({
  queryKey: ['packages', 'all'],
  queryFn: ({ signal }) => fetchData(listPackages, { signal }),
  staleTime: 5 * 60_000,
});
export const packagingsQuery = queryOptions({
  queryKey: ['packages', 'packagings'],
  queryFn: ({ signal }) => fetchData(listCarrierPackagings, { signal }),
});

export const packagesChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['packages'] });

export const volumeOf = ({ outer }: Pick<PackageEntry, 'outer'>): number =>
  outer.lengthMm * outer.widthMm * outer.heightMm;
